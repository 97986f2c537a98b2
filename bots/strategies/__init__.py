"""The bots by name.

Each gets a view, the moves, the ruleset and chance, and nothing else.
"""

from __future__ import annotations

from typing import Final

from bots.strategies.greedy import Greedy
from bots.strategies.imagine import imagine
from bots.strategies.random import Random
from bots.strategies.strategy import Budget, OutOfBudget, Rng, Strategy
from bots.strategies.thinker import Thinker

STRATEGIES: Final[dict[str, Strategy]] = {
    strategy.name: strategy for strategy in (Random(), Greedy(), Thinker())
}
"""Every bot, the weakest first."""

__all__ = ["STRATEGIES", "Budget", "OutOfBudget", "Rng", "Strategy", "imagine"]
