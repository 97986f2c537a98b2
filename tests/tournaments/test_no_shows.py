"""Tables that are mended by the rules alone: no-shows, moves, restarts, other seats."""

from __future__ import annotations

import pytest

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import BOT, final_order, swiss_standings, terms_of
from games.tournaments.rules.standings import Record, records
from tests.tournaments.nights import FLOOR, SCORE, SERVER, Night, begun, refused

NO_TABLE = ("tournament.repair", "no_table")
PLAYED = ("tournament.repair", "already_played")


@pytest.fixture
def night() -> Night:
    """The first round of ten runs, at tables of 4, 3 and 3."""
    return begun(10)


# ---- who does not come


@pytest.mark.rule("tournament.no-show")
def test_the_seats_close_up_and_the_absent_player_has_no_points_of_the_round(night: Night) -> None:
    first, absent, *others = night.tables()[0]
    made = night.act(acts.MarkAbsent(absent), FLOOR)
    assert made == [facts.TableChanged(1, 1, (first, *others)), facts.Absent(1, absent)]
    assert night.state.entries[absent].out is None
    night.open(1)
    night.play()
    assert night.points(absent) == 0
    assert record_of(night, absent).points == (0,)
    assert sum(one.points for one in swiss_standings(night.state)) == 3 * 12 * 60


def record_of(night: Night, entry: int) -> Record:
    """Return what an entry did in the rounds that are closed."""
    return records([entry], night.state.closed(), terms_of(night.state))[entry]


@pytest.mark.rule("tournament.no-show")
def test_who_does_not_come_twice_is_dropped_and_may_return(night: Night) -> None:
    absent = night.tables()[0][0]
    night.act(acts.MarkAbsent(absent))
    night.open(1)
    night.play()
    night.begin()
    assert facts.Dropped(absent, "absent") not in night.facts
    [_, _, dropped] = night.act(acts.MarkAbsent(absent))
    assert dropped == facts.Dropped(absent, "absent")
    night.act(acts.Return(absent), SCORE)
    assert absent in night.state.playing()


def test_who_left_is_not_dropped_again_by_not_coming(night: Night) -> None:
    absent = night.tables()[0][0]
    night.act(acts.MarkAbsent(absent))
    night.open(1)
    night.play()
    night.begin()
    night.act(acts.Penalise(absent, "out", "x"))
    assert len(night.act(acts.MarkAbsent(absent))) == 2
    assert night.state.entries[absent].out == "disqualified"


def test_a_table_keeps_two_seats_and_a_player(night: Night) -> None:
    one, other, _third = night.tables()[1]
    night.act(acts.MarkAbsent(one))
    assert refused(night, acts.MarkAbsent(other)) == NO_TABLE
    filled = begun(5, fillers=True)
    [*players, _, _] = filled.tables()[1]
    assert filled.tables()[1][2:] == (BOT, BOT) and len(players) == 2
    filled.act(acts.MarkAbsent(players[0]))
    assert filled.tables()[1] == (players[1], BOT, BOT)
    assert refused(filled, acts.MarkAbsent(players[1])) == NO_TABLE


def test_only_who_has_a_seat_that_is_not_played_is_absent(night: Night) -> None:
    assert refused(night, acts.MarkAbsent(BOT)) == ("tournament.repair", "not_seated")
    night.end(1)
    assert refused(night, acts.MarkAbsent(night.tables()[0][0])) == PLAYED
    early = Night(4)
    early.act(acts.CloseEntries())
    early.act(acts.Pair())
    assert refused(early, acts.MarkAbsent(1)) == ("tournament.no-show", "no_such_round")


def test_an_absent_player_changes_no_seats_but_may_get_one_after_all(night: Night) -> None:
    absent, *others = night.tables()[0]
    night.act(acts.MarkAbsent(absent))
    assert refused(night, acts.Swap(absent, night.tables()[1][0]))[1] == "not_of_two_tables"
    assert refused(night, acts.Move(absent, 2)) == ("tournament.repair", "not_seated")
    assert refused(night, acts.Penalise(absent, "loss", "x")) == (
        "tournament.penalty",
        "not_seated",
    )
    night.act(acts.SetTable(1, (*others, absent)))
    assert night.state.rounds[0].absent == ()
    night.open(1)
    night.play()
    assert record_of(night, absent).rounds == 1


