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


def put(rest: str = "", client: Client | None = None, /, **fields: str) -> str:
    """Send the form."""
    reply = (client or Client()).post(DESK + rest, {"body": json.dumps(CASE)} | fields)
    assert reply.status_code == 200
    return html.unescape(reply.content.decode())


def body_of(page: str) -> Any:
    """What the form has as JSON."""
    (text,) = re.findall(r'<textarea[^>]*name="body"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return json.loads(text)


def offered(page: str) -> list[Any]:
    """The moves that may be chosen, as the buttons hold them."""
    return [json.loads(found) for found in re.findall(r'name="move" value="(\{.*?\})"', page)]


def next_body(page: str) -> str:
    """The body with which an answer leads on."""
    (body,) = re.findall(r'<input type="hidden" name="body" value="(.*?)">\n', page, re.DOTALL)
    return str(body)


CASE = {
    "variant": "avengers",
    "seats": 3,
    "position": {"cards": {"hand:0": ["blue-5", "red-1", "wild-draw-four"], "discard": ["blue-7"]}},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_desk_opens_with_an_empty_table_of_each_game(variant: str) -> None:
    page = look(f"?variant={variant}")
    assert "Rulings desk" in page and "The ruling" not in page
    assert body_of(page)["variant"] == variant
    assert "This cannot be ruled on" not in page
    assert "its legal moves are not listed" in page
    assert 'href="/audit/rulings/"' in page


def test_the_desk_renders_canadian_french() -> None:
    page = look(Accept_Language="fr-CA")
    assert "Bureau des décisions" in page and "Peut-on la jouer" in page


def test_a_card_of_a_hand_is_asked_about_by_a_click() -> None:
    page = put()
    asked = [one for one in offered(page) if one.get("seat") == 0]
    assert [one["card"] for one in asked] == ["blue-5", "red-1", "wild-draw-four"]
    assert "✓ Legal" in put(move=json.dumps(asked[0]))
    assert "✗ Not legal" in put(move=json.dumps(asked[1]))


def test_any_card_of_the_edition_is_asked_about_as_if_it_were_in_the_hand() -> None:
    legal = put(ask="card", card="blue-9")
    assert "✓ Legal" in legal and "Seat 0: Play Blue 9" in re.sub("<[^>]*>", "", legal)
    assert body_of(legal)["position"]["cards"]["hand:0"][-1] == "blue-9"
    assert "✗ Not legal" in put(ask="card", card="green-9")
    empty = look()
    assert "✓ Legal" in put(body=json.dumps(body_of(empty)), ask="card", card="wild")


def test_the_position_is_changed_by_clicks() -> None:
    page = put(put="card", card="red-5", zone="discard")
    assert body_of(page)["position"]["cards"]["discard"] == ["blue-7", "red-5"]
    page = put(body=json.dumps(body_of(page)), take="hand:0 wild-draw-four")
    cards = body_of(page)["position"]["cards"]
    assert cards == {"hand:0": ["blue-5", "red-1"], "discard": ["blue-7", "red-5"]}
    assert "This cannot be ruled on" not in put(take="hand:0")
    assert put(take="hand:0 green-1").count('name="take"') == put().count('name="take"')
    assert "/position/cards/pocket" in put(put="card", card="red-5", zone="pocket")


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
    second = put(body=next_body(first), move='{"move": "choose", "option": "red"}')
    assert "✓ Legal" in second and "Seat 1: Seat 0 played Wild Draw Four" in second
    third = put(body=next_body(second), move='{"move": "choose", "option": "yes"}')
    assert "avengers.draw-four.challenge" in third


def test_the_body_may_have_any_move_of_any_seat() -> None:
    drawn = put(body=json.dumps(CASE | {"move": {"move": "draw"}, "seat": 1}))
    assert "✗ Not legal" in drawn and "common.turn" in drawn
    recorded = put(body=json.dumps(CASE | {"move": {"move": "draw", "seat": 0}}))
    assert "✓ Legal" in recorded


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"position": {"cards": []}}, "/position/cards"),
        ({"position": {"cards": {"pocket": []}}}, "/position/cards/pocket"),
        ({"position": None}, "/position"),
        ({"position": {"cards": None}}, "/position/cards"),
        ({"game": "0" * 32, "variant": None}, "/variant"),
        ({"seats": "many"}, "/seats"),
        ({"seats": 99}, "/seats"),
        ({"variant": "chess"}, "/variant"),
        ({"options": []}, "/options"),
        ({"options": {"x": 1}}, "/options/x"),
        ({"edition": "0"}, "/edition"),
        ({"heroes": ["hulk"]}, "/heroes"),
        ({"move": "draw"}, "/move"),
        ({"move": {"move": "fly"}}, "/move/move"),
        ({"move": {"move": "catch-uno"}}, "/move/target"),
    ],
)
def test_what_cannot_be_ruled_on_is_said_with_its_place(changed: dict[str, Any], said: str) -> None:
    page = put(body=json.dumps(CASE | changed))
    put(body=json.dumps(CASE | changed), take="discard blue-7")
    assert "This cannot be ruled on:" in page and f"<code>{said}</code>" in page


