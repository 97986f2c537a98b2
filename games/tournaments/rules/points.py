"""Points of places, in whole parts of a point (tournament.points)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

Places = Sequence[int]
"""A place from 1 for each seat; equal places share one number, and the next is skipped."""

SPAN: Final = 6
"""The points between the first and the last place of a table."""
FIRST: Final = 3
"""What the first place is worth besides."""
MOST: Final = SPAN + FIRST
"""The most points of a round."""


def part_of_point(sizes: Iterable[int]) -> int:
    """Return into how many parts a point is divided, so that all points are whole.

    For tables of up to seven these are 60.
    """
    shares = [
        _share(size, first, count)
        for size in sizes
        for first in range(1, size + 1)
        for count in range(1, size - first + 2)
    ]
    return lcm(60, *(share.denominator for share in shares))


def points_of(places: Places, part: int) -> tuple[int, ...]:
    """Return the points of each seat, in parts of a point; shared places share theirs."""
    return tuple(_shared(len(places), place, places.count(place), part) for place in places)


def middle_points(size: int, part: int) -> int:
    """Return the points of the middle place of a table, rounded down to a whole part."""
    return sum(points_of(range(1, size + 1), part)) // size


def bye_points(part: int) -> int:
    """Return the points of a bye: those of a win (tournament.bye)."""
    return MOST * part


def _shared(size: int, place: int, count: int, part: int) -> int:
    share = _share(size, place, count) * part
    if share.denominator != 1:
        raise ValueError(f"a {part}th of a point does not divide place {place} of {size}")
    return share.numerator


@lru_cache(maxsize=1024)
def _share(size: int, place: int, count: int) -> Fraction:
    """Return what each of some seats has that share a place, in points."""
    return sum((_point(size, at) for at in range(place, place + count)), Fraction()) / count


def _point(size: int, place: int) -> Fraction:
    return Fraction(SPAN * (size - place), size - 1) + (FIRST if place == 1 else 0)
