"""Complete the cards of a position by chance.

Every card of the box is in a zone. Cards that a position does not name are dealt from those that
are left: from the one pack of all players, or from the packs of the heroes. A card of a shared pile
is taken from a pack that can spare it, so that all counts are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import Chance, Ruleset
from games.engine.packs import Pack, assign
from games.engine.variants import DANGER_KINDS, DEAL
from games.engine.zones import (
    DANGER,
    DECK,
    DISCARD,
    DRAW,
    HERO,
    REMOVED,
    Card,
    Zone,
    all_zones,
    owner_of,
)

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "hero": ("hero",),
    "enemy": ("enemy",),
    "items": ("item",),
    "danger": DANGER_KINDS,
    "danger-discard": DANGER_KINDS,
    "revealed": DANGER_KINDS,
}
"""The kinds of card in the zones that allow only some kinds."""


@dataclass(frozen=True, slots=True)
class Box:
    """The cards of a table: its zones, and the cards that start in each."""

    zones: tuple[Zone, ...]
    pools: dict[Zone, Counter[Card]]

    def total(self) -> Counter[Card]:
        """Return all cards."""
        return sum(self.pools.values(), Counter())


@dataclass(frozen=True, slots=True)
class Known:
    """What a position specifies: named cards, counts, seats out, end of the game."""

    cards: Mapping[Zone, list[Card]]
    counts: Mapping[Zone, int]
    out: frozenset[int]
    is_over: bool

    def missing(self, zone: Zone) -> int | None:
        """Return how many cards chance adds to a zone; None for as many as are left."""
        named = len(self.cards.get(zone, ()))
        if zone in self.counts:
            return max(0, self.counts[zone] - named)
        if is_pile(zone) or (zone == REMOVED and self.out):
            return None
        is_hand = zone.startswith("hand:") and owner_of(zone) not in self.out
        return DEAL if is_hand and zone not in self.cards and not self.is_over else 0


@dataclass(frozen=True, slots=True)
class Filling:
    """All cards of a table, by zone.

    ``filled`` are the zones to which chance added cards; ``left_over`` are the cards for which no
    zone has room. ``sources`` has for each pile the cards that its pack has elsewhere.
    """

    zones: dict[Zone, tuple[Card, ...]]
    filled: tuple[Zone, ...]
    left_over: Counter[Card]
    sources: dict[Zone, str]


def box_of(ruleset: Ruleset) -> Box:
    """Return the box of a table; every hero, if there are any, must be known."""
    own_decks = ruleset.variant.own_decks
    zones = all_zones(ruleset.seats, own_decks=own_decks)
    ordered = tuple(sorted(zones, key=lambda zone: (zone.partition(":")[0], owner_of(zone))))
    if not own_decks:
        return Box(ordered, {DRAW: Counter(ruleset.box)})
    pools = {DECK[at]: Counter(ruleset.decks[hero]) for at, hero in enumerate(ruleset.heroes)}
    pools |= {HERO[at]: Counter([hero]) for at, hero in enumerate(ruleset.heroes)}
    pools[DANGER] = Counter(card for hero in ruleset.heroes for card in ruleset.dangers[hero])
    return Box(ordered, pools)


def is_pile(zone: Zone) -> bool:
    """Return whether a zone gets all cards of its pack that are nowhere else."""
    return zone in (DRAW, DANGER) or zone.startswith(("deck:", "hero:"))


def may_lie(ruleset: Ruleset, card: Card, zone: Zone) -> bool:
    """Return whether a zone allows the kind of a card."""
    kind = zone.partition(":")[0]
    if kind in KINDS:
        return ruleset.kind[card] in KINDS[kind]
    return kind == "removed" or ruleset.kind[card] not in (*DANGER_KINDS, "hero")


def fill(ruleset: Ruleset, box: Box, known: Known, chance: Chance, nth: int) -> Filling:
    """Return all cards of a table.

    What is not named is dealt in the order of shuffle ``nth``.
    """
    return _Dealer(ruleset, box, known).deal(chance, nth)


def _first(packs: Sequence[Pack]) -> Pack:
    return packs[0]


class _Dealer:
    """The packs of one table, while its cards are dealt.

    The packs of seats that are out are one pack, whose rest is in the zone ``removed``.
    """

    def __init__(self, ruleset: Ruleset, box: Box, known: Known) -> None:
        self._ruleset = ruleset
        self._known = known
        self._zones = {zone: tuple(known.cards.get(zone, ())) for zone in box.zones}
        self._packs: dict[Zone, Pack] = {}
        for zone, pool in box.pools.items():
            pack = self._packs.setdefault(self._target(zone), Pack(Counter(), 0))
            pack.left.update(pool)
        self._take_named()

    def deal(self, chance: Chance, nth: int) -> Filling:
        """Deal the cards that are left."""
        sources = {zone: self._source(zone) for zone in self._packs}
        piles = {
            zone: list(chance.shuffle(sorted(pack.left.elements()), nth))
            for zone, pack in self._packs.items()
        }
        filled: list[Zone] = []
        for zone in self._zones:
            if zone not in self._packs and (count := self._known.missing(zone)):
                self._lay(zone, [*self._dealt(zone, count, piles)], filled)
        left_over = Counter[Card]()
        for zone, pile in piles.items():
            wanted = self._known.missing(zone)
            if zone not in self._known.cards or wanted is None:
                wanted = len(pile)
            left_over.update(pile[wanted:])
            self._lay(zone, pile[:wanted], filled)
        return Filling(self._zones, tuple(filled), left_over, sources)

    # ---- the cards that are named

    def _take_named(self) -> None:
        """Take the named cards out of their packs, those of shared piles last.

        Packs that have no room for another card are served before those with a pile for the rest.
        """
        shared: list[Card] = []
        for zone, cards in self._zones.items():
            pack = self._packs.get(self._target(zone))
            for card in cards:
                if pack is None or not pack.left[card]:
                    shared.append(card)
                else:
                    pack.left[card] -= 1
        for zone, pack in self._packs.items():
            pack.spare = pack.left.total() - self._hidden(zone)
        exact = [
            pack for zone, pack in self._packs.items() if self._known.missing(zone) is not None
        ]
        for packs in (exact, [*self._packs.values()]):
            shared = [card for card in shared if not assign(card, packs, _first)]
        for card in shared:
            self._take_anywhere(card)

    def _take_anywhere(self, card: Card) -> None:
        """Take a card out of any pack that has it, although its counts cannot be met then."""
        for pack in self._packs.values():
            if pack.left[card]:
                pack.assign(card)
                return

    def _hidden(self, target: Zone) -> int:
        """Return how many cards of a pack chance adds to zones; of a pile at least one."""
        return sum(self._at_least(zone) for zone in self._zones if self._target(zone) == target)

    def _at_least(self, zone: Zone) -> int:
        missing = self._known.missing(zone)
        is_empty_deck = zone.startswith("deck:") and not self._zones[zone]
        return int(is_empty_deck) if missing is None else missing

    def _target(self, zone: Zone) -> Zone:
        """Return the zone of the rest of the pack of a zone; "" for a shared pile."""
        kind, seat = zone.partition(":")[0], owner_of(zone)
        if not self._ruleset.variant.own_decks:
            return DRAW
        if kind == "hero":
            return zone
        if kind in KINDS:
            return DANGER
        if zone in (DISCARD, REMOVED):
            return REMOVED if zone == REMOVED and self._known.out else ""
        return REMOVED if seat in self._known.out else DECK[seat]

    # ---- the cards that are dealt

    def _dealt(self, zone: Zone, count: int, piles: dict[Zone, list[Card]]) -> Iterator[Card]:
        """Yield the next cards for a zone.

        For a shared pile from the pack with most to spare.
        """
        for _ in range(count):
            target = self._target(zone)
            if not target:
                target = max(self._packs, key=lambda one: self._packs[one].spare)
                self._packs[target].spare -= 1
            pile = piles[target]
            fitting = (at for at in reversed(range(len(pile))) if self._fits(pile[at], zone))
            at = next(fitting, None)
            if at is None:
                return
            yield pile.pop(at)

    def _fits(self, card: Card, zone: Zone) -> bool:
        return may_lie(self._ruleset, card, zone)

    def _lay(self, zone: Zone, cards: list[Card], filled: list[Zone]) -> None:
        """Put cards under those that are named; a hero does not count as filled."""
        if cards:
            self._zones[zone] = (*cards, *self._zones[zone])
            if not zone.startswith("hero:"):
                filled.append(zone)

    # ---- where a pack is

    def _source(self, target: Zone) -> str:
        """Return how many cards a pack has in each zone, with codes for shared piles."""
        missing = {zone: self._known.missing(zone) or 0 for zone in self._zones}
        own = [zone for zone in self._zones if self._target(zone) == target != zone]
        counts = {zone: len(self._zones[zone]) + missing[zone] for zone in own}
        parts = [f"{zone}: {count}" for zone, count in counts.items() if count]
        if assigned := self._packs[target].assigned:
            parts.append(f"{DISCARD}: {', '.join(sorted(assigned))}")
        return "; ".join(parts)
