"""A position of Ultimate: a deck for each hero, and the Danger cards of the heroes in play."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from games.engine import Card, Ruleset, Seat, Zone
from games.engine.zones import (
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
)
from tests.case_runner.classic_position import FILLER_HAND
from tests.case_runner.shape import NO_TOP, AnyCards, CaseError, Given
from tests.case_runner.taken_cards import Unplaced, fillers, take

FILLER_DECK: Final = 20
"""The number of cards of a deck whose size is not given."""

Zones = dict[Zone, tuple[Card, ...]]


def place_decks(ruleset: Ruleset, given: Given) -> Zones:
    """Return the zones of a position, with every card of the heroes; the top card is last."""
    _check_out(given)
    return _place_hero_cards(ruleset, given) | _place_dangers(ruleset, given)


def _check_out(given: Given) -> None:
    """Raise ``CaseError`` if a seat that is out has cards in front of it."""
    for part in (given.hands, given.decks, given.deck_size, given.burn, given.items, given.enemies):
        for seat in given.out_before:
            if seat in part:
                raise CaseError(f"seat {seat} is out and has no cards")


def _place_hero_cards(ruleset: Ruleset, given: Given) -> Zones:
    """The characters, and the cards of their decks: listed ones first, then any for the rest."""
    if not given.discard_top:
        raise CaseError("a position needs a discard_top")
    if not all(ruleset.heroes):
        raise CaseError("a position needs a hero for every seat")
    seats = [seat for seat in range(ruleset.seats) if seat not in given.out_before]
    packs = [Counter(ruleset.decks[hero]) for hero in ruleset.heroes]
    zones: Zones = {HERO[seat]: (hero,) for seat, hero in enumerate(ruleset.heroes)}
    for seat in seats:
        owner = f"the deck of {ruleset.heroes[seat]}"
        for listed in (given.hands, given.decks, given.burn):
            cards = listed.get(seat, ())
            if not isinstance(cards, AnyCards):
                take(packs[seat], list(cards), owner)
    top = _take_top(given.discard_top, [*seats, *given.out_before], packs)
    for seat in seats:
        hand = given.hands.get(seat)
        zones[HAND[seat]] = _plain_hand(ruleset, packs[seat]) if hand is None else tuple(hand)
    for seat in seats:
        zones[DECK[seat]] = _deck(ruleset, given, seat, packs[seat])
        burn = given.burn.get(seat, [])
        pile = _some(ruleset, packs[seat], burn.n) if isinstance(burn, AnyCards) else burn
        zones[BURN[seat]] = tuple(reversed(pile))
    left = [card for seat in seats for card in fillers(ruleset, packs[seat])]
    gone = [card for seat in given.out_before for card in fillers(ruleset, packs[seat])]
    if not top:
        gone, left = gone + left, []
    return zones | {REMOVED: tuple(gone), DISCARD: (*reversed(left), *top)}


def _take_top(top: Card, seats: Iterable[Seat], packs: list[Unplaced]) -> tuple[Card, ...]:
    """The top of the discard pile, from the first hero who has it to spare."""
    if top == NO_TOP:
        return ()
    for seat in seats:
        if packs[seat][top]:
            return take(packs[seat], [top])
    raise CaseError(f"no hero in play has a {top} left")


def _plain_hand(ruleset: Ruleset, pack: Unplaced) -> tuple[Card, ...]:
    """Five number cards without a Danger icon."""
    plain = [
        card
        for card in fillers(ruleset, pack)
        if ruleset.kind[card] == "number" and card not in ruleset.danger
    ]
    if len(plain) < FILLER_HAND:
        raise CaseError("there are not enough number cards left for a hand")
    return take(pack, plain[:FILLER_HAND])


def _deck(ruleset: Ruleset, given: Given, seat: Seat, pack: Unplaced) -> tuple[Card, ...]:
    """What is listed of a deck, and any cards below it up to its size."""
    listed = given.decks.get(seat, [])
    most = min(FILLER_DECK, len(listed) + pack.total())
    size = given.deck_size.get(seat, max(most, len(listed)))
    if size < max(len(listed), 1):
        raise CaseError(f"the deck of seat {seat} cannot have {size} cards")
    below = _some(ruleset, pack, size - len(listed))
    return (*reversed(below), *reversed(listed))


def _some(ruleset: Ruleset, pack: Unplaced, many: int) -> tuple[Card, ...]:
    left = fillers(ruleset, pack)
    if many > len(left):
        raise CaseError(f"only {len(left)} cards of a hero are left, not {many}")
    return take(pack, left[:many])


def _place_dangers(ruleset: Ruleset, given: Given) -> Zones:
    """Enemies and Items in front of players, the Danger Deck and its discard pile."""
    pack = Counter(card for hero in ruleset.heroes for card in ruleset.dangers[hero])
    whose = "the Danger Deck of these heroes"
    zones: Zones = {}
    for seat, enemy in given.enemies.items():
        zones[ENEMY[seat]] = take(pack, [_of_kind(ruleset, enemy, "enemy")], whose)
    for seat, items in given.items.items():
        zones[ITEMS[seat]] = take(pack, [_of_kind(ruleset, item, "item") for item in items], whose)
    for seat in given.enemies_arrived_this_turn:
        if seat not in given.enemies:
            raise CaseError(f"no Enemy has arrived in front of seat {seat}")
    top = take(pack, [*given.danger_top, *(given.danger_rest or ())], whose)
    rest = tuple(sorted(pack.elements()))
    if given.danger_rest is None:
        return zones | {DANGER: (*rest, *reversed(top))}
    return zones | {DANGER: tuple(reversed(top)), DANGER_DISCARD: rest}


def _of_kind(ruleset: Ruleset, card: Card, kind: str) -> Card:
    if ruleset.kind[card] != kind:
        raise CaseError(f"{card} is no {kind}")
    return card
