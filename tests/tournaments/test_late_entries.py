"""Who enters, comes, leaves and returns, and when, by the rules alone."""

from __future__ import annotations

from typing import Literal

import pytest

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import By, final_order, swiss_standings
from games.tournaments.rules.points import middle_points
from tests.tournaments.nights import FLOOR, SCORE, Night, begun, refused

TOO_LATE = ("tournament.entry", "too_late")


@pytest.mark.rule("tournament.entry")
@pytest.mark.parametrize("missed", ["nothing", "middle"])
def test_a_round_missed_counts_as_the_terms_say(missed: Literal["nothing", "middle"]) -> None:
    night = Night(7, late_until=2, missed=missed)
    night.act(acts.Enter("later", "later"))
    night.act(acts.CloseEntries())
    night.begin()
    night.play()
    assert night.points(8) == 0
    night.act(acts.CheckIn(8), SCORE)
    assert night.points(8) == (middle_points(4, 60) if missed == "middle" else 0)
    night.begin()
    assert night.state.closed()[0].missed == (8,)
    assert any(8 in seats for seats in night.tables())


@pytest.mark.rule("tournament.entry")
def test_who_enters_while_the_round_can_be_paired_again_has_missed_none() -> None:
    night = Night(7, missed="middle")
    night.act(acts.CloseEntries())
    night.act(acts.Pair())
    late = night.enter("late")
    night.begin()
    assert any(late in seats for seats in night.tables())
    night.play()
    assert night.state.closed()[0].missed == ()
    assert sum(one.points for one in swiss_standings(night.state)) == 2 * 15 * 60


def test_who_enters_and_is_not_paired_again_has_missed_the_round() -> None:
    night = Night(7, missed="middle")
    night.act(acts.CloseEntries())
    night.act(acts.Pair())
    late = night.enter("late")
    night.act(acts.Publish())
    night.act(acts.StartRound())
    for number in (1, 2):
        night.open(number)
    night.play()
    assert night.state.closed()[0].missed == (late,)
    night.act(acts.Drop(late), By(entry=late))
    assert night.state.closed()[0].missed == ()


def test_who_returns_has_missed_nothing_that_counts() -> None:
    night = begun(8, missed="middle", rounds=4)
    night.play()
    before = night.points(8)
    night.act(acts.Drop(8), SCORE)
    night.begin()
    night.play()
    night.act(acts.Return(8), SCORE)
    night.begin()
    assert night.points(8) == before and night.state.closed()[1].missed == ()


@pytest.mark.rule("tournament.entry")
def test_who_was_entered_in_time_comes_no_later_than_an_entry() -> None:
    night = Night(8, late_until=2)
    night.act(acts.Enter("later", "later"))
    night.act(acts.CloseEntries())
    for _ in range(2):
        night.begin()
        assert len(night.state.playing()) == 8
        night.play()
    assert refused(night, acts.CheckIn(9), SCORE) == TOO_LATE
    assert refused(night, acts.Enter("latest", "latest"), SCORE) == TOO_LATE


def test_no_entry_is_made_when_no_round_is_left_to_be_paired() -> None:
    night = Night(8, late_until=9, final=4, rounds=2, missed="middle")
    night.act(acts.CloseEntries())
    night.begin()
    night.play()
    night.act(acts.Pair())
    late = night.enter("late")
    night.act(acts.Pair())
    night.act(acts.Publish())
    assert late in [entry for seats in night.tables() for entry in seats]
    assert refused(night, acts.Enter("later", "later"), SCORE) == TOO_LATE


@pytest.mark.rule("tournament.lot")
def test_the_lot_of_late_entries_is_that_of_their_first_round() -> None:
    night = Night(8, late_until=2, rounds=2, tiebreaks=("lot",))
    night.act(acts.CloseEntries())
    night.begin()
    night.play()
    late = [night.enter(f"late {one}") for one in range(4)]
    [paired] = night.act(acts.Pair())
    assert isinstance(paired, facts.RoundPaired) and paired.nth == 1
    drawn = [entry for entry in paired.lot if entry in late]
    ranked = [one.entry for one in swiss_standings(night.state) if one.entry in late]
    assert ranked == drawn != late


