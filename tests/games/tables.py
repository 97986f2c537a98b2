"""Stored games to test with: players, tables, and moves at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games import services
from games.engine import (
    NOBODY,
    CallUno,
    CatchUno,
    Move,
    Play,
    Resign,
    Ruleset,
    State,
    legal_moves,
    open_moves,
)
from games.ledger import store
from games.ledger.rows import Actor
from games.models import Game
from games.players.models import Player
from games.players.services import create_guest
from games.selectors import ruleset_for
from games.services import Outcome, SeatSpec

OPEN = SeatSpec("open")


def guest(name: str) -> Player:
    """A player."""
    return create_guest(name=name)[0]


def laid(creator: Player, *seats: SeatSpec, variant: str = "avengers", **more: Any) -> Game:
    """A table; without seats named, one for its creator and one that is open."""
    table = seats or (SeatSpec("player"), OPEN)
    return services.create_game(creator=creator, variant=variant, seats=table, **more)


def begun(*players: Player, variant: str = "avengers", **options: object) -> Game:
    """A running game of these players, the first of whom made it; of one round."""
    first, *others = players
    seats = (SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others))
    table = laid(first, *seats, variant=variant, options={"rounds": 1} | options)
    for other in others:
        services.join_game(game_id=table.pk, player=other)
    return services.start_game(game_id=table.pk, player=first).game


def fresh(game: Game) -> Game:
    """A game as it stands now."""
    read = store.read(game.pk)
    assert read is not None
    return read


def moves_now(game: Game) -> list[Move]:
    """Every move but resigning that the rules accept now; answers first."""
    ruleset, state = ruleset_for(game), store.load(game)
    return moves_of(ruleset, state)


def moves_of(ruleset: Ruleset, state: State) -> list[Move]:
    """The same, of a state."""
    asked = state.prompts[-1].seat if state.prompts else NOBODY
    moves = list(legal_moves(ruleset, state, asked))
    for seat in range(state.seats):
        moves += [m for m in open_moves(ruleset, state, seat) if not isinstance(m, Resign)]
    return moves


def actor_on(game: Game, seat: int) -> Actor:
    """Return the player of a seat, as the one who moves."""
    sitting = game.seat_set.get(number=seat)
    return Actor(kind="player", player=str(sitting.player_id))


def make(game: Game, move: Move, **more: Any) -> Outcome:
    """Make a move for the seat it names."""
    actor = actor_on(game, move.seat)
    return services.submit_move(game_id=game.pk, seat=move.seat, move=move, actor=actor, **more)


Stop = Callable[[Game, Sequence[Move]], bool]


def play_on(game: Game, seed: int, *, moves: int = 10_000, until: Stop | None = None) -> Game:
    """Go on at random, for some moves, to a point, or to the end of the game."""
    rng = random.Random(seed)
    game = fresh(game)
    for _ in range(moves):
        choices = moves_now(game) if game.status == Game.Status.RUNNING else []
        if not choices or (until is not None and until(game, choices)):
            break
        outcome = make(game, _some(choices, rng))
        game = outcome.game
        if connection.in_atomic_block:
            # Inside the transaction of a test nothing is ever committed, hence nothing remembered.
            store.remember(game.pk, game.seq, game.head, outcome.state)
    return game


def _some(choices: Sequence[Move], rng: random.Random) -> Move:
    """One of some moves; more often than not a card or a cry, so that games come to an end."""
    lively = [move for move in choices if isinstance(move, Play | CatchUno | CallUno)]
    return rng.choice(lively if lively and rng.random() < 0.9 else choices)
