"""Who, how many and whether: questions asked of a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from cards.language.abilities import Ability, Restriction, Suppression, Trigger
from cards.language.effects import CardFilter, When
from games.engine.prompts import Bookmark, Bound
from games.engine.ruleset import NOBODY_SPEAKS, Ruleset, Speakers
from games.engine.state import State
from games.engine.zones import (
    ARRIVING,
    BURN,
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    NO_CARD,
    NOBODY,
    Card,
    Seat,
)

CARD: Final = "card"
OWNER: Final = "owner"
PLAYED: Final = "played"
_OWN_CAUSES: Final = frozenset({"wild", "item", "hero", "event", "enemy", ""})
NEXT: Final = "next"
CALLED: Final = "called"
"""Names that the rules bind themselves: the card chosen or moved, whose it is, the card played,
the seat that was next when a text first said so, and that UNO was called with the card played."""

_RANKS: Final = {"enemy": 0, "event": 1, "item": 2, "wild": 3, "hero": 4}
_OTHERS_RANK: Final = 3


class Standing(msgspec.Struct, frozen=True):
    """An ability in force: whose text, which of its abilities, and for which seat it stands.

    ``key`` is that of the lasting effect behind it, 0 when it comes from a card in play.
    """

    card: Card
    index: int
    ability: Ability
    seat: Seat
    key: int = 0
    bound: Bound = ()

    @property
    def name(self) -> str:
        """A name for it among the replacements already applied."""
        return f"{self.card}/{self.index}@{self.seat}#{self.key}"


def next_seat(state: State, seat: Seat) -> Seat:
    """The next seat still in after one, in the running direction."""
    step, seats, out = state.direction, state.seats, state.out
    after = (seat + step) % seats
    while out >> after & 1:
        after = (after + step) % seats
    return after


def next_clockwise(state: State, seat: Seat) -> Seat:
    """The next seat still in, clockwise."""
    after = (seat + 1) % state.seats
    while state.out >> after & 1:
        after = (after + 1) % state.seats
    return after


def in_turn_order(state: State, first: Seat) -> list[Seat]:
    """The seats still in, in the running direction, beginning with one."""
    order = [(first + state.direction * step) % state.seats for step in range(state.seats)]
    return [seat for seat in order if not state.is_out(seat)]


def sort_of_cause(ruleset: Ruleset, card: Card) -> str:
    """What a card is to conditions that ask for a cause; "" without a card."""
    kind = ruleset.kind.get(card, "")
    return kind if kind in _OWN_CAUSES else "action"


def lookup(bound: Bound, name: str) -> str:
    """The value bound to a name, "" where there is none; the latest binding counts."""
    for known, value in reversed(bound):
        if known == name:
            return value
    return ""


def meets(
    ruleset: Ruleset, card: Card, wanted: CardFilter, bound: Bound = (), this: Card = NO_CARD
) -> bool:
    """Whether a card is one that a filter means, said by the text of ``this``."""
    is_meant = card in meant(ruleset, wanted, bound)
    return is_meant and not (wanted.not_this and card == this)


def meant(ruleset: Ruleset, wanted: CardFilter, bound: Bound = ()) -> frozenset[Card]:
    """The cards that a filter means, where the names it reads stand as they are bound."""
    names = wanted.bindings()
    return ruleset.meant(wanted, tuple([lookup(bound, name) for name in names]) if names else ())


def held(
    ruleset: Ruleset, state: State, seat: Seat, wanted: Iterable[CardFilter], bound: Bound = ()
) -> tuple[Card, ...]:
    """The different cards of a hand that any of some filters means, sorted by code."""
    hand = state.zones[HAND[seat]]
    found: set[Card] = set()
    for one in wanted:
        found |= meant(ruleset, one, bound).intersection(hand)
    return tuple(sorted(found))


def role(state: State, who: str, seat: Seat, they: Seat, bound: Bound) -> list[Seat]:
    """The seats of a role that are still in, in the order in which an effect takes them.

    The next one and the chosen one are the same for all of a text, once it has named them.
    """
    match who:
        case "self":
            return _if_in(state, seat)
        case "next":
            named = lookup(bound, NEXT)
            return _if_in(state, int(named)) if named else [next_seat(state, seat)]
        case "target":
            return _if_in(state, int(lookup(bound, "target") or NOBODY))
        case "they":
            return _if_in(state, they)
    everybody = in_turn_order(state, seat)
    if who == "all":
        return everybody
    others = [other for other in everybody if other != seat]
    return others if who == "others" else others + _if_in(state, seat)


def _if_in(state: State, seat: Seat) -> list[Seat]:
    return [] if seat == NOBODY or state.out >> seat & 1 else [seat]


def holds(
    ruleset: Ruleset,
    state: State,
    when: When,
    seat: Seat,
    *,
    they: Seat = NOBODY,
    bound: Bound = (),
    this: Card = NO_CARD,
) -> bool:
    """Whether a condition of the table, or of what was chosen or played before, holds now."""
    if when.owner:
        owner = lookup(bound, OWNER)
        if not owner or (when.owner == "self") != (int(owner) == seat):
            return False
    if when.played and not meets(ruleset, lookup(bound, PLAYED), when.played, bound, this):
        return False
    if when.card and not meets(ruleset, lookup(bound, CARD), when.card, bound, this):
        return False
    if not (when.burned_at_least or when.has or when.holds):
        return True
    for one in role(state, when.who, seat, they, bound):
        if _is_so(ruleset, state, when, one, bound):
            return True
    return False


def _is_so(ruleset: Ruleset, state: State, when: When, seat: Seat, bound: Bound) -> bool:
    zones = state.zones
    return (
        (not when.burned_at_least or len(zones[BURN[seat]]) >= when.burned_at_least)
        and (not when.has or bool(zones[(ITEMS if when.has == "item" else ENEMY)[seat]]))
        and (not when.holds or _has_any(ruleset, zones[HAND[seat]], when.holds, bound))
    )


def _has_any(
    ruleset: Ruleset, hand: tuple[Card, ...], wanted: Iterable[CardFilter], bound: Bound
) -> bool:
    for one in wanted:  # noqa: SIM110 (a generator takes three times as long)
        if not meant(ruleset, one, bound).isdisjoint(hand):
            return True
    return False


def standing(ruleset: Ruleset, state: State, speakers: Speakers, seat: Seat) -> list[Standing]:
    """The abilities of one sort in force that may speak of a seat: of cards in play, then lasting.

    Cards speak for the seat they lie before, unless they are silenced.
    """
    found: list[Standing] = []
    zones = state.zones
    for owner, zone, table in speakers.places[seat]:
        for card in zones[zone]:
            if card in table:
                _add_standing(ruleset, state, owner, card, table[card], found)
    for effect in state.lasting:
        if effect.ability in speakers.lasting.get(effect.card, ()):
            found.append(
                Standing(
                    effect.card,
                    effect.ability,
                    ruleset.ability(effect.card, effect.ability),
                    effect.seat,
                    effect.key,
                    effect.bound,
                )
            )
    return found


def _add_standing(
    ruleset: Ruleset,
    state: State,
    seat: Seat,
    card: Card,
    indexes: tuple[int, ...],
    found: list[Standing],
) -> None:
    if (
        not state.out >> seat & 1
        and not _is_arriving(ruleset, state, seat, card)
        and not is_silenced(ruleset, state, seat, card)
    ):
        for index in indexes:
            found.append(Standing(card, index, ruleset.ability(card, index), seat))


def is_silenced(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether something keeps a card from speaking for a seat; nothing silences a suppression."""
    speakers, kind = ruleset.suppressions, ruleset.kind[card]
    for _, zone, table in speakers.places[seat]:
        for other in state.zones[zone]:
            if other in table and not _is_arriving(ruleset, state, seat, other):
                if other == card:
                    return False
                for index in table[other]:
                    if _silences(ruleset.ability(other, index), kind):
                        return True
    if speakers.lasting:
        return any(
            effect.seat == seat
            and effect.ability in speakers.lasting.get(effect.card, ())
            and _silences(ruleset.ability(effect.card, effect.ability), kind)
            for effect in state.lasting
        )
    return False


