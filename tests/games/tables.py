"""Stored games for tests: players, games, and random moves."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from games.engine import (
    NOBODY,
    CallUno,
    CatchUno,
    IllegalMove,
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
from games.play import openings, seating, submitting
from games.play.commands import MoveCommand, Outcome
from games.play.directing import AskedAct, act_command, refusals_recorded
from games.play.seating import SeatSpec
from games.play.selectors import ruleset_for
from games.players.models import Player
from games.players.services import create_guest

OPEN = SeatSpec("open")


def guest(name: str) -> Player:
    """Create a guest."""
    return create_guest(name=name)[0]


def open_game(creator: Player, *seats: SeatSpec, variant: str = "avengers", **more: Any) -> Game:
    """Create a game; without seats, one is the creator's and one is open."""
    table = seats or (SeatSpec("player"), OPEN)
    return seating.create_game(creator=creator, variant=variant, seats=table, **more)


def begun(*players: Player, variant: str = "avengers", **options: object) -> Game:
    """Start a game of one round among these players; the first is its creator."""
    first, *others = players
    seats = (SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others))
    table = open_game(first, *seats, variant=variant, options={"rounds": 1} | options)
    for other in others:
        seating.join_game(game_id=table.pk, player=other)
    return openings.start_game(game_id=table.pk, player=first).game


def fresh(game: Game) -> Game:
    """Read a game again."""
    read = store.read(game.pk)
    assert read is not None
    return read


def direct(act: AskedAct) -> Outcome:
    """Carry out an act of an organiser."""
    with refusals_recorded(act):
        return submitting.submit_move(act.game, act_command(act))


def asked(game: Game) -> int:
    """Return the seat that a game waits for."""
    seat = fresh(game).to_act
    assert seat is not None
    return seat


def refuse(game: Game, seat: int, times: int = 1) -> None:
    """Have moves refused to a seat."""
    for _ in range(times):
        with pytest.raises(IllegalMove):
            make(game, Play(seat, "no-such-card"))


def moves_now(game: Game) -> list[Move]:
    """Return all legal moves except resigning, the answers first."""
    ruleset, state = ruleset_for(game), store.load(game)
    return moves_of(ruleset, state)


def moves_of(ruleset: Ruleset, state: State) -> list[Move]:
    """Return the legal moves in a state except resigning, the answers first."""
    asked = state.prompts[-1].seat if state.prompts else NOBODY
    moves = list(legal_moves(ruleset, state, asked))
    for seat in range(state.seats):
        moves += [m for m in open_moves(ruleset, state, seat) if not isinstance(m, Resign)]
    return moves


def actor_on(game: Game, seat: int) -> Actor:
    """Return the player of a seat as an actor."""
    sitting = game.seat_set.get(number=seat)
    return Actor(kind="player", player=str(sitting.player_id))


def make(game: Game, move: Move, *, seen: Game | None = None, **more: Any) -> Outcome:
    """Make a move for the seat it names, on the game as it is, or as it was read before."""
    command = MoveCommand(move, actor_on(game, move.seat), **more)
    return submitting.submit_move(seen or fresh(game), command)


Stop = Callable[[Game, Sequence[Move]], bool]


def play_on(game: Game, seed: int, *, moves: int = 10_000, until: Stop | None = None) -> Game:
    """Play random moves: a number of them, until a condition, or to the end of the game."""
    rng = random.Random(seed)
    game = fresh(game)
    for _ in range(moves):
        choices = moves_now(game) if game.status == Game.Status.RUNNING else []
        if not choices or (until is not None and until(game, choices)):
            break
        outcome = make(game, _some(choices, rng))
        game = outcome.game
        if connection.in_atomic_block:
            # Inside the transaction of a test nothing is committed, hence no state is cached.
            store.remember(game.pk, game.seq, game.head, outcome.state)
    return game


def _some(choices: Sequence[Move], rng: random.Random) -> Move:
    """Return a random move; mostly a card or an UNO call, so that games end."""
    lively = [move for move in choices if isinstance(move, Play | CatchUno | CallUno)]
    return rng.choice(lively if lively and rng.random() < 0.9 else choices)
