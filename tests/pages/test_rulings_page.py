"""The page of the rulings desk."""

import html
import json
import re
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.api.positions import render_table
from games.ledger import store
from games.ledger.rows import EVERYTHING
from games.models import Game, MoveEvent, Refusal
from games.officials.models import Look
from games.play import selectors
from games.play.selectors import ruleset_for
from games.players.models import Player
from tests.games.finished import VARIANTS, finished
from tests.pages.test_game import judge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions"), pytest.mark.slow]

DESK = "/audit/rulings/"


def look(rest: str = "", client: Client | None = None, status: int = 200, **headers: str) -> str:
    reply = (client or Client()).get(DESK + rest, headers=headers)
    assert reply.status_code == status
    return html.unescape(reply.content.decode())


def put(client: Client | None = None, **fields: str) -> str:
    """Send the form."""
    given = {"variant": "avengers", "seats": "3", "position": json.dumps(POSITION)} | fields
    reply = (client or Client()).post(DESK, given)
    assert reply.status_code == 200
    return html.unescape(reply.content.decode())


def offered(page: str) -> list[Any]:
    """The moves that may be chosen, as the buttons hold them."""
    return [json.loads(found) for found in re.findall(r'name="move" value="(\{.*?\})"', page)]


def hidden_fields(page: str) -> dict[str, str]:
    """The fields of the form that leads on from an answer."""
    form = page[page.index('id="ruling"') :]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">\n', form, re.DOTALL))


POSITION = {"cards": {"hand:0": ["blue-5", "red-1", "wild-draw-four"], "discard": ["blue-7"]}}


def test_the_desk_opens_with_an_example_that_can_be_ruled_on() -> None:
    page = look()
    assert "Rulings desk" in page and "The ruling" not in page
    assert {"move": "play", "card": "blue-skip"} in offered(page)
    assert "wild-draw-four" in page
    assert 'href="/audit/rulings/"' in look()


def test_the_desk_renders_canadian_french() -> None:
    page = look(Accept_Language="fr-CA")
    assert "Bureau des décisions" in page and "Coups permis à Siège 0" in page


def test_a_legal_move_has_its_rules_in_full_and_what_follows_in_sentences() -> None:
    page = put(move='{"move": "play", "card": "wild-draw-four"}')
    assert "✓ Legal" in page and "Permitted by" in page
    assert "avengers.draw-four.legal" in page
    assert "bluffing is a risk that the next player may call" in page
    assert "Seat 0 plays Wild Draw Four" in page
    assert "The questions that follow" in page


def test_a_move_that_is_refused_has_the_sentence_and_the_rule() -> None:
    page = put(move='{"move": "play", "card": "red-1"}')
    assert "✗ Not legal" in page and "Forbidden by" in page
    assert "common.match" in page and "What would follow" not in page


def test_the_answer_leads_on_to_the_next_question() -> None:
    first = put(move='{"move": "play", "card": "wild-draw-four"}')
    assert {"move": "choose", "option": "red"} in offered(first)
    fields = hidden_fields(first)
    second = put(**fields, move='{"move": "choose", "option": "red"}')
    assert "✓ Legal" in second and "Seat 1: Seat 0 played Wild Draw Four" in second
    third = put(**hidden_fields(second), move='{"move": "choose", "option": "yes"}')
    assert "avengers.draw-four.challenge" in third


def test_any_move_may_be_written_and_any_seat_named() -> None:
    drawn = put(written='{"move": "draw"}', ask="written", seat="1")
    assert "✗ Not legal" in drawn and "common.turn" in drawn
    recorded = put(written='{"move": "draw", "seat": 0}', ask="written")
    assert "✓ Legal" in recorded
    assert "The ruling" not in put(written='{"move": "draw"}')


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"position": "{"}, "/position"),
        ({"position": '{"cards": []}'}, "/position/cards"),
        ({"position": '{"cards": {"pocket": []}}'}, "/position/cards/pocket"),
        ({"seats": "many"}, "/seats"),
        ({"seats": "99"}, "/seats"),
        ({"variant": "chess"}, "/variant"),
        ({"options": "[]"}, "/options"),
        ({"options": '{"x": 1}'}, "/options/x"),
        ({"edition": "0"}, "/edition"),
        ({"heroes": "hulk"}, "/heroes"),
        ({"move": "draw"}, "/move"),
        ({"move": '{"move": "fly"}'}, "/move/move"),
        ({"move": '{"move": "catch-uno"}'}, "/move/target"),
    ],
)
def test_what_cannot_be_ruled_on_is_said_with_its_place(fields: dict[str, str], said: str) -> None:
    page = put(**fields)
    assert "This cannot be ruled on:" in page and f"<code>{said}</code>" in page


