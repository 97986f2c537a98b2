"""Tables of the lobby whose hosts are away, and idle ones."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from redis import ConnectionError as LostRedis

from games.models import Game
from games.play import meeting, presence, seating
from games.play.presence import note_here
from games.play.seating import SeatSpec
from games.players.models import Player
from games.tasks import tend_tables
from tests.games.tables import OPEN, fresh, guest, open_game

pytestmark = pytest.mark.django_db

FOUR = (SeatSpec("player"), OPEN, OPEN, OPEN)

Pass = Callable[[float], None]


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pass]:
    """Let seconds pass; the tasks run then as they do all the time."""
    cache.clear()
    clock = [1_800_000_000.0]
    monkeypatch.setattr(presence, "time", lambda: clock[0])

    def pass_seconds(seconds: float) -> None:
        clock[0] += seconds
        Game.objects.update(changed_at=meeting.now() - timedelta(seconds=seconds))
        tend_tables()

    tend_tables()
    yield pass_seconds
    cache.clear()


def host(game: Game) -> Player:
    return fresh(game).creator


def test_a_host_who_is_away_loses_the_table_to_the_next_who_is_there(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    game = open_game(alice, *FOUR)
    carol, dan = guest("Carol"), guest("Dan")
    for player, seat in ((bob, 1), (carol, 3), (dan, 2)):
        seating.join_game(game_id=game.pk, player=player, seat=seat)
    pass_time(50)
    assert host(game) == alice
    note_here([carol.pk, dan.pk])
    pass_time(20)
    assert host(game) == dan
    assert [seat.player for seat in game.seat_set.order_by("number")] == [alice, bob, dan, carol]
    tend_tables()
    assert host(game) == dan
    note_here([alice.pk])
    pass_time(50)
    note_here([alice.pk])
    pass_time(20)
    # After seat 2 come seats 3, 0 and 1.
    assert host(game) == alice


def test_nobody_takes_the_table_of_a_host_who_is_there_or_alone(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    alone, both = open_game(alice, *FOUR), open_game(alice, *FOUR)
    seating.join_game(game_id=both.pk, player=bob)
    for _ in range(3):
        note_here([alice.pk, bob.pk])
        pass_time(50)
    assert (host(alone), host(both)) == (alice, alice)
    pass_time(50)
    assert (host(alone), host(both)) == (alice, alice)  # Bob is away too.
    note_here([bob.pk])
    tend_tables()
    assert (host(alone), host(both)) == (alice, bob)


def test_a_host_without_a_seat_is_followed_by_the_first_seat(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    game = open_game(alice, OPEN, OPEN)
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(61)
    note_here([bob.pk])
    tend_tables()
    assert host(game) == bob


def test_a_table_that_nobody_touches_is_closed(
    alice: Player, pass_time: Pass, settings: Any
) -> None:
    game = open_game(alice, *FOUR)
    pass_time(settings.TABLE_IDLE_SECONDS - 10)
    note_here([alice.pk])
    pass_time(settings.TABLE_IDLE_SECONDS - 10)
    assert fresh(game).status == Game.Status.OPEN
    pass_time(20)
    assert fresh(game).status == Game.Status.OPEN  # It was touched meanwhile, 20 s ago.
    pass_time(settings.TABLE_IDLE_SECONDS + 1)
    closed = fresh(game)
    assert (closed.status, closed.why) == (Game.Status.OVER, "abandoned")
    assert closed.ended_at is not None
    assert not game.seat_set.filter(ended_at=None).exists()
    tend_tables()
    assert fresh(game).changed_at == closed.changed_at


def test_tables_by_invitation_stay_as_they_are(
    alice: Player, bob: Player, pass_time: Pass, settings: Any
) -> None:
    game = open_game(alice, SeatSpec("player"), SeatSpec("invited", bob), access="invited")
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(3 * settings.TABLE_IDLE_SECONDS)
    note_here([bob.pk])
    tend_tables()
    assert (fresh(game).status, host(game)) == (Game.Status.OPEN, alice)


def test_nobody_loses_a_table_without_the_cache_or_when_it_was_emptied(
    alice: Player, bob: Player, pass_time: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(alice, *FOUR)
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(50)
    cache.clear()
    pass_time(50)
    note_here([bob.pk])
    tend_tables()
    assert host(game) == alice

    def lost(*_: object, **__: object) -> None:
        raise LostRedis

    with monkeypatch.context() as without:
        without.setattr(cache, "get_many", lost)
        without.setattr(cache, "set_many", lost)
        note_here([bob.pk])
        pass_time(100)
    assert (host(game), fresh(game).status) == (alice, Game.Status.OPEN)
    note_here([bob.pk])
    tend_tables()
    assert host(game) == bob
