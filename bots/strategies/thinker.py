"""The bot "thinker", which plays imagined games to their end and counts who wins.

Flat Monte Carlo: all moves are tried in the same imagined worlds with the same chance, so that
their results can be compared one by one. The number of plies is bounded, not the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bots.strategies.beliefs import Beliefs
from bots.strategies.imagine import imagine
from bots.strategies.playouts import Playouts, play_out, playouts_of, quick_move
from bots.strategies.strategy import Budget, Rng, below
from games.engine import (
    CallUno,
    CatchUno,
    Chance,
    Move,
    Play,
    Ruleset,
    State,
    View,
    decide,
)

COMPARED: Final = 16
"""After how many worlds each the moves that are clearly worse are dropped."""

CLEARLY: Final = 9
"""The square of how many standard deviations a move must be behind to be dropped."""


class Thinker:
    """Tries its moves in imagined games, of which the budget bounds the plies."""

    name = "thinker"
    version = "4"
    budget = 80_000

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return a call or catch of UNO, else the move that wins most playouts.

        It never raises ``OutOfBudget``: when the plies are spent, it returns the best move so far.
        """
        return self.consider(view, moves, ruleset, rng, budget)[0].move

    def consider(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> list[Trial]:
        """Return the moves worth trying with their results, first the one to choose.

        Without an alternative, and for a call or catch of UNO, there are no results.
        """
        for move in moves:
            if isinstance(move, CallUno | CatchUno):
                return [Trial(move)]
        trials = [Trial(move) for move in worth_trying(moves)]
        if len(trials) == 1:
            return trials
        ranked = _Comparison(view, playouts_of(ruleset), rng, budget).ranked(list(trials))
        dropped = [trial for trial in trials if trial not in ranked]
        return [*ranked, *sorted(dropped, key=lambda trial: -len(trial.results))]


class Trial:
    """A move and the results of its playouts: 1 for a win, else 0."""

    __slots__ = ("move", "results")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.results: list[int] = []

    @property
    def won(self) -> int:
        """How many playouts were won."""
        return sum(self.results)


def worth_trying(moves: Sequence[Move]) -> list[Move]:
    """Return the moves without plays that forget to call UNO."""
    called = {move.card for move in moves if isinstance(move, Play) and move.uno}
    return [
        move
        for move in moves
        if not (isinstance(move, Play) and not move.uno and move.card in called)
    ]


class _Comparison:
    """Compares moves: the worse half is dropped after each part of the budget."""

    def __init__(self, view: View, playouts: Playouts, rng: Rng, budget: Budget) -> None:
        self.view = view
        self.playouts = playouts
        self.rng = rng
        self.budget = budget
        ruleset = playouts.ruleset
        self.beliefs = None if ruleset.variant.own_decks else Beliefs(playouts, view, rng)

    def ranked(self, trials: list[Trial]) -> list[Trial]:
        """Return the moves of the last part, the best first; of equals the quick answer."""
        world = self._world()
        quick = quick_move(self.playouts, world)
        trials.sort(key=lambda trial: trial.move != quick)
        budget = self.budget
        parts = (len(trials) - 1).bit_length()
        share = budget.left // parts
        for part in range(1, parts + 1):
            trials = self._compare(trials, budget.left - share if part < parts else 0)
            if part < parts:
                trials = trials[: (len(trials) + 1) // 2]
        return trials

    def _world(self) -> State:
        """Return an imagined state, its hands as likely as what the seats did makes them."""
        guess = self.beliefs.guess(self.rng) if self.beliefs else None
        return imagine(self.playouts.ruleset, self.view, self.rng, guess)

    def _compare(self, trials: list[Trial], until: int) -> list[Trial]:
        """Try moves until the budget is down to a number of plies; return the best first."""
        worlds = 0
        while len(trials) > 1 and self.budget.left > until and self._try(trials):
            worlds += 1
            if worlds % COMPARED == 0:
                trials = _hopeful(trials)
        return sorted(trials, key=lambda trial: -trial.won)

    def _try(self, trials: Sequence[Trial]) -> bool:
        """Try moves in one world; whether the budget was enough for all of them."""
        world = self._world()
        chance = Chance(bytes(below(self.rng, 256) for _ in range(32)))
        results: list[int] = []
        for trial in trials:
            result = self._result(world, trial.move, chance)
            if result is None:
                return False
            results.append(result)
        for trial, result in zip(trials, results, strict=True):
            trial.results.append(result)
        return True

    def _result(self, world: State, move: Move, chance: Chance) -> int | None:
        """Return the result of a playout after a move; None if the budget is too small."""
        cost = self.playouts.cost
        if self.budget.left < cost:
            return None
        self.budget.spend(cost)
        state = decide(self.playouts.ruleset, world, move, chance).state
        most = self.budget.left // cost
        result, plies = play_out(self.playouts, state, chance, self.view.viewer, most)
        self.budget.spend(plies * cost)
        return result


def _hopeful(trials: Sequence[Trial]) -> list[Trial]:
    """Return the moves that are not clearly worse than the best so far."""
    best = max(trials, key=lambda trial: trial.won)
    return [trial for trial in trials if not _is_clearly_worse(trial, best)]


def _is_clearly_worse(trial: Trial, best: Trial) -> bool:
    """Whether the difference in the same worlds is too large for chance."""
    lead = best.won - trial.won
    differing = sum(one != other for one, other in zip(best.results, trial.results, strict=True))
    return lead * lead > CLEARLY * differing
