"""Screens: one response has all that a client shows, and no more than 25 kB of it."""

import gzip
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.language import LANGUAGES
from games.api.screens import render_screen
from games.messages.prompt_messages import Include
from games.models import Seat
from games.play.erasure import erase_player
from games.players.services import create_guest
from tests.api.client import Caller, asked_of, create_game, fits, start_game
from tests.api.test_moves_api import known_to, statements
from tests.laws.stored import Table, played

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

WHOLE = ",".join(get_args(Include))
MAX_BYTES = 25_000


def codes(value: Any) -> set[str]:
    """All texts in a JSON value, some of which are codes of cards."""
    if isinstance(value, dict):
        return {code for part in value.values() for code in codes(part)}
    if isinstance(value, list):
        return {code for part in value for code in codes(part)}
    return {value} if isinstance(value, str) else set()


# What is included


def test_prompts_include_nothing_by_itself(alice: Caller, game: str) -> None:
    window = {"window_until", "window_seconds_left", "held"}
    assert set(alice.get(f"games/{game}/prompts/").json) == {
        "seq",
        "digest",
        "prompts",
        "open",
        *window,
    }


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_a_screen_has_the_text_of_every_card_it_shows(
    alice: Caller, bob: Caller, variant: str
) -> None:
    game = start_game(alice, bob, variant=variant)
    edition = alice.get(f"games/{game}/").json["edition"]
    cards = alice.get(f"editions/{edition}/cards/").json["cards"]
    texts = {card["code"]: card for card in cards}
    rng = Random(variant)
    for _ in range(9):
        player, prompt, _seq = asked_of(game, alice, bob)
        screen = player.get(f"games/{game}/prompts/?include={WHOLE}").json
        fits("PromptList", screen)
        assert screen["table"] == player.get(f"games/{game}/").json["table"]
        shown = {card["code"]: card for card in screen["cards"]}
        assert codes([screen[name] for name in ("table", "prompts", "since")]) & set(texts) <= set(
            shown
        )
        for code, card in shown.items():
            assert card["text"] == texts[code]["text"]["en"]
        body = rng.choice(prompt["options"])["body"]
        made = player.post(f"games/{game}/moves/?include={WHOLE}", body).json
        fits("MoveReply", made)
        after = player.get(f"games/{game}/prompts/?include={WHOLE}").json
        assert {name: made[name] for name in after} == after


def test_a_screen_is_in_the_language_of_the_request(alice: Caller, game: str) -> None:
    alice.language = "fr-CA"
    screen = alice.get(f"games/{game}/prompts/?include=cards").json
    hand = alice.get(f"games/{game}/").json["table"]["places"][0]["cards"]
    edition = alice.get(f"games/{game}/").json["edition"]
    card = alice.get(f"editions/{edition}/cards/{hand[0]}/").json
    (shown,) = (one for one in screen["cards"] if one["code"] == hand[0])
    assert (shown["name"], shown["text"]) == (card["name"]["fr-CA"], card["text"]["fr-CA"])


def test_a_game_that_has_not_begun_has_an_empty_screen(alice: Caller) -> None:
    game = create_game(alice)
    screen = alice.get(f"games/{game}/prompts/?include={WHOLE}").json
    assert screen == {
        **{"seq": 0, "digest": 64 * "0", "prompts": [], "open": [], "held": []},
        **{"window_until": None, "window_seconds_left": None},
        **{"table": None, "since": None, "cards": []},
    }


def test_for_a_spectator_there_is_no_last_move(carol: Caller, game: str) -> None:
    screen = carol.get(f"games/{game}/prompts/?include={WHOLE}").json
    assert (screen["since"], bool(screen["table"]), bool(screen["cards"])) == (None, True, True)


@pytest.mark.parametrize("include", ["", "hands", "table,", "table,hands", "Table", "table cards"])
def test_what_cannot_be_included_is_refused(alice: Caller, game: str, include: str) -> None:
    for reply in (
        alice.get(f"games/{game}/prompts/?include={include}"),
        alice.get(f"games/{game}/prompts/?include=table&include={include}"),
        alice.post(f"games/{game}/moves/?include={include}", {"move": "resign"}),
    ):
        assert (reply.status, reply.code) == (400, "invalid_parameter")
        (flaw,) = reply.json["errors"]
        assert flaw["parameter"] == "include"
        assert flaw["detail"].endswith(", ".join(get_args(Include)))
    assert alice.get(f"games/{game}/").json["status"] == "running"


