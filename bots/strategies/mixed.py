"""Bots between two others: one of both makes each choice, by lot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.strategies.strategy import Budget, Rng, Strategy, below
from games.engine import Move, Ruleset, View


@dataclass(frozen=True)
class Mixed:
    """Lets the stronger of two bots make ``percent`` of its choices, by lot."""

    name: str
    stronger: Strategy
    weaker: Strategy
    percent: int

    @property
    def version(self) -> str:
        """The share and both versions, each of which changes the choices."""
        return f"{self.percent}.{self.stronger.version}.{self.weaker.version}"

    @property
    def budget(self) -> int:
        """The larger of both budgets."""
        return max(self.stronger.budget, self.weaker.budget)

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return the choice of one of both."""
        strategy = self.stronger if below(rng, 100) < self.percent else self.weaker
        return strategy.choose(view, moves, ruleset, rng, budget)
