"""Points, sizes of tables and standings: exact, and each number from what was played."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from games.tournaments.rules.played_rounds import Round, Rounds, Table
from games.tournaments.rules.points import (
    MOST,
    bye_points,
    middle_points,
    part_of_point,
    points_of,
)
from games.tournaments.rules.sizes import Sizes, sizes_of
from games.tournaments.rules.standings import Standing, Terms, standings

TERMS = Terms(part=60, size=4)
PART = part_of_point(range(2, 11))


@pytest.mark.rule("tournament.points")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (9, 4, 2, 0)),
        ((3, 1, 2), (0, 9, 3)),
        ((2, 1), (0, 9)),
        ((1, 1, 3), (6, 6, 0)),
        ((1, 2, 2, 2), (9, 2, 2, 2)),
        ((1, 1, 1, 1), (Fraction(15, 4),) * 4),
        ((4, 1, 2, 2, 5), (Fraction(3, 2), 9, Fraction(15, 4), Fraction(15, 4), 0)),
    ],
)
def test_places_are_worth_points_and_shared_ones_share(
    places: Sequence[int], points: Sequence[Fraction]
) -> None:
    assert points_of(places, 60) == tuple(60 * one for one in points)


@pytest.mark.rule("tournament.points.exact")
def test_points_are_whole_at_every_table_of_up_to_ten() -> None:
    assert part_of_point((3, 4, 5)) == 60 and PART % 60 == 0
    chance = Random(1)
    for size in range(2, 11):
        whole = sum(points_of(range(1, size + 1), PART))
        for _ in range(40):
            keys = [chance.randrange(size) for _ in range(size)]
            places = [1 + sum(other < key for other in keys) for key in keys]
            assert sum(points_of(places, PART)) == whole == (3 * size + 3) * PART
    with pytest.raises(ValueError, match="does not divide place 1 of 8"):
        points_of((1, 1, 1, 1, 1, 1, 1, 8), 60)


@pytest.mark.rule("tournament.bye", "tournament.entry")
def test_a_bye_is_worth_a_win_and_a_missed_round_the_middle_place() -> None:
    assert bye_points(60) == MOST * 60 == points_of((1, 2, 3, 4), 60)[0]
    assert middle_points(4, 60) == 225


@pytest.mark.rule("tournament.sizes")
@pytest.mark.parametrize(
    ("players", "wanted", "tables"),
    [
        (3, 4, (3,)), (4, 4, (4,)), (5, 4, (5,)), (6, 4, (3, 3)), (7, 4, (4, 3)),
        (9, 4, (3, 3, 3)), (10, 4, (4, 3, 3)), (11, 4, (4, 4, 3)), (12, 4, (4, 4, 4)),
        (13, 4, (4, 3, 3, 3)), (8, 3, (4, 4)), (7, 3, (4, 3)), (4, 2, (2, 2)), (5, 2, (3, 2)),
        (8, 5, (4, 4)), (6, 5, (6,)), (7, 5, (4, 3)), (9, 6, (5, 4)), (5, 3, (4,)),
    ],
)  # fmt: skip
def test_tables_have_the_size_that_is_wanted_or_one_less(
    players: int, wanted: int, tables: tuple[int, ...]
) -> None:
    assert sizes_of(players, wanted) == Sizes(tables, players - sum(tables))


@pytest.mark.rule("tournament.sizes", "tournament.bye")
def test_a_bye_is_given_where_nothing_else_is_possible_or_it_is_preferred() -> None:
    assert sizes_of(5, 4, odd="bye") == ((4,), 1) and sizes_of(5, 2, odd="bye") == ((2, 2), 1)
    assert sizes_of(2, 4) == ((), 2) and sizes_of(1, 2) == ((), 1) and sizes_of(0, 4) == ((), 0)
    for players in range(3, 400):
        assert sizes_of(players, 4).byes == 0
        assert sizes_of(players, 4).tables.count(3) <= 3


# ---- standings


def ranked(rounds: Rounds, terms: Terms = TERMS, **more: dict[int, int]) -> list[Standing]:
    seated = {entry for one in rounds for table in one.tables for entry in table.seats}
    entries = sorted(seated | {entry for one in rounds for entry in (*one.byes, *one.missed)})
    return list(standings(entries, rounds, terms, entries, **more))


def breaks(one: Standing) -> tuple[object, ...]:
    """The tie-breaks of a standing."""
    return one.tiebreaks


def test_points_come_first_and_a_penalty_takes_some() -> None:
    rounds = (Round((Table((1, 2, 3, 4), (2, 1, 3, 4)),)),)
    assert [(one.entry, one.rank, one.points) for one in ranked(rounds)] == [
        (2, 1, 540), (1, 2, 240), (3, 3, 120), (4, 4, 0)
    ]  # fmt: skip
    assert [one.entry for one in ranked(rounds, penalties={2: 360})] == [1, 2, 3, 4]


def test_a_void_table_counts_nothing_and_a_missed_round_what_the_terms_say() -> None:
    rounds = (Round((Table((1, 2), None),), byes=(3,), missed=(4,)),)
    assert [(one.entry, one.points) for one in ranked(rounds)] == [(3, 540), (1, 0), (2, 0), (4, 0)]
    middle = {one.entry: one.points for one in ranked(rounds, TERMS._replace(missed="middle"))}
    assert middle == {1: 0, 2: 0, 3: 540, 4: 225}


@pytest.mark.rule("tournament.tiebreak")
def test_of_equal_points_those_of_first_places_are_worth_more() -> None:
    rounds = (
        Round((Table((1, 2, 3, 4), (1, 2, 3, 4)),)),
        Round((Table((1, 2, 3, 4), (4, 2, 3, 1)),)),
    )
    terms = TERMS._replace(tiebreaks=("firsts",))
    found = ranked(rounds, terms)
    assert [(one.entry, one.rank) for one in found] == [(1, 1), (4, 1), (2, 3), (3, 4)]
    assert breaks(found[0]) == (540,) and breaks(found[2]) == (0,)


@pytest.mark.rule("tournament.tiebreak")
def test_who_met_better_opponents_is_better() -> None:
    rounds = (
        Round((Table((1, 3), (1, 2)), Table((2, 4), (1, 2)))),
        Round((Table((1, 4), (2, 1)), Table((2, 3), (2, 1)))),
        Round((Table((3, 5), (1, 2)), Table((4, 6), (2, 1)))),
    )
    met = {one.entry: one for one in ranked(rounds, TERMS._replace(tiebreaks=("opponents",)))}
    assert met[1].points == met[2].points and breaks(met[1]) == breaks(met[2]) == (270,)
    assert met[6].points == 540 and breaks(met[6]) == (180,)
    assert breaks(met[5]) == (360,)


def test_an_opponent_counts_at_least_a_fifth_of_the_most_and_a_bye_for_none() -> None:
    rounds = (Round((Table((1, 2), (1, 2)),), byes=(3,)),)
    terms = TERMS._replace(tiebreaks=("opponents",))
    found = {one.entry: breaks(one) for one in ranked(rounds, terms)}
    assert found == {
        1: (108,),
        3: (0,),
        2: (540,),
    }


@pytest.mark.rule("tournament.tiebreak")
def test_the_mean_place_and_the_direct_meeting_and_the_lot_decide_in_turn() -> None:
    level = Round((Table((1, 2, 3), (1, 2, 3)), Table((4, 5, 6), (3, 2, 1))))
    [first, second, *_] = ranked((level,), TERMS._replace(tiebreaks=("place", "direct", "lot")))
    assert (first.entry, second.entry) == (1, 6) and breaks(first) == (-1, 0, 0)
    rounds = (
        Round((Table((1, 2), (1, 2)), Table((3, 4), (1, 2)))),
        Round((Table((2, 3), (1, 2)), Table((4, 1), (1, 2)))),
        Round((Table((2, 4), (1, 2)), Table((1, 3), (1, 2)))),
    )
    found = ranked(rounds, TERMS._replace(tiebreaks=("direct", "lot")))
    assert [(one.entry, breaks(one)[0]) for one in found] == [(1, 1), (2, -1), (3, 1), (4, -1)]


def test_the_order_of_the_entries_changes_nothing_but_the_lot_does() -> None:
    rounds = (Round((Table((1, 2), (1, 2)), Table((3, 4), (1, 2)))),)
    there = standings([1, 2, 3, 4], rounds, TERMS, [3, 1, 2, 4])
    assert there == standings([4, 2, 3, 1], rounds, TERMS, [3, 1, 2, 4])
    assert [one.entry for one in there] == [3, 1, 2, 4]
    assert [one.rank for one in there] == [1, 2, 3, 4]