@pytest.mark.rule("tournament.pairing.first")
def test_in_the_first_round_the_lot_decides_who_sits_together() -> None:
    night = Night(12)
    night.act(acts.CloseEntries())
    [paired] = night.act(acts.Pair())
    assert isinstance(paired, facts.RoundPaired)
    assert paired.lot != tuple(range(1, 13)) and sorted(paired.lot) == list(range(1, 13))
    slices = [set(paired.lot[at : at + 4]) for at in (0, 4, 8)]
    assert list(map(set, paired.tables)) == slices
    assert "tournament.pairing.first" in night.rows[-1].cites


@pytest.mark.rule("tournament.bye")
def test_the_bye_goes_to_the_lowest_of_the_standings() -> None:
    night = Night(5, odd="bye", rounds=3)
    night.act(acts.CloseEntries())
    had: list[int] = []
    for _ in range(3):
        ranked = [one.entry for one in swiss_standings(night.state) if one.entry not in had]
        night.begin()
        [bye] = night.state.rounds[-1].byes
        assert not had or bye == ranked[-1]
        had.append(bye)
        for number, seats in enumerate(night.tables(), 1):
            night.end(number, (1,) * len(seats))
        night.act(acts.CloseRound())
    assert len(set(had)) == 3


# ---- who directs does not play


@pytest.mark.rule("tournament.staff")
def test_who_directs_does_not_play_and_who_plays_enters_once() -> None:
    night = Night(3)
    assert refused(night, acts.Enter("x", "olga"), By()) == ("tournament.staff", "directs")
    assert refused(night, acts.Enter("x", "fred")) == ("tournament.staff", "directs")
    again = ("tournament.entry", "entered_already")
    assert refused(night, acts.Enter("x", "player 1"), By()) == again
    assert refused(night, acts.NameStaff("player 1", "score")) == ("tournament.staff", "plays")
    night.act(acts.NameStaff("fred", None))
    night.act(acts.Enter("x", "fred"), By(player="fred"))
    assert refused(night, acts.NameStaff("fred", "floor")) == ("tournament.staff", "plays")


@pytest.mark.rule("tournament.staff")
def test_there_is_always_a_head_judge_and_names_end() -> None:
    night = Night(3)
    for role in (None, "floor"):
        gone = acts.NameStaff("olga", role)
        assert refused(night, gone) == ("tournament.staff", "last_head")
    night.act(acts.NameStaff("hugo", "head"))
    night.act(acts.NameStaff("olga", None))
    assert night.state.staff == {"fred": "floor", "sara": "score", "hugo": "head"}


def test_anybody_enters_until_the_check_in_ends_and_the_desk_later() -> None:
    night = Night(3)
    night.act(acts.Enter("x", "x"), By())
    night.act(acts.CloseEntries())
    for by in (By(), By(entry=1), FLOOR):
        assert refused(night, acts.Enter("y", "y"), by) == ("tournament.staff", "not_permitted")
    night.act(acts.Enter("y", "y"), SCORE)


@pytest.mark.rule("tournament.claim")
def test_a_new_claim_code_is_an_event_of_the_desk() -> None:
    night = Night(3)
    assert night.facts.count(facts.ClaimIssued(2)) == 1
    assert night.act(acts.IssueClaim(2), SCORE) == [facts.ClaimIssued(2)]
    assert refused(night, acts.IssueClaim(4)) == ("tournament.entry", "no_such_entry")
    assert refused(night, acts.IssueClaim(2), By(entry=2))[1] == "not_permitted"


# ---- the end


