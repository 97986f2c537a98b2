"""The bot "random", which plays any card that matches and calls UNO."""

from __future__ import annotations

from collections.abc import Sequence

from bots.strategies.strategy import Budget, Rng, picked
from games.engine import CallUno, Draw, Move, Pass, Play, Ruleset, View


class Random:
    """Makes any legal move by lot, but calls UNO, and draws only if it must.

    Games of bots that draw at random would hardly ever end.
    """

    name = "random"
    version = "2"
    budget = 1

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return one of the moves by chance."""
        budget.spend()
        for move in moves:
            if isinstance(move, CallUno):
                return move
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            called = {play.card for play in plays if play.uno}
            moves = [move for move in moves if not isinstance(move, Draw | Pass)]
            moves = [
                move
                for move in moves
                if not (isinstance(move, Play) and not move.uno and move.card in called)
            ]
        return picked(rng, moves)
