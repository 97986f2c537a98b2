"""Compute how many steps a text can take, with its repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.language.effects import (
    MANY,
    Effect,
    Who,
)

MAX_TEXT_STEPS: Final = 1000
"""The most steps of a text.

The engine ends a move after ten times as many of its own steps; a repeated effect takes up to four.
"""

_MANY: Final = 10
"""The number taken for a role of several seats and for a tally: the seats of the largest table."""


def steps_of(effects: Sequence[Effect]) -> int:
    """Return an upper bound of the steps that effects take, one after the other."""
    return sum(map(_steps, effects))


def _steps(effect: Effect) -> int:
    if effect.parts:
        return 1 + max(
            _amount(1 if part.times is None else part.times)
            * _seat_count(part.they or effect.role)
            * steps_of(part.do)
            for part in effect.parts
        )
    return _seat_count(effect.role) * _amount(effect.amount) if effect.traits.repeats else 1


def _seat_count(who: Who) -> int:
    return _MANY if who in MANY else 1


def _amount(count: int | str) -> int:
    return max(1, count) if isinstance(count, int) else _MANY
