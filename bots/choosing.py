"""The choices of bots, in a game and in an audit.

It needs no server: ``python -m games.audit --choices`` recomputes them with ``choose_again``.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass

from bots.strategies import LEVELS, QUICK, STRATEGIES, Budget, OutOfBudget, OutOfTime, Strategy
from games.audit.choices import Choice
from games.engine import Move, Resign, Ruleset, View
from games.ledger.rows import Actor

logger = logging.getLogger(__name__)


def versions() -> dict[str, str]:
    """Return the versions of the bots by name, the weakest bot first."""
    return {name: strategy.version for name, strategy in STRATEGIES.items()}


def levels() -> dict[str, str]:
    """Return the level of each bot, the weakest bot first."""
    return {bot: level for level, bot in LEVELS.items()}


def budgets() -> dict[str, int]:
    """Return the plies that each bot may try for one choice, the weakest bot first."""
    return {name: strategy.budget for name, strategy in STRATEGIES.items()}


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The move of a bot, and the actor to record with it."""

    move: Move
    actor: Actor


def moves_for_bot(view: View) -> list[Move]:
    """Return a bot's moves: answers, UNO calls and catches, but not resigning."""
    return [*view.moves, *(move for move in view.open if not isinstance(move, Resign))]


def choose(
    *,
    name: str,
    ruleset: Ruleset,
    view: View,
    seed: bytes,
    budget: int | None = None,
    has_time: Callable[[], bool] | None = None,
) -> BotChoice:
    """Return the choice of a bot for a view and the seed of the choice.

    ``budget`` is in plies; None is that of the bot. ``has_time`` says whether the bot may think on;
    None: until it has chosen.

    The same bot, version, view, seed and budget give the same choice. Chance is ``random.Random``,
    seeded with the seed as a number (first byte highest), of which only ``random()`` is used. If
    the bot fails, exceeds its budget or returns an illegal move, the first legal move is made
    instead, and the actor has the reason: "failed", "budget" or "illegal". If it has no time left,
    the quick answer is made: the choice of "greedy", for the reason "time".
    """
    moves = moves_for_bot(view)
    strategy = STRATEGIES.get(name)
    if budget is None:
        budget = 0 if strategy is None else strategy.budget
    move, reason = _move_of_bot(strategy, view, ruleset, seed, Budget(budget, has_time))
    if reason == "time":
        quick = STRATEGIES[QUICK]
        move, _ = _move_of_bot(quick, view, ruleset, seed, Budget(quick.budget))
    actor = Actor(
        kind="bot",
        name=name,
        version="" if strategy is None else strategy.version,
        budget=budget,
        fallback=bool(reason),
        reason=reason,
    )
    return BotChoice(moves[0] if move is None else move, actor)


def bot_move(name: str, view: View, ruleset: Ruleset, lots: random.Random) -> Move:
    """Return the move of a bot for a view and a source of chance; raises its errors."""
    strategy = STRATEGIES[name]
    return strategy.choose(view, moves_for_bot(view), ruleset, lots, Budget(strategy.budget))


def _move_of_bot(
    strategy: Strategy | None, view: View, ruleset: Ruleset, seed: bytes, budget: Budget
) -> tuple[Move | None, str]:
    """Return the move of a bot, or None with the reason why it has no valid one."""
    if strategy is None:
        return None, "failed"
    moves, lots = moves_for_bot(view), random.Random(int.from_bytes(seed, "big"))
    try:
        budget.spend(0)  # The time may be over before the bot begins.
        move = strategy.choose(view, moves, ruleset, lots, budget)
    except OutOfTime:
        return None, "time"
    except OutOfBudget:
        return None, "budget"
    except Exception:
        logger.exception("The bot %s failed.", strategy.name)
        return None, "failed"
    return (move, "") if move in moves else (None, "illegal")


def choose_again(
    *,
    name: str,
    version: str,
    ruleset: Ruleset,
    view: View,
    seed: bytes,
    budget: int,
    is_quick: bool = False,
) -> Choice | None:
    """Return what a bot of a version chooses; None for an unknown bot or version.

    ``is_quick``: it had no time left to think.
    """
    if versions().get(name) != version:
        return None
    has_time = (lambda: False) if is_quick else None
    choice = choose(
        name=name, ruleset=ruleset, view=view, seed=seed, budget=budget, has_time=has_time
    )
    return Choice(choice.move, choice.actor.fallback, choice.actor.reason)
