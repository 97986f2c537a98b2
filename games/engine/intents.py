"""Find and apply the replacements that edit an intent before it is carried out."""

from __future__ import annotations

from typing import Final

import msgspec

from cards.language.abilities import Replacement
from cards.language.effects import When
from games.engine.prompts import Intent
from games.engine.queries import (
    ActiveAbility,
    active_abilities,
    applies_to,
    condition_holds,
    in_turn_order,
)
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import Seat

LAYERS: Final = ("prevent", "redirect", "increase", "reduce")
"""The order in which replacements apply (ultimate.modify)."""


def next_replacement(ruleset: Ruleset, state: State, intent: Intent) -> ActiveAbility | None:
    """Return the replacement that applies next to an intent; None if none is left.

    They are ordered by layer, then by seat: the affected seat first, the others in turn order. Of
    one seat, those that are not optional come first (ultimate.two-reducers).
    """
    applicable = [
        one
        for one in active_abilities(ruleset, state, ruleset.replacements[intent.verb], intent.seat)
        if _applies(ruleset, state, one, intent)
    ]
    if len(applicable) < 2:
        return applicable[0] if applicable else None
    order = {seat: rank for rank, seat in enumerate(in_turn_order(state, state.current))}
    return min(
        applicable,
        key=lambda one: (
            LAYERS.index(layer(one.ability)),
            one.seat != intent.seat,
            order.get(one.seat, state.seats),
            getattr(one.ability, "may", False),
        ),
    )


def layer(ability: object) -> str:
    """Return which of the four layers a replacement is in."""
    return next(name for name in LAYERS if getattr(ability, name))


def _applies(ruleset: Ruleset, state: State, one: ActiveAbility, intent: Intent) -> bool:
    ability = one.ability
    return (
        isinstance(ability, Replacement)
        and not (intent.applied and one.name in intent.applied)
        and applies_to(ability.whose, one.seat, intent.seat)
        and _changes(ability, intent)
        and (ability.when is None or _holds(ruleset, state, ability.when, one, intent))
    )


def _changes(ability: Replacement, intent: Intent) -> bool:
    """Whether a replacement changes an intent.

    An intent without a number is not increased or reduced; an optional change to the same number
    is not offered.
    """
    if ability.prevent or ability.redirect:
        return True
    if intent.until is not None:
        return False
    return not ability.may or _count(ability, intent) != intent.count


def _count(ability: Replacement, intent: Intent) -> int:
    return max(intent.count + ability.increase - ability.reduce, intent.floor, 0)


def _holds(ruleset: Ruleset, state: State, when: When, one: ActiveAbility, intent: Intent) -> bool:
    return (
        intent.count >= when.count_at_least
        and (not when.cause or intent.cause.kind in when.cause)
        and (not when.by or (when.by == "self") == (intent.cause.seat == one.seat))
        and condition_holds(ruleset, state, when, one.seat, bound=one.bound)
    )


def apply_replacement(
    intent: Intent, one: ActiveAbility, target: Seat | None = None
) -> Intent | None:
    """Return the intent after a replacement; None if it is prevented."""
    ability = one.ability
    if not isinstance(ability, Replacement) or ability.prevent:
        return None
    count = intent.count if ability.redirect else _count(ability, intent)
    return msgspec.structs.replace(
        intent,
        seat=intent.seat if target is None else target,
        count=count,
        applied=(*intent.applied, one.name),
    )