def test_each_combination_of_parts_has_its_etag(alice: Caller, bob: Caller, game: str) -> None:
    path = f"games/{game}/prompts/"
    parts = ("table", "since", "cards", "table,cards", "table,since,cards")
    queries = ("", *(f"?include={part}" for part in parts))
    tags = {query: alice.get(path + query).headers["ETag"] for query in queries}
    assert len(set(tags.values())) == len(queries)
    for query in queries:
        for known, tag in tags.items():
            reply = alice.get(path + query, If_None_Match=tag)
            assert reply.status == (304 if known == query else 200)
        assert bob.get(path + query, If_None_Match=tags[query]).status == 200
    for query in ("?include=cards,table", "?include=cards&include=table,table"):
        assert alice.get(path + query).headers["ETag"] == tags["?include=table,cards"]
    player, prompt, _seq = asked_of(game, alice, bob)
    tag = player.get(path + queries[-1]).headers["ETag"]
    body = prompt["options"][0]["body"]
    made = player.post(f"games/{game}/moves/{queries[-1]}", body, If_Match=tag)
    assert made.status == 201
    assert player.get(path + queries[-1], If_None_Match=tag).status == 200


def test_a_screen_is_new_when_a_name_is_erased(carol: Caller, game: str) -> None:
    path = f"games/{game}/prompts/?include={WHOLE}"
    before = carol.get(path)
    (prompt,) = before.json["prompts"]
    player = Seat.objects.get(game=game, number=prompt["seat"]).player
    assert player is not None and player.name in prompt["why"]
    erase_player(player)
    after = carol.get(path, If_None_Match=before.headers["ETag"])
    assert after.status == 200
    assert player.name not in after.json["prompts"][0]["why"]
    assert carol.get(path, If_None_Match=after.headers["ETag"]).status == 304


# What it costs


@pytest.mark.django_db(transaction=True)
def test_a_screen_takes_few_queries_more_than_its_prompts(
    alice: Caller, bob: Caller, game: str
) -> None:
    known_to(game, alice, bob)
    costs = {"": 1, "?include=table,cards": 1, "?include=since": 4, f"?include={WHOLE}": 1}
    for query, expected in costs.items():
        with CaptureQueriesContext(connection) as queries:
            alice.get(f"games/{game}/prompts/{query}")
        assert len(queries) == expected, query


@pytest.mark.django_db(transaction=True)
def test_a_move_reads_no_more_with_its_screen(alice: Caller, bob: Caller, game: str) -> None:
    known_to(game, alice, bob)
    for query in "", "?include=table,cards", f"?include={WHOLE}":
        player, prompt, _seq = asked_of(game, alice, bob)
        body = prompt["options"][-1]["body"]
        with CaptureQueriesContext(connection) as queries:
            assert player.post(f"games/{game}/moves/{query}", body).status == 201
        found = [one for one in statements(queries) if one.startswith("SELECT")]
        assert len(found) == 1, query


@pytest.mark.parametrize(
    ("variant", "seats"), [("avengers", 10), ("xmen", 10), ("ultimate", 2), ("ultimate", 4)]
)
def test_a_screen_takes_at_most_25_kb_compressed(variant: str, seats: int, editions: None) -> None:
    encode, whole = msgspec.json.Encoder().encode, frozenset(get_args(Include))
    largest = 0
    for number in range(2):
        guests = (create_guest(name=f"A player with a long name, {one}") for one in range(seats))
        players = tuple(player for player, _token, _secret in guests)
        course = played(Table(variant, players, number))
        for until in range(5, len(course.states), 17):
            course.write_until(until)
            for prompt in course.states[until - 1].prompts[-1:]:
                for language in LANGUAGES:
                    screen = render_screen(course.game, prompt.seat, language, whole)
                    largest = max(largest, len(gzip.compress(encode(screen), 6)))
    assert 2_000 < largest <= MAX_BYTES
