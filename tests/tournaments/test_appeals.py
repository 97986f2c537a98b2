"""Penalties and appeals by the rules alone."""

from __future__ import annotations

import pytest

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import By, digest_of, terms_of
from games.tournaments.rules.tournament_facts import Penalty
from tests.tournaments.nights import FLOOR, HEAD, OTHER_HEAD, SCORE, Night, begun, refused

PERMITTED = ("tournament.staff", "not_permitted")
CLOSED = ("tournament.appeal", "round_closed")


@pytest.fixture
def night() -> Night:
    """The first round of seven runs, with two head judges."""
    night = begun(7)
    night.act(acts.NameStaff("hugo", "head"))
    return night


def appeal(night: Night, entry: int, penalty: int = 0) -> int:
    """Let an entry appeal; return the number of the appeal."""
    night.act(acts.Appeal(entry, "It was not so.", penalty), By(entry=entry))
    return len(night.state.appeals)


@pytest.mark.rule("tournament.appeal")
def test_a_penalty_does_not_count_when_the_appeal_is_upheld(night: Night) -> None:
    part = terms_of(night.state).part
    for upheld, points in ((False, -part), (True, -part), (False, -2 * part)):
        night.act(acts.Penalise(3, "points", "x", part))
        one = appeal(night, 3, len(night.state.penalties))
        made = night.act(acts.DecideAppeal(one, upheld), OTHER_HEAD)
        assert made == [facts.AppealDecided(one, upheld)]
        assert night.points(3) == points
    assert [one.is_withdrawn for one in night.state.penalties] == [False, True, False]


@pytest.mark.rule("tournament.appeal")
def test_who_gave_the_penalty_does_not_decide(night: Night) -> None:
    night.act(acts.Penalise(3, "warning", "x"), HEAD)
    one = appeal(night, 3, 1)
    assert refused(night, acts.DecideAppeal(one, False)) == ("tournament.appeal", "own_ruling")
    assert refused(night, acts.DecideAppeal(one, False), FLOOR) == PERMITTED
    assert refused(night, acts.DecideAppeal(one, True), By(entry=3)) == PERMITTED
    night.act(acts.DecideAppeal(one, False), OTHER_HEAD)
    assert refused(night, acts.DecideAppeal(one, True), OTHER_HEAD)[1] == "decided"
    assert refused(night, acts.DecideAppeal(2, True))[1] == "no_such_appeal"
    of_floor = acts.Penalise(4, "warning", "x")
    night.act(of_floor, FLOOR)
    night.act(acts.DecideAppeal(appeal(night, 4, 2), True), HEAD)


def test_a_warning_that_was_withdrawn_makes_no_second_one(night: Night) -> None:
    warn = acts.Penalise(3, "warning", "x")
    night.act(warn, FLOOR)
    night.act(acts.DecideAppeal(appeal(night, 3, 1), True), OTHER_HEAD)
    [given] = night.act(warn, FLOOR)
    assert isinstance(given, facts.PenaltyGiven) and given.penalty == "warning"
    [again] = night.act(warn, FLOOR)
    assert isinstance(again, facts.PenaltyGiven) and again.penalty == "points"


@pytest.mark.parametrize("is_corrected", [True, False])
def test_the_places_are_those_that_were_played_after_a_game_loss_is_withdrawn(
    night: Night, is_corrected: bool
) -> None:
    first, second, *_ = night.tables()[0]
    night.end(1)
    for entry in (first, second):
        made = night.act(acts.Penalise(entry, "loss", "x"))
    assert made[1] == facts.TableEnded(1, 1, (3, 4, 1, 2), "hand", (1, 2, 3, 4))
    assert "tournament.penalty" in night.rows[-1].cites
    one = appeal(night, first, 1)
    if is_corrected:
        night.act(acts.Record(1, 1, (3, 2, 1, 4)))
        assert night.state.rounds[0].tables[0].places == (4, 3, 1, 2)
    night.play()
    before = digest_of(night.state)
    night.act(acts.DecideAppeal(one, True), OTHER_HEAD)
    places = (2, 4, 1, 3) if is_corrected else (1, 4, 2, 3)
    assert digest_of(night.state) != before
    assert night.state.rounds[0].tables[0].places == places


def test_a_result_by_hand_has_those_last_who_lost_the_game(night: Night) -> None:
    last = night.tables()[0][0]
    night.act(acts.Penalise(last, "loss", "x"))
    night.act(acts.Record(1, 1, (1, 1, 3, 4)), SCORE)
    assert night.state.rounds[0].tables[0].places == (4, 1, 2, 3)


@pytest.mark.rule("tournament.penalty")
def test_a_game_is_lost_at_a_table_of_the_round_that_is_open() -> None:
    night = Night(5, odd="bye")
    loss = acts.Penalise(1, "loss", "x")
    assert refused(night, loss) == ("tournament.penalty", "no_such_round")
    night.act(acts.CloseEntries())
    night.act(acts.Pair())
    assert refused(night, loss) == ("tournament.penalty", "no_such_round")
    night.act(acts.Publish())
    [bye] = night.state.rounds[0].byes
    assert refused(night, acts.Penalise(bye, "loss", "x")) == ("tournament.penalty", "not_seated")
    assert refused(night, acts.Penalise(9, "loss", "x"))[1] == "no_such_entry"


