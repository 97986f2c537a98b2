"""A club night by the rules alone: entries, three rounds, a final, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cards.language import LANGUAGES
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import (
    By,
    Refused,
    digest_of,
    final_order,
    swiss_standings,
    terms_of,
)
from games.tournaments.rules.tournament_acts import Act
from games.wording.tournament_rules import refusal_words, tournament_rulebook
from tests.tournaments.nights import FLOOR, HEAD, SCORE, SERVER, Night, refused


@pytest.fixture
def night() -> Night:
    """Ten entries are there, and the check-in is over."""
    night = Night(10)
    night.act(acts.CloseEntries())
    return night


@pytest.mark.rule("tournament.cut", "tournament.end", "tournament.seats")
def test_ten_guests_play_three_rounds_and_a_final() -> None:
    night = Night(10, final=4)
    night.act(acts.CloseEntries())
    for _ in range(3):
        night.begin()
        assert sorted(map(len, night.tables())) == [3, 3, 4]
        night.play()
    best = [one.entry for one in swiss_standings(night.state)][:4]
    night.begin()
    assert night.tables() == [tuple(reversed(best))]
    night.act(acts.EndTable(1, (1, 2, 3, 4)), SERVER)
    night.act(acts.CloseRound())
    [end] = night.act(acts.Finish())
    assert final_order(night.state)[:4] == tuple(reversed(best))
    assert isinstance(end, facts.Finished) and end.standings == digest_of(night.state)
    assert night.state.stage == "over"
    assert refused(night, acts.Announce("more")) == ("tournament.end", "over")


@pytest.mark.rule("tournament.format")
def test_points_given_are_all_that_can_be_had(night: Night) -> None:
    for _ in range(3):
        night.begin()
        night.play()
    part = terms_of(night.state).part
    given = sum(one.points for one in swiss_standings(night.state))
    assert given == 3 * part * sum(3 * size + 3 for size in (4, 3, 3))
    assert refused(night, acts.Pair()) == ("tournament.format", "no_more_rounds")


def test_the_same_acts_make_the_same_tournament() -> None:
    nights = [Night(9), Night(9)]
    for night in nights:
        night.act(acts.CloseEntries())
        night.begin()
        night.play()
        night.begin()
    assert nights[0].facts == nights[1].facts


# ---- entries


@pytest.mark.rule("tournament.entry")
def test_who_is_not_there_is_not_paired_and_late_entries_missed_the_rounds_before() -> None:
    night = Night(7, late_until=2)
    night.act(acts.Enter("absent", "absent"), SCORE)
    night.act(acts.CloseEntries())
    night.begin()
    assert sorted(entry for table in night.tables() for entry in table) == list(range(1, 8))
    night.play()
    night.act(acts.Enter("late", "late"), SCORE)
    night.act(acts.CheckIn(9), SCORE)
    night.begin()
    assert sorted(map(len, night.tables())) == [4, 4]
    assert night.state.closed()[0].missed == (9,)
    night.play()
    assert refused(night, acts.Enter("later", "later"), SCORE) == ("tournament.entry", "too_late")


@pytest.mark.rule("tournament.drop")
def test_who_drops_keeps_the_points_and_may_return(night: Night) -> None:
    night.begin()
    night.play()
    points = {one.entry: one.points for one in swiss_standings(night.state)}
    [fact] = night.act(acts.Drop(3), By(entry=3))
    assert fact == facts.Dropped(3, "own")
    assert refused(night, acts.Drop(3)) == ("tournament.drop", "already_out")
    night.begin()
    assert 3 not in [entry for table in night.tables() for entry in table]
    assert {one.entry: one.points for one in swiss_standings(night.state)} == points
    night.play()
    night.act(acts.Return(3), SCORE)
    night.begin()
    assert 3 in [entry for table in night.tables() for entry in table]


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (acts.CheckIn(3), ("tournament.entry", "already_there")),
        (acts.CheckIn(99), ("tournament.entry", "no_such_entry")),
        (acts.Return(3), ("tournament.drop", "not_out")),
        (acts.CloseEntries(), ("tournament.entry", "entries_closed")),
        (acts.Publish(), ("tournament.round", "no_such_round")),
        (acts.StartRound(), ("tournament.round", "no_such_round")),
        (acts.CloseRound(), ("tournament.round", "no_such_round")),
        (acts.Record(1, 1, (1, 2)), ("tournament.result", "no_such_round")),
        (acts.Finish(), ("tournament.end", "rounds_left")),
        (acts.NameStaff("olga", None), ("tournament.staff", "last_head")),
        (acts.Penalise(3, "points", "x"), ("tournament.penalty", "points_unfit")),
        (acts.Announce("Hello", table=1), ("tournament.announce", "no_such_round")),
    ],
)
def test_what_the_rules_refuse_is_refused_by_them(
    night: Night, act: Act, code: tuple[str, str]
) -> None:
    assert refused(night, act) == code


@pytest.mark.rule("tournament.staff")
@pytest.mark.parametrize(
    ("act", "by"),
    [
        (acts.Pair(), FLOOR),
        (acts.Pair(), By(entry=1)),
        (acts.Enter("x", "x"), FLOOR),
        (acts.Drop(2), By(entry=1)),
        (acts.CheckIn(2), By()),
        (acts.EndTable(1, (1, 2)), HEAD),
        (acts.Penalise(1, "loss", "x"), FLOOR),
        (acts.Penalise(1, "warning", "x"), SCORE),
        (acts.Swap(1, 2), SCORE),
        (acts.Cancel(), SCORE),
    ],
)
def test_a_role_does_only_what_is_its_own(night: Night, act: Act, by: By) -> None:
    assert refused(night, act, by) == ("tournament.staff", "not_permitted")


@pytest.mark.rule("tournament.sizes")
def test_one_entry_is_no_tournament() -> None:
    assert refused(Night(1), acts.CloseEntries()) == ("tournament.sizes", "too_few")
    assert refused(Night(4), acts.Pair()) == ("tournament.round", "entries_open")


# ---- tables


@pytest.mark.rule("tournament.round")
def test_a_pairing_is_made_anew_until_it_is_published(night: Night) -> None:
    [first] = night.act(acts.Pair())
    [again] = night.act(acts.Pair())
    assert isinstance(first, facts.RoundPaired) and isinstance(again, facts.RoundPaired)
    assert (first.round, again.round) == (1, 1) and first.lot != again.lot
    night.act(acts.Publish())
    assert refused(night, acts.Pair()) == ("tournament.round", "round_open")


@pytest.mark.rule("tournament.repair")
def test_tables_are_repaired_before_they_have_ended(night: Night) -> None:
    night.begin()
    assert len(night.tables()[0]) == 4
    one, other = night.tables()[0][0], night.tables()[1][2]
    assert len(night.act(acts.Swap(one, other))) == 2
    assert night.tables()[0][0] == other and night.tables()[1][2] == one
    assert refused(night, acts.Swap(other, night.tables()[0][1]))[1] == "not_of_two_tables"
    closed_up = night.tables()[0][1:]
    night.act(acts.MarkAbsent(other))
    assert night.tables()[0] == closed_up
    assert refused(night, acts.SetTable(2, closed_up))[1] == "seated_twice"
    assert refused(night, acts.SetTable(1, closed_up[:1]))[1] == "no_table"
    assert refused(night, acts.SetTable(1, (0, 5)))[0] == "tournament.bots"
    assert refused(night, acts.SetTable(9, closed_up))[1] == "no_such_table"
    night.act(acts.OpenTable(1, "again"), SERVER)
    night.act(acts.EndTable(1, (1, 2, 3)), SERVER)
    assert refused(night, acts.Swap(closed_up[0], one)) == ("tournament.repair", "already_played")


@pytest.mark.rule("tournament.void", "tournament.result")
def test_a_void_table_holds_the_round_until_the_director_has_decided(night: Night) -> None:
    night.begin()
    for number in (1, 2):
        places = tuple(range(1, len(night.tables()[number - 1]) + 1))
        night.act(acts.EndTable(number, places), SERVER)
    assert refused(night, acts.CloseRound()) == ("tournament.round", "table_open")
    night.act(acts.EndTable(3, None), SERVER)
    assert refused(night, acts.CloseRound()) == ("tournament.void", "table_open")
    shared = (1,) * len(night.tables()[2])
    assert refused(night, acts.Record(1, 3, (2, *shared[1:])))[1] == "no_places"
    [fact] = night.act(acts.Record(1, 3, shared), SCORE)
    assert isinstance(fact, facts.TableEnded) and fact.how == "hand"
    assert refused(night, acts.Record(1, 3, shared), SCORE)[0] == "tournament.staff"
    night.act(acts.CloseRound())


def test_a_correction_after_the_round_changes_the_standings(night: Night) -> None:
    night.begin()
    night.play()
    before = digest_of(night.state)
    size = len(night.tables()[0])
    night.act(acts.Record(1, 1, (1,) * size))
    assert digest_of(night.state) != before


@pytest.mark.rule("tournament.bots")
def test_bots_fill_tables_only_where_they_may() -> None:
    night = Night(6, fillers=True)
    night.act(acts.CloseEntries())
    night.begin()
    assert sorted(seats.count(0) for seats in night.tables()) == [1, 1]
    assert set(map(len, night.tables())) == {4}
    night.play()
    assert {one.entry for one in swiss_standings(night.state)} == set(range(1, 7))


# ---- penalties


@pytest.mark.rule("tournament.penalty")
def test_a_second_warning_for_the_same_rule_takes_a_point(night: Night) -> None:
    night.begin()
    night.play()
    before = night.points(4)
    kinds = [
        fact.penalty
        for rule, keep in (("a", False), ("b", False), ("a", True), ("a", False))
        for fact in night.act(acts.Penalise(4, "warning", rule, keep=keep), HEAD)
        if isinstance(fact, facts.PenaltyGiven)
    ]
    assert kinds == ["warning", "warning", "warning", "points"]
    assert night.points(4) == before - terms_of(night.state).part


@pytest.mark.rule("tournament.penalty")
@pytest.mark.parametrize("is_over", [True, False])
def test_a_game_loss_is_the_last_place_and_the_others_move_up(night: Night, is_over: bool) -> None:
    night.begin()
    seats = night.tables()[0]
    order: Sequence[int] = range(1, len(seats) + 1)
    if is_over:
        night.act(acts.EndTable(1, tuple(order)), SERVER)
    night.act(acts.Penalise(seats[0], "loss", "x"))
    if not is_over:
        night.act(acts.EndTable(1, tuple(order)), SERVER)
    assert night.state.rounds[0].tables[0].places == (len(seats), *order[:-1])


@pytest.mark.rule("tournament.penalty", "tournament.drop")
def test_who_is_disqualified_plays_no_more(night: Night) -> None:
    night.act(acts.Penalise(4, "out", "x"))
    night.act(acts.Pair())
    assert 4 not in [entry for table in night.tables() for entry in table]
    assert refused(night, acts.Return(4)) == ("tournament.drop", "not_out")


def test_every_rule_that_refuses_is_in_the_rulebook_with_its_words() -> None:
    source = Path("games/tournaments/rules/decide.py").read_text()
    cited = set(re.findall(r'"(tournament\.[a-z.-]+)"', source))
    book = tournament_rulebook()
    assert len(cited) > 10 and all(book[rule].refusal for rule in cited)
    for language in LANGUAGES:
        assert all(refusal_words(Refused(rule, "x"), language) for rule in cited)
