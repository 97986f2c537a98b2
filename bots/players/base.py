"""What a player is, what it may spend, and how it draws lots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from games.engine import Move, Ruleset, View

T = TypeVar("T")


class OutOfBudget(Exception):
    """A player has thought for longer than it may."""


class Budget:
    """How much a player may still think, counted in moves weighed.

    It counts work and not time, so that another machine makes the same choice.
    """

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, count: int = 1) -> None:
        """Take something off; raises ``OutOfBudget`` when there is not enough left."""
        if count > self.left:
            raise OutOfBudget
        self.left -= count


class Rng(Protocol):
    """A source of lots: ``random.Random``, of whose methods only this one never changes."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


class Player(Protocol):
    """A program that plays.

    ``version`` changes with every change of how it chooses. The same view, moves, ruleset, budget
    and lots give the same choice for ever, which is what its choices are checked by.
    """

    @property
    def name(self) -> str:
        """The name it is asked for by."""
        ...

    @property
    def version(self) -> str:
        """The version of how it chooses."""
        ...

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """One of the moves, of which there is at least one."""
        ...


def below(rng: Rng, count: int) -> int:
    """A whole number from 0 to count - 1."""
    return int(rng.random() * count)


def picked(rng: Rng, options: Sequence[T]) -> T:
    """One of some options."""
    return options[below(rng, len(options))]


def shuffled(rng: Rng, things: Sequence[T]) -> list[T]:
    """The same things in another order."""
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        chosen = below(rng, last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile
