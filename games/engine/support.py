"""Check that the engine can carry out every part of an edition's cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from cards.language.abilities import Ability, Replacement, Suppression, Trigger
from cards.language.cards import EditionDef
from cards.language.effects import Effect, When
from games.engine.variants import Variant

_ONE_PACK_MOMENTS: Final = {"play", "draw", "color", "skip"}
_ONE_PACK_INTENTS: Final = {"draw", "skip"}
_ONE_PACK_TALLIES: Final = {"others"}

_OF_TABLE: Final = {"who", "burned_at_least", "has", "holds"}
_OF_CHOICE: Final = _OF_TABLE | {"owner", "played", "card"}
_OF_TRIGGER: Final = _OF_TABLE | {"played", "card", "cause", "count_at_least"}
_OF_INTENT: Final = _OF_TABLE | {"cause", "by", "count_at_least"}


class RulesetError(Exception):
    """An edition cannot be played; the message says why."""


def check_supported(variant: Variant, edition: EditionDef) -> None:
    """Raise ``RulesetError`` for a part of a card that the engine would ignore."""
    for card in edition.cards:
        found = [*_in_script(variant, card.effects, f"{card.code}.effects")]
        for index, ability in enumerate(card.abilities):
            found += _in_ability(variant, ability, f"{card.code}.abilities[{index}]")
        if found:
            raise RulesetError(found[0])


def _in_script(variant: Variant, effects: tuple[Effect, ...], path: str) -> Iterator[str]:
    for at, effect in enumerate(effects):
        here = f"{path}[{at}]"
        if not variant.own_decks and _needs_decks(effect):
            yield f"{here}: no player has a deck or meets dangers in {variant.name}"
        for part in effect.parts:
            if part.condition:
                path_of_when, when = part.condition
                yield from _in_when(when, f"{here}.{path_of_when}", _OF_CHOICE)
            yield from _in_script(variant, part.do, f"{here}.{part.path}")


def _needs_decks(effect: Effect) -> bool:
    counts = [getattr(effect, name, None) for name in ("count", "times")]
    conditions = [part.condition.when for part in effect.parts if part.condition]
    return (
        effect.traits.needs_decks
        or any(isinstance(count, str) and count not in _ONE_PACK_TALLIES for count in counts)
        or any(when.has or when.burned_at_least for when in conditions)
    )


def _in_ability(variant: Variant, ability: Ability, path: str) -> Iterator[str]:
    when = getattr(ability, "when", None)
    if not variant.own_decks and (
        isinstance(ability, Suppression)
        or (isinstance(ability, Trigger) and not set(ability.on) <= _ONE_PACK_MOMENTS)
        or (isinstance(ability, Replacement) and not set(ability.instead_of) <= _ONE_PACK_INTENTS)
        or (when is not None and (when.has or when.burned_at_least))
    ):
        yield f"{path}: it speaks of what no player has or does in {variant.name}"
    match ability:
        case Trigger():
            yield from _in_when(ability.when, path, _OF_TRIGGER)
            yield from _in_script(variant, ability.do, f"{path}.do")
        case Replacement():
            yield from _in_when(ability.when, path, _OF_INTENT)


def _in_when(when: When | None, path: str, known: set[str]) -> Iterator[str]:
    if when is None:
        return
    default = When()
    for name in sorted(set(msgspec.structs.asdict(when)) - known):
        if getattr(when, name) != getattr(default, name):
            yield f"{path}: the condition {name} cannot be asked here"
