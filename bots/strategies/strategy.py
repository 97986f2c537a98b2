"""The interface of bots, their budget, and their source of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from games.engine import Move, Ruleset, View

T = TypeVar("T")


class OutOfBudget(Exception):
    """A bot has used more than its budget."""


class OutOfTime(Exception):
    """A bot has no time left to think."""


class Budget:
    """How much a bot may still compute, in plies: moves that it tries or weighs.

    It counts work and not time, so that every machine makes the same choice. ``has_time`` only says
    whether there is time to make one; by default there always is.
    """

    __slots__ = ("has_time", "left")

    def __init__(self, left: int, has_time: Callable[[], bool] | None = None) -> None:
        self.left = left
        self.has_time = has_time

    def spend(self, count: int = 1) -> None:
        """Subtract a count.

        Raises ``OutOfTime`` if the time is over, ``OutOfBudget`` if not enough is left.
        """
        if self.has_time is not None and not self.has_time():
            raise OutOfTime
        if count > self.left:
            raise OutOfBudget
        self.left -= count


class Rng(Protocol):
    """A source of chance: ``random.Random``, of which only this method is stable."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        ...


class Strategy(Protocol):
    """A bot.

    ``version`` changes with every change of how it chooses. In one version, the same view, moves,
    ruleset, budget and chance always give the same choice, by which audits check its choices.
    """

    @property
    def name(self) -> str:
        """The name by which it is requested."""
        ...

    @property
    def version(self) -> str:
        """The version of how it chooses."""
        ...

    @property
    def budget(self) -> int:
        """The plies of one choice, unless the seat has another budget."""
        ...

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return one of the moves, of which there is at least one."""
        ...


def below(rng: Rng, count: int) -> int:
    """Return an integer from 0 to count - 1."""
    return int(rng.random() * count)


def picked(rng: Rng, options: Sequence[T]) -> T:
    """Return one of some options by chance."""
    return options[below(rng, len(options))]


def shuffled(rng: Rng, items: Sequence[T]) -> list[T]:
    """Return the same items in an order by chance."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        chosen = below(rng, last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile
