"""Knockouts, round robins, seed numbers, tables of points and shared deals, by the rules alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import (
    base_part,
    can_go_on,
    final_order,
    swiss_standings,
    terms_of,
)
from games.tournaments.rules.played_rounds import Table
from games.tournaments.rules.points import compared_points, compared_scale
from games.tournaments.rules.round_robin import MAX_ROUNDS, round_robin
from games.tournaments.rules.tournament_rows import unlawful
from tests.tournaments.nights import SCORE, SEED, Night, begun, refused


def cup(players: int, **setup: object) -> Night:
    """Return a cup in which each player has a seed number, whose first round runs."""
    night = Night(players, **{"stage": "knockout", "rounds": 0} | setup)
    for entry in range(1, players + 1):
        night.act(acts.Seed(entry, entry), SCORE)
    night.act(acts.CloseEntries())
    night.begin()
    return night


def play_by_seed(night: Night) -> None:
    """End all tables of the round: the better seed, who sits later, has the better place."""
    for number, seats in enumerate(night.tables(), 1):
        night.end(number, tuple(range(len(seats), 0, -1)))
    night.act(acts.CloseRound())


def entries_at(night: Night) -> list[list[int]]:
    """Return the entries of each table of the last round, in their order."""
    return [sorted(one) for one in night.tables()]


# ---- knockout


@pytest.mark.rule("tournament.cut", "tournament.seats")
def test_a_cup_spreads_its_seeds_and_the_best_half_of_each_table_goes_on() -> None:
    night = cup(16)
    assert night.tables() == [(16, 9, 8, 1), (15, 10, 7, 2), (14, 11, 6, 3), (13, 12, 5, 4)]
    play_by_seed(night)
    night.begin()
    assert entries_at(night) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    play_by_seed(night)
    night.begin()
    assert night.tables() == [(4, 3, 2, 1)]
    assert refused(night, acts.Finish()) == ("tournament.end", "rounds_left")
    play_by_seed(night)
    assert refused(night, acts.Pair()) == ("tournament.format", "no_more_rounds")
    night.act(acts.Finish())
    assert final_order(night.state) == tuple(range(1, 17))
    assert list(unlawful(night.rows, SEED)) == []
    cuts = [len(one.entries) for one in night.facts if isinstance(one, facts.Cut)]
    assert cuts == [16, 8, 4]


@pytest.mark.rule("tournament.cut")
def test_a_shared_place_is_broken_by_the_seed_and_later_rounds_rank_first() -> None:
    night = cup(8)
    assert entries_at(night) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    night.end(1, (1, 2, 2, 4))
    night.end(2, (1, 1, 1, 1))
    night.act(acts.CloseRound())
    seats = night.state.rounds[0].tables[0].seats
    assert seats == (8, 5, 4, 1)
    assert final_order(night.state) == (2, 3, 8, 4, 6, 7, 5, 1)
    [cut, _] = night.act(acts.Pair())
    assert isinstance(cut, facts.Cut) and cut.entries == (2, 3, 4, 8)


@pytest.mark.rule("tournament.cut")
@pytest.mark.parametrize(
    ("setup", "players", "sizes"),
    [
        ({"size": 2}, 8, [[2, 2, 2, 2], [2, 2], [2]]),
        ({"size": 2}, 6, [[2, 2, 2], [3]]),
        ({"size": 2}, 5, [[3, 2], [2]]),
        ({"size": 4, "go_on": 1}, 16, [[4, 4, 4, 4], [4]]),
        ({"size": 4, "go_on": 9}, 8, [[4, 4], [3, 3], [4]]),
        ({"size": 4}, 2, [[2]]),
        ({"size": 4}, 5, [[5]]),
        ({"size": 3}, 7, [[4, 3], [2]]),
    ],
)
def test_a_knockout_ends_with_one_table(
    setup: dict[str, object], players: int, sizes: list[list[int]]
) -> None:
    night, found = cup(players, **setup), []
    while True:
        found.append([len(one) for one in night.tables()])
        play_by_seed(night)
        if not can_go_on(night.state):
            break
        night.begin()
    night.act(acts.Finish())
    assert found == sizes
    assert final_order(night.state)[0] == 1


@pytest.mark.rule("tournament.cut", "tournament.bye")
def test_the_best_seed_has_the_bye_at_tables_that_cannot_be_larger() -> None:
    night = cup(5, variant="ultimate")
    assert night.tables() == [(5, 4, 3, 2)] and night.state.rounds[0].byes == (1,)
    play_by_seed(night)
    assert final_order(night.state) == (1, 2, 3, 4, 5)
    night.begin()
    assert night.tables() == [(3, 2, 1)]


@pytest.mark.rule("tournament.cut", "tournament.drop")
def test_who_left_or_was_absent_does_not_go_on() -> None:
    night = cup(16)
    night.act(acts.MarkAbsent(16), SCORE)
    night.open(1)
    play_by_seed(night)
    assert final_order(night.state)[-1] == 16
    night.act(acts.Drop(1))
    [cut, _] = night.act(acts.Pair())
    assert isinstance(cut, facts.Cut) and cut.entries == (2, 3, 4, 5, 6, 7, 8)
    assert refused(night, acts.Enter("late", "late")) == ("tournament.entry", "too_late")


@pytest.mark.rule("tournament.cut", "tournament.drop")
def test_who_is_out_before_the_final_does_not_win_a_cup_without_it() -> None:
    night = cup(4, size=2)
    play_by_seed(night)
    night.act(acts.Penalise(1, "out", "x"))
    assert not can_go_on(night.state) and final_order(night.state) == (2, 1, 3, 4)
    night.act(acts.Finish())
    assert list(unlawful(night.rows, SEED)) == []


@pytest.mark.rule("tournament.cut")
def test_a_corrected_result_is_counted_in_the_order_and_who_plays_stays() -> None:
    night = cup(8)
    play_by_seed(night)
    night.begin()
    night.act(acts.Record(1, 1, (1, 2, 3, 4)))
    play_by_seed(night)
    assert final_order(night.state) == (1, 2, 3, 4, 8, 5, 6, 7)


@pytest.mark.rule("tournament.cut")
def test_who_goes_on_after_the_swiss_rounds_plays_a_knockout_if_two_tables_are_full() -> None:
    night = begun(16, rounds=1, final=8)
    night.play()
    best = [one.entry for one in swiss_standings(night.state)][:8]
    night.begin()
    one, other = night.tables()
    assert one == tuple(best[at] for at in (7, 4, 3, 0))
    assert other == tuple(best[at] for at in (6, 5, 2, 1))
    play_by_seed(night)
    points = [one.points for one in swiss_standings(night.state)]
    night.begin()
    play_by_seed(night)
    assert final_order(night.state)[:8] == tuple(best[:8])
    assert points == [one.points for one in swiss_standings(night.state)]
    whole = begun(16, rounds=1, final=7)
    whole.play()
    whole.begin()
    assert [len(table) for table in whole.tables()] == [7]


@pytest.mark.rule("tournament.cut", "tournament.lot")
def test_without_seed_numbers_the_lot_seeds_a_cup() -> None:
    night = Night(8, stage="knockout", rounds=0)
    night.act(acts.CloseEntries())
    cut, paired = night.act(acts.Pair())
    assert isinstance(cut, facts.Cut) and isinstance(paired, facts.RoundPaired)
    assert cut.entries == paired.lot and sorted(paired.lot) == list(range(1, 9))
    again, _ = night.act(acts.Pair())
    assert isinstance(again, facts.Cut) and again.entries != cut.entries


# ---- round robin


@pytest.mark.rule("tournament.format")
@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(4, 2, 3), (5, 2, 5), (22, 2, 21), (4, 4, 1), (5, 4, 5), (6, 4, 15), (6, 3, 10), (7, 3, 18)],
)
def test_all_tables_are_played_once_in_rounds(players: int, size: int, rounds: int) -> None:
    found = round_robin(players, size)
    tables = [tuple(sorted(table)) for one in found for table in one]
    assert sorted(tables) == list(combinations(range(players), size)) and len(found) == rounds
    for one in found:
        seats = [player for table in one for player in table]
        assert len(seats) == len(set(seats))
    assert len(tables) == comb(players, size)


@pytest.mark.rule("tournament.format")
def test_a_field_whose_round_robin_is_too_long_has_none() -> None:
    assert not any(round_robin(*one) for one in ((23, 2), (8, 3), (7, 4), (8, 4), (9, 3), (3, 4)))
    long = [(n, s) for n in range(2, 30) for s in range(2, 11) if len(round_robin(n, s)) > 21]
    assert MAX_ROUNDS == 21 and long == []
    assert refused(Night(3, stage="round_robin"), acts.CloseEntries())[1] == "too_few"


@pytest.mark.rule("tournament.format", "tournament.lot")
def test_a_round_robin_is_played_to_its_final() -> None:
    night = Night(5, stage="round_robin", rounds=0, final=3, missed="middle")
    night.act(acts.CloseEntries())
    assert night.state.stage_rounds == 5
    for _ in range(5):
        night.begin()
        night.play()
    seats = Counter(entry for one in night.state.rounds for entry in one.tables[0].seats)
    assert set(seats.values()) == {4}
    total = sum(one.points for one in swiss_standings(night.state))
    assert total == 5 * 15 * terms_of(night.state).part
    best = [one.entry for one in swiss_standings(night.state)][:3]
    night.begin()
    assert night.tables() == [tuple(reversed(best))]
    play_by_seed(night)
    night.act(acts.Finish())
    assert list(unlawful(night.rows, SEED)) == []
    lots = [one.lot for one in night.facts if isinstance(one, facts.RoundPaired)]
    assert sorted(lots[0]) == [1, 2, 3, 4, 5] and not any(lots[1:])


@pytest.mark.rule("tournament.format", "tournament.bye", "tournament.entry")
def test_who_left_a_round_robin_is_left_out_and_who_is_alone_has_a_bye() -> None:
    night = Night(4, size=2, stage="round_robin", rounds=0)
    night.act(acts.CloseEntries())
    assert refused(night, acts.Enter("late", "late")) == ("tournament.entry", "too_late")
    night.begin()
    night.play()
    night.act(acts.Drop(1))
    for _ in range(2):
        night.begin()
        one = night.state.rounds[-1]
        assert len(one.tables) == 1 and len(one.byes) == 1 and 1 not in one.players
        night.play()
    night.act(acts.Finish())


# ---- seed numbers


@pytest.mark.rule("tournament.pairing.first")
def test_each_table_of_the_first_round_has_one_of_each_slice() -> None:
    night = Night(11, first="seeds")
    for number, entry in enumerate((9, 3, 7, 1), 1):
        night.act(acts.Seed(entry, number), SCORE)
    night.act(acts.Seed(11, 5))
    night.act(acts.Seed(11, 0))
    night.act(acts.CloseEntries())
    [paired] = night.act(acts.Pair())
    assert isinstance(paired, facts.RoundPaired)
    order = [9, 3, 7, 1, *(entry for entry in paired.lot if entry not in (9, 3, 7, 1))]
    assert [len(table) for table in paired.tables] == [4, 4, 3]
    for table in paired.tables:
        at = sorted(order.index(entry) // 3 for entry in table)
        assert at == list(range(len(table)))
    night.act(acts.Seed(11, 1))
    [again] = night.act(acts.Pair())
    assert isinstance(again, facts.RoundPaired)
    assert not any({9, 11, 3} & set(one) > {9, 11} for one in again.tables)
    assert refused(night, acts.Seed(11, 1)) == ("tournament.pairing.first", "no_seeds")


# ---- points


@pytest.mark.rule("tournament.points")
def test_a_table_of_points_is_what_places_and_byes_are_worth() -> None:
    night = begun(5, odd="bye", rounds=2, points=(10, 6, 1))
    night.end(1, (1, 2, 2, 4))
    [bye] = night.state.rounds[0].byes
    night.act(acts.CloseRound())
    part, seats = terms_of(night.state).part, night.tables()[0]
    assert [Fraction(night.points(one), part) for one in seats] == [10, Fraction(7, 2), 3.5, 0]
    assert night.points(bye) == 10 * part
    firsts = {one.entry: one.tiebreaks[0] for one in swiss_standings(night.state) if one.tiebreaks}
    assert firsts[seats[0]] == 10 * part and firsts[bye] == 0


@pytest.mark.rule("tournament.duplicate")
def test_a_seat_is_compared_with_that_seat_at_the_other_tables() -> None:
    tables = [
        Table((1, 2, 3), (1, 2, 3)),
        Table((4, 5, 6), (1, 3, 2)),
        Table((7, 8, 9), (2, 1, 2)),
        Table((10, 11), (2, 1)),
        Table((12, 13, 14), None),
    ]
    assert compared_points(tables, 2) == ((9, 6, 0), (9, 0, 9), (0, 12, 9), (6, 6), ())
    assert compared_scale(tables, 2) == 1 and compared_scale(tables[:2] * 4, 60) == 7
    with pytest.raises(ValueError, match="the places of seat 1"):
        compared_points(tables[:2] * 4, 60)


@pytest.mark.rule("tournament.duplicate", "tournament.points.exact")
def test_shared_deals_have_whole_points_and_penalties_keep_their_worth() -> None:
    night = begun(32, deals="shared", rounds=2)
    night.act(acts.Penalise(1, "points", "x", 60))
    night.play()
    part = terms_of(night.state).part
    assert base_part(night.state.setup) == 60 and part == 60 * 7
    given = sum(one.points for one in swiss_standings(night.state))
    assert given == (3 * 32 - 1) * part
    first = night.state.rounds[0].tables
    bettered = sum(other.places[0] > first[0].places[0] for other in first[1:])  # type: ignore[index]
    equal = sum(other.places[0] == first[0].places[0] for other in first[1:])  # type: ignore[index]
    points = Fraction(6 * (2 * bettered + equal), 2 * 7) - (first[0].seats[0] == 1)
    assert Fraction(night.points(first[0].seats[0]), part) == points
    night.begin()
    night.play()
    night.act(acts.Finish())
    assert list(unlawful(night.rows, SEED)) == []


@pytest.mark.rule("tournament.duplicate", "tournament.pairing")
def test_the_cost_of_shared_deals_stays_small_whatever_tables_there_were() -> None:
    night = begun(48, deals="shared", rounds=4)
    for nth in range(3):
        night.play()
        for entry in range(1, 5):
            night.act(acts.Drop(4 * nth + entry))
        night.begin()
    scale = terms_of(night.state).part // base_part(night.state.setup)
    points = {one.entry: one.points // scale for one in swiss_standings(night.state)}
    paired = [one for one in night.facts if isinstance(one, facts.RoundPaired)][-1]
    spread = sum(
        (points[one] - points[other]) ** 2
        for seats in paired.tables
        for one, other in combinations(seats, 2)
    )
    assert scale == 11 and paired.cost[1] == spread < 10**7


@pytest.mark.rule("tournament.duplicate", "tournament.bye")
def test_a_bye_of_a_shared_deal_has_no_points_of_a_first_place() -> None:
    night = begun(5, odd="bye", deals="shared", missed="middle")
    [bye] = night.state.rounds[0].byes
    night.play()
    part = terms_of(night.state).part
    assert night.points(bye) == 6 * part
    assert {night.points(one) for one in night.tables()[0]} == {3 * part}
    assert terms_of(night.state).of_missed == 3 * part


def test_games_after_the_cut_have_options_of_their_own() -> None:
    night = begun(4, rounds=1, final=4, options={"rounds": 1}, final_options={"rounds": 3})
    assert night.state.options(1) == {"rounds": 1} and night.state.options(2) == {"rounds": 3}
    assert begun(4, options={"rounds": 1}).state.options(4) == {"rounds": 1}
