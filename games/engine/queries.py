"""Read a state: seats of roles, cards that match, abilities in force, legal plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from mypy_extensions import mypyc_attr

from cards.language.abilities import Ability, Restriction, Suppression, Trigger
from cards.language.effects import CardFilter, Challenge, When
from games.engine.bindings import CARD, NEXT, OWNER, PLAYED, Bound, lookup
from games.engine.prompts import Bookmark, Prompt
from games.engine.ruleset import EMPTY_INDEX, AbilityIndex, Ruleset
from games.engine.state import State
from games.engine.values import PlayRefusal
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

_OWN_CAUSES: Final = frozenset({"wild", "item", "hero", "event", "enemy", ""})

_RANKS: Final = {"enemy": 0, "event": 1, "item": 2, "wild": 3, "hero": 4}
_OTHERS_RANK: Final = 3


@final
@mypyc_attr(acyclic=True)
class ActiveAbility:
    """An ability in force: its card, its index on the card, and the seat that has it.

    ``key`` is that of its lasting effect, 0 for an ability of a card in play.
    """

    __slots__ = ("ability", "bound", "card", "index", "key", "seat")

    def __init__(
        self,
        card: Card,
        index: int,
        ability: Ability,
        seat: Seat,
        key: int = 0,
        bound: Bound = (),
    ) -> None:
        self.card = card
        self.index = index
        self.ability = ability
        self.seat = seat
        self.key = key
        self.bound = bound

    @property
    def name(self) -> str:
        """Its name in ``Intent.applied``."""
        return f"{self.card}/{self.index}@{self.seat}#{self.key}"


def next_seat(state: State, seat: Seat) -> Seat:
    """Return the next seat still in after one, in the direction of play."""
    step, seats, out = state.direction, state.seats, state.out
    after = (seat + step) % seats
    while out >> after & 1:
        after = (after + step) % seats
    return after


def next_clockwise(state: State, seat: Seat) -> Seat:
    """Return the next seat still in, clockwise."""
    after = (seat + 1) % state.seats
    while state.out >> after & 1:
        after = (after + 1) % state.seats
    return after


def in_turn_order(state: State, first: Seat) -> list[Seat]:
    """Return the seats still in, in the direction of play, beginning with one."""
    order = [(first + state.direction * step) % state.seats for step in range(state.seats)]
    return [seat for seat in order if not state.is_out(seat)]


def cause_kind(ruleset: Ruleset, card: Card) -> str:
    """Return the kind of cause that a card is, as conditions name it.

    It is "" without a card.
    """
    kind = ruleset.kind.get(card, "")
    return kind if kind in _OWN_CAUSES else "action"


def card_matches(
    ruleset: Ruleset, card: Card, wanted: CardFilter, bound: Bound = (), this: Card = NO_CARD
) -> bool:
    """Whether a card matches a filter in the text of the card ``this``."""
    return card in ruleset.matching(wanted, bound) and not (wanted.not_this and card == this)


def matching_in_hand(
    ruleset: Ruleset, state: State, seat: Seat, wanted: Iterable[CardFilter], bound: Bound = ()
) -> tuple[Card, ...]:
    """Return the distinct cards of a hand that match any filter, sorted by code."""
    hand = state.zones[HAND[seat]]
    found: set[Card] = set()
    for one in wanted:
        found |= ruleset.matching(one, bound).intersection(hand)
    return tuple(sorted(found))


def seats_of_role(state: State, who: str, seat: Seat, they: Seat, bound: Bound) -> list[Seat]:
    """Return the seats of a role that are still in, in the order of the effect.

    The next seat and the chosen one are read from ``bound`` if the script has named them.
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
    seats = in_turn_order(state, seat)
    if who == "all":
        return seats
    others = [other for other in seats if other != seat]
    return others if who == "others" else others + _if_in(state, seat)


def _if_in(state: State, seat: Seat) -> list[Seat]:
    return [] if seat == NOBODY or state.out >> seat & 1 else [seat]


def condition_holds(
    ruleset: Ruleset,
    state: State,
    when: When,
    seat: Seat,
    *,
    they: Seat = NOBODY,
    bound: Bound = (),
    this: Card = NO_CARD,
) -> bool:
    """Whether a condition on the table, or on what was chosen or played before, holds."""
    if when.owner:
        owner = lookup(bound, OWNER)
        if not owner or (when.owner == "self") != (int(owner) == seat):
            return False
    if when.played and not card_matches(ruleset, lookup(bound, PLAYED), when.played, bound, this):
        return False
    if when.card and not card_matches(ruleset, lookup(bound, CARD), when.card, bound, this):
        return False
    if not (when.burned_at_least or when.has or when.holds):
        return True
    for one in seats_of_role(state, when.who, seat, they, bound):
        if _seat_meets(ruleset, state, when, one, bound):
            return True
    return False


