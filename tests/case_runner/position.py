"""Build the state of a case: the rules of its table, and the facts that lead to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from cards.language import EditionDef
from games.engine import (
    VARIANTS,
    Card,
    Fact,
    OptionError,
    Ruleset,
    Setup,
    State,
    Zone,
    compile_ruleset,
    fold,
    read_options,
)
from games.engine.facts import (
    CardsPlaced,
    ColorChanged,
    DirectionChanged,
    EnemyCame,
    GameStarted,
    RoundBegan,
    ScoreChanged,
    SeatOut,
    SkipChanged,
    TurnBegan,
    UnoChanged,
)
from games.engine.ruleset import HeroError, read_heroes
from games.engine.zones import DISCARD, ENEMY, HAND
from tests.case_runner.classic_position import place_pack
from tests.case_runner.shape import CaseError, Given
from tests.case_runner.ultimate_position import place_decks

BEFORE: Final = 0
"""The arrival turn of an Enemy that came before this turn."""


def ruleset_for(
    name: str,
    edition: EditionDef,
    players: int,
    options: Mapping[str, object],
    heroes: Sequence[str] = (),
) -> Ruleset:
    """Return the ruleset of a table; raises ``CaseError`` for invalid options or heroes.

    Heroes that are not named are random.
    """
    try:
        complete = read_options(VARIANTS[edition.variant], options, players)
        seated = read_heroes(edition, heroes, players)
        setup = Setup(edition.variant, edition.code, players, complete, seated)
        return compile_ruleset(edition, setup)
    except OptionError as error:
        raise CaseError(f"{name}: option {error}") from error
    except HeroError as error:
        raise CaseError(f"{name}: {error}") from error


def setup_for(edition: EditionDef, players: int, ruleset: Ruleset) -> Setup:
    """Return the setup of a game with these rules."""
    options = msgspec.to_builtins(ruleset.options)
    known = {option.name for option in ruleset.variant.options}
    chosen = {name: value for name, value in options.items() if name in known}
    return Setup(edition.variant, edition.code, players, chosen, ruleset.heroes)


def given_state(ruleset: Ruleset, given: Given) -> State:
    """Return the state of a position, in which every card of the box is in a zone."""
    return fold(State(), _position(ruleset, given))


def _position(ruleset: Ruleset, given: Given) -> Iterator[Fact]:
    """Return the facts that lead to a position."""
    seats = ruleset.seats
    yield GameStarted(setup_for(ruleset.edition, seats, ruleset))
    has_decks = ruleset.variant.own_decks
    zones = place_decks(ruleset, given) if has_decks else place_pack(ruleset, given)
    yield from (CardsPlaced(zone, cards) for zone, cards in zones.items() if cards)
    last = None if has_decks else seats - 1
    yield RoundBegan(1, last if given.dealer is None else given.dealer)
    if given.direction == "counter":
        yield DirectionChanged(-1)
    if color := _color(ruleset, given, zones):
        yield ColorChanged(color)
    yield from (ScoreChanged(seat, score, score) for seat, score in given.scores.items() if score)
    yield from (SeatOut(seat, "resigned", 1) for seat in given.out_before)
    yield from (SkipChanged(seat, True) for seat in given.skipped)
    yield from _uno(ruleset, given, zones)
    if given.current in given.out_before:
        raise CaseError(f"seat {given.current} is out and has no turn")
    yield TurnBegan(given.current)
    now = BEFORE + 1
    for seat in range(seats):
        if zones.get(ENEMY[seat]):
            is_new = seat in given.enemies_arrived_this_turn
            yield EnemyCame(seat, now if is_new else BEFORE)
    yield ruleset.turn_prompts[given.current]


def _color(ruleset: Ruleset, given: Given, zones: dict[Zone, tuple[Card, ...]]) -> str:
    """Return the color in play, none before the first card."""
    pile = zones[DISCARD]
    if not pile:
        if given.color:
            raise CaseError("no color is in play before the first card")
        return ""
    color = given.color or ruleset.color[pile[-1]]
    if not color:
        raise CaseError(f"no color is given for {pile[-1]}")
    return color


def _uno(
    ruleset: Ruleset, given: Given, zones: dict[Zone, tuple[Card, ...]]
) -> Iterator[UnoChanged]:
    """Return the UNO status of each seat: exposed if the case says so, else missed."""
    for seat in range(ruleset.seats):
        if len(zones.get(HAND[seat], ())) == 1:
            yield UnoChanged(seat, "exposed" if seat in given.exposed else "missed")
        elif seat in given.exposed:
            raise CaseError(f"seat {seat} is exposed without having one card")
