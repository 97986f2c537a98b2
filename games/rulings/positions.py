"""A position as people and programs write it, and the state that it means.

The format is that of the API's ``position/``; docs/rulings.md describes it. What is left out is
filled in: the cards that are named nowhere are dealt by chance, the open question is that of the
current seat's turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from cards.language.effects import Until
from games.engine import NOBODY, Chance, Prompt, Result, Ruleset, State
from games.engine.facts import LastingEffect
from games.engine.zones import (
    DANGER,
    DECK,
    DISCARD,
    DRAW,
    HAND,
    HERO,
    NO_COLOR,
    REMOVED,
    Card,
    Seat,
    Zone,
    all_zones,
)
from games.rulings.questions import problems_of_prompts, turn_prompts

DEAL: Final = 7
"""How many cards a hand has of which nothing is said."""

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Code = Annotated[str, Meta(max_length=80)]
Uno = Literal["", "exposed", "called", "missed"]


class ResultAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: SeatNumber | None
    why: Annotated[str, Meta(max_length=20)]


class PositionAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, as ``position/`` gives one or as written by hand; only ``cards`` says much.

    ``cards`` has the codes in a zone, the top one last; ``counts`` how many are in a zone that
    ``cards`` does not name. Where neither does, a hand has seven cards; the draw pile (or each
    deck) has all that is named nowhere, in an order by chance. Without ``color`` it is that of the
    top of the discard pile. ``uno`` has the standing of each seat; without it ``exposed`` names the
    seats that may be caught, and every other hand of one card is past catching. Without ``prompts``
    the current seat is to play. ``seq`` and ``view`` are passed over.
    """

    cards: dict[Code, list[Code]] = {}
    counts: dict[Code, Number] = {}
    current: SeatNumber = 0
    direction: Literal[1, -1] = 1
    color: Code | None = None
    round: Number = 1
    turn: Number = 1
    idle: Number = 0
    dealer: SeatNumber | None = None
    scores: list[Number] = []
    out: list[SeatNumber] = []
    skipped: list[SeatNumber] = []
    exposed: list[SeatNumber] = []
    uno: list[Uno] | None = None
    enemy_since: list[Annotated[int, Meta(ge=-1, le=1_000_000)]] = []
    lasting: Annotated[list[LastingEffect], Meta(max_length=100)] = []
    lasted: Number = 0
    prompts: Annotated[list[Prompt], Meta(max_length=10)] = []
    shuffles: Number = 0
    result: ResultAsked | None = None
    seq: Number = 0
    view: Annotated[str, Meta(max_length=20)] = ""


class PositionFlaw(msgspec.Struct, frozen=True):
    """One thing that a position cannot have: a stable code, a JSON pointer into the position."""

    code: str
    pointer: str
    params: dict[str, str | int]


class PositionRefused(Exception):
    """A position that no game could have; tells everything that is wrong with it."""

    def __init__(self, flaws: list[PositionFlaw]) -> None:
        super().__init__(", ".join(f"{flaw.code} {flaw.pointer}" for flaw in flaws))
        self.flaws = flaws


@dataclass(frozen=True, slots=True)
class Box:
    """The cards of a table: its zones, and which cards come into the game in which of them."""

    zones: frozenset[Zone]
    pools: dict[Zone, Counter[Card]]


def box_of(ruleset: Ruleset) -> Box:
    """The box of a table, at which every hero is known where there are any."""
    own_decks = ruleset.variant.own_decks
    zones = frozenset(all_zones(ruleset.seats, own_decks=own_decks))
    if not own_decks:
        return Box(zones, {DRAW: Counter(ruleset.box)})
    pools = {DECK[at]: Counter(ruleset.decks[hero]) for at, hero in enumerate(ruleset.heroes)}
    pools |= {HERO[at]: Counter([hero]) for at, hero in enumerate(ruleset.heroes)}
    pools[DANGER] = Counter(card for hero in ruleset.heroes for card in ruleset.dangers[hero])
    return Box(zones, pools)


