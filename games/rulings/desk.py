"""Rule on a move in a given position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from cards.selectors import text_of
from games.engine import (
    VARIANTS,
    Card,
    Chance,
    Decision,
    Fact,
    HeroError,
    IllegalMove,
    Move,
    Ruleset,
    RulesetError,
    Ruling,
    Seat,
    Setup,
    State,
    compile_ruleset,
    decide,
    foresee,
    legal_moves,
    read_heroes,
)
from games.engine.moves import ANSWERS
from games.errors import Params, SetupRefused
from games.ledger import rulesets
from games.play.seating import options_text, published_edition
from games.rulings.filling import Box, box_of
from games.rulings.grounds import permitting
from games.rulings.open_questions import CANNOT_BE
from games.rulings.position_request import PositionFlaw, PositionRefused, PositionRequest
from games.rulings.state_building import build_state

SEED: Final = bytes(32)
"""The seed of shuffles if the request names none: thirty-two zero bytes."""


@dataclass(frozen=True, slots=True)
class Case:
    """A table and a position at it."""

    variant: str
    seats: int
    position: PositionRequest
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    heroes: tuple[str, ...] = ()


class RuledEvent(NamedTuple):
    """A legal move, or an answer that came with it, and its results."""

    move: Move
    before: State
    decision: Decision


@dataclass(frozen=True, slots=True)
class DeskVerdict:
    """The ruling on a move.

    A legal move has ``events``, of itself and of the answers that came with it, and the state
    after; an illegal one has the refusal and the state before. ``permitted_by`` are the rules that
    permit a legal move. ``filled`` are the zones whose cards were dealt by chance; ``unused`` are
    the choices that no question used.
    """

    edition: str
    ruleset: Ruleset
    state: State
    filled: tuple[str, ...]
    events: tuple[RuledEvent, ...] = ()
    refusal: IllegalMove | None = None
    unused: tuple[str, ...] = ()
    permitted_by: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that the move causes."""
        return tuple(fact for event in self.events for fact in event.decision.facts)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings behind the facts, each at its place among all of them."""
        found: list[Ruling] = []
        before = 0
        for event in self.events:
            later = event.decision.rulings
            found += [msgspec.structs.replace(one, at=one.at + before) for one in later]
            before += len(event.decision.facts)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class OpenedCase:
    """A case with the ruleset of the table and the state before the move.

    ``has_own_questions``: the open questions come from the position. ``is_hidden``: the position
    does not have the options of the question to be answered next.
    """

    edition: str
    ruleset: Ruleset
    state: State
    filled: tuple[str, ...]
    chance: Chance
    has_own_questions: bool
    is_hidden: bool = False

    def awaited_seat(self) -> int:
        """Return the seat whose answer is awaited, else the one whose turn it is."""
        prompts = self.state.prompts
        return prompts[-1].seat if prompts else self.state.current


def asked_seat(position: PositionRequest) -> Seat:
    """Return the seat whose answer a position waits for.

    Else the one whose turn it is.
    """
    return position.prompts[-1].seat if position.prompts else position.current


@dataclass(frozen=True, slots=True)
class Setting:
    """A table: an edition, the options as stored, and the heroes by seat."""

    variant: str
    edition: str
    seats: int
    options: str
    heroes: tuple[str, ...]


def setting_of(case: Case) -> Setting:
    """Return the table of a case; raises ``SetupRefused``."""
    variant = VARIANTS.get(case.variant)
    if variant is None:
        raise SetupRefused("unknown_variant", "/variant", {"choices": ", ".join(VARIANTS)})
    if not variant.fewest <= case.seats <= variant.most:
        limits = {"seats": case.seats, "least": variant.fewest, "most": variant.most}
        raise SetupRefused("seats_out_of_range", "/seats", limits, rule="common.seats")
    options = options_text(variant, case.options, case.seats)
    edition = published_edition(case.variant, case.edition).hash
    heroes = _read_heroes(case, edition)
    return Setting(case.variant, edition, case.seats, options, heroes)


def open_position(
    table: Setting,
    position: PositionRequest,
    seed: bytes = SEED,
    held: tuple[Seat, Card] | None = None,
) -> OpenedCase:
    """Return the state of a position at a table.

    ``held`` is a card that a seat is about to play from a hand that the position may not name.
    Raises ``SetupRefused`` or ``PositionRefused``.
    """
    try:
        ruleset, box = _table(table)
    except RulesetError as error:
        params: Params = {"seats": table.seats, "variant": table.variant}
        raise SetupRefused("edition_not_playable", "/edition", params) from error
    chance = Chance(seed)
    built = build_state(ruleset, box, position, chance, held)
    prompts = position.prompts
    return OpenedCase(
        edition=table.edition,
        ruleset=ruleset,
        state=built.state,
        filled=built.filled,
        chance=chance,
        has_own_questions=bool(prompts),
        is_hidden=bool(prompts) and prompts[-1].is_redacted,
    )


def _read_heroes(case: Case, edition: str) -> tuple[str, ...]:
    given = case.heroes or heroes_in(case.position, case.seats)
    try:
        heroes = read_heroes(text_of(edition), given, case.seats)
    except HeroError as error:
        raise SetupRefused(error.code, "/heroes", error.params) from error
    if "" in heroes:
        raise SetupRefused("hero_needed", "/heroes", {"seat": heroes.index("")})
    return heroes


def heroes_in(position: PositionRequest, seats: int) -> tuple[str, ...]:
    """Return the heroes in front of the seats; none if the position names none."""
    placed = [position.cards.get(f"hero:{seat}", []) for seat in range(seats)]
    return tuple(cards[0] if cards else "" for cards in placed) if any(placed) else ()


@lru_cache(maxsize=64)
def _table(table: Setting) -> tuple[Ruleset, Box]:
    """Return the rules of a table and its box.

    Cached apart from those of games being played.
    """
    setup = Setup(
        variant=table.variant,
        edition=table.edition,
        seats=table.seats,
        options=rulesets.read_stored_options(table.options),
        heroes=table.heroes,
    )
    ruleset = compile_ruleset(text_of(table.edition), setup)
    return ruleset, box_of(ruleset)


def rule(opened: OpenedCase, move: Move, choices: Mapping[str, object]) -> DeskVerdict:
    """Rule on a move and on the answers that come with it; nothing is stored.

    Raises ``PositionRefused`` if an open question is not one that the rules
    have asked, or its options are hidden and the move answers it.
    """
    prompts = opened.state.prompts
    if opened.is_hidden and type(move) in ANSWERS and move.seat == prompts[-1].seat:
        params: dict[str, str | int] = {"seat": move.seat}
        pointer = f"/prompts/{len(prompts) - 1}"
        raise PositionRefused([PositionFlaw("hidden_question", pointer, params)])
    foreseen = foresee(opened.state, move, choices)
    ruling = DeskVerdict(opened.edition, opened.ruleset, opened.state, opened.filled)
    upcoming: Move | None = move
    while upcoming is not None:
        try:
            ruling = _after(ruling, upcoming, opened.chance)
            _check_observable(ruling)
        except IllegalMove as refusal:
            return replace(ruling, state=opened.state, events=(), refusal=refusal)
        except CANNOT_BE as error:
            if not opened.has_own_questions:
                raise
            raise PositionRefused([PositionFlaw("impossible_prompt", "/prompts", {})]) from error
        answer = foreseen.answer(ruling.state)
        upcoming = None if answer is None else answer.move
    grounds = permitting(opened.ruleset, opened.state, move)
    return replace(ruling, unused=foreseen.unused(), permitted_by=grounds)


def _after(ruling: DeskVerdict, move: Move, chance: Chance) -> DeskVerdict:
    """Return a ruling with the result of a further move added."""
    decision = decide(ruling.ruleset, ruling.state, move, chance)
    made = RuledEvent(move, ruling.state, decision)
    return replace(ruling, state=decision.state, events=(*ruling.events, made))


def _check_observable(ruling: DeskVerdict) -> None:
    """List the legal moves; raises if the work behind a question is invalid."""
    state = ruling.state
    if state.prompts:
        legal_moves(ruling.ruleset, state, state.prompts[-1].seat)
