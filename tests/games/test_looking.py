"""One look at the database: which streams have something to read."""

from typing import Any

import pytest

from games.api.streams.shared_reads import Looked, lasting_tokens, look, void_checks
from games.models import Game
from games.play.seating import SeatSpec, leave_game
from games.players.models import Player, Token
from games.players.services import issue_token
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


def test_a_token_is_looked_up_once_until_its_player_is_announced(
    alice: Player, django_assert_num_queries: Any
) -> None:
    token, _ = issue_token(player=alice, scopes=())
    look([Looked(token.id)])
    with django_assert_num_queries(0):
        assert lasting_tokens([token.id]) == {token.id}
    Token.objects.all().delete()
    void_checks()
    assert lasting_tokens([token.id]) == set()
    assert look([Looked(token.id)]) == [0]


def test_a_token_that_a_look_finds_invalid_is_looked_up_again(alice: Player) -> None:
    token, _ = issue_token(player=alice, scopes=())
    look([Looked(token.id)])
    Token.objects.all().delete()
    look([Looked(token.id)])
    assert lasting_tokens([token.id]) == set()