@dataclass(frozen=True, slots=True)
class Laid:
    """A state that a position means, and the zones whose cards chance has filled in."""

    state: State
    filled: tuple[Zone, ...]


def lay(ruleset: Ruleset, box: Box, given: PositionAsked, chance: Chance) -> Laid:
    """The state that a position means; raises ``PositionRefused`` where it means none."""
    _refuse([*_flaws_of_seats(ruleset, given), *_flaws_of_cards(ruleset, box, given)])
    zones, filled = _filled(ruleset, box, given, chance)
    _refuse(_flaws_of_counts(ruleset, given, zones))
    state = _state(ruleset, given, zones, bool(filled))
    _refuse(_flaws_of_table(ruleset, given, state))
    if state.result is None:
        state.prompts = tuple(given.prompts) or turn_prompts(ruleset, state, chance)
        if given.prompts:
            _refuse(_flaws_of_prompts(ruleset, state, chance))
    return Laid(state, filled)


def _refuse(flaws: Iterator[PositionFlaw] | list[PositionFlaw]) -> None:
    if found := list(flaws):
        raise PositionRefused(found)


def _flaw(code: str, pointer: str, **params: str | int) -> PositionFlaw:
    return PositionFlaw(code, pointer, params)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


# ---- what is wrong


def _flaws_of_seats(ruleset: Ruleset, given: PositionAsked) -> Iterator[PositionFlaw]:
    """Seats that the table has not, or that are out."""
    seats = ruleset.seats
    named = {"current": [given.current], "dealer": [] if given.dealer is None else [given.dealer]}
    for name, values in named.items():
        for seat in values:
            if seat >= seats:
                yield _flaw("no_such_seat", f"/{name}", seat=seat)
    for name in ("out", "skipped", "exposed"):
        for at, seat in enumerate(getattr(given, name)):
            if seat >= seats:
                yield _flaw("no_such_seat", f"/{name}/{at}", seat=seat)
    for name in ("scores", "uno", "enemy_since"):
        if (values := getattr(given, name)) and len(values) != seats:
            yield _flaw("wrong_length", f"/{name}", member=name, seats=seats)
    if given.result is None and not given.prompts and given.current in given.out:
        yield _flaw("seat_is_out", "/current", seat=given.current)
    if given.result is None and len(set(given.out)) > seats - 2:
        yield _flaw("too_few_left", "/out", seats=seats)


def _flaws_of_cards(ruleset: Ruleset, box: Box, given: PositionAsked) -> Iterator[PositionFlaw]:
    """Zones and cards that do not exist, or that are not where they can be."""
    for name in ("cards", "counts"):
        for zone in getattr(given, name):
            if zone not in box.zones:
                yield _flaw("unknown_zone", f"/{name}/{_escaped(zone)}", zone=zone)
    for zone, cards in given.cards.items():
        here = f"/cards/{_escaped(zone)}"
        for at, card in enumerate(cards):
            if card not in ruleset.cards:
                yield _flaw("unknown_card", f"{here}/{at}", card=card)
            elif zone in box.zones and not _may_lie(ruleset, card, zone):
                yield _flaw("card_out_of_place", f"{here}/{at}", card=card, zone=zone)
        owner = _owner(zone)
        if zone.startswith("enemy:") and len(cards) > 1:
            yield _flaw("too_many_enemies", here, seat=owner, count=len(cards))
        if cards and zone.startswith(_EMPTY_WHEN_OUT) and owner in given.out:
            yield _flaw("cards_of_seat_out", here, seat=owner, zone=zone)
    total = Counter(card for pool in box.pools.values() for card in pool.elements())
    named = Counter(card for cards in given.cards.values() for card in cards)
    for card, count in named.items():
        if card in ruleset.cards and count > total[card]:
            yield _flaw("too_many_cards", "/cards", card=card, count=count, most=total[card])


