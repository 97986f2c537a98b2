"""Fold what viewers know of hidden cards, and the clues to hands.

A viewer knows what the facts have told it, as ``hidden_parts`` has it, and no more: what
``State.known`` has for it depends on no card that it was not shown. Only what is certain is kept.
If a card leaves a hand unseen, it may be any of them (common.memory).
"""

from __future__ import annotations

from typing import Final

from games.engine.facts import Answered, CardsMoved, CardsShown
from games.engine.state import State
from games.engine.state_parts import MAX_CLUES, Clue
from games.engine.zones import (
    DISCARD,
    FACE_DOWN,
    HAND,
    NO_CARD,
    NOBODY,
    OPEN_TO_ALL,
    Card,
    Seat,
    Zone,
    sees_zone,
)

Cards = tuple[Card, ...]
Known = dict[Seat, Cards]
"""What viewers know of one zone, as a value of ``State.known``."""

_OWNER: Final[dict[Zone, Seat]] = {hand: seat for seat, hand in enumerate(HAND)}
_NOTHING: Final[Known] = {}


def known_cards(state: State, viewer: Seat) -> dict[Zone, Cards]:
    """Return what a viewer knows of the zones that it does not see."""
    found = {
        zone: _read(known, viewer)
        for zone, known in sorted(state.known.items())
        if not sees_zone(zone, viewer)
    }
    return {zone: cards for zone, cards in found.items() if cards}


def _read(known: Known, viewer: Seat) -> Cards:
    """Return what a viewer knows of a zone: its own entry, else that of the public."""
    if viewer in known:
        return known[viewer]
    return known.get(NOBODY, ())


def _set(state: State, zone: Zone, known: Known) -> None:
    """Set what viewers know of a zone; what the public knows has no entries of seats."""
    public = known.get(NOBODY, ())
    kept = {viewer: cards for viewer, cards in known.items() if cards != public}
    if public:
        kept[NOBODY] = public
    others = state.known.copy()
    if kept:
        others[zone] = kept
    else:
        others.pop(zone, None)
    state.known = others


# cards that move


def is_remembered(fact: CardsMoved) -> bool:
    """Whether cards that go to a hidden zone are remembered by who sees them.

    Those put on top of a pile are not: it is shuffled next.
    """
    return fact.bottom or fact.target not in FACE_DOWN


def remember_move(state: State, fact: CardsMoved) -> None:
    """Update what is known of two zones, after cards have moved from one to the other."""
    source, target = fact.source, fact.target
    before = state.known.get(source, _NOTHING)
    left = len(state.zones[source])
    if source in FACE_DOWN:
        if not _reaches(before, left):
            return
    elif target in OPEN_TO_ALL and len(fact.cards) == 1:
        _leave_in_sight(state, fact.cards[0], source, before)
        return
    there = state.known.get(target, _NOTHING)
    of_source: Known = {}
    of_target: Known = {}
    viewers = {NOBODY, _OWNER.get(source, NOBODY), _OWNER.get(target, NOBODY)}
    for viewer in viewers.union(before, there):
        sees_source, sees_target = sees_zone(source, viewer), sees_zone(target, viewer)
        seen, cards = sees_source or sees_target, _read(before, viewer)
        if not sees_source:
            of_source[viewer] = _left_behind(fact, cards, left, seen=seen)
        if not sees_target:
            came = fact.cards if seen else _followed(fact, cards, left)
            of_target[viewer] = _arrived(fact, _read(there, viewer), came, seen=seen)
    _set(state, source, of_source)
    _set(state, target, of_target)


def _reaches(known: Known, place: int) -> bool:
    """Whether a viewer knows a card of a pile at a place or above it."""
    for cards in known.values():  # noqa: SIM110 (a generator takes three times as long)
        if len(cards) > place:
            return True
    return False


def place_of(card: Card, cards: Cards) -> int:
    """Return the first place of a card, -1 if it is not there."""
    for at in range(len(cards)):
        if cards[at] == card:
            return at
    return -1


def _leave_in_sight(state: State, card: Card, source: Zone, before: Known) -> None:
    """Update what is known of a zone without order that all saw a card leave."""
    less = before
    for viewer, cards in before.items():
        at = place_of(card, cards)
        if at >= 0:
            if less is before:
                less = before.copy()
            less[viewer] = cards[:at] + cards[at + 1 :]
    if less is not before:
        _set(state, source, less)


