"""Who, how many and whether: questions asked of a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cards.language.abilities import Ability, Restriction, Trigger
from cards.language.effects import CardFilter
from games.engine.prompts import Bound
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import DISCARD, HAND, Card, Seat


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


def lookup(bound: Bound, name: str) -> str:
    """The value bound to a name, "" where there is none; the latest binding counts."""
    for known, value in reversed(bound):
        if known == name:
            return value
    return ""


def meets(ruleset: Ruleset, card: Card, wanted: CardFilter, bound: Bound = ()) -> bool:
    """Whether a card is one that a filter means."""
    return card in ruleset.meant(wanted, tuple(lookup(bound, name) for name in wanted.bindings()))


def held(
    ruleset: Ruleset, state: State, seat: Seat, wanted: Iterable[CardFilter], bound: Bound = ()
) -> tuple[Card, ...]:
    """The different cards of a hand that any of some filters means, sorted by code."""
    hand = state.zones[HAND[seat]]
    found: set[Card] = set()
    for one in wanted:
        names = tuple(lookup(bound, name) for name in one.bindings())
        found |= ruleset.meant(one, names).intersection(hand)
    return tuple(sorted(found))


def standing(ruleset: Ruleset, state: State) -> Iterator[Standing]:
    """The abilities in force that last, in the order in which they began."""
    for effect in state.lasting:
        yield Standing(
            effect.card,
            effect.ability,
            ruleset.ability(effect.card, effect.ability),
            effect.seat,
            effect.key,
            effect.bound,
        )


def speaks_to(whose: str, owner: Seat, seat: Seat) -> bool:
    """Whether an ability that speaks of self, others or all speaks to a seat."""
    return whose == "all" or (whose == "self") == (seat == owner)


def forbidding(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> Standing | None:
    """The first restriction in force that keeps a seat from playing a card."""
    for one in standing(ruleset, state):
        ability = one.ability
        if (
            isinstance(ability, Restriction)
            and speaks_to(ability.who, one.seat, seat)
            and meets(ruleset, card, ability.forbid, one.bound)
        ):
            return one
    return None


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
    if state.lasting and (one := forbidding(ruleset, state, seat, card)) is not None:
        return Refusal(ruleset.rules[one.card], "card_forbidden", {"card": card})
    if ruleset.options.draw_four == "strict" and card in ruleset.challenges:
        hand = list(state.zones[HAND[seat]])
        hand.remove(card)
        wilds_match = ruleset.challenges[card].wilds_match
        if is_guilty(ruleset, hand, state.color, wilds_match=wilds_match):
            rule = f"{ruleset.rules[card]}.legal"
            return Refusal(rule, "bluff_refused", {"card": card, "color": state.color})
    return None


def left_by(ruleset: Ruleset, hand: tuple[Card, ...], card: Card) -> int:
    """How many cards of a hand a play leaves, with the colored one that its text lays on top."""
    left = list(hand)
    left.remove(card)
    lays = card in ruleset.lays and any(ruleset.color[other] for other in left)
    return len(left) - lays


def listening(ruleset: Ruleset, state: State, moment: str, doer: Seat) -> list[Standing]:
    """The triggers that something done by a seat wakes, in turn order from the current seat."""
    order = {seat: rank for rank, seat in enumerate(in_turn_order(state, state.current))}
    woken = [
        one
        for one in standing(ruleset, state)
        if isinstance(one.ability, Trigger)
        and moment in one.ability.on
        and speaks_to(one.ability.whose, one.seat, doer)
    ]
    return sorted(woken, key=lambda one: order.get(one.seat, state.seats))


def is_guilty(ruleset: Ruleset, hand: Iterable[Card], color: str, *, wilds_match: bool) -> bool:
    """Whether a hand holds a card of a color, or with ``wilds_match`` a Wild."""
    return any(
        ruleset.color[card] == color or (wilds_match and ruleset.kind[card] == "wild")
        for card in hand
    )
