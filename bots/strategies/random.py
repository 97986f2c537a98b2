"""The bot "random", which plays any card that matches."""

from __future__ import annotations

from collections.abc import Sequence

from bots.strategies.strategy import Budget, Rng, picked
from games.engine import Draw, Move, Pass, Play, Ruleset, View


class Random:
    """Makes any legal move with equal chances, but draws only if it must.

    Games of bots that draw at random would hardly ever end.
    """

    name = "random"
    version = "1"

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return one of the moves by chance."""
        budget.spend()
        if any(isinstance(move, Play) for move in moves):
            moves = [move for move in moves if not isinstance(move, Draw | Pass)]
        return picked(rng, moves)