def _left_behind(fact: CardsMoved, before: Cards, left: int, *, seen: bool) -> Cards:
    """Return what a viewer knows of a hidden source after the move."""
    if fact.source in FACE_DOWN:
        return _trimmed(before[:left])
    if seen:
        return _less(before, fact.cards)
    return _certain(before, len(fact.cards)) if left else ()


def _followed(fact: CardsMoved, before: Cards, left: int) -> Cards:
    """Return the cards as known to a viewer who sees neither zone, "" if not."""
    count = len(fact.cards)
    if fact.source not in FACE_DOWN and left:
        left = len(before)
    known = before[left:]
    return known + (NO_CARD,) * (count - len(known))


def _arrived(fact: CardsMoved, there: Cards, came: Cards, *, seen: bool) -> Cards:
    """Return what a viewer knows of a hidden target after the move.

    Cards are put on top of a pile only before it is shuffled, so they are not remembered.
    """
    if fact.target not in FACE_DOWN:
        known = [card for card in came if card]
        return tuple(sorted([*there, *known])) if known else there
    if not fact.bottom:
        return there
    if not seen:  # cards of a hand: their order is not known
        came = (NO_CARD,) * len(came)
    return _trimmed(came[::-1] + there)


def _trimmed(places: Cards) -> Cards:
    """Return the places of a pile up to the highest one that is known."""
    count = len(places)
    while count and not places[count - 1]:
        count -= 1
    return places[:count]


def _less(cards: Cards, gone: Cards) -> Cards:
    """Return cards without those that were seen to leave."""
    for card in gone:
        at = place_of(card, cards)
        if at >= 0:
            cards = cards[:at] + cards[at + 1 :]
    return cards


def _certain(cards: Cards, gone: int) -> Cards:
    """Return which of sorted cards are left for certain if any ``gone`` have left."""
    return tuple([card for at, card in enumerate(cards) if cards[at - gone : at] == (card,) * gone])


# cards that are shown


def remember_shown(state: State, fact: CardsShown) -> None:
    """Update what is known of a hand of which cards are shown.

    A card drawn for the deal is in no hand, and goes back into the pack.
    """
    if fact.verb == "dealer":
        return
    zone, to = HAND[fact.seat], fact.to
    known = state.known.get(zone, _NOTHING).copy()
    if to is None:
        known.setdefault(NOBODY, ())
        known = {viewer: _shown(fact, cards) for viewer, cards in known.items()}
    elif to != fact.seat:
        known[to] = _shown(fact, _read(known, to))
    _set(state, zone, known)


def _shown(fact: CardsShown, before: Cards) -> Cards:
    """Return known cards with those shown, each as often as it is in one of the two.

    Of a whole hand, no other cards can have been known.
    """
    others = () if fact.verb == "hand" else _less(before, fact.cards)
    return tuple(sorted([*others, *fact.cards]))


def forget_order(state: State, zone: Zone) -> None:
    """Drop what is known of a pile that is shuffled."""
    _set(state, zone, _NOTHING)


# clues

CLUE_KINDS: Final = ("turn", "drawn", "color")
"""The kinds of questions whose answers are clues."""


def remember_answer(state: State, fact: Answered, kind: str) -> None:
    """Record an answer that says something about the hand of its seat."""
    seat, clues = fact.seat, state.clues
    if kind == "drawn":
        last = clues[-1] if clues else None
        if last is not None and last.seat == seat and last.what == "drew":
            clue = Clue(
                seat,
                "kept" if fact.option == "pass" else "played",
                last.turn,
                last.color,
                last.top,
                last.held,
            )
            state.clues = clues[:-1] + (clue,)  # noqa: RUF005 (copied once, not twice)
        return
    pile, held = state.zones[DISCARD], len(state.zones[HAND[seat]])
    top = pile[-1] if pile else NO_CARD
    if kind == "color":
        clue = Clue(seat, "named", state.turn, fact.option, top, held)
    elif fact.option == "draw":
        clue = Clue(seat, "drew", state.turn, state.color, top, held)
    else:
        clue = Clue(seat, "chose", state.turn, state.color, top, held, fact.option)
    state.clues = clues[1 - MAX_CLUES :] + (clue,)  # noqa: RUF005 (copied once, not twice)


def forget_seat(state: State, seat: Seat) -> None:
    """Drop the clues about a seat that is out."""
    state.clues = tuple([clue for clue in state.clues if clue.seat != seat])
