"""Standings: exact points and tie-breaks (tournament.tiebreak)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from games.tournaments.rules.played_rounds import Entry, Rounds, Table, tables_of
from games.tournaments.rules.points import (
    SPAN,
    PointTable,
    bye_points,
    compared_points,
    middle_points,
    points_of,
)

LEAST_SHARE: Final = Fraction(1, 5)
"""The least part of the most possible points that an opponent counts with."""

DEFAULT_TIEBREAKS: Final = ("firsts", "opponents", "place", "direct", "lot")


class Terms(NamedTuple):
    """What a stage counts by.

    ``part`` is into how many parts a point is divided, ``size`` the size of table that is wanted.
    ``missed`` says what a missed round counts: "nothing" or "middle". ``points`` are those of each
    place, () the usual ones; with ``is_compared`` they come from the comparison of shared deals.
    """

    part: int
    size: int
    missed: str = "nothing"
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    points: PointTable = ()
    is_compared: bool = False

    @property
    def most(self) -> int:
        """What a bye counts, in parts: as much as a win."""
        return SPAN * self.part if self.is_compared else bye_points(self.part, self.points)

    @property
    def of_missed(self) -> int:
        """What a missed round counts, in parts."""
        if self.missed == "nothing":
            return 0
        if self.is_compared:
            return SPAN * self.part // 2
        return middle_points(self.size, self.part, self.points)

    def gained(self, tables: Sequence[Table]) -> tuple[tuple[int, ...], ...]:
        """Return the points of each seat of the tables of a round; () without a result."""
        if self.is_compared:
            return compared_points(tables, self.part)
        return tuple(points_of(one.places or (), self.part, self.points) for one in tables)


class Standing(NamedTuple):
    """The place of an entry, its points in parts, and its tie-breaks."""

    entry: Entry
    rank: int
    points: int
    tiebreaks: tuple[Fraction, ...]


class Record(NamedTuple):
    """What an entry did: points of each round; its tables and their points."""

    points: tuple[int, ...]
    tables: tuple[Table, ...]
    gained: tuple[int, ...]
    rounds: int


def records(entries: Iterable[Entry], rounds: Rounds, terms: Terms) -> dict[Entry, Record]:
    """Return the record of each entry. A table without a result counts nothing."""
    points: dict[Entry, list[int]] = defaultdict(list)
    played: dict[Entry, list[Table]] = defaultdict(list)
    won: dict[Entry, list[int]] = defaultdict(list)
    for one in rounds:
        for table, gained in zip(one.tables, terms.gained(one.tables), strict=True):
            for entry, more in zip(table.seats, gained or (0,) * len(table.seats), strict=True):
                points[entry].append(more)
                played[entry].append(table)
                won[entry].append(more)
        for entry in one.byes:
            points[entry].append(terms.most)
        for entry in one.missed:
            points[entry].append(terms.of_missed)
        for entry in one.absent:
            points[entry].append(0)
    return {
        entry: Record(
            tuple(points[entry]), tuple(played[entry]), tuple(won[entry]), len(points[entry])
        )
        for entry in entries
    }


def standings(
    entries: Iterable[Entry],
    rounds: Rounds,
    terms: Terms,
    lot: Sequence[Entry],
    penalties: Mapping[Entry, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the standings, best first.

    ``lot`` is the order that decides last; ``penalties`` are points to subtract, in parts. Places
    are shared only if ``terms`` have no lot.
    """
    taken = penalties or {}
    kept = records(entries, rounds, terms)
    total = {entry: sum(one.points) - taken.get(entry, 0) for entry, one in kept.items()}
    breaks: dict[Entry, list[Fraction]] = {entry: [] for entry in kept}
    groups = _split([list(kept)], lambda group: {entry: Fraction(total[entry]) for entry in group})
    for name in terms.tiebreaks:
        rule = _RULES[name]

        def values(group: list[Entry], rule: _Rule = rule) -> dict[Entry, Fraction]:
            found = rule(group, kept, terms, lot)
            for entry, value in found.items():
                breaks[entry].append(value)
            return found

        groups = _split(groups, values)
    return tuple(_ranked(groups, total, breaks))


