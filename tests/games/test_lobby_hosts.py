"""Tables of the lobby whose hosts are away, and idle ones."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from redis import ConnectionError as LostRedis

from games.engine import Resign
from games.models import Game
from games.play import meeting, openings, presence, seating, submitting
from games.play.commands import MoveCommand
from games.play.presence import note_here
from games.play.seating import SeatSpec
from games.players.models import Player
from games.tasks import tend_tables
from tests.games.tables import OPEN, actor_on, begun, fresh, guest, open_game
from tests.own_cache import empty_cache

pytestmark = pytest.mark.django_db

FOUR = (SeatSpec("player"), OPEN, OPEN, OPEN)

Pass = Callable[[float], None]


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pass]:
    """Let seconds pass; the tasks run then as they do all the time."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr(presence, "time", lambda: clock[0])

    def pass_seconds(seconds: float) -> None:
        clock[0] += seconds
        moment = timedelta(seconds=seconds)
        Game.objects.update(changed_at=meeting.now() - moment, created_at=F("created_at") - moment)
        tend_tables()

    tend_tables()
    yield pass_seconds


def host(game: Game) -> Player:
    return fresh(game).creator


def test_a_host_who_is_away_loses_the_table_to_the_next_who_is_there(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    game = open_game(alice, *FOUR, OPEN)
    carol, dan = guest("Carol"), guest("Dan")
    for player, seat in ((bob, 1), (carol, 3), (dan, 2)):
        seating.join_game(game_id=game.pk, player=player, seat=seat)
    pass_time(50)
    assert host(game) == alice
    note_here([carol.pk, dan.pk])
    pass_time(20)
    assert host(game) == dan
    assert [seat.player for seat in game.seat_set.order_by("number")] == [
        alice,
        bob,
        dan,
        carol,
        None,
    ]
    tend_tables()
    assert host(game) == dan
    note_here([alice.pk])
    pass_time(50)
    note_here([alice.pk])
    pass_time(20)
    # After seat 2 come seats 3, 4, 0 and 1.
    assert (host(game), fresh(game).returns_to) == (alice, None)


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


def test_a_table_for_invited_players_stays_with_its_creator(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    carol = guest("Carol")
    organised = open_game(alice, SeatSpec("invited", bob), SeatSpec("invited", carol))
    own = open_game(alice, SeatSpec("player"), SeatSpec("invited", bob), SeatSpec("invited", carol))
    for game in (organised, own):
        seating.join_game(game_id=game.pk, player=bob)
    pass_time(12)
    assert (host(organised), host(own)) == (alice, alice)
    pass_time(61)
    note_here([bob.pk])
    tend_tables()
    assert (host(organised), host(own)) == (alice, alice)
    seating.join_game(game_id=organised.pk, player=carol)
    assert openings.start_game(game_id=organised.pk, player=alice).game.seq == 1


def test_an_organiser_without_a_seat_keeps_a_table_of_the_lobby(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    game = open_game(alice, OPEN, OPEN)
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(61)
    note_here([bob.pk])
    tend_tables()
    assert host(game) == alice


def test_a_new_table_has_no_heir_even_if_its_creator_was_never_noted(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    pass_time(61)
    game = open_game(alice, *FOUR)
    seating.join_game(game_id=game.pk, player=bob)
    cache.delete(presence._key(alice.pk))
    tend_tables()
    assert host(game) == alice
    assert presence.seconds_away([alice.pk])[alice.pk] > 60


def test_creating_a_table_notes_its_creator_as_present(alice: Player, pass_time: Pass) -> None:
    pass_time(61)
    open_game(alice, SeatSpec("invited", guest("Carol")), SeatSpec("invited", guest("Dan")))
    assert presence.seconds_away([alice.pk]) == {alice.pk: 0}


@pytest.mark.parametrize("runs", [1, 2])
def test_a_host_who_was_away_is_host_again_with_the_next_request(
    alice: Player, bob: Player, pass_time: Pass, runs: int
) -> None:
    game, carol = open_game(alice, *FOUR), guest("Carol")
    for player in (bob, carol):
        seating.join_game(game_id=game.pk, player=player)
    pass_time(61)
    note_here([bob.pk])
    for _ in range(runs):
        tend_tables()
    assert host(game) == bob
    pass_time(61)
    note_here([carol.pk])
    tend_tables()
    assert host(game) == carol
    assert seating.touch_table(fresh(game), bob).creator == carol
    assert seating.touch_table(fresh(game), alice).creator == alice
    assert seating.touch_table(fresh(game), carol).creator == alice
    assert fresh(game).returns_to is None
    assert host(game) == alice


def test_a_host_who_was_away_may_start_at_once(alice: Player, bob: Player, pass_time: Pass) -> None:
    game = open_game(alice, *FOUR[:3])
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(61)
    note_here([bob.pk])
    tend_tables()
    seating.join_game(game_id=game.pk, player=guest("Carol"))
    assert host(game) == bob
    assert openings.start_game(game_id=game.pk, player=alice).game.creator == alice


def test_a_host_in_place_of_another_who_leaves_gives_the_table_back(
    alice: Player, bob: Player, pass_time: Pass
) -> None:
    game = open_game(alice, *FOUR)
    seating.join_game(game_id=game.pk, player=bob)
    pass_time(61)
    note_here([bob.pk])
    tend_tables()
    seating.leave_game(game_id=game.pk, player=bob)
    assert (fresh(game).status, host(game)) == (Game.Status.OPEN, alice)
    seating.leave_game(game_id=game.pk, player=alice)
    assert fresh(game).status == Game.Status.OVER


@pytest.mark.parametrize("access", ["open", "invited"])
def test_a_rematch_whose_host_does_not_come_passes_to_a_player_who_does(
    alice: Player, bob: Player, pass_time: Pass, access: str
) -> None:
    game = begun(alice, bob)
    Game.objects.filter(pk=game.pk).update(access=access)
    submitting.submit_move(fresh(game), MoveCommand(Resign(0), actor_on(game, 0)))
    table = meeting.take_rematch(game_id=game.pk, player=alice)
    pass_time(61)
    assert meeting.take_rematch(game_id=game.pk, player=bob).pk == table.pk
    tend_tables()
    assert (host(table), fresh(table).returns_to) == (bob, alice.pk)
    pass_time(100_000)
    assert (fresh(table).status, fresh(table).why) == (Game.Status.OVER, "abandoned")
    assert meeting.take_rematch(game_id=game.pk, player=bob).pk != table.pk


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
    empty_cache()
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
