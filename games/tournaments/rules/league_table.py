"""The standings of a league: points for the final places of several nights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple


class LeagueLine(NamedTuple):
    """A player of a league: the place, the sum that counts, and the points of each night.

    ``nights`` has None for each night that the player missed.
    """

    place: int
    name: str
    total: int
    nights: tuple[int | None, ...]


def league_table(
    nights: Sequence[Sequence[str]], points: Sequence[int], best: int
) -> list[LeagueLine]:
    """Return the standings of some nights, each given by its players in their final order.

    A place beyond the table of points has none. The ``best`` nights of each player count, 0: all.
    Of equal sums the better single night decides, then the next; equal players share a place.
    """
    had: dict[str, list[int | None]] = defaultdict(lambda: [None] * len(nights))
    for nth, order in enumerate(nights):
        for place, name in enumerate(order):
            had[name][nth] = points[place] if place < len(points) else 0
    keys = {name: _key(gained, best) for name, gained in had.items()}
    ordered = sorted(had, key=lambda name: ([-one for one in keys[name]], name))
    return [
        LeagueLine(
            1 + sum(other > keys[name] for other in keys.values()),
            name,
            keys[name][0],
            tuple(had[name]),
        )
        for name in ordered
    ]


def _key(gained: Sequence[int | None], best: int) -> list[int]:
    """Return what a player is ranked by: the sum, then the single nights, best first."""
    counted = sorted((one for one in gained if one is not None), reverse=True)
    counted = counted[: best or None]
    return [sum(counted), *counted]
