"""Find parts of cards that the game of an edition cannot carry out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from cards.language.abilities import Ability, Replacement, Suppression, Trigger
from cards.language.cards import CardDef
from cards.language.effects import Effect, When
from cards.language.lint_findings import LintFinding, finding

ONE_PACK: Final = frozenset({"avengers", "xmen"})
"""The variants in which all players share one pack: no player has a deck or meets dangers."""

_NEEDS: Final = {
    **dict.fromkeys(("add", "burn", "recover", "burned_at_least"), "decks"),
    **dict.fromkeys(("reveal", "destroy", "defeat", "attack", "has"), "dangers"),
    **dict.fromkeys(("items", "enemies", "removed"), "dangers"),
    **dict.fromkeys(("turn_start", "turn_end"), "turn-moments"),
}
"""What a game must have for moments, intents, tallies and conditions."""

_OF_TABLE: Final = {"who", "burned_at_least", "has", "holds"}
_OF_CHOICE: Final = _OF_TABLE | {"owner", "played", "card"}
_OF_TRIGGER: Final = _OF_TABLE | {"played", "card", "cause", "count_at_least"}
_OF_INTENT: Final = _OF_TABLE | {"cause", "by", "count_at_least"}


def unsupported(card: CardDef, path: str, *, one_pack: bool) -> Iterator[LintFinding]:
    """Yield what of a card a game cannot carry out, or would ignore.

    ``one_pack``: all players share one pack.
    """
    yield from _in_script(card.effects, f"{path}.effects", one_pack)
    for index, ability in enumerate(card.abilities):
        yield from _in_ability(ability, f"{path}.abilities[{index}]", one_pack)


def _in_script(effects: Sequence[Effect], path: str, one_pack: bool) -> Iterator[LintFinding]:
    for at, effect in enumerate(effects):
        here = f"{path}[{at}]"
        if one_pack:
            yield from _in_effect(effect, here)
        for part in effect.parts:
            if part.condition:
                path_of_when, when = part.condition
                yield from _in_when(when, f"{here}.{path_of_when}", _OF_CHOICE, one_pack)
            yield from _in_script(part.do, f"{here}.{part.path}", one_pack)


def _in_effect(effect: Effect, path: str) -> Iterator[LintFinding]:
    if effect.traits.needs:
        yield finding(path, f"needs-{effect.traits.needs}", what=effect.__struct_config__.tag)
    for name in ("count", "times"):
        yield from _in_values([str(getattr(effect, name, ""))], f"{path}.{name}")


def _in_values(values: Sequence[str], path: str) -> Iterator[LintFinding]:
    for value in values:
        if value in _NEEDS:
            yield finding(path, f"needs-{_NEEDS[value]}", what=value)


def _in_ability(ability: Ability, path: str, one_pack: bool) -> Iterator[LintFinding]:
    match ability:
        case Trigger():
            if one_pack:
                yield from _in_values(ability.on, f"{path}.on")
            yield from _in_when(ability.when, f"{path}.when", _OF_TRIGGER, one_pack)
            yield from _in_script(ability.do, f"{path}.do", one_pack)
        case Replacement():
            if one_pack:
                yield from _in_values(ability.instead_of, f"{path}.instead_of")
            yield from _in_when(ability.when, f"{path}.when", _OF_INTENT, one_pack)
        case Suppression() if one_pack:
            yield finding(path, "needs-dangers", what="suppression")


def _in_when(
    when: When | None, path: str, known: set[str], one_pack: bool
) -> Iterator[LintFinding]:
    if when is None:
        return
    default = When()
    for name in sorted(msgspec.structs.asdict(when)):
        if getattr(when, name) == getattr(default, name):
            continue
        if name not in known:
            yield finding(f"{path}.{name}", "out-of-place", field=name)
        elif one_pack:
            yield from _in_values([name], f"{path}.{name}")
