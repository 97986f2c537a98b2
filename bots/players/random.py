"""A player that makes any legal move."""

from __future__ import annotations

from collections.abc import Sequence

from bots.players.base import Budget, Rng, picked
from games.engine import Move, Ruleset, View


class Random:
    """Any legal move, each as likely as any other."""

    name = "random"
    version = "1"

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """One of the moves, by lot."""
        budget.spend()
        return picked(rng, moves)
