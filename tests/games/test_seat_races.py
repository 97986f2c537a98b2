"""Players who want the same seat at the same time."""

import pytest

from games.errors import NotOpen, SeatTaken
from games.models import Game, MoveEvent
from games.play import seating
from games.players.models import Player
from games.players.scopes import CREATE, PLAY
from games.players.services import issue_token
from tests.api.client import Caller
from tests.games.tables import OPEN, fresh, guest, open_game
from tests.games.test_concurrency import AT_ONCE, all_at_once

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def callers(count: int) -> list[Caller]:
    """Return clients of new guests."""
    players = [guest(f"Guest {number}") for number in range(count)]
    return [Caller(issue_token(player=one, scopes=[CREATE, PLAY])[1]) for one in players]


def test_the_last_seats_are_taken_and_the_game_starts_once(alice: Player) -> None:
    game = open_game(alice, seating.SeatSpec("player"), OPEN, OPEN, start_when_full=True)
    comers = callers(AT_ONCE)

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
