"""How many steps a text can take: repetitions multiplied with what they repeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.language.effects import (
    MANY,
    Add,
    Burn,
    Challenge,
    ChooseMode,
    Draw,
    Effect,
    ForEach,
    May,
    OnlyIf,
    Recover,
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
    match effect:
        case ForEach(do=do, who=who, times=times):
            return 1 + _amount(1 if times is None else times) * _people(who) * steps_of(do)
        case May(do=do, who=who):
            return 1 + _people(who) * steps_of(do)
        case ChooseMode(modes=modes, who=who):
            return 1 + _people(who) * max((steps_of(mode.do) for mode in modes), default=0)
        case OnlyIf(do=do, otherwise=otherwise):
            return 1 + max(steps_of(do), steps_of(otherwise))
        case Add(who=who, count=count) | Draw(who=who, count=count):
            return _people(who) * _amount(count)
        case Burn(who=who, count=count) | Recover(who=who, count=count):
            return _people(who) * _amount(count)
        case Challenge(count=count, penalty=penalty):
            return max(_amount(count), _amount(penalty))
        case _:
            return 1


def _people(who: Who | None) -> int:
    return _MANY if who in MANY else 1


def _amount(count: int | str) -> int:
    return max(1, count) if isinstance(count, int) else _MANY
