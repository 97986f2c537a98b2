"""A change about to happen, and the replacements that edit it before it does."""

from __future__ import annotations

from typing import Final

import msgspec

from cards.language.abilities import Replacement
from cards.language.effects import When
from games.engine.prompts import Intent
from games.engine.queries import Standing, holds, in_turn_order, speaks_to, standing
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import Seat

LAYERS: Final = ("prevent", "redirect", "increase", "reduce")
"""The order in which replacements apply (ultimate.modify)."""


def next_replacement(ruleset: Ruleset, state: State, intent: Intent) -> Standing | None:
    """The replacement that applies next to an intent for which there are any.

    By layer, the affected seat's own first, then in turn order; of one seat those that are no
    choice first (ultimate.two-reducers).
    """
    fitting = [
        one
        for one in standing(ruleset, state, ruleset.replacements[intent.verb], intent.seat)
        if _fits(ruleset, state, one, intent)
    ]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    order = {seat: rank for rank, seat in enumerate(in_turn_order(state, state.current))}
    return min(
        fitting,
        key=lambda one: (
            LAYERS.index(layer(one.ability)),
            one.seat != intent.seat,
            order.get(one.seat, state.seats),
            getattr(one.ability, "may", False),
        ),
    )


def layer(ability: object) -> str:
    """Which of the four a replacement is."""
    return next(name for name in LAYERS if getattr(ability, name))


def _fits(ruleset: Ruleset, state: State, one: Standing, intent: Intent) -> bool:
    ability = one.ability
    return (
        isinstance(ability, Replacement)
        and one.name not in intent.applied
        and speaks_to(ability.whose, one.seat, intent.seat)
        and _changes(ability, intent)
        and (ability.when is None or _holds(ruleset, state, ability.when, one, intent))
    )


def _changes(ability: Replacement, intent: Intent) -> bool:
    """What has no number is not made more or fewer; a choice that would change nothing is none."""
    if ability.prevent or ability.redirect:
        return True
    if intent.until is not None:
        return False
    return not ability.may or _count(ability, intent) != intent.count


def _count(ability: Replacement, intent: Intent) -> int:
    return max(intent.count + ability.increase - ability.reduce, intent.floor, 0)


def _holds(ruleset: Ruleset, state: State, when: When, one: Standing, intent: Intent) -> bool:
    return (
        intent.count >= when.count_at_least
        and (not when.cause or intent.cause.kind in when.cause)
        and (not when.by or (when.by == "self") == (intent.cause.seat == one.seat))
        and holds(ruleset, state, when, one.seat, bound=one.bound)
    )


def changed(intent: Intent, one: Standing, target: Seat | None = None) -> Intent | None:
    """The intent after a replacement has been applied, or None when it is prevented."""
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
