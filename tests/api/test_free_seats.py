"""Seats that a host frees, leaves out or gives to a bot, before the game starts."""

from collections.abc import Iterator

import pytest

from games.models import Game
from games.play import presence
from tests.api.client import Caller, create_game, guest
from tests.api.test_seats_api import player

pytestmark = pytest.mark.django_db

OPEN = {"kind": "open"}
ME = {"kind": "me"}


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A clock of presence, which a test sets on."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr(presence, "time", lambda: clock[0])
    presence.seconds_away([])
    yield clock


def pass_a_minute(clock: list[float]) -> None:
    """Let 61 seconds pass; the tasks ask for presence meanwhile, as they do all the time."""
    for _ in range(3):
        clock[0] += 20.4
        presence.seconds_away([])


def seats(caller: Caller, game: str) -> list[tuple[str, bool]]:
    """Return the kind of each seat, and whether its player is away."""
    return [(one["kind"], one["away"]) for one in caller.get(f"games/{game}/").json["seats"]]


@pytest.mark.parametrize("access", ["open", "invited"])
def test_the_host_frees_any_seat_and_its_player_is_told(
    alice: Caller, bob: Caller, carol: Caller, access: str
) -> None:
    table = [ME, {"kind": "invited", "player": player(bob)}, {"kind": "bot", "bot": "greedy"}, OPEN]
    game = create_game(alice, seats=table, access=access)
    assert bob.post(f"games/{game}/seats/").status == 201
    refused = bob.ask("DELETE", f"games/{game}/seats/2/")
    assert (refused.status, refused.code) == (403, "not_allowed")
    for seat in (1, 2, 3):
        assert alice.ask("DELETE", f"games/{game}/seats/{seat}/").status == 204
    assert [kind for kind, _ in seats(alice, game)] == ["player", "open", "open", "open"]
    assert Game.objects.get().bot_seats == 0
    told = bob.get(f"games/{game}/")
    if access == "open":
        assert (told.json["you"], told.json["unseated"]) == (None, True)
        assert carol.get(f"games/{game}/").json["unseated"] is False
    else:
        assert told.code == "game_not_found"
    code = alice.post(f"games/{game}/links/").json["code"]
    for path in (f"links/{code}/", f"games/{game}/seats/") if access == "open" else ():
        again = bob.post(path)
        assert (again.status, again.json["params"]["reason"]) == (403, "unseated")
    assert bob.post(f"links/{code}/").status == 403
    assert alice.ask("PUT", f"games/{game}/seats/1/", {"player": player(bob)}).status == 200
    assert bob.post(f"games/{game}/seats/").json["you"] == 1


def test_a_game_starts_without_its_empty_seats_which_close_up(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    dan = guest("Dan")
    table = [
        OPEN,
        ME,
        {"kind": "invited", "player": player(dan)},
        {"kind": "bot", "bot": "greedy"},
        OPEN,
        {"kind": "invited", "player": player(carol)},
    ]
    game = create_game(alice, seats=table)
    assert bob.post(f"games/{game}/seats/", {"seat": 4}).status == 201
    for without, code in (
        ([0, 2], "seats_empty"),
        ([0, 2, 4, 5], "seat_taken"),
        ([9], "no_such_seat"),
        ([1], "seat_taken"),
        ([-1], "malformed"),
    ):
        assert alice.post(f"games/{game}/start/", {"without": without}).code == code
    assert bob.post(f"games/{game}/start/", {"without": [0, 2, 5]}).code == "not_allowed"
    started = alice.post(f"games/{game}/start/", {"without": [0, 2, 5]})
    assert started.status == 201, started
    now = alice.get(f"games/{game}/").json
    assert [(one["seat"], one["kind"]) for one in now["seats"]] == [
        (0, "player"),
        (1, "bot"),
        (2, "player"),
    ]
    assert [one["you"] for one in bob.get(f"games/{game}/").json["seats"]] == [False, False, True]
    assert len(started.json["position"]["scores"]) == 3
    assert Game.objects.get().bot_seats == 0b010
    assert carol.get("games/?mine=true").json["results"] == []


def test_too_few_seats_are_not_started(alice: Caller) -> None:
    game = create_game(alice, seats=[ME, OPEN, OPEN])
    refused = alice.post(f"games/{game}/start/", {"without": [1, 2]})
    assert (refused.status, refused.code) == (422, "seats_out_of_range")
    assert [kind for kind, _ in seats(alice, game)] == ["player", "open", "open"]


def test_the_seat_of_a_player_who_is_away_is_left_out_or_given_to_a_bot(
    alice: Caller, bob: Caller, carol: Caller, minute: list[float]
) -> None:
    games = [create_game(alice, seats=[ME, OPEN, OPEN]) for _ in range(2)]
    for game in games:
        bob.post(f"games/{game}/seats/")
        carol.post(f"games/{game}/seats/")
    assert alice.ask("PUT", f"games/{games[0]}/seats/1/", {"bot": "greedy"}).code == "seat_taken"
    assert alice.post(f"games/{games[0]}/start/", {"without": [1]}).code == "seat_taken"
    pass_a_minute(minute)
    carol.get(f"games/{games[0]}/")
    assert seats(alice, games[0]) == [("player", False), ("player", True), ("player", False)]
    listed = alice.get(f"games/{games[0]}/").json["seats"]
    assert [one["away"] for one in listed] == [False, True, False]
    given = alice.ask("PUT", f"games/{games[0]}/seats/1/", {"bot": "greedy"})
    assert (given.status, given.json["seats"][1]["bot"]) == (200, "greedy")
    assert bob.get(f"games/{games[0]}/").json["unseated"]
    pass_a_minute(minute)
    carol.get(f"games/{games[1]}/")
    assert alice.post(f"games/{games[1]}/start/", {"without": [1]}).status == 201
    assert bob.get(f"games/{games[1]}/").json["you"] is None
    shown = carol.get(f"games/{games[1]}/").json
    assert (shown["you"], len(shown["seats"])) == (1, 2)


def test_heroes_and_options_of_seats_move_with_them(alice: Caller, bob: Caller) -> None:
    table = [OPEN, {"kind": "me", "hero": "hulk"}, OPEN]
    options = {"first_seat": 2}
    game = create_game(alice, variant="ultimate", seats=table, options=options)
    bob.post(f"games/{game}/seats/", {"seat": 2, "hero": "shuri"})
    assert alice.post(f"games/{game}/start/", {"without": [0]}).status == 201
    now = alice.get(f"games/{game}/").json
    assert [one["hero"] for one in now["seats"]] == ["hulk", "shuri"]
    assert now["options"]["first_seat"] == 1
