"""What the pages of a tournament offer: only what the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from games.tournaments.rules.decide import (
    RIGHTS,
    awaited,
    base_part,
    can_enter,
    can_go_on,
    can_seed,
    most_seats,
)
from games.tournaments.rules.knockout import rounds_after
from games.tournaments.rules.tournament_facts import Role
from games.tournaments.rules.tournament_state import Given, State
from games.tournaments.selectors import Night, ShownTable
from games.wording.language import Language
from games.wording.tournament_rules import rule_title, rule_words, tournament_rulebook

MOST_LOST: Final = 6
"""The most points that one penalty takes: those of a win without the extra ones."""


def permitted(role: Role | None) -> frozenset[str]:
    """Return the acts that a role may do, by their tags."""
    allowed = (act for act, roles in RIGHTS.items() if role in roles)
    return frozenset(str(act.__struct_config__.tag) for act in allowed)


def desk_choices(night: Night, tables: Sequence[ShownTable], role: Role) -> dict[str, Any]:
    """Return what a role is offered at the desk, beside its acts."""
    state, may = night.state, permitted(role)
    recorded = {one.number for one in tables if _can_record(state, one, role)}
    untouched = {one.number for one in tables if one.is_untouched and state.last is not None}
    restarted = {one.number for one in tables if one.game and _is_running(state)}
    acted = recorded | (untouched if not may.isdisjoint(_seat_acts(state)) else set())
    corrects = role == "head" and state.stage != "cancelled"
    return {
        "may": may,
        "recorded": recorded,
        "can_change": len(untouched) > 1,
        "restarted": restarted if "restart" in may else set(),
        "acted": acted | (restarted if "restart" in may else set()),
        "corrects": corrects,
        "can_go_on": can_go_on(state),
        "can_enter": "enter" in may and can_enter(state),
        "can_seed": "seed" in may and can_seed(state),
        "losses": [(base_part(state.setup) * points, points) for points in range(1, MOST_LOST + 1)],
    }


def round_name(state: State, nth: int) -> str:
    """Return how a round is called; "" before the first."""
    if not nth:
        return ""
    if nth <= state.stage_rounds:
        return f"{pgettext('tournament', 'Round')} {nth}"
    one = state.rounds[nth - 1]
    after = rounds_after(one, state.setup, most_seats(state.setup))
    named = [_("Final"), _("Semi-final"), _("Quarter-final")]
    if after < len(named):
        return named[after]
    return _("Knockout, %(count)s players") % {"count": len(one.cut)}


def rules_to_break(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the rules that a penalty may be for, with their titles."""
    return tuple((rule.id, rule_words(rule.id, language)[0]) for rule in tournament_rulebook())


def penalties_of(
    state: State, language: Language, entry: int | None = None
) -> list[tuple[int, Given]]:
    """Return penalties by number, all or those of an entry, with titles of rules."""
    return [
        (number, replace(one, rule=rule_title(one.rule, language)))
        for number, one in enumerate(state.penalties, 1)
        if entry in (None, one.entry)
    ]


def own_choices(state: State, entry: int, language: Language) -> dict[str, Any]:
    """Return what a player may appeal against, with the penalties and appeals."""
    asked = {one.penalty for one in state.appeals}
    nth, last = len(state.rounds) + (state.last is None), state.last
    own = penalties_of(state, language, entry)
    return {
        "own_penalties": [one for _, one in own],
        "appealed": [(at, one) for at, one in own if _is_open(one, nth) and at not in asked],
        "own_appeals": [one for one in state.appeals if one.entry == entry],
        "rests": _rests(state, entry),
        "has_bye": last is not None and last.stage != "paired" and entry in last.byes,
        "can_appeal": not state.rounds or state.last is not None,
    }


def _rests(state: State, entry: int) -> bool:
    """Whether an entry has no table in the public round, or none in the next one."""
    last = state.last
    is_public = last is not None and last.stage != "paired"
    if len(state.rounds) + (last is None) > state.stage_rounds and not is_public:
        return entry not in awaited(state)
    is_fixed = state.setup.stage != "swiss" or len(state.rounds) > state.stage_rounds
    return is_public and is_fixed and entry not in state.rounds[-1].players


def _is_open(one: Given, nth: int) -> bool:
    return one.round >= nth and not one.is_withdrawn


def _is_running(state: State) -> bool:
    return state.last is not None and state.last.stage == "running"


def _seat_acts(state: State) -> set[str]:
    """Return the acts that may be done with a seat of a table in this round."""
    is_public = state.last is not None and state.last.stage != "paired"
    return {"move", "mark-absent"} if is_public else {"move"}


def _can_record(state: State, table: ShownTable, role: Role) -> bool:
    """Whether a role may record the places of a table, or correct them."""
    is_begun = state.last is None or state.last.stage == "running"
    if not is_begun or state.stage == "cancelled" or "record" not in permitted(role):
        return False
    return role == "head" or (table.status != "over" and state.last is not None)
