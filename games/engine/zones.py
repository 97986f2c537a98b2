"""The zones, which are the places for cards: names and visibility."""

from __future__ import annotations

from typing import Final

Seat = int
Card = str
Zone = str
Color = str

NO_CARD: Final[Card] = ""
NO_COLOR: Final[Color] = ""
NOBODY: Final[Seat] = -1
MAX_SEATS: Final = 10
ARRIVING: Final = -1
"""The value of ``State.enemy_since`` while the flip effect of the Enemy is being resolved."""

DRAW: Final[Zone] = "draw"
DISCARD: Final[Zone] = "discard"
DANGER: Final[Zone] = "danger"
DANGER_DISCARD: Final[Zone] = "danger-discard"
REVEALED: Final[Zone] = "revealed"
REMOVED: Final[Zone] = "removed"


def _own(kind: str) -> tuple[Zone, ...]:
    return tuple(f"{kind}:{seat}" for seat in range(MAX_SEATS))


HAND: Final = _own("hand")
DECK: Final = _own("deck")
BURN: Final = _own("burn")
ENEMY: Final = _own("enemy")
ITEMS: Final = _own("items")
HERO: Final = _own("hero")

_ONE_PACK: Final = ((DRAW, DISCARD), (HAND,))
_OWN_DECKS: Final = (
    (DISCARD, DANGER, DANGER_DISCARD, REVEALED, REMOVED),
    (HAND, DECK, BURN, ENEMY, ITEMS, HERO),
)
OPEN_TO_ALL: Final = frozenset({DISCARD, DANGER_DISCARD, REVEALED, *BURN, *ENEMY, *ITEMS, *HERO})
"""The zones whose cards all see."""

FACE_DOWN: Final = frozenset({DRAW, DANGER, *DECK})
"""The piles that are taken from the top, and whose cards no viewer sees."""


def all_zones(seats: int, *, own_decks: bool = False) -> tuple[Zone, ...]:
    """Return every zone of a table with this many seats, shared ones first.

    With one pack for all players these are the draw pile, the discard pile and the hands; with a
    deck for each player, there are also the zones of heroes and Danger cards.
    """
    shared, own = _OWN_DECKS if own_decks else _ONE_PACK
    return shared + tuple(zones[seat] for seat in range(seats) for zones in own)


def owner_of(zone: Zone) -> Seat:
    """Return the seat to which a zone belongs, NOBODY for a shared one."""
    _, _, seat = zone.partition(":")
    return int(seat) if seat else NOBODY


def sees_zone(zone: Zone, viewer: Seat) -> bool:
    """Whether a viewer (a seat, or NOBODY for the public) sees the cards in a zone."""
    return zone in OPEN_TO_ALL or (viewer >= 0 and zone == HAND[viewer])
