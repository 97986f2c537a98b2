"""Limits on open tables and on seats at them, for each player and each address."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.models import Game, Seat
from games.players.scopes import CREATE, DIRECT, PLAY
from tests.api.client import Caller, create_game, guest
from tests.api.test_acts import with_scopes

pytestmark = pytest.mark.django_db

OPEN = {"kind": "open"}


@pytest.fixture
def limits(settings: Any) -> dict[str, int]:
    """The limits, as they are set by default."""
    page = (Path(__file__).parents[2] / "docs/running.md").read_text()
    found: dict[str, int] = {}
    for name, whose in (("OPEN_TABLES", "tables"), ("WAITING_SEATS", "seats")):
        row = re.search(rf"`{name}_PER_PLAYER`, `{name}_PER_ADDRESS` \| `(\d+)`, `(\d+)`", page)
        assert row is not None
        found |= {f"{whose}-player": int(row[1]), f"{whose}-address": int(row[2])}
    settings.API_WAITING = found
    return found


def host(caller: Caller, **body: Any) -> tuple[int, str]:
    """Create a table without an own seat; return the status and the code of a refusal."""
    seats = {"variant": "avengers", "seats": [OPEN, OPEN]}
    made = caller.post("games/", seats | body)
    return made.status, made.json.get("code", "")


def test_a_player_hosts_three_open_tables(alice: Caller, limits: dict[str, int]) -> None:
    assert [host(alice)[0] for _ in range(3)] == [201] * 3
    assert host(alice) == (409, "too_many_open_tables")
    assert Game.objects.count() == 3
    bots = {"kind": "bot", "bot": "random"}
    begun = alice.post("games/", {"variant": "avengers", "seats": [bots, bots], "start": True})
    assert begun.status == 201
    game = str(Game.objects.filter(status="open")[0].pk)
    for seat in (0, 1):
        assert alice.ask("PUT", f"games/{game}/seats/{seat}/", {"bot": "random"}).status == 200
    assert alice.post(f"games/{game}/start/").status == 201
    assert host(alice)[0] == 201


def test_an_address_hosts_ten_open_tables(alice: Caller, limits: dict[str, int]) -> None:
    players = [guest(f"Player {number}") for number in range(11)]
    assert [host(one)[0] for one in players] == [201] * 10 + [409]
    elsewhere = guest("Zoé")
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert host(elsewhere)[0] == 201


def test_a_player_waits_at_three_tables(alice: Caller, bob: Caller, limits: dict[str, int]) -> None:
    limits["tables-player"] = 0
    tables = [create_game(alice, seats=[OPEN] * 3) for _ in range(4)]
    taken = [bob.post(f"games/{one}/seats/").status for one in tables]
    assert taken == [201, 201, 201, 409]
    assert bob.post(f"games/{tables[3]}/seats/").code == "too_many_waiting_seats"
    code = alice.post(f"games/{tables[3]}/links/").json["code"]
    assert bob.post(f"links/{code}/").code == "too_many_waiting_seats"
    assert bob.ask("DELETE", f"games/{tables[0]}/seats/0/").status == 204
    assert bob.post(f"games/{tables[3]}/seats/").status == 201
    assert host(bob)[0] == 201
    own = bob.post("games/", {"variant": "avengers", "seats": [{"kind": "me"}, OPEN]})
    assert own.code == "too_many_waiting_seats"


def test_an_address_takes_ten_seats_from_the_lobby_and_more_by_links(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits["tables-player"] = 0
    tables = [create_game(alice, seats=[OPEN] * 9) for _ in range(2)]
    players = [guest(f"Player {number}") for number in range(12)]
    code = alice.post(f"games/{tables[0]}/links/").json["code"]
    assert players[11].post(f"links/{code}/").status == 201
    taken = [one.post(f"games/{tables[at % 2]}/seats/").status for at, one in enumerate(players)]
    assert taken == [201] * 10 + [409, 409]
    assert players[10].post(f"links/{code}/").status == 201
    assert Seat.objects.exclude(origin="").count() == 10


def test_the_address_of_a_seat_is_kept_until_the_game_begins(alice: Caller, bob: Caller) -> None:
    begun, closed = create_game(alice), create_game(alice)
    for game in (begun, closed):
        bob.post(f"games/{game}/seats/")
    assert Seat.objects.exclude(origin="").count() == 2
    assert alice.post(f"games/{begun}/start/").status == 201
    assert alice.ask("DELETE", f"games/{closed}/seats/0/").status == 204
    assert not Seat.objects.exclude(origin="").exists()
    assert Game.objects.get(pk=closed).origin == ""


def test_organisers_are_not_limited(alice: Caller, limits: dict[str, int]) -> None:
    organiser = with_scopes(alice, CREATE, PLAY, DIRECT)
    assert [host(organiser)[0] for _ in range(12)] == [201] * 12