def _seat_meets(ruleset: Ruleset, state: State, when: When, seat: Seat, bound: Bound) -> bool:
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
        if not ruleset.matching(one, bound).isdisjoint(hand):
            return True
    return False


def active_abilities(
    ruleset: Ruleset, state: State, abilities: AbilityIndex, seat: Seat
) -> list[ActiveAbility]:
    """Return the abilities in force for a seat: of cards in play, then lasting.

    A card in play has an effect for the seat it is in front of, unless it is suppressed.
    """
    found: list[ActiveAbility] = []
    zones = state.zones
    for place in abilities.places[seat]:
        for card in zones[place.zone]:
            indexes = place.table.get(card)
            if indexes is not None:
                _add_active(ruleset, state, place.owner, card, indexes, found)
    for effect in state.lasting:
        if effect.ability in abilities.lasting.get(effect.card, ()):
            found.append(
                ActiveAbility(
                    effect.card,
                    effect.ability,
                    ruleset.ability(effect.card, effect.ability),
                    effect.seat,
                    effect.key,
                    effect.bound,
                )
            )
    return found


def _add_active(
    ruleset: Ruleset,
    state: State,
    seat: Seat,
    card: Card,
    indexes: tuple[int, ...],
    found: list[ActiveAbility],
) -> None:
    if (
        not state.out >> seat & 1
        and not _is_arriving(ruleset, state, seat, card)
        and not is_suppressed(ruleset, state, seat, card)
    ):
        for index in indexes:
            found.append(ActiveAbility(card, index, ruleset.ability(card, index), seat))


