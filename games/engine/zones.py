"""The places for cards, their names, and who sees into them."""

from __future__ import annotations

from typing import Final

Seat = int
Card = str
Zone = str
Color = str

NO_CARD: Final[Card] = ""
NO_COLOR: Final[Color] = ""
NOBODY: Final[Seat] = -1
MOST_SEATS: Final = 10

DRAW: Final[Zone] = "draw"
DISCARD: Final[Zone] = "discard"
DANGER: Final[Zone] = "danger"
DANGER_DISCARD: Final[Zone] = "danger-discard"
REMOVED: Final[Zone] = "removed"
SHARED: Final = (DRAW, DISCARD, DANGER, DANGER_DISCARD, REMOVED)

OWN_KINDS: Final = ("hand", "deck", "burn", "enemy", "items", "hero")


def _own(kind: str) -> tuple[Zone, ...]:
    return tuple(f"{kind}:{seat}" for seat in range(MOST_SEATS))


HAND: Final = _own("hand")
DECK: Final = _own("deck")
BURN: Final = _own("burn")
ENEMY: Final = _own("enemy")
ITEMS: Final = _own("items")
HERO: Final = _own("hero")
OWN: Final = (HAND, DECK, BURN, ENEMY, ITEMS, HERO)

_OPEN_TO_ALL: Final = frozenset({DISCARD, DANGER_DISCARD, *BURN, *ENEMY, *ITEMS, *HERO})


def all_zones(seats: int) -> tuple[Zone, ...]:
    """Every zone of a table with this many seats, shared ones first."""
    return SHARED + tuple(zones[seat] for seat in range(seats) for zones in OWN)


def sees_zone(zone: Zone, viewer: Seat) -> bool:
    """Whether a viewer (a seat, or NOBODY for the public) sees the cards in a zone."""
    return zone in _OPEN_TO_ALL or (viewer >= 0 and zone == HAND[viewer])