_EMPTY_WHEN_OUT: Final = ("hand:", "deck:", "burn:", "enemy:", "items:")
_DANGERS: Final = ("event", "item", "enemy")
_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "hero": ("hero",),
    "enemy": ("enemy",),
    "items": ("item",),
    "danger": _DANGERS,
    "danger-discard": _DANGERS,
    "revealed": _DANGERS,
}
"""What lies in the zones that are not for all cards."""


def _may_lie(ruleset: Ruleset, card: Card, zone: Zone) -> bool:
    """Whether a card is of a kind that a zone is for."""
    kind = zone.partition(":")[0]
    if kind in _KINDS:
        return ruleset.kind[card] in _KINDS[kind]
    return kind == "removed" or ruleset.kind[card] not in (*_DANGERS, "hero")


def _owner(zone: Zone) -> Seat:
    _, _, seat = zone.partition(":")
    return int(seat) if seat.isdecimal() else NOBODY


def _flaws_of_counts(
    ruleset: Ruleset, given: PositionAsked, zones: Mapping[Zone, tuple[Card, ...]]
) -> Iterator[PositionFlaw]:
    for zone, count in given.counts.items():
        if count != len(zones[zone]):
            pointer = f"/counts/{_escaped(zone)}"
            yield _flaw("wrong_count", pointer, zone=zone, count=count, cards=len(zones[zone]))


def _flaws_of_table(ruleset: Ruleset, given: PositionAsked, state: State) -> Iterator[PositionFlaw]:
    """Colors, calls, lasting effects and Enemies that cannot be so."""
    for seat in state.seats_in() if ruleset.variant.own_decks and state.result is None else ():
        if not state.zones[DECK[seat]]:
            yield _flaw("empty_deck", "/cards", seat=seat)
    colors = ruleset.edition.colors
    is_open = not given.prompts and state.result is None and bool(state.zones[DISCARD])
    if (state.color and state.color not in colors) or (is_open and not state.color):
        yield _flaw("unknown_color", "/color", color=state.color, choices=", ".join(colors))
    for seat, status in enumerate(state.uno):
        # UNO may have been called with a card whose own question will take the hand down to one.
        is_early = status == "called" and bool(given.prompts)
        if status and not is_early and len(state.zones[HAND[seat]]) != 1:
            pointer = f"/uno/{seat}" if given.uno is not None else "/exposed"
            yield _flaw("impossible_uno", pointer, seat=seat)
    for seat, since in enumerate(state.enemy_since):
        if since > state.turn:
            yield _flaw("impossible_enemy_since", f"/enemy_since/{seat}", turn=state.turn)
    keys: set[int] = set()
    for at, effect in enumerate(given.lasting):
        if not _may_last(ruleset, effect) or effect.key in keys:
            yield _flaw("impossible_lasting", f"/lasting/{at}", card=effect.card)
        keys.add(effect.key)


def _may_last(ruleset: Ruleset, effect: LastingEffect) -> bool:
    card = ruleset.cards.get(effect.card)
    return (
        card is not None
        and 0 <= effect.ability < len(card.abilities)
        and 0 <= effect.seat < ruleset.seats
        and 0 < effect.key <= 1_000_000
        and 0 <= effect.uses <= 1_000
        and effect.until in get_args(Until)
    )


def _flaws_of_prompts(ruleset: Ruleset, state: State, chance: Chance) -> Iterator[PositionFlaw]:
    for at, why in problems_of_prompts(ruleset, state, chance):
        yield _flaw("impossible_prompt", f"/prompts/{at}{why}", nth=at)


# ---- what is filled in


