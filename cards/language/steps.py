"""How many steps a text can take: repetitions multiplied with what they repeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.language.effects import (
    MANY,
    Effect,
    Who,
)

MOST_STEPS: Final = 1000
"""No text may take more. The engine ends a move after ten times as many of its own steps, of
which a repeated effect takes at most four."""

_MANY: Final = 10
"""What a role of several seats, or a tally of the table, counts as: the seats of the largest
table."""


def steps_of(effects: Sequence[Effect]) -> int:
    """An upper bound of the steps that these effects take, one after the other."""
    return sum(map(_steps, effects))


def _steps(effect: Effect) -> int:
    if effect.parts:
        return 1 + max(
            _amount(1 if part.times is None else part.times)
            * _people(part.they or effect.role)
            * steps_of(part.do)
            for part in effect.parts
        )
    return _people(effect.role) * _amount(effect.amount) if effect.traits.repeats else 1


def _people(who: Who) -> int:
    return _MANY if who in MANY else 1


def _amount(count: int | str) -> int:
    return max(1, count) if isinstance(count, int) else _MANY