@pytest.mark.parametrize("body", ["{", "[]", "3", "[" * 99_999])
def test_what_is_no_object_of_json_is_said(body: str) -> None:
    assert "This cannot be ruled on:" in put(body=body)
    assert "This cannot be ruled on:" in put(move=body)


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
        ruleset, state = ruleset_for(game), store.state_at(game, at)
        view = selectors.view_of(ruleset, state, EVERYTHING)
        shown = msgspec.to_builtins(render_table(view, state, at))
        assert body_of(page)["position"] == json.loads(json.dumps(shown))
        move = offered(page)[0]
        ruled = look(f"?game={game.pk}&at={at}&move={json.dumps(move)}")
        assert "The position was changed" not in page + ruled
        assert "✓ Legal" in ruled and "One possibility" not in ruled


def test_the_moves_of_the_record_are_ruled_on_as_they_stand(over: Game) -> None:
    rows = MoveEvent.objects.filter(game=over).order_by("seq")
    for row in list(rows)[1:6]:
        page = look(f"?game={over.pk}&at={row.seq - 1}&move={row.move}")
        assert "✓ Legal" in page


def test_while_a_game_runs_the_desk_shows_what_the_public_sees(
    running: Game, alice: Player, bob: Player
) -> None:
    page = look(f"?game={running.pk}")
    assert "This cannot be ruled on" not in page
    assert "its legal moves are not listed" in page
    hands = [card for zone, cards in store.load(running).zones.items() if "hand" in zone
             for card in cards]  # fmt: skip
    assert set(body_of(page)["position"]["cards"]) == {"discard"}
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


def test_the_position_of_a_game_is_changed_here_and_not_there(over: Game) -> None:
    there = f"?game={over.pk}&at=3"
    page = put(there, body="", ask="card", card="wild")
    assert "✓ Legal" in page
    changed = put(there, body="", put="card", zone="discard", card="red-5")
    assert "The position was changed here." in changed
    assert "This cannot be ruled on" not in changed
    assert "The position was changed here." not in look(there)


@pytest.mark.parametrize(
    "rest", ["?game=x", "?game=00000000-0000-0000-0000-000000000000", "?game={0}&at=9999"]
)
def test_games_and_events_that_are_not_there_are_missing(over: Game, rest: str) -> None:
    look(rest.format(over.pk), status=404)


def test_asking_stores_nothing(over: Game) -> None:
    before = MoveEvent.objects.count(), Game.objects.get(pk=over.pk).seq
    look(f'?game={over.pk}&move={{"move": "draw"}}')
    put(f"?game={over.pk}&at=3", body="", put="card", zone="discard", card="red-5")
    put(move='{"move": "draw"}')
    assert before == (MoveEvent.objects.count(), Game.objects.get(pk=over.pk).seq)
    assert not Refusal.objects.exists()
