"""Take a seat, invite, leave a seat."""

import pytest

from games.models import Game
from tests.api.client import Caller, create_game, fits

pytestmark = pytest.mark.django_db

THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


def player(caller: Caller) -> str:
    return str(caller.get("me/").json["id"])


def kinds(game: str) -> list[str]:
    return [seat["kind"] for seat in Caller().get(f"games/{game}/").json["seats"]]


def test_who_comes_takes_the_first_open_seat_or_the_one_named(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    game = create_game(alice, seats=THREE)
    assert carol.post(f"games/{game}/seats/", {"seat": 2}).json["you"] == 2
    reply = bob.post(f"games/{game}/seats/")
    assert (reply.status, reply.json["you"]) == (201, 1)
    assert kinds(game) == ["player", "player", "player"]


def test_a_taken_seat_a_second_seat_and_no_seat_are_refused(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    game = create_game(alice)
    assert bob.post(f"games/{game}/seats/", {"seat": 0}).code == "seat_taken"
    assert bob.post(f"games/{game}/seats/", {"seat": 7}).code == "no_such_seat"
    assert alice.post(f"games/{game}/seats/").code == "already_seated"
    bob.post(f"games/{game}/seats/")
    assert carol.post(f"games/{game}/seats/").code == "seat_taken"


def test_a_key_sits_down_once(alice: Caller, bob: Caller) -> None:
    game = create_game(alice)
    first = bob.post(f"games/{game}/seats/", Idempotency_Key="sit")
    again = bob.post(f"games/{game}/seats/", Idempotency_Key="sit")
    assert (first.status, again.status, first.raw) == (201, 201, again.raw)


def test_the_creator_reserves_a_seat_for_a_player_who_takes_it_by_joining(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    game = create_game(alice)
    for _ in range(2):
        reply = alice.ask("PUT", f"games/{game}/seats/1/", {"player": player(bob)})
        assert reply.status == 200
        assert kinds(game) == ["player", "invited"]
    assert carol.post(f"games/{game}/seats/").code == "seat_taken"
    assert bob.post(f"games/{game}/seats/").json["you"] == 1


def test_standing_up_opens_the_seat_and_the_creator_calls_it_off(
    alice: Caller, bob: Caller
) -> None:
    game = create_game(alice)
    bob.post(f"games/{game}/seats/")
    assert bob.ask("DELETE", f"games/{game}/seats/0/").status == 403
    assert bob.ask("DELETE", f"games/{game}/seats/1/").status == 204
    assert kinds(game) == ["player", "open"]
    assert bob.ask("DELETE", f"games/{game}/seats/1/").status == 403
    assert bob.ask("DELETE", f"games/{game}/seats/9/").code == "no_such_seat"
    assert alice.ask("DELETE", f"games/{game}/seats/0/").status == 204
    told = alice.get(f"games/{game}/").json
    assert (told["status"], told["result"]["why"]) == ("over", "cancelled")
    assert bob.post(f"games/{game}/seats/").code == "not_open"
    assert alice.get(f"games/{game}/prompts/").json["prompts"] == []
    assert alice.get(f"games/{game}/position/").code == "not_started"


def test_a_host_without_a_seat_closes_the_table_and_no_other_player_does(
    alice: Caller, bob: Caller
) -> None:
    game = create_game(alice, seats=[{"kind": "open"}] * 3)
    bob.post(f"games/{game}/seats/")
    assert bob.ask("DELETE", f"games/{game}/").code == "not_allowed"
    assert kinds(game) == ["player", "open", "open"]
    assert alice.ask("DELETE", f"games/{game}/").status == 204
    told = bob.get(f"games/{game}/").json
    assert (told["status"], told["result"]["why"]) == ("over", "cancelled")
    assert alice.ask("DELETE", f"games/{game}/").code == "not_open"


def test_a_host_in_place_of_one_who_is_away_does_not_close_the_table(
    alice: Caller, bob: Caller
) -> None:
    game = create_game(alice)
    bob.post(f"games/{game}/seats/")
    Game.objects.filter(pk=game).update(creator=player(bob), returns_to=player(alice))
    assert bob.ask("DELETE", f"games/{game}/").code == "not_allowed"
    assert alice.ask("DELETE", f"games/{game}/").status == 204


def test_no_game_is_closed_once_it_runs(alice: Caller, game: str) -> None:
    assert alice.ask("DELETE", f"games/{game}/").code == "not_open"


def test_seats_are_settled_once_a_game_runs(
    alice: Caller, bob: Caller, carol: Caller, game: str
) -> None:
    assert carol.post(f"games/{game}/seats/").code == "not_open"
    for caller in (alice, bob):
        assert caller.ask("DELETE", f"games/{game}/seats/1/").code == "not_open"
    reply = alice.ask("PUT", f"games/{game}/seats/1/", {"player": player(bob)})
    assert reply.code == "not_open"


def test_only_the_creator_starts_and_only_a_full_table_and_once(alice: Caller, bob: Caller) -> None:
    game = create_game(alice)
    assert alice.post(f"games/{game}/start/").code == "seats_empty"
    bob.post(f"games/{game}/seats/")
    assert bob.post(f"games/{game}/start/").code == "not_allowed"
    assert alice.post(f"games/{game}/start/", If_Match='"3"').code == "seq_ahead"
    reply = alice.post(f"games/{game}/start/", If_Match='"0"', Idempotency_Key="go")
    assert reply.status == 201
    fits("MoveReply", reply.json)
    assert reply.json["position"]["view"] == "seat:0"
    assert alice.post(f"games/{game}/start/").code == "not_open"
    again = alice.post(f"games/{game}/start/", If_Match='"0"', Idempotency_Key="go")
    assert again.raw == reply.raw
