"""The bots by name.

Each gets a view, the moves, the ruleset and chance, and nothing else.
"""

from __future__ import annotations

from typing import Final

from bots.strategies.greedy import Greedy
from bots.strategies.imagine import imagine
from bots.strategies.mixed import Mixed
from bots.strategies.random import Random
from bots.strategies.strategy import Budget, OutOfBudget, OutOfTime, Rng, Strategy
from bots.strategies.thinker import Thinker

_RANDOM, _GREEDY, _THINKER = Random(), Greedy(), Thinker()

STRATEGIES: Final[dict[str, Strategy]] = {
    strategy.name: strategy
    for strategy in (
        _RANDOM,
        Mixed("casual", _GREEDY, _RANDOM, 50),
        _GREEDY,
        Mixed("skilled", _THINKER, _GREEDY, 50),
        _THINKER,
    )
}
"""Every bot, the weakest first."""

LEVELS: Final = {
    "beginner": "random",
    "easy": "casual",
    "fair": "greedy",
    "good": "skilled",
    "strong": "thinker",
}
"""The bot of each level."""

QUICK: Final = "greedy"
"""The bot that gives the quick answer of one that has no time left to think.

With its version those of the bots that think must be raised.
"""

__all__ = [
    "LEVELS",
    "QUICK",
    "STRATEGIES",
    "Budget",
    "OutOfBudget",
    "OutOfTime",
    "Rng",
    "Strategy",
    "imagine",
]
