"""Who has which seat of a table (tournament.seats)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.tournaments.rules.played_rounds import Entry


def seated(players: Sequence[Entry], had: Mapping[tuple[Entry, int], int]) -> tuple[Entry, ...]:
    """Return the players by seat, so that each has had each seat equally often.

    What counts is the square of how often a player has had a seat, that of seat 0 twice. Of equal
    orders the one counts in which the players were given.
    """
    return _best(tuple(players), had)[1]


def imbalance(players: Sequence[Entry], had: Mapping[tuple[Entry, int], int]) -> int:
    """Return what the best seats of these players add to the squares."""
    return _best(tuple(players), had)[0]


def by_seed(players: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the players by seat after a cut; the best seed sits last."""
    return tuple(reversed(players))


def _best(
    players: tuple[Entry, ...], had: Mapping[tuple[Entry, int], int]
) -> tuple[int, tuple[Entry, ...]]:
    """Return the least sum, and the players by seat.

    ``best`` has it for each set of players, as bits, who have the first seats.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(len(players)):
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for at, player in enumerate(players):
                if not taken >> at & 1:
                    times = had.get((player, seat), 0)
                    more = cost + (2 * times + 1) * (1 if seat else 2)
                    found = (more, (*order, at))
                    key = taken | 1 << at
                    if key not in further or found < further[key]:
                        further[key] = found
        best = further
    cost, order = best[(1 << len(players)) - 1]
    return cost, tuple(players[at] for at in order)
