"""The rounds after a cut: who plays on, and in what order (tournament.cut)."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.rules.pairing import sliced
from games.tournaments.rules.played_rounds import Entry
from games.tournaments.rules.sizes import Sizes, sizes_of
from games.tournaments.rules.table_seats import by_seed
from games.tournaments.rules.tournament_facts import Seats, Setup
from games.tournaments.rules.tournament_state import RoundState


def is_final(one: RoundState) -> bool:
    """Whether a round after a cut is the last: no table is beside its only one."""
    return len(one.tables) <= 1 and not one.byes


def going_on(one: RoundState, setup: Setup) -> tuple[Entry, ...]:
    """Return who plays on after a round of a knockout, best seed first."""
    if is_final(one):
        return ()
    through = list(one.byes)
    for number in range(len(one.tables)):
        best = [entry for _, _, entry in _placed(one, number)]
        through += best[: _places_on(setup, len(best))]
    return tuple(sorted(through, key=lambda entry: _seed(one, entry)))


def ranked(one: RoundState, setup: Setup) -> list[Entry]:
    """Return who played a round of a knockout, best first; who was absent comes last."""
    through = set(going_on(one, setup))
    placed = [(1, _seed(one, entry), entry) for entry in one.byes]
    placed += [line for number in range(len(one.tables)) for line in _placed(one, number)]
    placed.sort(key=lambda line: (line[2] not in through, line))
    return [*(entry for _, _, entry in placed), *one.cut]


def knockout_tables(cut: Sequence[Entry], sizes: Sizes) -> tuple[tuple[Seats, ...], Seats]:
    """Return the tables, over which the seeds are spread there and back, and the byes."""
    tables = sliced(cut[sizes.byes :], sizes.tables, lambda nth, one: one[:: -1 if nth % 2 else 1])
    return tuple(by_seed(table) for table in tables), tuple(cut[: sizes.byes])


def knockout_sizes(players: int, setup: Setup, most: int, *, is_first: bool) -> Sizes:
    """Return the tables of a round after a cut.

    Who goes on from the first stage plays a final at one table if there are too few for two;
    ``most`` is how many seats a table of the game has at most.
    """
    is_direct = is_first and setup.stage != "knockout" and players < 2 * setup.size
    if players <= setup.size or (is_direct and players <= most):
        return Sizes((players,), 0)
    return sizes_of(players, setup.size, odd="table" if setup.size < most else "bye")


def rounds_after(one: RoundState, setup: Setup, most: int) -> int:
    """Return how many rounds follow one of a knockout, if all who go on stay."""
    if is_final(one):
        return 0
    sizes, count = Sizes(tuple(len(table.seats) for table in one.tables), len(one.byes)), 0
    while len(sizes.tables) > 1 or sizes.byes:
        players = sizes.byes + sum(_places_on(setup, size) for size in sizes.tables)
        sizes = knockout_sizes(players, setup, most, is_first=False)
        count += 1
    return count


def _places_on(setup: Setup, players: int) -> int:
    """Return how many of a table of so many players go on."""
    return max(1, min(setup.go_on or setup.size // 2, players - 1))


def _placed(one: RoundState, number: int) -> list[tuple[int, tuple[int, Entry], Entry]]:
    """Return place, seed and entry of the players of a table, best first."""
    table = one.tables[number]
    places = table.places or (1,) * len(table.seats)
    return sorted(
        (place, _seed(one, entry), entry)
        for entry, place in zip(table.seats, places, strict=True)
        if entry
    )


def _seed(one: RoundState, entry: Entry) -> tuple[int, Entry]:
    """Return the seed of an entry; who was let in besides comes after all others."""
    return (one.cut.index(entry) if entry in one.cut else len(one.cut)), entry
