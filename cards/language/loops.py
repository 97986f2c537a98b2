"""Abilities that would wake themselves for ever: a graph of triggers and what their verbs set off.

Only what nobody can stop counts: a may, a choice or a counted use ends a loop. One card is looked
at at a time; loops of several cards are found by the engine's own guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.language.abilities import Ability, Moment, Trigger, Whose
from cards.language.effects import (
    Add,
    Burn,
    BurnFromHand,
    BurnUntil,
    ChooseColor,
    Defeat,
    Destroy,
    Draw,
    Effect,
    ForEach,
    OnlyIf,
    PlayAgain,
    Recover,
    SetColor,
    Skip,
    Who,
)

Reach = frozenset[Whose]
"""To whom something happens, seen from the ability's own seat: self, others or both."""

_SELF: Reach = frozenset({"self"})
_OTHERS: Reach = frozenset({"others"})
_BOTH = _SELF | _OTHERS
_REACH: dict[Who, Reach] = {
    "self": _SELF,
    "next": _OTHERS,
    "others": _OTHERS,
    "target": _OTHERS,
    "all": _BOTH,
    "others_then_self": _BOTH,
}
_WHOSE: dict[Whose, Reach] = {"self": _SELF, "others": _OTHERS, "all": _BOTH}

Sets = tuple[Moment, Reach]


def endless(abilities: Sequence[Ability], counted: frozenset[int]) -> Iterator[tuple[int, str]]:
    """The triggers that wake themselves, each with the moments on the way round.

    ``counted`` are the abilities with a number of uses, which end by themselves.
    """
    triggers = {
        number: ability
        for number, ability in enumerate(abilities)
        if isinstance(ability, Trigger) and number not in counted
    }
    for number in triggers:
        way = _way_round(number, triggers)
        if way:
            yield number, " → ".join(way)


def _way_round(start: int, triggers: dict[int, Trigger]) -> list[Moment]:
    """The moments that lead from a trigger back to itself; empty if none do."""
    ways: dict[int, list[Moment]] = {start: []}
    waiting = [start]
    while waiting:
        number = waiting.pop(0)
        for moment, reach in _sets_off(triggers[number]):
            way = [*ways[number], moment]
            for woken, trigger in triggers.items():
                if moment not in trigger.on or not reach & _WHOSE[trigger.whose]:
                    continue
                if woken == start:
                    return way
                if woken not in ways:
                    ways[woken] = way
                    waiting.append(woken)
    return []


def _sets_off(trigger: Trigger) -> list[Sets]:
    return list(_moments(trigger.do, _WHOSE[trigger.whose]))


def _moments(effects: Sequence[Effect], they: Reach) -> Iterator[Sets]:
    """What these effects are sure to set off; ``they`` are whoever woke the ability."""
    for effect in effects:
        match effect:
            case Add(who=who):
                yield "add", _REACH.get(who, they)
            case Draw(who=who):
                yield "draw", _REACH.get(who, they)
            case Burn(who=who) | BurnUntil(who=who) | BurnFromHand(who=who):
                yield "burn", _REACH.get(who, they)
            case Recover(who=who):
                yield "recover", _REACH.get(who, they)
            case Skip(who=who):
                yield "skip", _REACH.get(who, they)
            case SetColor() | ChooseColor(bind=""):
                yield "color", _SELF
            case Defeat():
                yield "defeat", _BOTH
            case Destroy():
                yield "destroy", _BOTH
            case PlayAgain():
                yield "play", _SELF
            case OnlyIf(do=do, otherwise=otherwise):
                yield from _moments((*do, *otherwise), they)
            case ForEach(do=do, who=who):
                yield from _moments(do, _REACH.get(who, they) if who else they)
            case _:
                pass
