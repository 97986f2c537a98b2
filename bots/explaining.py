"""Why a bot made a move: how often each of its moves wins imagined games.

Nothing is stored for it. An explanation is computed again from the view of the seat and the seed of
the choice, so it is for games that are over: the estimates show the hand.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt
from typing import Final

from bots.choosing import moves_for_bot
from bots.strategies import STRATEGIES, Budget
from bots.strategies.thinker import Thinker, Trial
from games.engine import Move, Ruleset, View
from games.ledger.rows import Actor

DEVIATIONS: Final = 1.96
"""How many standard deviations a 95 % interval goes to each side."""

THINKER: Final = "thinker"
GREEDY: Final = "greedy"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A move, and how many of its ``trials`` it won; it may have none."""

    move: Move
    won: int
    trials: int

    @property
    def share(self) -> float | None:
        """The share of the games that it won, 0 to 1."""
        return self.won / self.trials if self.trials else None

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % interval of the share."""
        if not self.trials:
            return None
        share = self.won / self.trials
        return DEVIATIONS * sqrt(share * (1 - share) / self.trials)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The estimates of the moves of one choice, first the one that thinking chooses.

    ``is_own``: the bot made these very estimates; else they are those of the bot that thinks, with
    the same view. ``chosen`` is the move made, ``greedy`` what "greedy" does there. ``is_sure``:
    the first move is better than the second by more than chance explains, in the same games.
    """

    chosen: Move
    greedy: Move
    estimates: tuple[Estimate, ...]
    version: str
    budget: int
    is_own: bool
    is_sure: bool


def explain(
    *, actor: Actor, chosen: Move, ruleset: Ruleset, view: View, seed: bytes
) -> Explanation:
    """Return why a bot, the ``actor`` of an event, may have ``chosen`` its move."""
    thinker = STRATEGIES[THINKER]
    assert isinstance(thinker, Thinker)
    is_own = (actor.name, actor.version, actor.fallback) == (thinker.name, thinker.version, False)
    budget = actor.budget if is_own else thinker.budget
    moves = moves_for_bot(view)
    trials = thinker.consider(view, moves, ruleset, _lots(seed), Budget(budget))
    greedy = STRATEGIES[GREEDY]
    return Explanation(
        chosen=chosen,
        greedy=greedy.choose(view, moves, ruleset, _lots(seed), Budget(greedy.budget)),
        estimates=tuple(Estimate(one.move, one.won, len(one.results)) for one in trials),
        version=thinker.version,
        budget=budget,
        is_own=is_own,
        is_sure=len(trials) > 1 and _is_better(trials[0], trials[1]),
    )


def _lots(seed: bytes) -> random.Random:
    return random.Random(int.from_bytes(seed, "big"))


def _is_better(first: Trial, second: Trial) -> bool:
    """Whether a move wins more of the games that both were tried in than by chance."""
    pairs = list(zip(first.results, second.results, strict=False))
    lead = sum(one - other for one, other in pairs)
    differing = sum(one != other for one, other in pairs)
    return lead > 0 and lead * lead > DEVIATIONS * DEVIATIONS * differing