def test_a_form_of_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(DESK, {"variant": "avengers"}).status_code == 403


# ---- from a game


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_of_a_finished_game_is_filled_in_with_its_moves(variant: str) -> None:
    game = finished(variant)
    for at in range(1, game.seq, 1 + game.seq // 8):
        page = look(f"?game={game.pk}&at={at}")
        assert "This cannot be ruled on" not in page
        told = re.search(r'name="position"[^>]*>(.*?)</textarea>', page, re.DOTALL)
        assert told is not None
        ruleset, state = ruleset_for(game), store.state_at(game, at)
        view = selectors.view_of(ruleset, state, EVERYTHING)
        assert json.loads(told[1]) == json.loads(
            json.dumps(msgspec.to_builtins(render_table(view, state, at)))
        )
        move = offered(page)[0]
        ruled = look(f"?game={game.pk}&at={at}&move={json.dumps(move)}")
        assert "✓ Legal" in ruled and "One possibility" not in ruled


def test_the_moves_of_the_record_are_ruled_on_as_they_stand(over: Game) -> None:
    rows = MoveEvent.objects.filter(game=over).order_by("seq")
    for row in list(rows)[1:6]:
        page = look(f"?game={over.pk}&at={row.seq - 1}&ask=written&written={row.move}")
        assert "✓ Legal" in page


def test_while_a_game_runs_the_desk_shows_what_the_public_sees(
    running: Game, alice: Player, bob: Player
) -> None:
    page = look(f"?game={running.pk}")
    assert "This cannot be ruled on" not in page
    assert "its legal moves are not listed" in page
    hands = [card for zone, cards in store.load(running).zones.items() if "hand" in zone
             for card in cards]  # fmt: skip
    told = re.search(r'name="position"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert told is not None
    assert set(json.loads(told[1])["cards"]) == {"discard"}
    assert hands
    look(f"?game={running.pk}&as=full", status=404)
    look(f"?game={running.pk}&as=seat:0", status=404)
    ruled = look(f'?game={running.pk}&move={{"move": "draw"}}')
    assert "✓ Legal" in ruled and "One possibility" in ruled


def test_a_player_asks_from_the_own_seat_alone(running: Game, alice: Player, bob: Player) -> None:
    seat = store.load(running).prompts[-1].seat
    client = Client()
    mine = alice if seat == 0 else bob
    mine.user = User.objects.create_user("mine")
    mine.save()
    client.force_login(mine.user)
    page = look(f"?game={running.pk}&as=seat:{seat}", client)
    assert {"move": "draw"} in offered(page)
    look(f"?game={running.pk}&as=seat:{1 - seat}", client, status=404)


def test_an_arbiter_asks_with_all_cards_and_each_look_is_on_record(running: Game) -> None:
    client = judge()
    page = look(f"?game={running.pk}&at=3&as=full", client)
    assert "This look is on record" in page and offered(page)
    assert list(Look.objects.values_list("what", "view", "at")) == [("rulings", "full", 3)]
    look(f"?game={running.pk}&at=3", client)
    assert Look.objects.count() == 1


@pytest.mark.parametrize(
    "rest", ["?game=x", "?game=00000000-0000-0000-0000-000000000000", "?game={0}&at=9999"]
)
def test_games_and_events_that_are_not_there_are_missing(over: Game, rest: str) -> None:
    look(rest.format(over.pk), status=404)


def test_asking_stores_nothing(over: Game) -> None:
    before = MoveEvent.objects.count(), Game.objects.get(pk=over.pk).seq
    look(f'?game={over.pk}&move={{"move": "draw"}}')
    put(move='{"move": "draw"}')
    assert before == (MoveEvent.objects.count(), Game.objects.get(pk=over.pk).seq)
    assert not Refusal.objects.exists()
