"""The lobby, tables that start when full, and bots on free seats."""

from typing import Any

import pytest

from games.engine import share_commitment
from games.models import Game
from tests.api.client import Caller, create_game, fits, guest
from tests.api.test_bot_games import limits as limits
from tests.api.test_seats_api import THREE, kinds, player

pytestmark = pytest.mark.django_db

BOT = {"kind": "bot", "bot": "random"}


def lobby(caller: Caller, query: str = "") -> list[Any]:
    told = caller.get(f"lobby/{query}").json
    fits("Lobby", told)
    return list(told["results"])


def listed(query: str = "") -> list[str]:
    return [table["id"] for table in lobby(Caller(), query)]


def test_the_lobby_has_what_a_player_wants_to_know_of_a_table(alice: Caller, bob: Caller) -> None:
    seats = [{"kind": "me"}, BOT, {"kind": "open"}, {"kind": "open"}]
    game = create_game(alice, seats=seats, options={"rounds": 2}, start_when_full=True)
    (table,) = lobby(bob)
    assert (table["id"], table["variant"]) == (game, "avengers")
    assert table["variant_name"] == "UNO Marvel Avengers"
    assert table["host"] == {
        "id": player(alice),
        "name": "Alice",
        "tag": player(alice)[:6],
        "guest": True,
    }
    assert (table["free"], table["bots"], table["start_when_full"]) == (2, 1, True)
    assert table["options"]["rounds"] == 2
    assert [seat["kind"] for seat in table["seats"]] == ["player", "bot", "open", "open"]
    assert not any(seat["you"] for seat in table["seats"])
    assert lobby(alice)[0]["seats"][0]["you"]


def test_only_tables_that_anybody_may_join_are_listed(alice: Caller, bob: Caller) -> None:
    open_table, full, gone = (create_game(alice) for _ in range(3))
    create_game(alice, access="invited")
    create_game(alice, seats=[{"kind": "me"}, {"kind": "invited", "player": player(bob)}])
    assert bob.post(f"games/{full}/seats/").status == 201
    assert alice.ask("DELETE", f"games/{gone}/seats/0/").status == 204
    assert listed() == [open_table]
    assert bob.ask("DELETE", f"games/{full}/seats/1/").status == 204
    assert listed() == [full, open_table]


def test_tables_are_found_by_variant_and_free_seats_page_by_page(alice: Caller) -> None:
    two = create_game(alice)
    three = create_game(alice, seats=THREE, variant="xmen")
    assert listed("?variant=xmen") == [three]
    assert listed("?free=2") == [three]
    assert listed("?free=3") == []
    assert listed("?variant=avengers&free=1") == [two]
    assert Caller().get("lobby/?free=0").code == "invalid_parameter"
    assert Caller().get("lobby/?cursor=x").code == "invalid_parameter"
    first = Caller().get("lobby/?limit=1").json
    assert [one["id"] for one in first["results"]] == [three]
    second = Caller().get(first["next"]).json
    assert ([one["id"] for one in second["results"]], second["next"]) == ([two], None)


def test_as_a_stream_the_lobby_is_a_message_with_the_page(alice: Caller) -> None:
    game = create_game(alice)
    told = alice.get("lobby/", Accept="text/event-stream").raw.decode()
    assert "event: tables\ndata: " in told
    assert game in told
    assert told.count("event:") == 1


def test_a_table_starts_when_its_last_seat_is_taken(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    game = create_game(alice, seats=THREE, start_when_full=True)
    first = bob.post(f"games/{game}/seats/").json
    assert (first["status"], first["start_when_full"], first["host"]) == (
        "open",
        True,
        player(alice),
    )
    last = carol.post(f"games/{game}/seats/", Idempotency_Key="sit")
    assert (last.status, last.headers["ETag"]) == (201, '"1"')
    assert (last.json["status"], last.json["seq"]) == ("running", 1)
    assert last.json["receipt"]["head"]["seq"] == 1
    fits("Game", last.json)
    assert carol.post(f"games/{game}/seats/", Idempotency_Key="sit").raw == last.raw
    start = alice.get(f"games/{game}/events/1/").json
    assert start["actor"]["player"] == player(alice)
    assert alice.post(f"games/{game}/start/").code == "not_open"


def test_a_table_that_is_full_at_once_starts_at_once(alice: Caller) -> None:
    body = {"variant": "avengers", "seats": [{"kind": "me"}, BOT], "start_when_full": True}
    made = alice.post("games/", body).json
    assert (made["status"], len(made["events"])) == ("running", 1)


def test_a_table_with_shared_chance_then_waits_for_the_shares(alice: Caller, bob: Caller) -> None:
    bound = {"share_commitment": share_commitment(b"\1" * 32)}
    seats = [{"kind": "me", **bound}, {"kind": "open"}]
    game = create_game(alice, seats=seats, chance="shared", start_when_full=True)
    last = bob.post(f"games/{game}/seats/", bound).json
    assert (last["status"], last["seq"]) == ("opening", 0)
    assert last["terms"] and last["receipt"]["head"]["digest"] != "0" * 64
    for caller in (alice, bob):
        assert caller.post(f"games/{game}/share/", {"share": "01" * 32}).status == 200
    assert alice.get(f"games/{game}/").json["status"] == "running"


def test_limits_on_bot_games_hold_for_a_start_by_itself(
    alice: Caller, bob: Caller, limits: dict[str, int]
) -> None:
    limits["bot-games-player"] = 1
    begun = {"variant": "avengers", "seats": [{"kind": "me"}, BOT], "start": True}
    assert alice.post("games/", begun).status == 201
    seats = [{"kind": "me"}, BOT, {"kind": "open"}]
    game = create_game(alice, seats=seats, start_when_full=True)
    assert bob.post(f"games/{game}/seats/").code == "too_many_bot_games"
    assert kinds(game) == ["player", "bot", "open"]


def test_the_host_puts_a_bot_on_a_free_seat(alice: Caller, bob: Caller) -> None:
    game = create_game(alice, seats=[*THREE, {"kind": "invited", "player": player(bob)}])
    made = alice.ask("PUT", f"games/{game}/seats/1/", {"bot": "fair"})
    assert made.status == 200
    seat = made.json["seats"][1]
    assert (seat["kind"], seat["bot"]) == ("bot", "greedy")
    assert alice.ask("PUT", f"games/{game}/seats/3/", {"bot": "random"}).status == 200
    assert kinds(game) == ["player", "bot", "open", "bot"]
    assert Game.objects.get(pk=game).bot_seats == 0b1010
    refused = {
        "seat_taken": ("1", {"bot": "random"}),
        "no_such_seat": ("9", {"bot": "random"}),
        "unknown_bot": ("2", {"bot": "deep-blue"}),
        "malformed_seat": ("2", {}),
    }
    for code, (number, body) in refused.items():
        assert alice.ask("PUT", f"games/{game}/seats/{number}/", body).code == code
    both = {"bot": "random", "player": player(bob)}
    assert alice.ask("PUT", f"games/{game}/seats/2/", both).code == "malformed_seat"
    assert bob.ask("PUT", f"games/{game}/seats/2/", {"bot": "random"}).code == "not_allowed"
    assert guest("Dan").post(f"games/{game}/seats/").status == 201
    assert alice.post(f"games/{game}/start/").status == 201


def test_a_bot_on_the_last_seat_starts_the_table(alice: Caller) -> None:
    game = create_game(alice, start_when_full=True)
    made = alice.ask("PUT", f"games/{game}/seats/1/", {"bot": "random"})
    assert (made.json["status"], made.headers["ETag"]) == ("running", '"1"')
