"""Pairings: no exchange betters one, and in small fields no pairing does."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest

from games.tournaments.rules.pairing import Cost, Field, Paired, byes_of, costs_of, pair
from games.tournaments.rules.played_rounds import Entry, Round, Rounds, Table, seats_had
from games.tournaments.rules.points import points_of
from games.tournaments.rules.sizes import sizes_of
from games.tournaments.rules.table_seats import by_seed, seated

PART = 60


def played(paired: Paired, chance: Random) -> Round:
    """Return the round of a pairing with places by chance."""
    tables = []
    for seats in paired.tables:
        places = list(range(1, len(seats) + 1))
        chance.shuffle(places)
        tables.append(Table(seats, tuple(places)))
    return Round(tuple(tables), paired.byes)


def field_after(count: int, rounds: Rounds, wanted: int, chance: Random, teams: int = 0) -> Field:
    """Return the field of so many entries after some rounds."""
    points = dict.fromkeys(range(1, count + 1), 0)
    for table in (table for one in rounds for table in one.tables):
        for entry, more in zip(table.seats, points_of(table.places or (), PART), strict=True):
            points[entry] += more
    lot = list(points)
    chance.shuffle(lot)
    named = {entry: f"team {chance.randrange(teams)}" for entry in lot} if teams else {}
    order = tuple(sorted(lot, key=lambda entry: -points[entry]))
    return Field(order, points, rounds, wanted, named)


def fields(count: int, wanted: int, seed: int, rounds: int = 4) -> Iterator[tuple[Field, Paired]]:
    """Yield the field and the pairing of each round of a tournament by chance."""
    chance, before = Random(seed), ()  # type: tuple[Random, Rounds]
    for _ in range(rounds):
        field = field_after(count, before, wanted, chance, teams=seed % 3)
        paired = pair(field, sizes_of(count, wanted))
        yield field, paired
        before = (*before, played(paired, chance))


def total(costs: Sequence[Cost]) -> Cost:
    cost = Cost()
    for one in costs:
        cost = cost.and_also(one)
    return cost


@pytest.mark.rule("tournament.pairing")
@pytest.mark.parametrize(("count", "wanted"), [(10, 4), (13, 4), (22, 3), (24, 4), (15, 2)])
def test_no_exchange_of_two_players_makes_it_better(count: int, wanted: int) -> None:
    for field, paired in fields(count, wanted, seed=count):
        tables = [list(table) for table in paired.tables]
        assert total(costs_of(field, tables)) == paired.cost
        for one, other in product(range(len(tables)), repeat=2):
            for a, b in product(range(len(tables[one])), range(len(tables[other]))):
                if one < other:
                    tables[one][a], tables[other][b] = tables[other][b], tables[one][a]
                    assert total(costs_of(field, tables)) >= paired.cost
                    tables[one][a], tables[other][b] = tables[other][b], tables[one][a]


@pytest.mark.rule("tournament.pairing")
@pytest.mark.parametrize("count", range(4, 9))
@pytest.mark.parametrize("wanted", [2, 3, 4])
def test_up_to_nine_players_no_pairing_at_all_is_better(count: int, wanted: int) -> None:
    for field, paired in fields(count, wanted, seed=count + wanted, rounds=3):
        sizes = [len(table) for table in paired.tables]
        seats = [entry for entry in field.order if entry not in paired.byes]
        for order in permutations(seats):
            tables = [order[sum(sizes[:at]) :][:size] for at, size in enumerate(sizes)]
            if all(list(table) == sorted(table) for table in tables):
                assert total(costs_of(field, tables)) >= paired.cost


@pytest.mark.rule("tournament.pairing")
@pytest.mark.parametrize("count", [10, 11, 12])
def test_tables_of_two_have_the_least_cost_of_all_pairings(count: int) -> None:
    for field, paired in fields(count, 2, seed=count, rounds=5):
        if any(len(table) > 2 for table in paired.tables):
            continue
        players = [entry for entry in field.order if entry not in paired.byes]
        pairs = list(combinations(range(len(players)), 2))
        costs = costs_of(field, [(players[a], players[b]) for a, b in pairs])
        cost_of = dict(zip(pairs, costs, strict=True))
        best = {0: Cost()}
        for _ in range(len(players) // 2):
            further: dict[int, Cost] = {}
            for taken, cost in best.items():
                first = next(at for at in range(len(players)) if not taken >> at & 1)
                for other in range(first + 1, len(players)):
                    if not taken >> other & 1:
                        key, more = taken | 1 << first | 1 << other, cost_of[first, other]
                        further[key] = min(further.get(key, cost.and_also(more)),
                                           cost.and_also(more))  # fmt: skip
            best = further
        assert best[(1 << len(players)) - 1] == paired.cost


@pytest.mark.rule("tournament.pairing")
def test_of_equal_pairings_of_two_the_first_is_taken() -> None:
    points = dict.fromkeys(range(1, 13), 0)
    field = Field(tuple(points), points, (), 2, {1: "a", 2: "a", 11: "b", 12: "b"})
    paired = pair(field, sizes_of(12, 2))
    assert sorted(map(sorted, paired.tables)) == [[1, 3], [2, 4], [5, 6], [7, 8], [9, 11], [10, 12]]


def test_everybody_is_paired_once_and_the_same_field_is_paired_the_same() -> None:
    for count in range(3, 30):
        for field, paired in fields(count, 4, seed=count, rounds=2):
            seen = [*paired.byes, *(entry for table in paired.tables for entry in table)]
            assert sorted(seen) == list(range(1, count + 1))
            assert paired == pair(field, sizes_of(count, 4))


@pytest.mark.rule("tournament.pairing")
def test_repeats_count_before_points_and_points_before_teams() -> None:
    rounds = (Round((Table((1, 2), (1, 2)), Table((3, 4), (1, 2)))),)
    points = {1: 540, 2: 0, 3: 540, 4: 0}
    paired = pair(Field((1, 3, 2, 4), points, rounds, 2, {1: "a", 3: "a"}), sizes_of(4, 2))
    assert sorted(map(sorted, paired.tables)) == [[1, 3], [2, 4]] and paired.cost.team == 1
    met = (*rounds, Round((Table((1, 3), (1, 2)), Table((2, 4), (1, 2)))))
    paired = pair(Field((1, 3, 2, 4), points, met, 2, {}), sizes_of(4, 2))
    assert sorted(map(sorted, paired.tables)) == [[1, 4], [2, 3]] and not paired.cost.repeats


@pytest.mark.rule("tournament.bye")
def test_the_lowest_who_had_none_has_the_bye() -> None:
    rounds = (Round((), byes=(5,)), Round((), byes=(4,)))
    field = Field((1, 2, 3, 4, 5), dict.fromkeys(range(1, 6), 0), rounds, 4, {})
    assert byes_of(field, 1) == (3,)
    assert byes_of(field, 4) == (3, 2, 1, 5)


def test_who_sat_at_a_short_table_sits_at_one_of_four_next() -> None:
    for field, paired in fields(7, 4, seed=1, rounds=2):
        short = next(table for table in paired.tables if len(table) == 3)
        before = {entry for one in field.rounds for t in one.tables if len(t.seats) == 3
                  for entry in t.seats}  # fmt: skip
        assert not before & set(short) or paired.cost.short == len(before & set(short))


# ---- seats


@pytest.mark.rule("tournament.seats")
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_seats_are_as_even_as_they_can_be(size: int) -> None:
    chance = Random(size)
    for _ in range(20):
        players = tuple(range(1, size + 1))
        had = {(one, seat): chance.randrange(4) for one in players for seat in range(size)}
        found = seated(players, had)
        assert _squares(found, had) == min(_squares(one, had) for one in permutations(players))


def _squares(order: Sequence[Entry], had: dict[tuple[Entry, int], int]) -> int:
    more = [((had[entry, seat] + 1) ** 2 - had[entry, seat] ** 2, seat)
            for seat, entry in enumerate(order)]  # fmt: skip
    return sum(one if seat else 2 * one for one, seat in more)


@pytest.mark.rule("tournament.seats")
def test_after_twelve_rounds_everybody_had_each_seat_three_times() -> None:
    rounds: Rounds = ()
    for _ in range(12):
        rounds = (*rounds, Round((Table(seated((1, 2, 3, 4), seats_had(rounds))),)))
    assert set(seats_had(rounds).values()) == {3}


@pytest.mark.rule("tournament.seats")
def test_after_a_cut_the_best_seed_has_the_last_seat() -> None:
    assert by_seed((7, 3, 9)) == (9, 3, 7)
