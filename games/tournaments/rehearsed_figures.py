"""How good the pairings of a rehearsed tournament were, in figures."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import mean
from typing import NamedTuple

from games.tournaments.rehearsed_tournament import Rehearsal
from games.tournaments.rules.decide import final_order, terms_of
from games.tournaments.rules.played_rounds import (
    Entry,
    Round,
    Rounds,
    meetings,
    seats_had,
    short_tables,
)
from games.tournaments.rules.standings import records
from games.tournaments.rules.tournament_rows import Finding


class Summary(NamedTuple):
    """The mean and the largest of some numbers."""

    mean: float
    largest: float


class RoundFigures(NamedTuple):
    """The repeats of a round, and the spread of points inside its tables.

    ``repeats`` are pairs who had met before. The spread of a table is the difference between the
    most and the fewest points that its players had before the round.
    """

    repeats: int
    spread: Summary


class Figures(NamedTuple):
    """The figures of a tournament.

    All but ``tau`` and ``findings`` are of the rounds before the cut. ``repeated_pairs`` met more
    than once, and ``most_meetings`` is the most of a pair. ``seats`` are the differences between
    how often a player had the most and the least frequent seat, ``most_shorts`` and ``most_byes``
    the most of a player. ``tau`` is Kendall's, of the final standings and the strengths: 1 if they
    have the same order. ``findings`` are the rows that do not follow from the rules.
    """

    rounds: tuple[RoundFigures, ...]
    repeated_pairs: int
    most_meetings: int
    seats: Summary
    most_shorts: int
    byes: int
    most_byes: int
    tau: float
    findings: tuple[Finding, ...]


def figures_of(rehearsal: Rehearsal, findings: Iterable[Finding]) -> Figures:
    """Return the figures of a tournament that is over."""
    state, plan = rehearsal.state, rehearsal.plan
    rounds = state.closed()[: state.stage_rounds]
    kept, part = records(state.entries, rounds, terms_of(state)), terms_of(state).part
    points = {entry: [more / part for more in one.points] for entry, one in kept.items()}
    met = meetings(rounds)
    byes = Counter(entry for one in rounds for entry in one.byes)
    return Figures(
        tuple(_of_rounds(rounds, points)),
        sum(times > 1 for times in met.values()),
        max(met.values(), default=0),
        seat_differences(rounds, state.entries, plan.size),
        max(short_tables(rounds, plan.size).values(), default=0),
        byes.total(),
        max(byes.values(), default=0),
        kendall_tau([rehearsal.strengths[entry] for entry in final_order(state)]),
        tuple(findings),
    )


def _of_rounds(rounds: Rounds, points: Mapping[Entry, Sequence[float]]) -> Iterator[RoundFigures]:
    for nth, one in enumerate(rounds):
        before = {entry: sum(gained[:nth]) for entry, gained in points.items()}
        yield RoundFigures(repeats_of(one, rounds[:nth]), _spread(one, before))


def repeats_of(one: Round, before: Rounds) -> int:
    """Return how many pairs of a round had met before it."""
    met = meetings(before)
    return sum(
        frozenset(pair) in met for table in one.tables for pair in combinations(table.seats, 2)
    )


def _spread(one: Round, points: Mapping[Entry, float]) -> Summary:
    tables = [[points[entry] for entry in table.seats] for table in one.tables]
    return summary_of([max(table) - min(table) for table in tables])


def seat_differences(rounds: Rounds, entries: Iterable[Entry], size: int) -> Summary:
    """Return by how much the seats of a player differ in how often they were had."""
    had = seats_had(rounds)
    times = [[had[entry, seat] for seat in range(size)] for entry in entries]
    return summary_of([max(one) - min(one) for one in times])


def summary_of(numbers: Sequence[float]) -> Summary:
    """Return the mean and the largest, to six digits after the point."""
    return Summary(round(mean(numbers), 6), round(max(numbers), 6))


def kendall_tau(strengths: Sequence[float]) -> float:
    """Return Kendall's tau of strengths, all different, in the order of the standings."""
    seen: list[float] = []
    inverted = 0
    for strength in strengths:
        inverted += bisect_right(seen, strength)
        insort(seen, strength)
    pairs = len(strengths) * (len(strengths) - 1) // 2
    return round(1 - 2 * inverted / pairs, 6)
