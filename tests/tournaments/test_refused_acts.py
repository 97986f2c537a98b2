"""Every code by which the rules refuse an act has an act that is refused by it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from inspect import getsource
from typing import Final

import pytest
from msgspec.structs import replace

from games.tournaments.rules import decide
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import By, swiss_standings
from games.tournaments.rules.tournament_acts import Act
from games.wording.tournament_rules import tournament_rulebook
from tests.tournaments.nights import HEAD, SCORE, SERVER, Night, begun, refused


def new() -> Night:
    """Return a tournament whose entries are open."""
    return Night(7)


def crowded() -> Night:
    """Return a tournament with as many entries as there may be."""
    night = new()
    one = night.state.entries[1]
    entries = dict.fromkeys(range(1, decide.MAX_ENTRIES + 1), one)
    night.state = replace(night.state, entries=entries)
    return night


def runs() -> Night:
    """Return a tournament whose first round runs, at tables of four and three."""
    return begun(7)


def closed() -> Night:
    """Return a tournament whose first round of two is over."""
    night = begun(7, rounds=2)
    night.play()
    return night


def appealed() -> Night:
    """Return a tournament with an appeal that is decided and one against the head judge."""
    night = runs()
    night.act(acts.Penalise(1, "warning", "x"))
    for penalty in (0, 1):
        night.act(acts.Appeal(1, "No.", penalty), By(entry=1))
    night.act(acts.DecideAppeal(1, True))
    return night


def cut() -> Night:
    """Return a tournament with one round that was played, and one player who is left."""
    night = begun(4, rounds=1, final=4)
    night.play()
    for entry in (1, 2, 3):
        night.act(acts.Drop(entry))
    return night


def final() -> Night:
    """Return a tournament whose final of three of five is played."""
    night = begun(5, rounds=1, final=3)
    night.play()
    night.begin()
    return night


def ended() -> Night:
    """Return a tournament whose first table has ended, and whose second is void."""
    night = runs()
    night.end(1)
    night.act(acts.EndTable(2, None), SERVER)
    return night


def cancelled() -> Night:
    """Return a tournament that was cancelled."""
    night = new()
    night.act(acts.Cancel())
    return night


def dropped() -> Night:
    """Return a tournament whose first round runs, whose first player at a table has left."""
    night = runs()
    night.act(acts.Drop(night.tables()[0][0]))
    return night


def published() -> Night:
    """Return a tournament whose first round is published."""
    night = new()
    for act in (acts.CloseEntries(), acts.Pair(), acts.Publish()):
        night.act(act)
    return night


Case = tuple[Callable[[], Night], Callable[[Night], Act], By, str, str]


def seats(night: Night, table: int) -> tuple[int, ...]:
    """Return the seats of a table."""
    return night.tables()[table - 1]


CASES: Final[list[Case]] = [
    (cancelled, lambda _: acts.Pair(), HEAD, "end", "over"),
    (new, lambda _: acts.Pair(), By(), "staff", "not_permitted"),
    (new, lambda _: acts.Drop(9), HEAD, "entry", "no_such_entry"),
    (new, lambda _: acts.Publish(), HEAD, "round", "no_such_round"),
    (runs, lambda _: acts.Restart(3), HEAD, "round", "no_such_table"),
    (new, lambda _: acts.NameStaff("olga", None), HEAD, "staff", "last_head"),
    (new, lambda _: acts.NameStaff("player 1", "head"), HEAD, "staff", "plays"),
    (new, lambda _: acts.NameStaff("player 1", None), HEAD, "staff", "no_such_member"),
    (closed, lambda _: acts.Enter("x", "x"), HEAD, "entry", "too_late"),
    (crowded, lambda _: acts.Enter("x", "x"), HEAD, "entry", "full"),
    (new, lambda _: acts.Enter("x", "olga"), HEAD, "staff", "directs"),
    (new, lambda _: acts.Enter("x", "player 1"), HEAD, "entry", "entered_already"),
    (new, lambda _: acts.CheckIn(1), SCORE, "entry", "already_there"),
    (dropped, lambda one: acts.Drop(seats(one, 1)[0]), HEAD, "drop", "already_out"),
    (new, lambda _: acts.Return(1), HEAD, "drop", "not_out"),
    (runs, lambda _: acts.CloseEntries(), HEAD, "entry", "entries_closed"),
    (new, lambda _: acts.Seed(1, 1), HEAD, "pairing.first", "no_seeds"),
    (
        lambda: begun(7, first="seeds"),
        lambda _: acts.Seed(1, 1),
        HEAD,
        "pairing.first",
        "published",
    ),
    (
        lambda: Night(8, stage="round_robin"),
        lambda _: acts.CloseEntries(),
        HEAD,
        "format",
        "too_many_rounds",
    ),
    (lambda: Night(2), lambda _: acts.CloseEntries(), HEAD, "sizes", "too_few"),
    (new, lambda _: acts.Pair(), HEAD, "round", "entries_open"),
    (runs, lambda _: acts.Pair(), HEAD, "round", "round_open"),
    (cut, lambda _: acts.Pair(), HEAD, "cut", "too_few"),
    (lambda: _over(), lambda _: acts.Pair(), HEAD, "format", "no_more_rounds"),
    (runs, lambda one: acts.Swap(*seats(one, 1)[:2]), HEAD, "repair", "not_of_two_tables"),
    (runs, lambda one: acts.SetTable(1, seats(one, 1)[:1]), HEAD, "repair", "no_table"),
    (runs, lambda one: acts.SetTable(1, (0, seats(one, 1)[0])), HEAD, "bots", "no_fillers"),
    (runs, lambda one: acts.SetTable(1, seats(one, 2)), HEAD, "repair", "seated_twice"),
    (dropped, lambda one: acts.SetTable(2, (8, *seats(one, 2))), HEAD, "repair", "not_playing"),
    (runs, lambda one: acts.SetTable(1, seats(one, 1)[1:]), HEAD, "repair", "left_out"),
    (final, lambda one: acts.SetTable(1, _worst(one)), HEAD, "repair", "not_of_the_best"),
    (runs, lambda _: acts.MarkAbsent(8), HEAD, "repair", "not_seated"),
    (ended, lambda one: acts.MarkAbsent(seats(one, 1)[0]), HEAD, "repair", "already_played"),
    (runs, lambda _: acts.ResumeRound(), HEAD, "round.clock", "already_so"),
    (runs, lambda _: acts.AddTime(9), HEAD, "round.clock", "no_clock"),
    (runs, lambda _: acts.OpenTable(1, "x"), SERVER, "round", "opened_already"),
    (ended, lambda _: acts.EndTable(1, None), SERVER, "result", "not_played"),
    (runs, lambda _: acts.Record(2, 1, (1, 2)), HEAD, "result", "no_such_round"),
    (published, lambda _: acts.Record(1, 1, (1, 2)), HEAD, "result", "not_started"),
    (runs, lambda _: acts.Record(1, 1, (1, 2)), HEAD, "result", "no_places"),
    (runs, lambda _: acts.CloseRound(), HEAD, "round", "table_open"),
    (ended, lambda _: acts.CloseRound(), HEAD, "void", "table_open"),
    (runs, lambda _: acts.Penalise(1, "points", "x"), HEAD, "penalty", "points_unfit"),
    (closed, lambda _: acts.Penalise(1, "loss", "x"), HEAD, "penalty", "no_such_round"),
    (lambda: _absent(), lambda one: _loss(one), HEAD, "penalty", "not_seated"),
    (runs, lambda _: acts.Appeal(1, "No.", 1), HEAD, "appeal", "no_such_penalty"),
    (closed, lambda _: acts.Appeal(1, "No."), HEAD, "appeal", "round_closed"),
    (appealed, lambda _: acts.Appeal(1, "No.", 1), HEAD, "appeal", "appealed_already"),
    (appealed, lambda _: acts.DecideAppeal(3, True), HEAD, "appeal", "no_such_appeal"),
    (appealed, lambda _: acts.DecideAppeal(1, True), HEAD, "appeal", "decided"),
    (appealed, lambda _: acts.DecideAppeal(2, True), HEAD, "appeal", "own_ruling"),
    (closed, lambda _: acts.Announce("x", 1), HEAD, "announce", "no_such_round"),
    (closed, lambda _: acts.Finish(), HEAD, "end", "rounds_left"),
    (closed, lambda _: acts.MarkAbsent(1), HEAD, "no-show", "no_such_round"),
]


def _over() -> Night:
    night = begun(4, rounds=1)
    night.play()
    return night


def _worst(night: Night) -> tuple[int, ...]:
    return tuple(one.entry for one in swiss_standings(night.state)[2:])


def _absent() -> Night:
    night = runs()
    night.act(acts.MarkAbsent(seats(night, 1)[0]))
    return night


def _loss(night: Night) -> Act:
    return acts.Penalise(night.state.rounds[0].absent[0], "loss", "x")


@pytest.mark.parametrize(("made", "act", "by", "rule", "code"), CASES)
def test_an_act_is_refused_by_its_rule_and_leaves_no_trace(
    made: Callable[[], Night], act: Callable[[Night], Act], by: By, rule: str, code: str
) -> None:
    night = made()
    if code == "not_playing":
        night.act(acts.Enter("x", "late"))
    before, rows = repr(night.state), len(night.rows)
    assert refused(night, act(night), by) == (f"tournament.{rule}", code)
    assert (repr(night.state), len(night.rows)) == (before, rows)
    assert tournament_rulebook()[f"tournament.{rule}"].refusal


def _written() -> set[tuple[str | None, str]]:
    """Return the rule and the code of each refusal of the rules; None for a rule that varies."""
    calls = (node for node in ast.walk(ast.parse(getsource(decide))) if isinstance(node, ast.Call))
    found = set[tuple[str | None, str]]()
    for call in calls:
        if ast.unparse(call.func) == "Refused":
            rule, code = call.args[:2]
            name = ast.literal_eval(rule) if isinstance(rule, ast.Constant) else None
            found.add((name, ast.literal_eval(code)))
    return found


def test_every_refusal_of_the_rules_is_among_these() -> None:
    reached = {(f"tournament.{rule}", code) for *_, rule, code in CASES}
    codes = {code for _, code in reached}
    assert len(_written()) > 40
    assert {one for one in _written() if one[0] and one not in reached} == set()
    assert {code for rule, code in _written() if rule is None and code not in codes} == set()
