"""One look at the database: which streams have something to read."""

import pytest

from games.api.streams.shared_reads import Looked, look
from games.models import Game
from games.play.seating import SeatSpec, leave_game
from games.players.models import Player
from tests.games.tables import OPEN, begun, fresh, open_game, play_on

pytestmark = pytest.mark.django_db


def looked(game: Game) -> Looked:
    return Looked(None, game=game.pk, seq=game.seq, status=game.status)


def test_a_game_that_is_cancelled_before_its_first_event_wakes_its_stream(alice: Player) -> None:
    cancelled, other = (open_game(alice, SeatSpec("player"), OPEN) for _ in range(2))
    streams = [looked(other), looked(cancelled)]
    assert look(streams) == []
    leave_game(game_id=cancelled.pk, player=alice)
    assert look(streams) == [1]
    assert look([looked(fresh(cancelled))]) == []


def test_an_event_wakes_the_streams_that_have_not_sent_it(alice: Player, bob: Player) -> None:
    game = begun(alice, bob)
    before = looked(game)
    after = looked(play_on(game, seed=1, moves=1))
    assert look([after, before]) == [1]
