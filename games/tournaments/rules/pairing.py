"""Who sits with whom: tables of the least published cost (tournament.pairing).

The players are cut into tables in the order of the standings, and two players of different tables
change places while that makes the cost less. So no exchange betters it; small fields are searched
as a whole, and tables of two by a matching. All of it follows from the players, what was played and
the lot, so that anybody can do it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from games.tournaments.rules.played_rounds import Entry, Rounds, meetings, seats_had, short_tables
from games.tournaments.rules.sizes import Sizes
from games.tournaments.rules.table_seats import imbalance, seated

WHOLE: Final = 9
"""The largest number of players of whom every pairing is compared."""
MATCHED: Final = 64
"""The largest number of players whose tables of two have the least cost of all."""


class Cost(NamedTuple):
    """The cost of a table or a pairing, in the order of weight; the least is best.

    ``repeats``: the squares of how often two have met. ``spread``: the squares of the differences
    of points. ``team``: pairs of one team. ``seats``: what the best seats add to the squares of how
    often each had each seat. ``short``: how often those at a short table had one before.
    """

    repeats: int = 0
    spread: int = 0
    team: int = 0
    seats: int = 0
    short: int = 0

    def and_also(self, other: Cost) -> Cost:
        """Return the cost of both."""
        return Cost(*(a + b for a, b in zip(self, other, strict=True)))


class Paired(NamedTuple):
    """A pairing: entries by seat of each table, who has a bye, and its cost."""

    tables: tuple[tuple[Entry, ...], ...]
    byes: tuple[Entry, ...]
    cost: Cost


class Field(NamedTuple):
    """What a pairing is made of.

    ``order`` has the entries by their standings, those with equal points by the lot. ``points`` are
    in parts of a point, ``teams`` names those who have one, ``wanted`` is the size of table.
    ``ranked`` has them by all that the standings count, for the byes; by default it is ``order``.
    """

    order: tuple[Entry, ...]
    points: Mapping[Entry, int]
    rounds: Rounds
    wanted: int
    teams: Mapping[Entry, str]
    ranked: tuple[Entry, ...] = ()


def pair(field: Field, sizes: Sizes) -> Paired:
    """Return the pairing of a round with tables of these sizes."""
    byes = byes_of(field, sizes.byes)
    players = [entry for entry in field.order if entry not in byes]
    search = _Search(field)
    slices = list(_slices(players, sizes.tables))
    if len(players) <= WHOLE:
        tables = search.best_of_all(slices)
    elif set(sizes.tables) == {2} and len(players) <= MATCHED:
        tables = search.matched(players)
    else:
        tables = search.exchanged(slices)
    seats = tuple(search.seated(table) for table in tables)
    return Paired(seats, byes, search.cost_of_all(tables))


def pair_in_slices(field: Field, sizes: Sizes, lot: Sequence[Entry]) -> Paired:
    """Return the pairing in which each table has one of each slice of the order.

    In a slice the lot decides who sits at which table (tournament.pairing.first).
    """
    byes = byes_of(field, sizes.byes)
    players = [entry for entry in field.order if entry not in byes]
    search = _Search(field)
    tables = sliced(players, sizes.tables, lambda _, one: sorted(one, key=lot.index))
    seats = tuple(search.seated(table) for table in tables)
    return Paired(seats, byes, search.cost_of_all(tables))


def sliced(
    players: Sequence[Entry],
    sizes: Sequence[int],
    ordered: Callable[[int, list[Entry]], Sequence[Entry]],
) -> list[tuple[Entry, ...]]:
    """Return tables of one of each slice, which ``ordered`` puts in their order."""
    tables: list[list[Entry]] = [[] for _ in sizes]
    left, nth = list(players), 0
    while left:
        free = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        one, left = left[: len(free)], left[len(free) :]
        for table, entry in zip(free, ordered(nth, one), strict=True):
            table.append(entry)
        nth += 1
    return [tuple(table) for table in tables]


def byes_of(field: Field, count: int) -> tuple[Entry, ...]:
    """Return who has a bye: the lowest of those with the fewest byes (tournament.bye)."""
    had = [entry for one in field.rounds for entry in one.byes]
    from_below = list(reversed(field.ranked or field.order))
    from_below.sort(key=had.count)
    return tuple(from_below[:count])


def costs_of(field: Field, tables: Sequence[Sequence[Entry]]) -> tuple[Cost, ...]:
    """Return the cost of each table of a pairing, however it was made."""
    search = _Search(field)
    return tuple(search.cost(tuple(sorted(table, key=field.order.index))) for table in tables)


def _slices(players: Sequence[Entry], sizes: Sequence[int]) -> Iterator[tuple[Entry, ...]]:
    """Yield the players in their order, in tables of these sizes."""
    at = 0
    for size in sizes:
        yield tuple(players[at : at + size])
        at += size


def _faultless(size: int) -> Cost:
    """Return the least cost of a table of a size: all seats are new to all players."""
    return Cost(seats=imbalance(range(size), {}))


class _Search:
    """What is known of a field, to compare tables."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.rank = {entry: at for at, entry in enumerate(field.order)}
        self.met = {pair: times**2 for pair, times in meetings(field.rounds).items()}
        self.had = seats_had(field.rounds)
        self.shorts = short_tables(field.rounds, field.wanted)
        self.known: dict[tuple[Entry, ...], Cost] = {}
        self.faultless: dict[int, Cost] = {}

    def cost(self, table: tuple[Entry, ...]) -> Cost:
        """Return the cost of a table, whose entries are in the order of the field."""
        if table not in self.known:
            self.known[table] = Cost(
                self.repeats(table),
                self.spread(table),
                self.team(table),
                imbalance(table, self.had),
                self.short(table),
            )
        return self.known[table]

    def cost_of_all(self, tables: Iterable[tuple[Entry, ...]]) -> Cost:
        """Return the cost of a pairing."""
        cost = Cost()
        for table in tables:
            cost = cost.and_also(self.cost(table))
        return cost

    def repeats(self, table: Sequence[Entry]) -> int:
        return sum(self.met.get(frozenset(pair), 0) for pair in combinations(table, 2))

    def spread(self, table: Sequence[Entry]) -> int:
        """The sum over all pairs of the square of their difference."""
        points = [self.field.points[entry] for entry in table]
        return len(points) * sum(one * one for one in points) - sum(points) ** 2

    def team(self, table: Sequence[Entry]) -> int:
        teams = [self.field.teams[entry] for entry in table if entry in self.field.teams]
        return sum(one == other for one, other in combinations(teams, 2))

    def short(self, table: Sequence[Entry]) -> int:
        is_short = len(table) < self.field.wanted
        return sum(self.shorts[entry] for entry in table) if is_short else 0

    def seated(self, table: Sequence[Entry]) -> tuple[Entry, ...]:
        return seated(table, self.had)

    # ---- the whole field

    def best_of_all(self, slices: Sequence[tuple[Entry, ...]]) -> list[tuple[Entry, ...]]:
        """Return the tables of the least cost; of equal ones the first."""
        players = [entry for table in slices for entry in table]
        sizes = [len(table) for table in slices]
        return list(min(self._divisions(players, sizes), key=self.cost_of_all))

    def _divisions(
        self, players: list[Entry], sizes: list[int]
    ) -> Iterator[tuple[tuple[Entry, ...], ...]]:
        """Yield every way to divide the players into tables of these sizes."""
        if not sizes:
            yield ()
            return
        for at in sorted({sizes.index(size) for size in sizes}):
            rest = sizes[:at] + sizes[at + 1 :]
            for others in combinations(players[1:], sizes[at] - 1):
                table = (players[0], *others)
                left = [entry for entry in players if entry not in table]
                for further in self._divisions(left, rest):
                    yield (table, *further)

    # ---- tables of two

    def matched(self, players: Sequence[Entry]) -> list[tuple[Entry, ...]]:
        """Return the tables of two of the least cost; of equal ones the first.

        The cost of a pair is one whole number, in which what counts more outweighs the sum of all
        that counts less. The last digits are the pairs themselves, so that only one matching is
        the best, whatever finds it.
        """
        import networkx

        count = len(players)
        pairs = list(combinations(range(count), 2))
        costs = {pair: self.cost((players[pair[0]], players[pair[1]])) for pair in pairs}
        bases = [1 + count // 2 * max(column) for column in zip(*costs.values(), strict=True)]
        graph, weights = networkx.Graph(), dict.fromkeys(pairs, 0)
        for pair, cost in costs.items():
            for base, part in zip(bases, cost, strict=True):
                weights[pair] = weights[pair] * base + part
            weights[pair] *= (count + 1) ** count
            weights[pair] += pair[1] * (count + 1) ** (count - 1 - pair[0])
        most = max(weights.values())
        graph.add_weighted_edges_from((*pair, most - weight) for pair, weight in weights.items())
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return [(players[a], players[b]) for a, b in sorted(map(sorted, found))]

    # ---- exchanges

    def exchanged(self, slices: Sequence[tuple[Entry, ...]]) -> list[tuple[Entry, ...]]:
        """Return the tables when no exchange of two players makes the cost less.

        Two tables are compared again only if one of them has changed since, which is what makes
        large fields quick: it finds what comparing all of them again would find.
        """
        tables = list(slices)
        changed = set(range(len(tables)))
        while changed:
            before, changed = changed, set()
            for a, b in combinations(range(len(tables)), 2):
                is_new = not before.isdisjoint((a, b)) or not changed.isdisjoint((a, b))
                if is_new and self._improve(tables, a, b):
                    changed |= {a, b}
        return tables

    def _improve(self, tables: list[tuple[Entry, ...]], a: int, b: int) -> bool:
        """Exchange players of two tables while it helps; return whether it did."""
        has_helped = False
        while (better := self._better(tables[a], tables[b])) is not None:
            tables[a], tables[b] = better
            has_helped = True
        return has_helped

    def _better(
        self, one: tuple[Entry, ...], other: tuple[Entry, ...]
    ) -> tuple[tuple[Entry, ...], tuple[Entry, ...]] | None:
        """Return two tables of less cost that one exchange makes of two, the first found."""
        if self._is_faultless(one) and self._is_faultless(other):
            return None
        now = self.cost(one).and_also(self.cost(other))
        points = self.field.points
        by_spread = not now.repeats and len(one) == len(other)
        if by_spread and self._are_apart(one, other):
            return None
        gap = sum(points[entry] for entry in one) - sum(points[entry] for entry in other)
        for mine in one:
            for theirs in other:
                if by_spread:
                    # Without repeats, only less spread can help, or the same.
                    step = points[theirs] - points[mine]
                    if step * (step + gap) < 0:
                        continue
                left = self._with(one, mine, theirs)
                right = self._with(other, theirs, mine)
                if self.cost(left).and_also(self.cost(right)) < now:
                    return left, right
        return None

    def _is_faultless(self, table: tuple[Entry, ...]) -> bool:
        size = len(table)
        if size not in self.faultless:
            self.faultless[size] = _faultless(size)
        return self.cost(table) == self.faultless[size]

    def _are_apart(self, one: Sequence[Entry], other: Sequence[Entry]) -> bool:
        """Whether all of one table have more points than all of the other.

        Then every exchange between tables of one size has more spread.
        """
        points = self.field.points
        ours, others = [points[entry] for entry in one], [points[entry] for entry in other]
        return min(ours) > max(others) or max(ours) < min(others)

    def _with(self, table: tuple[Entry, ...], gone: Entry, come: Entry) -> tuple[Entry, ...]:
        changed = [come if entry == gone else entry for entry in table]
        return tuple(sorted(changed, key=self.rank.__getitem__))
