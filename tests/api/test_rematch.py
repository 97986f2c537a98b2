"""The rematch: one table that follows a game, whichever player asks."""

from typing import Any
from uuid import UUID

import pytest

from games.engine import share_commitment
from games.models import Game, Rematch
from games.play.erasure import erase_player
from games.players.models import Player
from tests.api.client import Caller, create_game, fits, guest, start_game
from tests.api.test_lobby import BOT
from tests.api.test_seats_api import player

pytestmark = pytest.mark.django_db


def over(game: str, *resigning: Caller) -> str:
    """End a game: all of these but the last one left resign."""
    for caller in resigning:
        assert caller.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    return game


def sitting(told: Any) -> list[tuple[str, str | None]]:
    return [
        (seat["kind"], seat["bot"] or (seat["player"] and seat["player"]["name"]))
        for seat in told["seats"]
    ]


@pytest.fixture
def finished(alice: Caller, bob: Caller) -> str:
    """A game of Alice, Bob and a bot that Bob and Alice left; its options are not the default."""
    seats = [{"kind": "me"}, {"kind": "open"}, BOT]
    game = start_game(alice, bob, seats=seats, options={"rounds": 3})
    return over(game, bob, alice)


def test_the_first_who_asks_makes_the_table_and_the_others_find_it(
    alice: Caller, bob: Caller, finished: str
) -> None:
    assert alice.get(f"games/{finished}/").json["rematch"] is None
    made = bob.post(f"games/{finished}/rematch/", Idempotency_Key="again")
    assert made.status == 201
    fits("Game", made.json)
    table = made.json
    assert sitting(table) == [("bot", "random"), ("invited", "Alice"), ("player", "Bob")]
    assert (table["host"], table["you"], table["status"]) == (player(bob), 2, "open")
    assert table["start_when_full"]
    before = alice.get(f"games/{finished}/").json
    assert before["rematch"] == table["id"]
    for member in ("variant", "edition", "options", "access", "reveal"):
        assert table[member] == before[member]
    again = bob.post(f"games/{finished}/rematch/").json
    assert (again["id"], again["status"]) == (table["id"], "open")
    taken = alice.post(f"games/{finished}/rematch/").json
    assert (taken["id"], taken["you"], taken["status"]) == (table["id"], 1, "running")
    assert bob.post(f"games/{finished}/rematch/").json["status"] == "running"
    assert Game.objects.count() == 2


def test_the_others_are_told_and_may_join_as_invited(
    alice: Caller, bob: Caller, finished: str
) -> None:
    table = bob.post(f"games/{finished}/rematch/").json["id"]
    told = alice.stream("me/events/")
    assert ("invited", table) in [(name, data["game"]) for name, data in told]
    assert alice.post(f"games/{table}/seats/").json["you"] == 1


def test_against_bots_only_it_starts_at_once(alice: Caller) -> None:
    body = {"variant": "avengers", "seats": [{"kind": "me"}, BOT], "start": True}
    game = over(alice.post("games/", body).json["id"], alice)
    table = alice.post(f"games/{game}/rematch/").json
    assert (table["status"], table["you"]) == ("running", 1)


def test_who_had_no_seat_and_who_still_plays_gets_none(
    alice: Caller, bob: Caller, carol: Caller, game: str
) -> None:
    path = f"games/{game}/rematch/"
    assert alice.post(path).code == "game_not_over"
    over(game, bob)
    assert carol.post(path).code == "not_allowed"
    assert Caller().post(path).status == 401
    cancelled = create_game(alice)
    alice.ask("DELETE", f"games/{cancelled}/seats/0/")
    assert bob.post(f"games/{cancelled}/rematch/").code == "not_started"
    hidden = create_game(alice, access="invited")
    assert bob.post(f"games/{hidden}/rematch/").code == "game_not_found"
    assert not Rematch.objects.exists()


def test_by_invitation_a_player_who_left_the_table_may_come_back(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": player(bob)}]
    game = over(start_game(alice, bob, seats=seats, access="invited"), bob)
    table = alice.post(f"games/{game}/rematch/").json["id"]
    assert bob.ask("DELETE", f"games/{table}/seats/0/").status == 204
    assert bob.post(f"games/{table}/seats/").code == "game_not_found"
    assert carol.post(f"games/{game}/rematch/").code == "game_not_found"
    assert bob.post(f"games/{game}/rematch/").json["status"] == "running"


def test_a_cancelled_table_is_followed_by_another(
    alice: Caller, bob: Caller, finished: str
) -> None:
    first = bob.post(f"games/{finished}/rematch/").json["id"]
    assert bob.ask("DELETE", f"games/{first}/seats/2/").status == 204
    assert alice.get(f"games/{finished}/").json["rematch"] is None
    second = alice.post(f"games/{finished}/rematch/").json
    assert second["id"] != first
    assert second["host"] == player(alice)


def test_a_place_that_was_given_away_is_gone(alice: Caller, bob: Caller, finished: str) -> None:
    table = bob.post(f"games/{finished}/rematch/").json["id"]
    assert bob.ask("PUT", f"games/{table}/seats/1/", {"bot": "random"}).json["status"] == "running"
    assert alice.post(f"games/{finished}/rematch/").code == "not_open"


def test_the_seat_of_an_erased_player_is_open(alice: Caller, bob: Caller, finished: str) -> None:
    erase_player(Player.objects.get(pk=UUID(player(alice))))
    table = bob.post(f"games/{finished}/rematch/").json
    assert sitting(table) == [("bot", "random"), ("open", None), ("player", "Bob")]
    assert guest("Dan").post(f"games/{table['id']}/seats/").json["status"] == "running"


def test_a_shared_seed_needs_the_commitment_of_each(alice: Caller, bob: Caller) -> None:
    bound = {"share_commitment": share_commitment(b"\1" * 32)}
    seats = [{"kind": "me", **bound}, {"kind": "open"}]
    game = create_game(alice, seats=seats, chance="shared", start_when_full=True)
    assert bob.post(f"games/{game}/seats/", bound).json["status"] == "opening"
    for caller in (alice, bob):
        caller.post(f"games/{game}/share/", {"share": "01" * 32})
    over(game, bob)
    path = f"games/{game}/rematch/"
    assert alice.post(path).code == "share_commitment_required"
    assert alice.post(path, bound).json["status"] == "open"
    assert bob.post(path, bound).json["status"] == "opening"


def test_heroes_are_dealt_anew(alice: Caller, bob: Caller) -> None:
    seats = [{"kind": "me", "hero": "hulk"}, {"kind": "open"}]
    game = over(start_game(alice, bob, variant="ultimate", seats=seats), bob)
    table = alice.post(f"games/{game}/rematch/").json
    assert [seat["hero"] for seat in table["seats"]] == [None, None]
