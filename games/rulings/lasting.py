"""Complete lasting effects that are written by hand from the texts of their cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, assert_never

import msgspec
from msgspec import Meta

from cards.language.effects import ChooseMode, Grant, Verb
from games.engine import Ruleset
from games.engine.bindings import Bound
from games.engine.facts import LastingEffect

Key = Annotated[int, Meta(ge=0, le=1_000_000)]
Name = Annotated[str, Meta(max_length=80)]


class LastingEffectRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lasting effect, as in ``position/`` or by hand: card, seat, named values.

    Omitted members follow from the text of the card: which ability lasts, until when, with how many
    uses. ``named`` are the choices that the card remembers, ``bound`` the same with the names that
    the text gives them. Without ``key`` it is the next number.
    """

    card: Name
    seat: Annotated[int, Meta(ge=0, le=9)]
    named: Name | list[Name] | None = None
    key: Key | None = None
    ability: Annotated[int, Meta(ge=0, le=1_000)] | None = None
    until: Name | None = None
    uses: Annotated[int, Meta(ge=0, le=1_000)] | None = None
    bound: list[tuple[Name, Name]] | None = None


class LastingError(Exception):
    """A lasting effect that its card cannot begin: wrong member, expected value."""

    def __init__(self, member: str, expected: str) -> None:
        super().__init__(f"{member}: {expected}")
        self.member = member
        self.expected = expected


def completed(ruleset: Ruleset, given: LastingEffectRequest, key: int) -> LastingEffect:
    """Return a complete lasting effect, with ``key`` if it names none.

    Raises ``LastingError``.
    """
    grant = _grant(ruleset, given)
    if given.key == 0:
        raise LastingError("key", "1, 2, 3 …")
    return LastingEffect(
        key=key if given.key is None else given.key,
        card=given.card,
        ability=grant.ability,
        seat=given.seat,
        until=grant.until,
        uses=_uses(given, grant),
        bound=_bound(ruleset, given, grant),
    )


def _grant(ruleset: Ruleset, given: LastingEffectRequest) -> Grant:
    """Return the effect of the card by which the ability begins to last."""
    grants = [step for step in _steps(ruleset, given.card) if isinstance(step, Grant)]
    if not grants:
        raise LastingError("card", ", ".join(sorted(_lasting_cards(ruleset))) or "–")
    for member in ("ability", "until"):
        wanted = getattr(given, member)
        known = [getattr(grant, member) for grant in grants]
        if wanted is not None and wanted not in known:
            raise LastingError(member, " | ".join(map(str, dict.fromkeys(known))))
        grants = [grant for grant in grants if wanted in (None, getattr(grant, member))]
        if not grants:
            raise LastingError(member, "–")
    return grants[0]


def _lasting_cards(ruleset: Ruleset) -> set[str]:
    return {
        path.partition(".")[0]
        for path, steps in ruleset.scripts.items()
        if any(isinstance(step, Grant) for step in steps)
    }


def _uses(given: LastingEffectRequest, grant: Grant) -> int:
    """Return how many uses are left: at most those of the text, 0 for no limit."""
    if given.uses is None:
        return grant.uses
    if given.uses > grant.uses or (grant.uses and not given.uses):
        raise LastingError("uses", f"1 … {grant.uses}" if grant.uses else "0")
    return given.uses


def _bound(ruleset: Ruleset, given: LastingEffectRequest, grant: Grant) -> Bound:
    """Return the names that the ability remembers, each with a value that it can have."""
    choices = {name: _choices(ruleset, given.card, name) for name in grant.remember}
    if given.bound is not None:
        member, pairs = "bound", given.bound
    else:
        member, pairs = "named", _named(given, grant)
    values = dict(pairs)
    if (
        (given.bound is not None and given.named is not None)
        or sorted(name for name, _ in pairs) != sorted(choices)
        or any(values[name] not in choices[name] for name in choices)
    ):
        raise LastingError(member, _expected(choices, member))
    return tuple((name, values[name]) for name in grant.remember)


def _named(given: LastingEffectRequest, grant: Grant) -> list[tuple[str, str]]:
    """Return the named values, each with its name; "" for one too many."""
    values = [given.named] if isinstance(given.named, str) else given.named or []
    names = (*grant.remember, *[""] * len(values))
    return list(zip(names, values, strict=False))


def _expected(choices: dict[str, list[str]], member: str) -> str:
    """Return what may be named, in the order of the names."""
    return (
        ", ".join(
            (f"{name}: " if member == "bound" else "") + " | ".join(values)
            for name, values in choices.items()
        )
        or "–"
    )


def _choices(ruleset: Ruleset, card: str, name: str) -> list[str]:
    """Return the values that a name of a card can have, by the choice that binds it."""
    found = [*_values(ruleset, card, name)]
    return sorted(set(found))


def _values(ruleset: Ruleset, card: str, name: str) -> Iterator[str]:
    for step in _steps(ruleset, card):
        if isinstance(step, Verb) and getattr(step, "bind", "") == name:
            yield from _values_of(ruleset, step)


def _values_of(ruleset: Ruleset, step: Verb) -> Iterator[str]:
    """Yield the values that a choice can bind."""
    match step.binds:
        case "a word":
            modes = step.modes if isinstance(step, ChooseMode) else ()
            yield from (mode.name for mode in modes)
        case "a color":
            yield from ruleset.edition.colors
        case "a player":
            yield from map(str, range(ruleset.seats))
        case "an item" | "an enemy" as sort:
            yield from (code for code, kind in ruleset.kind.items() if sort == f"an {kind}")
        case "a symbol":
            yield from (
                ruleset.symbol[card] for card, kind in ruleset.kind.items() if kind == "number"
            )
        case "a number of cards removed" | "":
            pass
        case _:
            assert_never(step.binds)


def _steps(ruleset: Ruleset, card: str) -> Iterator[Any]:
    """Yield every effect in the text of a card."""
    for path, steps in ruleset.scripts.items():
        if path.startswith((f"{card}.effects", f"{card}.abilities[")):
            yield from steps