def _filled(
    ruleset: Ruleset, box: Box, given: PositionAsked, chance: Chance
) -> tuple[dict[Zone, tuple[Card, ...]], tuple[Zone, ...]]:
    """All zones of the table; the cards named nowhere are dealt by one use of chance."""
    zones = {zone: tuple(given.cards.get(zone, ())) for zone in _in_order(box)}
    pools = {zone: pool.copy() for zone, pool in box.pools.items()}
    for zone, cards in zones.items():
        for card in cards:
            _take(pools, _pool_of(box, zone), card)
    piles = {
        zone: list(chance.shuffle(sorted(pool.elements()), given.shuffles))
        for zone, pool in pools.items()
    }
    missing = sum(map(len, piles.values()))
    filled: list[Zone] = []
    for zone in zones:
        wanted = _wanted(given, zone)
        if zone in given.cards or not wanted or zone in piles:
            continue
        pile = piles.get(_pool_of(box, zone), [])
        zones[zone] = tuple(pile.pop() for _ in range(min(wanted, len(pile))))
        filled.append(zone)
    for pool, pile in piles.items():
        zone = _target_of(given, pool)
        if zone in given.cards:
            _refuse(_left_over(pile))
        elif pile:
            zones[zone] += tuple(pile)
            filled.append(zone)
    return zones, tuple(filled) if missing else ()


def _in_order(box: Box) -> list[Zone]:
    return sorted(box.zones, key=lambda zone: (zone.partition(":")[0], _owner(zone)))


def _wanted(given: PositionAsked, zone: Zone) -> int:
    """How many cards chance lays into a zone."""
    if zone in given.counts:
        return given.counts[zone]
    is_hand = zone.startswith("hand:") and _owner(zone) not in given.out
    return DEAL if is_hand and given.result is None else 0


def _pool_of(box: Box, zone: Zone) -> Zone:
    """Which pool the cards of a zone come from first."""
    kind, owner = zone.partition(":")[0], _owner(zone)
    if zone in box.pools:
        return zone
    if kind in _KINDS and DANGER in box.pools:
        return DANGER
    own = f"deck:{owner}"
    return own if own in box.pools else next(iter(box.pools))


def _target_of(given: PositionAsked, zone: Zone) -> Zone:
    """Where the rest of a pool lies: in its zone, or away with the cards of a seat that is out."""
    is_away = zone.startswith("deck:") and _owner(zone) in given.out
    return REMOVED if is_away else zone


def _take(pools: dict[Zone, Counter[Card]], first: Zone, card: Card) -> None:
    """Take a card out of its pool, else out of any that has it."""
    for zone in (first, *pools):
        if pools[zone][card]:
            pools[zone][card] -= 1
            return


def _left_over(pile: list[Card]) -> Iterator[PositionFlaw]:
    for card, count in sorted(Counter(pile).items()):
        yield _flaw("too_few_cards", "/cards", card=card, count=count)


def _state(
    ruleset: Ruleset, given: PositionAsked, zones: dict[Zone, tuple[Card, ...]], is_filled: bool
) -> State:
    seats = ruleset.seats
    pile = zones[DISCARD]
    printed = ruleset.color[pile[-1]] if pile and not given.prompts else NO_COLOR
    result = given.result
    return State(
        seats=seats,
        zones=zones,
        current=given.current,
        direction=given.direction,
        color=given.color or printed,
        turn=given.turn,
        idle=given.idle,
        skipped=_bits(given.skipped),
        out=_bits(given.out),
        uno=_uno(seats, given, zones),
        enemy_since=tuple(given.enemy_since) or (0,) * seats,
        lasting=tuple(given.lasting),
        lasted=max([given.lasted, *(effect.key for effect in given.lasting)]),
        dealer=NOBODY if given.dealer is None else given.dealer,
        round=max(given.round, 1),
        scores=tuple(given.scores) or (0,) * seats,
        shuffles=given.shuffles + is_filled,
        result=None
        if result is None
        else Result(NOBODY if result.winner is None else result.winner, result.why),
    )


def _uno(
    seats: int, given: PositionAsked, zones: Mapping[Zone, tuple[Card, ...]]
) -> tuple[str, ...]:
    """How each hand stands."""
    if given.uno is not None:
        return tuple(given.uno) or ("",) * seats
    past = ["missed" if len(zones[HAND[seat]]) == 1 else "" for seat in range(seats)]
    return tuple("exposed" if seat in given.exposed else past[seat] for seat in range(seats))


def _bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in set(seats))