def test_an_absent_finalist_has_the_last_place_of_the_final() -> None:
    night = begun(6, rounds=1, final=4)
    night.play()
    best = [one.entry for one in swiss_standings(night.state)]
    night.begin()
    night.act(acts.MarkAbsent(best[0]))
    night.open(1)
    night.end(1, (3, 2, 1))
    night.act(acts.CloseRound())
    assert final_order(night.state) == (best[1], best[2], best[3], best[0], *best[4:])


# ---- moved


@pytest.mark.rule("tournament.repair")
def test_a_player_moves_to_another_table_before_the_first_card(night: Night) -> None:
    mover, *others = night.tables()[0]
    games = [one.game for one in night.state.rounds[0].tables]
    assert len(night.act(acts.Move(mover, 2))) == 2
    assert night.tables()[0] == tuple(others) and night.tables()[1][-1] == mover
    for at in (0, 1):
        table = night.state.rounds[0].tables[at]
        assert table.game is None and table.before == games[at]
        [opened] = night.act(acts.OpenTable(at + 1, f"again {at}"), SERVER)
        assert opened == facts.TableOpened(1, at + 1, f"again {at}", games[at])
    assert refused(night, acts.Move(mover, 2)) == ("tournament.repair", "not_seated")
    night.end(3)
    assert refused(night, acts.Move(mover, 3)) == PLAYED
    assert refused(night, acts.Move(night.tables()[2][0], 1)) == PLAYED
    assert refused(night, acts.Move(mover, 4)) == ("tournament.round", "no_such_table")


def test_a_table_has_one_seat_more_than_is_wanted_at_most() -> None:
    night = begun(12)
    first, second = night.tables()[0][:2]
    night.act(acts.Move(first, 2))
    assert refused(night, acts.Move(second, 2)) == NO_TABLE
    five, third = night.tables()[1], night.tables()[2]
    assert refused(night, acts.SetTable(2, (*five, second))) == NO_TABLE
    assert refused(night, acts.SetTable(3, (*third[:3], third[0]))) == NO_TABLE
    for number in (1, 2):
        night.open(number)
    night.end(2, (1, 1, 1, 1, 1))
    night.play()


def test_who_moves_to_a_filled_table_has_the_seat_of_a_bot() -> None:
    night = begun(7, fillers=True)
    assert night.tables()[1][3] == BOT
    mover = night.tables()[0][1]
    night.act(acts.Move(mover, 2))
    assert night.tables()[1][3] == mover and len(night.tables()[1]) == 4
    seats = (BOT, *night.tables()[1][:1])
    assert refused(night, acts.SetTable(2, seats)) == ("tournament.repair", "left_out")
    assert refused(night, acts.SetTable(2, (BOT, BOT))) == NO_TABLE


def test_other_seats_of_a_table_are_for_those_who_play(night: Night) -> None:
    seats = night.tables()[0]
    assert refused(night, acts.SetTable(1, seats[1:])) == ("tournament.repair", "left_out")
    night.act(acts.Drop(seats[0]))
    night.act(acts.SetTable(1, tuple(reversed(seats))))
    night.act(acts.SetTable(1, seats[1:]))
    assert refused(night, acts.SetTable(1, seats)) == ("tournament.repair", "not_playing")
    night.act(acts.Return(seats[0]))
    night.act(acts.SetTable(1, seats))
    assert night.tables()[0] == seats


def test_who_had_a_bye_and_gets_a_seat_has_none_any_more() -> None:
    night = begun(5, odd="bye")
    [bye] = night.state.rounds[0].byes
    [seats] = night.tables()
    night.act(acts.SetTable(1, (*seats, bye)))
    assert night.state.rounds[0].byes == ()
    night.open(1)
    night.play()
    assert sum(one.points for one in swiss_standings(night.state)) == 18 * 60