@pytest.mark.rule("tournament.cut")
@pytest.mark.parametrize("left", [3, 2, 1])
def test_a_final_is_of_those_who_are_there_and_two_at_least(left: int) -> None:
    night = begun(7, rounds=1, final=4)
    night.play()
    best = [one.entry for one in swiss_standings(night.state)]
    for entry in best[left:]:
        night.act(acts.Drop(entry), SCORE)
    if left == 1:
        assert refused(night, acts.Pair()) == ("tournament.cut", "too_few")
        night.act(acts.Finish())
        assert final_order(night.state) == tuple(best)
        return
    assert refused(night, acts.Finish()) == ("tournament.end", "rounds_left")
    night.begin()
    assert night.tables() == [tuple(reversed(best[:left]))]
    night.play()
    night.act(acts.Finish())


@pytest.mark.rule("tournament.end", "tournament.sizes")
def test_a_tournament_ends_when_too_few_are_left_for_a_table() -> None:
    night = begun(5)
    assert refused(night, acts.Finish()) == ("tournament.end", "rounds_left")
    night.play()
    for entry in (1, 2):
        night.act(acts.Drop(entry), SCORE)
    assert refused(night, acts.Finish()) == ("tournament.end", "rounds_left")
    night.act(acts.Drop(3), SCORE)
    assert refused(night, acts.Pair()) == ("tournament.sizes", "too_few")
    night.act(acts.Finish())
    small = Night(2)
    assert refused(small, acts.CloseEntries()) == ("tournament.sizes", "too_few")
    Night(2, size=2).act(acts.CloseEntries())


def test_the_final_is_cut_again_while_it_is_not_published() -> None:
    night = begun(7, rounds=1, final=3)
    night.play()
    best = [one.entry for one in swiss_standings(night.state)]
    night.act(acts.Pair())
    night.act(acts.Penalise(best[0], "out", "x"))
    night.act(acts.Pair())
    assert night.state.finalists == tuple(best[1:4])
    assert night.tables() == [tuple(reversed(best[1:4]))]


@pytest.mark.rule("tournament.end")
def test_a_tournament_is_cancelled_while_it_runs_and_nothing_more_happens() -> None:
    night = begun(4)
    night.end(1)
    night.act(acts.Cancel())
    assert refused(night, acts.Record(1, 1, (1, 2, 3, 4))) == ("tournament.end", "over")
    assert refused(night, acts.CloseRound()) == ("tournament.end", "over")
    assert refused(night, acts.Cancel()) == ("tournament.end", "over")


# ---- rounds


@pytest.mark.rule("tournament.round.clock")
def test_the_clock_of_a_round_stops_once_and_has_more_time_if_it_is_one() -> None:
    night = begun(4)
    already = ("tournament.round.clock", "already_so")
    assert refused(night, acts.ResumeRound()) == already
    assert night.act(acts.PauseRound()) == [facts.RoundPaused(1)]
    assert night.state.rounds[0].is_paused
    assert refused(night, acts.PauseRound()) == already
    assert night.act(acts.ResumeRound()) == [facts.RoundResumed(1)]
    assert refused(night, acts.AddTime(60)) == ("tournament.round.clock", "no_clock")
    timed = begun(4, minutes=30)
    assert timed.act(acts.AddTime(60)) == [facts.TimeAdded(1, 60)]
    timed.play()
    assert refused(timed, acts.AddTime(60)) == ("tournament.round.clock", "no_such_round")


@pytest.mark.rule("tournament.announce")
def test_the_staff_tells_all_or_a_table_of_the_round() -> None:
    night = begun(4)
    assert night.act(acts.Announce("Soup."), FLOOR) == [facts.Announced("Soup.")]
    assert night.act(acts.Announce("Hush.", 1), SCORE) == [facts.Announced("Hush.", 1, 1)]
    assert refused(night, acts.Announce("Hush.", 2)) == ("tournament.round", "no_such_table")
    assert refused(night, acts.Announce("Soup."), By(entry=1))[1] == "not_permitted"
    night.play()
    assert refused(night, acts.Announce("Hush.", 1)) == ("tournament.announce", "no_such_round")
