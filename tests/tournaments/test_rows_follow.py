"""The rows of a tournament: the rules they cite, their reasons, and what does not follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import _DECIDE, RIGHTS
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_cites import RULES, cites_of
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.rules.tournament_rows import Actor, Row, unlawful
from games.tournaments.tournament_ledger import is_intact
from games.wording.tournament_rules import tournament_rulebook
from tests.tournaments.nights import SCORE, SEED, begun, stored

Rows = list[Row]


@pytest.fixture
def rows() -> Rows:
    """The rows of an evening with a bit of everything."""
    night = begun(7, rounds=1)
    night.act(acts.Penalise(3, "warning", "x"))
    night.act(acts.MarkAbsent(night.tables()[0][0]), SCORE)
    night.open(1)
    night.play()
    night.act(acts.Finish())
    return night.rows


def at(rows: Rows, kind: type[Any]) -> int:
    """Return the index of the first row with an act of a kind."""
    return next(nth for nth, row in enumerate(rows) if isinstance(row.act, kind))


def found(rows: Rows) -> list[tuple[int, str]]:
    """Return what does not follow."""
    return [(one.seq, one.code) for one in unlawful(rows, SEED)]


def test_every_kind_of_act_and_fact_has_its_rules() -> None:
    book = {rule.id for rule in tournament_rulebook()}
    assert set(RULES) == set(get_args(Fact))
    assert {rule for cited in RULES.values() for rule in cited} <= book
    assert all(RULES.values())
    assert set(RIGHTS) == set(_DECIDE) == set(get_args(Act))
    assert set(REASONED) < set(get_args(Act))


def test_a_pairing_cites_what_it_was_made_by() -> None:
    base = ("tournament.round", "tournament.sizes", "tournament.seats")
    paired = facts.RoundPaired(1, 0, (1, 2, 3), ((1, 2, 3),), (), ())
    by_lot = (*base, "tournament.pairing.first", "tournament.lot")
    assert cites_of([paired]) == by_lot
    assert cites_of([replace(paired, round=2, tables=((1, 0),), byes=(2, 3))]) == (
        *base, "tournament.pairing", "tournament.lot", "tournament.bye", "tournament.bots"
    )  # fmt: skip
    assert cites_of([facts.Cut((1, 2, 3)), replace(paired, lot=())]) == ("tournament.cut", *base)
    twice = facts.TableChanged(1, 1, (1, 2)), facts.Absent(1, 3), facts.Dropped(3, "absent")
    assert cites_of(twice) == ("tournament.repair", "tournament.no-show", "tournament.drop")


def test_honest_rows_follow_and_are_intact(rows: Rows) -> None:
    assert found(rows) == []
    assert is_intact(stored(rows))


def _no_role(row: Row) -> Row:
    return replace(row, actor=Actor("cook", 0, "sara"))


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        (acts.Pair, lambda row: replace(row, cites=row.cites[1:]), "cites"),
        (acts.Penalise, lambda row: replace(row, reason=""), "reason"),
        (acts.Pair, lambda row: replace(row, seq=row.seq + 1), "number"),
        (acts.Pair, lambda row: replace(row, tournament="other"), "number"),
        (acts.Pair, _no_role, "role"),
        (acts.Pair, lambda row: replace(row, actor=Actor("head", 0, "sara")), "role"),
        (acts.Pair, lambda row: replace(row, actor=Actor("score", 1, "sara")), "role"),
        (acts.Pair, lambda row: replace(row, actor=Actor("server", 0, "sara")), "role"),
        (acts.CheckIn, lambda row: replace(row, actor=Actor("", 1, "player 2")), "role"),
        (acts.Penalise, lambda row: replace(row, actor=Actor("", 2, "player 1")), "refused"),
        (acts.Pair, lambda row: replace(row, act=None), "act"),
        (acts.Pair, lambda row: replace(row, actor=Actor("floor", 0, "fred")), "refused"),
        (acts.Publish, lambda row: replace(row, act=acts.Pair()), "facts"),
        (acts.Publish, lambda row: replace(row, facts=(), cites=()), "facts"),
        (acts.Finish, lambda row: replace(row, facts=(facts.Finished("0" * 64),)), "facts"),
        (acts.CloseRound, lambda row: replace(row, facts=(facts.RoundClosed(1, ""),)), "facts"),
    ],
)
def test_a_row_that_does_not_follow_is_found(
    rows: Rows, kind: type[Any], change: Callable[[Row], Row], code: str
) -> None:
    nth = at(rows, kind)
    changed = [*rows[:nth], change(rows[nth]), *rows[nth + 1 :]]
    assert found(changed)[0] == (changed[nth].seq, code)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda row: replace(row, facts=()), "cites"),
        (lambda row: replace(row, facts=(), cites=()), "creation"),
        (lambda row: replace(row, facts=row.facts[:1], cites=cites_of(row.facts[:1])), "creation"),
        (lambda row: replace(row, actor=Actor("score", 0, "olga")), "creation"),
        (lambda row: replace(row, actor=Actor("head", 0, "sara")), "creation"),
        (lambda row: replace(row, act=acts.Finish()), "creation"),
    ],
)
def test_a_tournament_begins_with_its_creation(
    rows: Rows, change: Callable[[Row], Row], code: str
) -> None:
    assert found([change(rows[0]), *rows[1:]])[0] == (1, code)
    assert found(rows[1:])[-1] == (2, "creation")


@pytest.mark.rule("tournament.lot")
def test_another_seed_is_not_that_of_the_commitment(rows: Rows) -> None:
    assert [tuple(one) for one in unlawful(rows, bytes(32))] == [(1, "seed")]
    setup = rows[0].facts[0].setup  # type: ignore[union-attr]
    assert len(setup.commitment) == 64 and SEED.hex() not in str(rows[0])