def _split(
    groups: list[list[Entry]], values: Callable[[list[Entry]], Mapping[Entry, Fraction]]
) -> list[list[Entry]]:
    """Return each group divided by the values of its members, the largest first."""
    found = []
    for group in groups:
        value = values(group)
        ordered = sorted(group, key=lambda entry: (-value[entry], entry))
        found += [list(same) for _, same in groupby(ordered, key=value.__getitem__)]
    return found


def _ranked(
    groups: list[list[Entry]], total: Mapping[Entry, int], breaks: Mapping[Entry, list[Fraction]]
) -> Iterator[Standing]:
    rank = 1
    for group in groups:
        for entry in group:
            yield Standing(entry, rank, total[entry], tuple(breaks[entry]))
        rank += len(group)


# ---- the tie-breaks: of each a larger value is better

_Rule = Callable[
    [list[Entry], Mapping[Entry, Record], Terms, Sequence[Entry]], dict[Entry, Fraction]
]


def _firsts(
    group: list[Entry], kept: Mapping[Entry, Record], _: Terms, __: Sequence[Entry]
) -> dict[Entry, Fraction]:
    """Points of first places."""
    return {
        entry: Fraction(
            sum(
                gained
                for table, gained in zip(kept[entry].tables, kept[entry].gained, strict=True)
                if table.places and table.places[table.seats.index(entry)] == 1
            )
        )
        for entry in group
    }


def _opponents(
    group: list[Entry], kept: Mapping[Entry, Record], terms: Terms, _: Sequence[Entry]
) -> dict[Entry, Fraction]:
    """The mean points per round of all opponents met; a bye counts as none."""
    least = LEAST_SHARE * terms.most

    def mean_of(entry: Entry) -> Fraction:
        one = kept[entry]
        return max(least, Fraction(sum(one.points), one.rounds or 1))

    def met_by(entry: Entry) -> Fraction:
        met = [
            other
            for table in kept[entry].tables
            for other in table.seats
            if other != entry and other in kept
        ]
        return sum(map(mean_of, met), Fraction(0)) / (len(met) or 1)

    return {entry: met_by(entry) for entry in group}


def _place(
    group: list[Entry], kept: Mapping[Entry, Record], _: Terms, __: Sequence[Entry]
) -> dict[Entry, Fraction]:
    """The mean place, below 0, so that a lower place is a larger value."""

    def mean_of(entry: Entry) -> Fraction:
        had = [
            table.places[table.seats.index(entry)] for table in kept[entry].tables if table.places
        ]
        return -Fraction(sum(had), len(had) or 1)

    return {entry: mean_of(entry) for entry in group}


def _direct(
    group: list[Entry], kept: Mapping[Entry, Record], _: Terms, __: Sequence[Entry]
) -> dict[Entry, Fraction]:
    """Meetings of those who are still equal: won less lost."""
    won: dict[Entry, Fraction] = {entry: Fraction(0) for entry in group}
    for entry in group:
        for table in kept[entry].tables:
            if table.places:
                own = table.places[table.seats.index(entry)]
                for other, place in zip(table.seats, table.places, strict=True):
                    if other in won:
                        won[entry] += (place > own) - (place < own)
    return won


def _lot(
    group: list[Entry], _: Mapping[Entry, Record], __: Terms, lot: Sequence[Entry]
) -> dict[Entry, Fraction]:
    """The lot: who was drawn earlier is better."""
    at = {entry: number for number, entry in enumerate(lot)}
    return {entry: -Fraction(at[entry]) for entry in group}


_RULES: Final[Mapping[str, _Rule]] = {
    "firsts": _firsts,
    "opponents": _opponents,
    "place": _place,
    "direct": _direct,
    "lot": _lot,
}
TIEBREAKS: Final = tuple(_RULES)
"""The names of the tie-breaks."""

__all__ = ["TIEBREAKS", "Record", "Standing", "Terms", "records", "standings", "tables_of"]
