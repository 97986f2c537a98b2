"""The rounds of a stage: tables with their results, and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

Entry = int
"""The number of an entry, from 1 in the order in which they were entered."""


class Table(NamedTuple):
    """A table: its entries by seat, and their places, None without a result."""

    seats: tuple[Entry, ...]
    places: tuple[int, ...] | None = None


class Round(NamedTuple):
    """A round: its tables, who had a bye, missed it, or was absent."""

    tables: tuple[Table, ...]
    byes: tuple[Entry, ...] = ()
    missed: tuple[Entry, ...] = ()
    absent: tuple[Entry, ...] = ()


Rounds = tuple[Round, ...]


def tables_of(rounds: Iterable[Round]) -> Iterator[Table]:
    """Yield the tables of all rounds, in order."""
    return (table for one in rounds for table in one.tables)


def meetings(rounds: Iterable[Round]) -> Counter[frozenset[Entry]]:
    """Return how often each two entries have met."""
    return Counter(
        frozenset(pair) for table in tables_of(rounds) for pair in combinations(table.seats, 2)
    )


def seats_had(rounds: Iterable[Round]) -> Counter[tuple[Entry, int]]:
    """Return how often each entry had each seat number."""
    return Counter(
        (entry, seat) for table in tables_of(rounds) for seat, entry in enumerate(table.seats)
    )


def short_tables(rounds: Iterable[Round], wanted: int) -> Counter[Entry]:
    """Return how often each entry sat at a table of fewer seats than were wanted."""
    return Counter(
        entry for table in tables_of(rounds) if len(table.seats) < wanted for entry in table.seats
    )