def _is_arriving(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether a card is an Enemy whose flip is still being worked out (ultimate.enemy)."""
    return state.enemy_since[seat] == ARRIVING and ruleset.kind[card] == "enemy"


def _silences(ability: Ability, kind: str) -> bool:
    return isinstance(ability, Suppression) and kind in ability.suppress


def is_in_force(ruleset: Ruleset, state: State, seat: Seat, card: Card, key: int) -> bool:
    """Whether a card still speaks for a seat; what lasts (``key``) does while the seat is in."""
    if state.is_out(seat):
        return False
    if key:
        return True
    zones = state.zones
    is_there = any(card in zones[places[seat]] for places in (ENEMY, ITEMS, HERO))
    is_arriving = _is_arriving(ruleset, state, seat, card)
    return is_there and not is_arriving and not is_silenced(ruleset, state, seat, card)


def speaks_to(whose: str, owner: Seat, seat: Seat) -> bool:
    """Whether an ability that speaks of self, others or all speaks to a seat."""
    return whose == "all" or (whose == "self") == (seat == owner)


def forbidding(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> Standing | None:
    """The first restriction in force that keeps a seat from playing a card."""
    for one in restricting(ruleset, state, seat):
        ability = one.ability
        if isinstance(ability, Restriction) and meets(ruleset, card, ability.forbid, one.bound):
            return one
    return None


def restricting(ruleset: Ruleset, state: State, seat: Seat) -> list[Standing]:
    """The restrictions in force for what a seat plays."""
    return [
        one
        for one in standing(ruleset, state, ruleset.restrictions, seat)
        if isinstance(one.ability, Restriction) and speaks_to(one.ability.who, one.seat, seat)
    ]


class Refusal(msgspec.Struct, frozen=True):
    """Why a card may not be played: the rule, a stable code, and the parameters of its text."""

    rule: str
    code: str
    params: dict[str, str | int]


def refusal_of_play(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> Refusal | None:
    """What keeps a seat on turn from playing a card of its hand, None when nothing does."""
    pile = state.zones[DISCARD]
    if pile and card not in ruleset.fits[pile[-1]][state.color]:
        params: dict[str, str | int] = {"card": card, "top": pile[-1], "color": state.color}
        return Refusal("common.match", "card_does_not_fit", params)
    if ruleset.restrictions and (one := forbidding(ruleset, state, seat, card)) is not None:
        return Refusal(ruleset.rules[one.card], "card_forbidden", {"card": card})
    if ruleset.options.draw_four == "strict" and card in ruleset.challenges:
        hand = list(state.zones[HAND[seat]])
        hand.remove(card)
        wilds_match = ruleset.challenges[card].wilds_match
        if is_guilty(ruleset, hand, state.color, wilds_match=wilds_match):
            rule = f"{ruleset.rules[card]}.legal"
            return Refusal(rule, "bluff_refused", {"card": card, "color": state.color})
    return None


def has_called(state: State, seat: Seat) -> bool:
    """Whether a seat has called UNO with a play that is not done yet.

    A hidden question does not tell: the other seats do not see what it holds, and what a seat may
    do must follow from its view.
    """
    return any(
        isinstance(mark, Bookmark) and mark.seat == seat and (CALLED, "yes") in mark.bound
        for prompt in state.prompts
        if not prompt.hidden
        for mark in prompt.resume
    )


def left_by(ruleset: Ruleset, hand: tuple[Card, ...], card: Card) -> int:
    """How many cards of a hand a play leaves, with the colored one that its text lays on top."""
    left = list(hand)
    left.remove(card)
    lays = card in ruleset.lays and any(ruleset.color[other] for other in left)
    return len(left) - lays


def playable(ruleset: Ruleset, state: State, seat: Seat) -> list[Card]:
    """The different cards of a hand that may be played on a turn, sorted by code."""
    pile, hand = state.zones[DISCARD], state.zones[HAND[seat]]
    cards = ruleset.fits[pile[-1]][state.color].intersection(hand) if pile else frozenset(hand)
    if ruleset.only_fits:
        return sorted(cards)
    if ruleset.restrictions:
        for one in restricting(ruleset, state, seat):
            if isinstance(one.ability, Restriction):
                cards -= meant(ruleset, one.ability.forbid, one.bound)
    if ruleset.options.draw_four == "challenge":
        return sorted(cards)
    return sorted(card for card in cards if refusal_of_play(ruleset, state, seat, card) is None)


def listening(ruleset: Ruleset, state: State, moment: str, doer: Seat) -> list[Standing]:
    """The triggers that something done by a seat wakes, in the order of ultimate.start.

    Enemies, what waits from Events, Items, what waits from Wilds, others' powers, the doer's own
    power; among equals in turn order from the current seat.
    """
    speakers = ruleset.triggers.get(moment, NOBODY_SPEAKS)
    woken = [
        one
        for one in standing(ruleset, state, speakers, doer)
        if isinstance(one.ability, Trigger) and speaks_to(one.ability.whose, one.seat, doer)
    ]
    if len(woken) > 1:
        order = {seat: rank for rank, seat in enumerate(in_turn_order(state, state.current))}
        woken.sort(
            key=lambda one: (
                _RANKS.get(ruleset.kind[one.card], _OTHERS_RANK),
                ruleset.kind[one.card] == "hero" and one.seat == doer,
                order.get(one.seat, state.seats),
            )
        )
    return woken


def is_guilty(ruleset: Ruleset, hand: Iterable[Card], color: str, *, wilds_match: bool) -> bool:
    """Whether a hand holds a card of a color, or with ``wilds_match`` a Wild.

    No card has the color when none is in play.
    """
    return any(
        (color and ruleset.color[card] == color) or (wilds_match and ruleset.kind[card] == "wild")
        for card in hand
    )