# ---- played again


@pytest.mark.rule("tournament.repair")
def test_a_table_is_played_again_from_its_first_card(night: Night) -> None:
    game = night.state.rounds[0].tables[0].game
    night.end(1)
    night.act(acts.Restart(1))
    table = night.state.rounds[0].tables[0]
    assert (table.game, table.before, table.places, table.played) == (None, game, None, None)
    assert refused(night, acts.Restart(1)) == NO_TABLE
    assert refused(night, acts.CloseRound()) == ("tournament.round", "table_open")
    assert refused(night, acts.EndTable(1, (1, 2, 3, 4)), SERVER)[1] == "not_played"
    [opened] = night.act(acts.OpenTable(1, "again"), SERVER)
    assert isinstance(opened, facts.TableOpened) and opened.instead_of == game
    night.end(1, (4, 3, 2, 1))
    night.play()
    assert refused(night, acts.Restart(1)) == ("tournament.repair", "no_such_round")


def test_a_game_loss_of_the_round_is_kept_when_a_table_is_played_again(night: Night) -> None:
    night.act(acts.Penalise(night.tables()[0][0], "loss", "x"))
    for game in ("one", "other"):
        night.act(acts.Restart(1))
        night.act(acts.OpenTable(1, game), SERVER)
        night.end(1)
        assert night.state.rounds[0].tables[0].places == (4, 1, 2, 3)


@pytest.mark.rule("tournament.void")
def test_a_void_table_is_changed_only_when_it_is_played_again(night: Night) -> None:
    absent, other, *_ = night.tables()[0]
    night.act(acts.EndTable(1, None), SERVER)
    assert refused(night, acts.MarkAbsent(absent)) == PLAYED
    assert refused(night, acts.Swap(other, night.tables()[1][0])) == PLAYED
    night.act(acts.Restart(1))
    assert not night.state.rounds[0].tables[0].is_void
    night.act(acts.MarkAbsent(absent))
    night.open(1)
    night.play()


def test_a_table_has_one_game_at_a_time_and_one_end(night: Night) -> None:
    again = ("tournament.round", "opened_already")
    assert refused(night, acts.OpenTable(1, "more"), SERVER) == again
    night.end(1)
    assert refused(night, acts.OpenTable(1, "more"), SERVER) == again
    assert refused(night, acts.EndTable(1, None), SERVER) == ("tournament.result", "not_played")
    night.act(acts.EndTable(2, None), SERVER)
    assert refused(night, acts.OpenTable(2, "more"), SERVER) == again
    night.end(2)
    assert night.state.rounds[0].tables[1].places == (1, 2, 3)


@pytest.mark.rule("tournament.time")
def test_only_a_round_with_a_clock_ends_its_tables_by_time(night: Night) -> None:
    by_time = acts.EndTable(1, (1, 2, 3, 4), by_time=True)
    assert refused(night, by_time, SERVER) == ("tournament.round.clock", "no_clock")
    timed = begun(4, minutes=30)
    assert timed.act(by_time, SERVER) == [facts.TableEnded(1, 1, (1, 2, 3, 4), "time")]
    assert timed.rows[-1].cites == ("tournament.result", "tournament.time")


@pytest.mark.rule("tournament.result")
def test_only_the_head_judge_changes_a_result_that_stands(night: Night) -> None:
    places = acts.Record(1, 1, (2, 1, 3, 4))
    assert night.act(places, SCORE) == [facts.TableEnded(1, 1, (2, 1, 3, 4), "hand")]
    assert refused(night, places, SCORE) == ("tournament.staff", "not_permitted")
    night.act(acts.Record(1, 1, (1, 2, 3, 4)))
    assert night.state.rounds[0].tables[0].places == (1, 2, 3, 4)
    assert refused(night, acts.Record(1, 1, (1, 2, 3))) == ("tournament.result", "no_places")
    assert refused(night, acts.Record(1, 1, (1, 2, 2, 3))) == ("tournament.result", "no_places")
