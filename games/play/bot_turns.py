"""Turns of bots, told after the commit of a move."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.engine import State, low_on_time_at, on_server
from games.ledger import store
from games.ledger.rows import moment_of
from games.models import Game
from games.play.selectors import ruleset_for
from games.wakeups import of_game

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A game that waits for a bot after row ``seq``.

    ``has_people``: a person plays; ``thinks``: the bot thinks long. ``low_at``: when a third of the
    time of a bot that thinks is left; None without a clock. ``in_window``: it waits for calls and
    catches, which bots may make too.
    """

    game: str
    seq: int
    has_people: bool
    thinks: bool
    low_at: datetime | None
    in_window: bool = False


on_bot_turn: Final[list[Callable[[BotTurn], None]]] = []
"""Listeners called after the commit of a move that leaves a game waiting for bots."""


def announce(game: Game, state: State) -> None:
    """After the commit, cache the state, and notify the listeners if a bot may move."""
    game_id, seq, head = game.pk, game.seq, game.head
    turn = bot_turn(game, state)
    waits = game.waits_for_bot or turn.in_window

    def notify() -> None:
        store.remember(game_id, seq, head, state, of_game(game_id))
        for listener in on_bot_turn if waits else ():
            try:
                listener(turn)
            except Exception:
                # The move is stored, and the sweeper finds the turn.
                logger.exception("No task was sent for game %s, which waits for a bot.", game_id)

    transaction.on_commit(notify, robust=True)


def bot_turn(game: Game, state: State) -> BotTurn:
    """Return the turn of the bot that a game waits for in its state."""
    thinks = game.waits_for_thinking
    has_low = thinks and game.deadline is not None
    low_at = on_server(state, low_on_time_at(ruleset_for(game), state)) if has_low else None
    return BotTurn(
        game=str(game.pk),
        seq=game.seq,
        has_people=has_people(game, state),
        thinks=thinks,
        low_at=None if low_at is None else moment_of(low_at),
        in_window=bots_may_call(game, state),
    )


def bots_may_call(game: Game, state: State) -> bool:
    """Whether a window is open in which bots may call UNO and catch."""
    has_bots = bool(game.bot_seats | game.stand_ins)
    return state.window is not None and not state.paused and has_bots


def has_people(game: Game, state: State) -> bool:
    """Whether a person plays a seat that is not out of the game."""
    return any(not game.is_bot(seat) for seat in state.seats_in())
