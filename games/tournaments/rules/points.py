"""Points of places and shared deals, in whole parts (tournament.points)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Final

from games.tournaments.rules.played_rounds import Table

Places = Sequence[int]
"""A place from 1 for each seat; equal places share one number, and the next is skipped."""

SPAN: Final = 6
"""The points between the first and the last place of a table."""
FIRST: Final = 3
"""What the first place is worth besides."""
MOST: Final = SPAN + FIRST
"""The most points of a round."""
PointTable = tuple[int, ...]
"""The points of each place, from the first; () for the usual ones."""


@lru_cache(maxsize=64)
def part_of_point(sizes: Iterable[int], given: PointTable = ()) -> int:
    """Return into how many parts a point is divided, so that all points are whole.

    For tables of up to seven these are 60.
    """
    shares = [
        _share(size, first, count, given)
        for size in sizes
        for first in range(1, size + 1)
        for count in range(1, size - first + 2)
    ]
    return lcm(60, *(share.denominator for share in shares))


def points_of(places: Places, part: int, given: PointTable = ()) -> tuple[int, ...]:
    """Return the points of each seat, in parts of a point; shared places share theirs."""
    size = len(places)
    return tuple(_shared(size, place, places.count(place), part, given) for place in places)


def compared_points(tables: Sequence[Table], part: int) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat of shared deals (tournament.duplicate).

    Each seat is compared with those of its number at the other tables of as many seats: a place
    that is beaten counts 1, an equal one a half, scaled to 6; half of that if there is no other.
    A table without places has no points.
    """
    had: dict[tuple[int, int], list[int]] = {}
    for table in tables:
        for seat, place in enumerate(table.places or ()):
            had.setdefault((len(table.seats), seat), []).append(place)
    for one in had.values():
        one.sort()

    def points(size: int, seat: int, place: int) -> int:
        places = had[size, seat]
        others = len(places) - 1
        halves = 2 * len(places) - bisect_left(places, place) - bisect_right(places, place) - 1
        share = Fraction(SPAN * halves, 2 * others) if others else Fraction(SPAN, 2)
        return _whole(share * part, f"the places of seat {seat}")

    return tuple(
        tuple(
            points(len(table.seats), seat, place) for seat, place in enumerate(table.places or ())
        )
        for table in tables
    )


def compared_scale(tables: Iterable[Table], part: int) -> int:
    """Return into how many parts a part is divided for compared points."""
    counts = Counter(len(table.seats) for table in tables if table.places)
    others = [count - 1 for count in counts.values() if count > 1]
    return lcm(*(one // gcd(one, SPAN // 2 * part) for one in others))


def middle_points(size: int, part: int, given: PointTable = ()) -> int:
    """Return the points of the middle place of a table, rounded down to a whole part."""
    return sum(points_of(range(1, size + 1), part, given)) // size


def bye_points(part: int, given: PointTable = ()) -> int:
    """Return the points of a bye: those of a win (tournament.bye)."""
    return (given[0] if given else MOST) * part


def _shared(size: int, place: int, count: int, part: int, given: PointTable) -> int:
    return _whole(_share(size, place, count, given) * part, f"place {place} of {size}")


def _whole(share: Fraction, what: str) -> int:
    if share.denominator != 1:
        raise ValueError(f"a part of a point does not divide {what}")
    return share.numerator


@lru_cache(maxsize=1024)
def _share(size: int, place: int, count: int, given: PointTable) -> Fraction:
    """Return what each of some seats has that share a place, in points."""
    return sum((_point(size, at, given) for at in range(place, place + count)), Fraction()) / count


def _point(size: int, place: int, given: PointTable) -> Fraction:
    if given:
        return Fraction(given[place - 1] if place <= len(given) else 0)
    return Fraction(SPAN * (size - place), size - 1) + (FIRST if place == 1 else 0)
