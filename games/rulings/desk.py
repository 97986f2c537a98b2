"""Ruling on a move in a given position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

import msgspec

from cards.selectors import text_of
from games import rulesets
from games.engine import (
    VARIANTS,
    Chance,
    EndlessEffect,
    Fact,
    IllegalMove,
    Move,
    Ruleset,
    RulesetError,
    Ruling,
    Setup,
    State,
    compile_ruleset,
    decide,
    foresee,
    legal_moves,
)
from games.engine.ruleset import HeroError, read_heroes
from games.errors import GameError, Params, SetupRefused
from games.rulings.filling import Box, box_of
from games.rulings.laying import lay
from games.rulings.positions import PositionAsked, PositionFlaw, PositionRefused
from games.rulings.questions import CANNOT_BE
from games.seating import options_text, published_edition

SEED: Final = bytes(32)
"""The seed of shuffles where nobody names one: thirty-two zero bytes."""


class EndlessMove(GameError):
    """What the move sets off never comes to an end."""

    code = "endless_effect"
    status = 422


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked: a table, a position, and a move in it."""

    variant: str
    seats: int
    position: PositionAsked
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    heroes: tuple[str, ...] = ()
    seed: bytes = SEED


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a move.

    A legal one has facts, the rulings behind them and the state after; an illegal one the refusal,
    and the state as it was. ``filled`` are the zones whose cards chance laid; ``unused`` the
    choices that nobody asked for.
    """

    edition: str
    ruleset: Ruleset
    state: State
    filled: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    refusal: IllegalMove | None = None
    unused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A case as it lies on the desk: the rules of the table, and the state before the move."""

    edition: str
    ruleset: Ruleset
    state: State
    filled: tuple[str, ...]
    chance: Chance
    has_own_questions: bool

    def asked(self) -> int:
        """Whose answer is awaited; else whose turn it is."""
        prompts = self.state.prompts
        return prompts[-1].seat if prompts else self.state.current


def open_case(case: Case) -> Opened:
    """Lay the position; raises ``SetupRefused`` or ``PositionRefused``."""
    variant = VARIANTS.get(case.variant)
    if variant is None:
        raise SetupRefused("unknown_variant", "/variant", {"choices": ", ".join(VARIANTS)})
    if not variant.fewest <= case.seats <= variant.most:
        limits = {"seats": case.seats, "least": variant.fewest, "most": variant.most}
        raise SetupRefused("seats_out_of_range", "/seats", limits, rule="common.seats")
    options = options_text(variant, case.options, case.seats)
    edition = published_edition(case.variant, case.edition).hash
    try:
        heroes = read_heroes(text_of(edition), case.heroes or _heroes_of(case), case.seats)
    except HeroError as error:
        raise SetupRefused(error.code, "/heroes", error.params) from error
    if "" in heroes:
        raise SetupRefused("hero_needed", "/heroes", {"seat": heroes.index("")})
    try:
        ruleset, box = _table(case.variant, edition, case.seats, options, heroes)
    except RulesetError as error:
        params: Params = {"seats": case.seats, "variant": case.variant}
        raise SetupRefused("edition_not_playable", "/edition", params) from error
    chance = Chance(case.seed)
    laid = lay(ruleset, box, case.position, chance)
    asks = bool(case.position.prompts)
    return Opened(edition, ruleset, laid.state, laid.filled, chance, asks)


def _heroes_of(case: Case) -> tuple[str, ...]:
    """The heroes that lie in front of the seats; none where no position names one."""
    lying = [case.position.cards.get(f"hero:{seat}", []) for seat in range(case.seats)]
    return tuple(cards[0] if cards else "" for cards in lying) if any(lying) else ()


@lru_cache(maxsize=64)
def _table(
    variant: str, edition: str, seats: int, options: str, heroes: tuple[str, ...]
) -> tuple[Ruleset, Box]:
    """The rules of a table and its box; kept apart from those of the games that are played."""
    read = rulesets.read_stored_options(options)
    setup = Setup(variant=variant, edition=edition, seats=seats, options=read, heroes=heroes)
    ruleset = compile_ruleset(text_of(edition), setup)
    return ruleset, box_of(ruleset)


def rule(opened: Opened, move: Move, choices: Mapping[str, object]) -> Verdict:
    """Rule on a move and on the answers that come with it; nothing is stored.

    Raises ``EndlessMove``, and ``PositionRefused`` where an open question turns out to be none that
    the rules have asked.
    """
    foreseen = foresee(opened.state, move, choices)
    ruling = Verdict(opened.edition, opened.ruleset, opened.state, opened.filled)
    upcoming: Move | None = move
    while upcoming is not None:
        try:
            ruling = _after(ruling, upcoming, opened.chance)
            _look_at(ruling)
        except IllegalMove as refusal:
            return replace(ruling, state=opened.state, facts=(), rulings=(), refusal=refusal)
        except EndlessEffect as error:
            raise EndlessMove from error
        except CANNOT_BE as error:
            if not opened.has_own_questions:
                raise
            raise PositionRefused([PositionFlaw("impossible_prompt", "/prompts", {})]) from error
        upcoming = foreseen.answer(ruling.state)
    return replace(ruling, unused=foreseen.unused())


def _after(ruling: Verdict, move: Move, chance: Chance) -> Verdict:
    """What a further move adds."""
    decision = decide(ruling.ruleset, ruling.state, move, chance)
    before = len(ruling.facts)
    later = (msgspec.structs.replace(one, at=one.at + before) for one in decision.rulings)
    return replace(
        ruling,
        state=decision.state,
        facts=ruling.facts + decision.facts,
        rulings=(*ruling.rulings, *later),
    )


def _look_at(ruling: Verdict) -> None:
    """See whether the position after can be told; work left behind by no rule may spoil it."""
    state = ruling.state
    if state.prompts:
        legal_moves(ruling.ruleset, state, state.prompts[-1].seat)
