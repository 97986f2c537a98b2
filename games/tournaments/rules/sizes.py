"""How many tables of how many seats a round has (tournament.sizes)."""

from __future__ import annotations

from typing import Final, NamedTuple

FEWEST: Final = 3
"""The smallest table that is laid without the director's word, unless a smaller one is wanted."""


class Sizes(NamedTuple):
    """The sizes of the tables, largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


def sizes_of(players: int, wanted: int, *, odd: str = "table") -> Sizes:
    """Return the sizes of the tables of a round.

    Tables have the size that is wanted, else as few as possible one seat fewer, else as few as
    possible one more, else all are smaller and as even as possible. With ``odd`` "bye", a bye is
    preferred to tables of one more. Byes are as few as possible.
    """
    for byes in range(players + 1):
        seated = players - byes
        ways = [_with(seated, wanted, wanted - 1 if wanted > FEWEST else wanted)]
        if odd == "table":
            ways.append(_with(seated, wanted, wanted + 1))
        for tables in (*ways, _even(seated, wanted)):
            if tables is not None:
                return Sizes(tables, byes)
    raise AssertionError("no players need no table")


def _with(players: int, wanted: int, other: int) -> tuple[int, ...] | None:
    """Return tables of the size wanted and the fewest of another, or None."""
    for count in range(players // other + 1):
        rest = players - count * other
        if rest % wanted == 0:
            return tuple(sorted([wanted] * (rest // wanted) + [other] * count, reverse=True))
    return None


def _even(players: int, wanted: int) -> tuple[int, ...] | None:
    """Return the fewest even tables, or None if they are too small."""
    tables = max(1, -(-players // wanted))
    size, larger = divmod(players, tables)
    if size < min(FEWEST, wanted):
        return None
    return (*[size + 1] * larger, *[size] * (tables - larger))


def filled_sizes(players: int, wanted: int) -> Sizes:
    """Return how many players sit at each table where bots fill the other seats."""
    tables = -(-players // wanted)
    size, larger = divmod(players, tables) if tables else (0, 0)
    return Sizes((*[size + 1] * larger, *[size] * (tables - larger)), 0)