@pytest.mark.parametrize(
    ("penalty", "points"),
    [("warning", 60), ("points", 0), ("points", -60), ("loss", 1), ("out", 1)],
)
def test_only_a_penalty_of_points_takes_some(night: Night, penalty: Penalty, points: int) -> None:
    unfit = ("tournament.penalty", "points_unfit")
    assert refused(night, acts.Penalise(3, penalty, "x", points)) == unfit


def test_a_second_warning_takes_no_less_than_nothing_and_none_if_it_is_left_one(
    night: Night,
) -> None:
    night.act(acts.Penalise(3, "warning", "x"))
    unfit = ("tournament.penalty", "points_unfit")
    assert refused(night, acts.Penalise(3, "warning", "x", -60)) == unfit
    assert refused(night, acts.Penalise(3, "warning", "x", 60, keep=True)) == unfit
    [made] = night.act(acts.Penalise(3, "warning", "x", 30))
    assert isinstance(made, facts.PenaltyGiven) and made.points == 30


@pytest.mark.rule("tournament.staff")
def test_a_floor_judge_only_warns_and_leaves_the_rest_to_the_rules(night: Night) -> None:
    night.act(acts.Penalise(3, "warning", "x"), FLOOR)
    assert refused(night, acts.Penalise(3, "warning", "x", keep=True), FLOOR) == PERMITTED
    assert refused(night, acts.Penalise(3, "warning", "x", 600), FLOOR) == PERMITTED
    assert refused(night, acts.Penalise(3, "points", "x", 60), FLOOR) == PERMITTED
    night.act(acts.Penalise(3, "warning", "x"), FLOOR)
    assert night.points(3) == -60


@pytest.mark.rule("tournament.appeal")
def test_a_disqualified_player_whose_appeal_is_upheld_may_return(night: Night) -> None:
    night.act(acts.Penalise(3, "out", "x"))
    night.act(acts.Penalise(3, "out", "y"))
    for number in (1, 2):
        assert refused(night, acts.Return(3)) == ("tournament.drop", "not_out")
        night.act(acts.DecideAppeal(appeal(night, 3, number), True), OTHER_HEAD)
    assert night.state.entries[3].out == "disqualified"
    night.act(acts.Return(3), SCORE)
    assert 3 in night.state.playing()


@pytest.mark.rule("tournament.appeal")
def test_an_appeal_comes_before_the_round_is_closed(night: Night) -> None:
    night.act(acts.Penalise(3, "warning", "x"))
    night.act(acts.Penalise(3, "warning", "y"))
    appeal(night, 3, 1)
    night.play()
    for act in (acts.Appeal(3, "Late.", 2), acts.Appeal(3, "Late.")):
        assert refused(night, act) == CLOSED
    night.act(acts.Penalise(3, "warning", "z"))
    assert night.state.penalties[2].round == 2
    night.begin()
    assert refused(night, acts.Appeal(3, "Late.", 2)) == CLOSED
    appeal(night, 3, 3)
    night.act(acts.DecideAppeal(1, True), OTHER_HEAD)


def test_a_penalty_between_rounds_is_appealed_at_once(night: Night) -> None:
    night.play()
    night.act(acts.Penalise(3, "points", "x", 60))
    assert appeal(night, 3, 1) == 1


def test_a_player_appeals_own_penalties_and_each_once(night: Night) -> None:
    night.act(acts.Penalise(3, "warning", "x"))
    none = ("tournament.appeal", "no_such_penalty")
    assert refused(night, acts.Appeal(4, "No.", 1), By(entry=4)) == none
    assert refused(night, acts.Appeal(3, "No.", 2), By(entry=3)) == none
    assert refused(night, acts.Appeal(3, "No.", -1), By(entry=3)) == none
    assert refused(night, acts.Appeal(3, "No.", 1), By(entry=4)) == PERMITTED
    assert refused(night, acts.Appeal(3, "No.", 1), SCORE) == PERMITTED
    appeal(night, 3, 1)
    again = ("tournament.appeal", "appealed_already")
    assert refused(night, acts.Appeal(3, "No.", 1), By(entry=3)) == again
    first = appeal(night, 4)
    assert appeal(night, 4) == first + 1


def test_an_appeal_is_decided_after_the_end_and_makes_further_standings() -> None:
    night = begun(4, rounds=1)
    night.act(acts.NameStaff("hugo", "head"))
    night.act(acts.Penalise(night.tables()[0][0], "loss", "x"))
    one = appeal(night, night.tables()[0][0], 1)
    night.end(1)
    night.act(acts.CloseRound())
    [end] = night.act(acts.Finish())
    night.act(acts.DecideAppeal(one, True), OTHER_HEAD)
    assert night.state.rounds[0].tables[0].places == (1, 2, 3, 4)
    assert isinstance(end, facts.Finished) and digest_of(night.state) != end.standings
    assert refused(night, acts.Penalise(1, "warning", "x")) == ("tournament.end", "over")
