"""Players who want the same seat at the same time."""

import pytest

from games.engine import Resign
from games.errors import NotOpen, SeatTaken
from games.models import Game, MoveEvent, Rematch
from games.play import seating
from games.play.meeting import link_to
from games.players.models import Player
from games.players.scopes import CREATE, PLAY
from games.players.services import issue_token
from tests.api.client import Caller
from tests.games.tables import OPEN, begun, fresh, guest, make, open_game
from tests.games.test_concurrency import AT_ONCE, all_at_once

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def callers(players: list[Player]) -> list[Caller]:
    """Return clients of players."""
    return [Caller(issue_token(player=one, scopes=[CREATE, PLAY])[1]) for one in players]


def test_the_last_seats_are_taken_and_the_game_starts_once(alice: Player) -> None:
    game = open_game(alice, seating.SeatSpec("player"), OPEN, OPEN, start_when_full=True)
    comers = callers([guest(f"Guest {number}") for number in range(AT_ONCE)])

    def sit(number: int) -> str:
        reply = comers[number].post(f"games/{game.pk}/seats/")
        return str(reply.json["status"]) if reply.status == 201 else reply.code

    said = all_at_once(sit)
    assert (said["open"], said["running"]) == (1, 1)
    assert said["seat_taken"] + said["not_open"] == AT_ONCE - 2
    assert fresh(game).status == Game.Status.RUNNING
    assert MoveEvent.objects.filter(game=game).count() == 1


def test_who_comes_while_the_table_closes_sits_or_is_told(alice: Player) -> None:
    game = open_game(alice, *[seating.SeatSpec("player"), *[OPEN] * 8])
    comers = [guest(f"Guest {number}") for number in range(AT_ONCE)]

    def come_or_close(number: int) -> str:
        try:
            if number == 0:
                seating.leave_game(game_id=game.pk, player=alice)
                return "closed"
            seating.join_game(game_id=game.pk, player=comers[number])
        except NotOpen:
            return "not open"
        except SeatTaken:
            return "taken"
        return "sits"

    said = all_at_once(come_or_close)
    assert said["closed"] == 1
    assert said["sits"] + said["not open"] == AT_ONCE - 1
    assert fresh(game).why == "cancelled"


def test_all_who_ask_for_a_rematch_at_once_meet_at_one_table(alice: Player) -> None:
    players = [alice, *(guest(f"Guest {number}") for number in range(AT_ONCE - 1))]
    game = begun(*players)
    for seat in range(1, AT_ONCE):
        make(game, Resign(seat))
    comers = callers(players)

    def ask(number: int) -> str:
        reply = comers[number].post(f"games/{game.pk}/rematch/")
        return str(reply.json["status"]) if reply.status == 201 else reply.code

    assert all_at_once(ask) == {"open": AT_ONCE - 1, "running": 1}
    table = Rematch.objects.get(game=game).table
    assert Game.objects.count() == 2
    seated = table.seat_set.order_by("number").values_list("player", flat=True)
    assert list(seated) == [players[-1].pk, *(player.pk for player in players[:-1])]


def test_who_comes_by_a_link_while_the_game_starts_sits_or_finds_no_table(alice: Player) -> None:
    game = open_game(alice, seating.SeatSpec("player"), OPEN, start_when_full=True)
    code = link_to(game_id=game.pk, host=alice)
    comers = callers([guest(f"Guest {number}") for number in range(AT_ONCE)])

    def come(number: int) -> str:
        reply = comers[number].post(f"links/{code}/")
        return str(reply.json["status"]) if reply.status == 201 else reply.code

    assert all_at_once(come) == {"running": 1, "link_not_found": AT_ONCE - 1}
