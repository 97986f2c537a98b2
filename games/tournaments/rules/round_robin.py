"""All tables that can be made of a small field, in rounds (tournament.format)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

MAX_ROUNDS: Final = 21
"""The most rounds of a round robin."""

Table = tuple[int, ...]
Schedule = tuple[tuple[Table, ...], ...]
"""Rounds of tables of players, who are numbered from 0."""


@lru_cache(maxsize=64)
def round_robin(players: int, size: int) -> Schedule:
    """Return the rounds; () if they are too many.

    Rounds of those who played least come first. Each table is played once. Who has none in a round
    rests; in the end all have had as many.
    """
    if players < size or comb(players, size) > MAX_ROUNDS * (players // size):
        return ()
    tables = list(combinations(range(players), size))
    if size == 2:
        rounds = _circle(players)
    elif players < 2 * size:
        rounds = [(table,) for table in tables]
    else:
        rounds = _two_by_two(tables, len(tables) % 2) or []
    return _by_least_played(rounds)


def _circle(players: int) -> list[tuple[Table, ...]]:
    """Return the rounds of tables of two: one stays, the others go around."""
    ring = [*range(players), *[-1] * (players % 2)]
    rounds = list[tuple[Table, ...]]()
    for _ in ring[1:]:
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append(tuple((one, other) for one, other in pairs if -1 not in (one, other)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _two_by_two(tables: Sequence[Table], alone: int) -> list[tuple[Table, ...]] | None:
    """Return the tables in pairs without a player in common, but for so many of them."""
    if not tables:
        return []
    first, *others = tables
    for other in others:
        if set(first).isdisjoint(other):
            rest = _two_by_two([one for one in others if one != other], alone)
            if rest is not None:
                return [(first, other), *rest]
    rest = _two_by_two(others, alone - 1) if alone else None
    return None if rest is None else [(first,), *rest]


def _by_least_played(rounds: list[tuple[Table, ...]]) -> Schedule:
    played: Counter[int] = Counter()

    def key(one: tuple[Table, ...]) -> tuple[int, int]:
        return -len(one), sum(played[player] for table in one for player in table)

    ordered, left = [], list(rounds)
    while left:
        best = min(left, key=key)
        left.remove(best)
        ordered.append(best)
        played.update(player for table in best for player in table)
    return tuple(ordered)
