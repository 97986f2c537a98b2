"""What of the language these rules can play so far; an edition that says more is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from cards.language.abilities import Ability, Replacement, Suppression, Trigger
from cards.language.cards import Edition
from cards.language.effects import (
    ChooseColor,
    ChooseMode,
    Effect,
    ForEach,
    May,
    OnlyIf,
    When,
)

_MANY: Final = ("others", "all", "others_then_self")


class RulesetError(Exception):
    """An edition cannot be played by a variant: the sentence says what is wrong."""


def check_supported(edition: Edition) -> None:
    """Raise ``RulesetError`` for the first thing on a card that the engine would pass over."""
    for card in edition.cards:
        found = [*_in_script(card.effects, f"{card.code}.effects")]
        for index, ability in enumerate(card.abilities):
            found += _in_ability(ability, f"{card.code}.abilities[{index}]")
        if found:
            raise RulesetError(found[0])


def _in_script(effects: tuple[Effect, ...], path: str) -> Iterator[str]:
    for at, effect in enumerate(effects):
        here = f"{path}[{at}]"
        if isinstance(effect, ChooseColor | ChooseMode | May) and effect.who in _MANY:
            yield f"{here}: one player is asked at a time; say for_each and they"
        if isinstance(getattr(effect, "count", None), str):
            yield f"{here}: no number can be read from the table yet"
        match effect:
            case May():
                yield from _in_script(effect.do, f"{here}.do")
            case ForEach():
                if isinstance(effect.times, str):
                    yield f"{here}: no number can be read from the table yet"
                yield from _in_script(effect.do, f"{here}.do")
            case OnlyIf():
                yield from _in_when(effect.when, f"{here}.when", {"who", "holds"})
                yield from _in_script(effect.do, f"{here}.do")
                yield from _in_script(effect.otherwise, f"{here}.otherwise")
            case ChooseMode():
                for index, mode in enumerate(effect.modes):
                    yield from _in_when(mode.needs, f"{here}.modes[{index}]", {"who", "holds"})
                    yield from _in_script(mode.do, f"{here}.modes[{index}].do")


def _in_ability(ability: Ability, path: str) -> Iterator[str]:
    match ability:
        case Trigger():
            if not set(ability.on) <= {"play", "draw"}:
                yield f"{path}: nothing wakes on {', '.join(ability.on)} yet"
            yield from _in_when(ability.when, path, {"played"})
            yield from _in_script(ability.do, f"{path}.do")
        case Replacement():
            if not set(ability.instead_of) <= {"draw", "skip"}:
                yield f"{path}: only draw and skip can be replaced yet"
            yield from _in_when(ability.when, path, {"count_at_least", "cause", "by"})
        case Suppression():
            yield f"{path}: nothing can be suppressed yet"


def _in_when(when: When | None, path: str, known: set[str]) -> Iterator[str]:
    if when is None:
        return
    default = When()
    for name in sorted(set(msgspec.structs.asdict(when)) - known):
        if getattr(when, name) != getattr(default, name):
            yield f"{path}: the condition {name} cannot be asked here yet"
