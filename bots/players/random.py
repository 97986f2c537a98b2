"""A player that plays any card that fits."""

from __future__ import annotations

from collections.abc import Sequence

from bots.players.base import Budget, Rng, picked
from games.engine import Draw, Move, Pass, Play, Ruleset, View


class Random:
    """Any legal move, each as likely as any other; but it draws only what it must.

    A table of players who draw as they please keeps all cards in hand and hardly ever ends.
    """

    name = "random"
    version = "1"

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """One of the moves, by lot."""
        budget.spend()
        if any(isinstance(move, Play) for move in moves):
            moves = [move for move in moves if not isinstance(move, Draw | Pass)]
        return picked(rng, moves)
