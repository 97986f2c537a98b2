"""The fourth question: did every card come from where the record says?

It needs no rules: each card is followed from the box through the zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from games.audit.bundle_reading import box_in
from games.audit.event_parts import is_list_of_text
from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer

SHARED: Final = ("draw", "discard", "danger", "danger-discard", "revealed", "removed")
OWN: Final = ("hand", "deck", "burn", "hero", "enemy", "items")
PILES: Final = ("draw", "deck", "danger")
"""The zones of which only the top cards move, or all."""

DANGERS: Final = ("enemy", "event", "item")
"""The kinds of cards of the Danger Deck."""

WRONG: Final = (AttributeError, LookupError, TypeError, ValueError)
"""The errors of reading a fact of another form."""

Json = dict[str, Any]


def dealt(examined: Examined) -> Answer:
    """Whether every card that moved was where it came from."""
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    if examined.start is None:
        return Answer("unanswered", "no_start")
    seats = len(examined.start.seats)
    return answer(list(_Table(examined.bundle.edition_source, seats).follow(examined)))


class _Table:
    """The codes in each zone, the last one on top."""

    def __init__(self, edition: bytes, seats: int) -> None:
        self.edition = edition
        self.zones: dict[str, list[str]] = {}
        self.placed: set[str] = set()
        self.shown = 0
        own = (f"{kind}:{seat}" for kind in OWN for seat in range(seats))
        self.known = {*SHARED, *own}
        self.piles = {zone for zone in self.known if zone.partition(":")[0] in PILES}
        self.checks = {
            "cards-moved": self._move,
            "cards-placed": self._place,
            "shuffled": self._shuffle,
            "cards-shown": self._show,
        }

    def follow(self, examined: Examined) -> Iterator[Finding]:
        """Yield the first fact that does not fit the zones; later ones cannot be judged."""
        for event in examined.bundle.events:
            for at, fact in enumerate(event.facts):
                check = self.checks.get(fact["fact"])
                code = check(fact) if check else ""
                if code:
                    yield Finding(code, event.seq, event.seq, "", f"/facts/{at}")
                    return

    # ---- cards out of the box

    def _place(self, fact: Json) -> str:
        try:
            zone, cards = fact["zone"], fact["cards"]
            is_new = zone not in self.placed and is_list_of_text(cards)
            is_right = is_new and sorted(cards) == self._box(zone, cards)
        except WRONG:
            is_right = False
        if not is_right:
            return "box"
        self.placed.add(zone)
        self.zones[zone] = list(cards)
        return ""

    def _box(self, zone: str, new: Sequence[str]) -> Sequence[str]:
        """Return what comes out of the box onto a zone, in ascending order.

        Raises LookupError for another zone.
        """
        decks, (kind, _, seat) = box_in(self.edition).decks, zone.partition(":")
        if zone not in self.known:
            raise LookupError(zone)
        heroes = {owner: self.zones[owner][0] for owner in self.placed if owner.startswith("hero:")}
        if kind == "deck":
            return _deck(self.edition, heroes["hero:" + seat])
        if kind == "danger":
            return _loose(self.edition, frozenset(heroes.values()))
        if kind == "hero":
            (hero,) = new
            if hero in {deck.hero for deck in decks} and hero not in heroes.values():
                return [hero]
        elif kind == "draw" and not decks:
            return _loose(self.edition)
        raise LookupError(zone)

    # ---- cards on the table

    def _shuffle(self, fact: Json) -> str:
        try:
            zone, order = fact["zone"], fact["order"]
            is_pile = zone in self.known and is_list_of_text(order)
            if not is_pile or sorted(self.zones.get(zone, [])) != sorted(order):
                return "pile"
        except WRONG:
            return "pile"
        self.zones[zone] = list(order)
        if zone == "draw":
            self.shown = 0
        return ""

    def _move(self, fact: Json) -> str:
        try:
            source, target = fact["source"], fact["target"]
            if source not in self.known or target not in self.known:
                return "zone"
        except WRONG:
            return "zone"
        pile = self.zones.setdefault(source, [])
        try:
            cards: Any = fact["cards"]
            if not is_list_of_text(cards):
                return "absent"
            if source in self.piles:
                top = pile[: -len(cards) - 1 : -1] if cards else []
                if cards != top and sorted(cards) != sorted(pile):
                    return "top"
            for card in cards:
                _remove_last(pile, card)
        except WRONG:
            return "absent"
        onto = self.zones.setdefault(target, [])
        if fact.get("bottom") is True:
            onto[:0] = cards[::-1]
        else:
            onto += cards
        return ""

    def _show(self, fact: Json) -> str:
        try:
            cards, verb = fact["cards"], fact["verb"]
            if not isinstance(verb, str):
                return "shown"
            if verb == "dealer":
                self.shown += 1
                is_right = self.zones["draw"][-self.shown] == cards[0] and len(cards) == 1
            else:
                hand = list(self.zones.get(f"hand:{fact['seat']}", []))
                is_right = verb != "hand" or sorted(hand) == sorted(cards)
                for card in cards:
                    _remove_last(hand, card)
        except WRONG:
            is_right = False
        return "" if is_right else "shown"


# ---- the box of an edition (JSON), once for all its games


@lru_cache(maxsize=64)
def _deck(edition: bytes, hero: str) -> Sequence[str]:
    # Of two decks of a hero the last one counts.
    *_, deck = (deck for deck in box_in(edition).decks if deck.hero == hero)
    return sorted([entry.card for entry in deck.cards for _ in range(entry.copies)])


@lru_cache(maxsize=64)
def _loose(edition: bytes, heroes: frozenset[str] | None = None) -> Sequence[str]:
    """Return all cards outside of decks, or the Danger Deck of some heroes."""
    box = box_in(edition)
    cards = box.cards
    if heroes is not None:
        cards = [card for card in cards if card.kind in DANGERS and card.hero in heroes]
    return sorted([card.code for card in cards for _ in range(box.copies.get(card.code, 1))])


def _remove_last(pile: list[str], card: str) -> None:
    """Remove the copy of a card nearest to the top; ValueError if there is none."""
    if pile and pile[-1] == card:
        pile.pop()
        return
    del pile[len(pile) - 1 - pile[::-1].index(card)]