def is_suppressed(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether a card is suppressed for a seat; a card that suppresses never is."""
    abilities, kind = ruleset.suppressions, ruleset.kind[card]
    for place in abilities.places[seat]:
        for other in state.zones[place.zone]:
            if other in place.table and not _is_arriving(ruleset, state, seat, other):
                if other == card:
                    return False
                for index in place.table[other]:
                    if _suppresses(ruleset.ability(other, index), kind):
                        return True
    if abilities.lasting:
        return any(
            effect.seat == seat
            and effect.ability in abilities.lasting.get(effect.card, ())
            and _suppresses(ruleset.ability(effect.card, effect.ability), kind)
            for effect in state.lasting
        )
    return False


def _is_arriving(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether a card is an Enemy whose flip effect is being resolved (ultimate.enemy)."""
    return state.enemy_since[seat] == ARRIVING and ruleset.kind[card] == "enemy"


def _suppresses(ability: Ability, kind: str) -> bool:
    return isinstance(ability, Suppression) and kind in ability.suppress


def is_in_force(ruleset: Ruleset, state: State, seat: Seat, card: Card, key: int) -> bool:
    """Whether a card has effect for a seat.

    A lasting effect (``key``) has effect while the seat is in.
    """
    if state.is_out(seat):
        return False
    if key:
        return True
    zones = state.zones
    is_there = any(card in zones[places[seat]] for places in (ENEMY, ITEMS, HERO))
    is_arriving = _is_arriving(ruleset, state, seat, card)
    return is_there and not is_arriving and not is_suppressed(ruleset, state, seat, card)


def applies_to(whose: str, owner: Seat, seat: Seat) -> bool:
    """Whether an ability that applies to self, others or all applies to a seat."""
    return whose == "all" or (whose == "self") == (seat == owner)


def find_restriction(
    ruleset: Ruleset, state: State, seat: Seat, card: Card
) -> ActiveAbility | None:
    """Return the first restriction in force that forbids a seat to play a card."""
    for one in active_restrictions(ruleset, state, seat):
        ability = one.ability
        if isinstance(ability, Restriction) and card_matches(
            ruleset, card, ability.forbid, one.bound
        ):
            return one
    return None


def active_restrictions(ruleset: Ruleset, state: State, seat: Seat) -> list[ActiveAbility]:
    """Return the restrictions in force on what a seat plays."""
    return [
        one
        for one in active_abilities(ruleset, state, ruleset.restrictions, seat)
        if isinstance(one.ability, Restriction) and applies_to(one.ability.who, one.seat, seat)
    ]


def refusal_of_play(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> PlayRefusal | None:
    """Return why a seat on turn may not play a card of its hand; None if it may."""
    pile = state.zones[DISCARD]
    if pile and card not in ruleset.fits[pile[-1]][state.color]:
        params: dict[str, str | int] = {"card": card, "top": pile[-1], "color": state.color}
        return PlayRefusal("common.match", "card_does_not_fit", params)
    if ruleset.restrictions and (one := find_restriction(ruleset, state, seat, card)) is not None:
        return PlayRefusal(ruleset.rules[one.card], "card_forbidden", {"card": card})
    if ruleset.options.draw_four == "strict" and card in ruleset.challenges:
        hand = list(state.zones[HAND[seat]])
        hand.remove(card)
        wilds_match = ruleset.challenges[card].wilds_match
        if is_guilty(ruleset, hand, state.color, wilds_match=wilds_match):
            rule = f"{ruleset.rules[card]}.legal"
            return PlayRefusal(rule, "bluff_refused", {"card": card, "color": state.color})
    return None


def asked_challenge(ruleset: Ruleset, prompt: Prompt) -> Challenge | None:
    """Return the effect that asks whether to challenge, None if another one asks."""
    mark = prompt.resume[-1] if prompt.resume else None
    if not isinstance(mark, Bookmark):
        return None
    effect = ruleset.scripts[mark.script][mark.at]
    return effect if isinstance(effect, Challenge) else None


def has_called(state: State, seat: Seat) -> bool:
    """Whether a seat has called UNO with a play that is still being resolved."""
    return seat == state.current and any(prompt.called for prompt in state.prompts)


def left_by(ruleset: Ruleset, hand: tuple[Card, ...], card: Card) -> int:
    """Return how many cards a play leaves.

    A colored one that its text lays on top is not left.
    """
    left = list(hand)
    left.remove(card)
    laid_on_top = card in ruleset.lays and any(ruleset.color[other] for other in left)
    return len(left) - laid_on_top


def playable(ruleset: Ruleset, state: State, seat: Seat) -> list[Card]:
    """Return the distinct cards of a hand that may be played, sorted by code."""
    pile, hand = state.zones[DISCARD], state.zones[HAND[seat]]
    if pile:
        fits = ruleset.fits[pile[-1]][state.color]
        cards: list[Card] = []  # faster than a set that is sorted
        for card in hand:
            if card in fits and card not in cards:
                cards.append(card)
        if len(cards) > 1:
            cards.sort()
    else:
        cards = sorted(set(hand))
    if ruleset.only_fits:
        return cards
    if ruleset.restrictions:
        for one in active_restrictions(ruleset, state, seat):
            if isinstance(one.ability, Restriction):
                forbidden = ruleset.matching(one.ability.forbid, one.bound)
                cards = [card for card in cards if card not in forbidden]
    if ruleset.options.draw_four == "challenge":
        return cards
    return [card for card in cards if refusal_of_play(ruleset, state, seat, card) is None]


def triggered_abilities(
    ruleset: Ruleset, state: State, moment: str, doer: Seat
) -> list[ActiveAbility]:
    """Return the triggers that an act may fire, in the order of ultimate.start.

    The order is: Enemies, effects of Events, Items, effects of Wilds, powers of other seats, the
    own power; then by turn order from the current seat.
    """
    abilities = ruleset.triggers.get(moment, EMPTY_INDEX)
    found = [
        one
        for one in active_abilities(ruleset, state, abilities, doer)
        if isinstance(one.ability, Trigger) and applies_to(one.ability.whose, one.seat, doer)
    ]
    return found if len(found) < 2 else _in_order(ruleset, state, found, doer)


def _in_order(
    ruleset: Ruleset, state: State, found: list[ActiveAbility], doer: Seat
) -> list[ActiveAbility]:
    """Return triggers in the order of ``triggered_abilities``."""
    order = {seat: rank for rank, seat in enumerate(in_turn_order(state, state.current))}
    return sorted(
        found,
        key=lambda one: (
            _RANKS.get(ruleset.kind[one.card], _OTHERS_RANK),
            ruleset.kind[one.card] == "hero" and one.seat == doer,
            order.get(one.seat, state.seats),
        ),
    )


def is_guilty(ruleset: Ruleset, hand: Iterable[Card], color: str, *, wilds_match: bool) -> bool:
    """Whether a hand holds a card of a color, or with ``wilds_match`` a Wild.

    No card has the color when none is in play.
    """
    return any(
        (color and ruleset.color[card] == color) or (wilds_match and ruleset.kind[card] == "wild")
        for card in hand
    )
