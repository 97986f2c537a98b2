"""Who is away from a running game: seats whose players make no request and have no stream."""

from collections.abc import Callable
from typing import Any

import pytest

from games.play import presence
from tests.api.client import Caller, start_game
from tests.own_cache import empty_cache

pytestmark = pytest.mark.django_db

Pass = Callable[[float], None]


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """Let seconds pass in which the cache is asked all the time, as streams ask it."""
    empty_cache()
    clock = [1_800_000_000.0]
    monkeypatch.setattr(presence, "time", lambda: clock[0])

    def pass_seconds(seconds: float) -> None:
        clock[0] += seconds
        presence.seconds_away([])

    pass_seconds(0)
    return pass_seconds


def away(caller: Caller, game: str) -> list[Any]:
    seats = caller.get(f"games/{game}/").json["seats"]
    assert all(one["away"] == (one["away_since"] is not None) for one in seats)
    return [one["away_since"] for one in seats]


def test_who_has_stopped_asking_is_away_since_the_last_request(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    game = start_game(alice, bob, seats=seats)
    pass_time(600)
    for caller in (alice, bob):
        caller.get(f"games/{game}/prompts/")
    pass_time(59)
    assert away(Caller(), game) == [None, None, None]
    alice.get(f"games/{game}/prompts/")
    pass_time(2)
    assert away(alice, game) == [None, "2027-01-15T08:10:00.000Z", None]
    # A spectator's request brings no player back; a move of the seat does, refused or not.
    Caller().get(f"games/{game}/prompts/")
    assert away(alice, game)[1] is not None
    bob.post(f"games/{game}/moves/", {"move": "call-uno"})
    assert away(alice, game) == [None, None, None]


@pytest.mark.parametrize("path", ["", "events/", "events/1/", "position/", "log/", "audit/bundle/"])
def test_every_request_to_a_game_brings_its_player_back(
    alice: Caller, bob: Caller, pass_time: Pass, path: str
) -> None:
    game = start_game(alice, bob)
    pass_time(600)
    assert all(away(Caller(), game))
    alice.get(f"games/{game}/{path}")
    assert [one is None for one in away(Caller(), game)] == [True, False]
    bob.post(f"games/{game}/phrases/", {"phrase": "thanks"})
    assert away(Caller(), game) == [None, None]


def test_the_tag_of_a_game_changes_with_who_is_away(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    game = start_game(alice, bob)
    for caller in (alice, bob):
        caller.get(f"games/{game}/prompts/")
    pass_time(50)
    alice.get(f"games/{game}/prompts/")
    here = alice.get(f"games/{game}/")
    tag = here.headers["ETag"]
    assert alice.get(f"games/{game}/", If_None_Match=tag).status == 304
    pass_time(20)
    later = alice.get(f"games/{game}/", If_None_Match=tag)
    assert (later.status, [one["away"] for one in later.json["seats"]]) == (200, [False, True])
    new = later.headers["ETag"]
    assert alice.get(f"games/{game}/", If_None_Match=new).status == 304
    bob.get(f"games/{game}/prompts/")
    assert alice.get(f"games/{game}/", If_None_Match=new).status == 200
    # A move may name it all the same.
    prompt = next(
        (caller, found["prompts"][-1]["options"][0]["body"])
        for caller in (alice, bob)
        if (found := caller.get(f"games/{game}/prompts/").json)["prompts"][-1]["options"]
    )
    assert prompt[0].post(f"games/{game}/moves/", prompt[1], If_Match=new).status == 201


def test_a_stream_says_who_is_away(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    game = start_game(alice, bob)
    pass_time(100)
    alice.get(f"games/{game}/prompts/")

    def told() -> list[Any]:
        found = Caller().stream(f"games/{game}/events/")
        return [data for name, data in found if name == "presence"]

    (message,) = told()
    assert [one["seat"] for one in message["away"]] == [1]
    bob.get(f"games/{game}/prompts/")
    assert told() == []


def test_nobody_is_away_from_a_game_that_is_over(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    game = start_game(alice, bob)
    bob.post(f"games/{game}/moves/", {"move": "resign"})
    pass_time(500)
    assert away(Caller(), game) == [None, None]
