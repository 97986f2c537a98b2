"""Stored games with an open window for calls, for tests."""

from collections.abc import Callable, Sequence

from games.engine import Move, Play
from games.ledger import store
from games.models import Game
from games.officials.grants import name_organisers
from games.play.commands import Outcome
from games.play.openings import start_game
from games.play.seating import NOTHING, Contribution, SeatSpec, join_game
from games.players.models import Player
from tests.games.tables import fresh, make, moves_now, open_game

Make = Callable[[Game, Move], Outcome]
"""Makes a move of a seat."""


def in_window(
    *players: Player,
    seconds: int = 4,
    own: Contribution = NOTHING,
    by: Make = make,
    organisers: Sequence[tuple[Player, str | None]] = (),
    **options: object,
) -> Game:
    """Return a game of these players in which a hand was left with one card without a call.

    ``own`` is what the first player brings to the seat, ``by`` makes the moves. ``organisers`` are
    named, each with a key or without. ``options`` are further ones.
    """
    first, *others = players
    seats = (SeatSpec("player", own=own), *(SeatSpec("invited", player=one) for one in others))
    game = open_game(first, *seats, options={"rounds": 1, "uno_window": seconds} | options)
    if organisers:
        name_organisers(game, organisers)
    for other in others:
        join_game(game_id=game.pk, player=other)
    start_game(game_id=game.pk, player=first)
    while store.load(game := fresh(game)).window is None:
        plays = [one for one in moves_now(game) if isinstance(one, Play) and not one.uno]
        made = by(game, plays[0] if plays else moves_now(game)[0])
        # Inside the transaction of a test nothing is committed, hence no state is cached.
        store.remember(game.pk, made.game.seq, made.game.head, made.state)
    return game


def exposed(game: Game) -> int:
    """Return the seat whose hand is exposed."""
    return store.load(game).uno.index("exposed")


def others(game: Game) -> list[int]:
    """Return the other seats in the game, in order."""
    state = store.load(game)
    return [seat for seat in state.seats_in() if seat != exposed(game)]
