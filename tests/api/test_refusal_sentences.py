"""What a refused move is answered: why in words, and what can be done instead."""

from typing import Any

import pytest

from tests.api.client import Caller, guest
from tests.api.test_moves_api import wild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions")]


@pytest.fixture
def table() -> tuple[Caller, Caller, str]:
    """Who is asked, the other one, and their game of X-Men."""
    ada, bob = guest("Ada"), guest("Bob")
    body = {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    game = ada.post("games/", body).json["id"]
    bob.post(f"games/{game}/seats/", {})
    ada.post(f"games/{game}/start/")
    prompts = ada.get(f"games/{game}/prompts/").json["prompts"]
    return (ada, bob, game) if prompts[0]["options"] else (bob, ada, game)


def labels(caller: Caller, game: str) -> str:
    """What a caller can do, as a refusal lists it."""
    told = caller.get(f"games/{game}/prompts/").json
    found = [one["label"] for one in told["prompts"][-1]["options"]]
    return f"You can: {'; '.join(found)}."


NO_MOVE = "This is not a move: "
MOVES = (
    "play, draw, pass, choose, call-uno, catch-uno, resign, call-judge, cancel-call, revoke-key,"
    " claim-absent, stand-in, take-back"
)


NO_MOVES: list[tuple[Any, str]] = [
    (
        {"move": "drow"},
        NO_MOVE + f"unknown value 'drow'; it must be one of: {MOVES}. Did you mean draw?",
    ),
    (
        {"move": "uno"},
        NO_MOVE + f"unknown value 'uno'; it must be one of: {MOVES}.",
    ),
    ({}, NO_MOVE + f"object missing required field `move`. A move is one of: {MOVES}."),
    (
        {"move": "draw", "seat": 1},
        NO_MOVE + "object contains unknown field `seat`. You play for your own seat: leave"
        " `seat` out.",
    ),
    (
        {"move": "play", "card": "wild", "choices": {"colour": "red"}},
        NO_MOVE + "object contains unknown field `colour`. Did you mean color?",
    ),
    ({"move": "play"}, NO_MOVE + "object missing required field `card`."),
    ({"move": "catch-uno"}, NO_MOVE + "object missing required field `seat`."),
    ({"move": "draw", "card": "red-5"}, NO_MOVE + "object contains unknown field `card`."),
    (
        {"move": "play", "card": ["red-5"]},
        NO_MOVE + "`card` must be a text, not a list.",
    ),
    ({"move": "catch-uno", "seat": "one"}, NO_MOVE + "`seat` must be a whole number, not a text."),
    ([], NO_MOVE + "the body must be an object with members, not a list."),
    (b"draw", 'The body is not JSON. A move is one JSON object, such as {"move": "draw"}.'),
]


def test_a_body_that_is_no_move_has_what_is_wrong_and_what_can_be_done(
    table: tuple[Caller, Caller, str],
) -> None:
    player, _, game = table
    for body, detail in NO_MOVES:
        reply = player.post(f"games/{game}/moves/", body)
        assert (reply.status, reply.json["detail"]) == (400, detail)
    assert reply.json["instead"] == labels(player, game)
    told = player.get(f"games/{game}/prompts/").json
    names = ("seq", "prompts", "open")
    assert {name: reply.json[name] for name in names} == {name: told[name] for name in names}


def test_a_body_that_is_no_move_shows_no_prompts_to_who_has_no_seat(
    table: tuple[Caller, Caller, str],
) -> None:
    reply = guest("Eve").post(f"games/{table[2]}/moves/", {"move": "drow"})
    assert (reply.status, "prompts" in reply.json) == (400, False)


def test_a_stale_move_has_what_happened_meanwhile_and_what_can_be_done(
    table: tuple[Caller, Caller, str],
) -> None:
    player, other, game = table
    seq = player.get(f"games/{game}/").json["seq"]
    while (told := player.get(f"games/{game}/prompts/").json)["prompts"][-1]["options"]:
        player.post(f"games/{game}/moves/", told["prompts"][-1]["options"][-1]["body"])
    reply = other.post(f"games/{game}/moves/", {"move": "draw"}, If_Match=f'"{seq}"')
    assert reply.status == 412
    detail = reply.json["detail"]
    assert detail.startswith(
        f"Your move was not made: it answers event {seq}, and the game is at event {told['seq']}."
        " Meanwhile: "
    )
    assert " draws " in detail
    assert reply.json["instead"] == labels(other, game)
    assert len(reply.json["events"]) == told["seq"] - seq


def test_a_choice_sent_along_that_is_impossible_is_named(
    table: tuple[Caller, Caller, str],
) -> None:
    player, other, game = table
    player, option = wild(player, other, game)
    seq = player.get(f"games/{game}/").json["seq"]
    body = option["body"] | {"choices": {"color": "mauve"}}
    reply = player.post(f"games/{game}/moves/", body)
    assert (reply.status, reply.code, reply.json["seq"]) == (422, "not_an_option", seq)
    assert reply.json["detail"] == (
        "“mauve” is not a color of this game, so nothing of the move was done. The colors are"
        " blue, green, red and yellow."
    )


@pytest.mark.parametrize("language", ["en", "fr-CA"])
@pytest.mark.parametrize("parts", ["table", "since,cards", "table,since,cards"])
def test_a_refusal_has_what_the_request_includes(
    table: tuple[Caller, Caller, str], parts: str, language: str
) -> None:
    player, other, game = table
    headers = {"Accept_Language": language}
    for caller, body, status in (
        (player, {"move": "drow"}, 400),
        (player, {"move": "pass"}, 422),
        (other, {"move": "draw"}, 409),
    ):
        screen = caller.get(f"games/{game}/prompts/?include={parts}", **headers).json
        for path in ("moves/", "moves/check/"):
            reply = caller.post(f"games/{game}/{path}?include={parts}", body, **headers)
            assert reply.status == status
            assert {name: reply.json[name] for name in screen} == screen
    stale = player.post(
        f"games/{game}/moves/?include={parts}", {"move": "draw"}, If_Match='"9"', **headers
    )
    assert stale.status == 412 and set(parts.split(",")) <= set(stale.json)
    plain = player.post(f"games/{game}/moves/", {"move": "pass"})
    assert not {"table", "since", "cards"} & set(plain.json)


def test_what_a_refusal_cannot_include_is_refused_itself(
    table: tuple[Caller, Caller, str],
) -> None:
    player, _, game = table
    reply = player.post(f"games/{game}/moves/?include=hands", {"move": "drow"})
    assert (reply.status, reply.json["errors"][0]["parameter"]) == (400, "include")


WRONG_TYPES: list[tuple[object, str, str]] = [
    (
        {"variant": 5},
        "`variant` must be a text, not a whole number",
        "doit être un texte, et non un",
    ),
    (
        {"seats": "me"},
        "`seats` must be a list, not a text",
        "`seats` doit être une liste, et non un",
    ),
    (
        {"seats": [{"kind": "bot", "bot": True}]},
        "`seats[0].bot` must be a text, not `true` or `false`",
        "`seats[0].bot` doit être un texte",
    ),
    ({"start": "yes"}, "`start` must be `true` or `false`, not a text", "`start` doit être `true`"),
    ([], "The body must be an object with members, not a list", "Le corps doit être un objet"),
]


@pytest.mark.parametrize(("body", "english", "french"), WRONG_TYPES)
def test_a_body_of_wrong_types_has_the_member_and_what_is_expected(
    body: object, english: str, french: str
) -> None:
    ada = guest("Ada")
    for language, said in (("en", english), ("fr-CA", french)):
        if isinstance(body, dict):
            body = {"variant": "xmen", "seats": [{"kind": "me"}]} | body
        reply = ada.post("games/", body, Accept_Language=language)
        assert reply.status == 400
        assert said in reply.json["errors"][0]["detail"]
