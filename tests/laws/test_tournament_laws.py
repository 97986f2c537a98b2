"""Laws of tournaments: they hold after each act, however untidy the evening.

There are eight tournaments for each game that LAW_GAMES has at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final, get_args

import pytest
from msgspec.structs import replace

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import (
    BOT,
    base_part,
    final_order,
    swiss_standings,
    terms_of,
)
from games.tournaments.rules.standings import Terms
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.rules.tournament_rows import Row, unlawful
from games.tournaments.rules.tournament_state import State
from games.tournaments.tournament_ledger import is_intact
from tests.laws.random_games import GAMES_A_TABLE
from tests.laws.untidy_tournaments import Untidy
from tests.tournaments.nights import SEED, stored

pytestmark = pytest.mark.slow

PIECE = 25
TOURNAMENTS = 8 * GAMES_A_TABLE
PIECES = range(0, TOURNAMENTS, PIECE)


@cache
def played(seed: int) -> Untidy:
    """Return a tournament that was played, with every law checked after each of its acts."""
    night = Untidy(seed)
    bound, seen, counted = set[int](), len(night.rows), None
    for _ in night.play_untidily():
        state = night.state
        for row in night.rows[seen:]:
            bound = _bound_by(row, state, bound)
            check_seats(state, bound)
            if counted != (state.closed(), state.penalties, len(state.entries)):
                counted = state.closed(), state.penalties, len(state.entries)
                check_standings(state)
        seen = len(night.rows)
    return night


def _bound_by(row: Row, state: State, bound: set[int]) -> set[int]:
    """Return who must have a place in the last round: who was paired for it and did not leave."""
    for fact in row.facts:
        match fact:
            case facts.RoundPaired() if fact.round > state.stage_rounds:
                bound = set(state.finalists)
            case facts.RoundPaired() if state.setup.stage == "swiss":
                bound = set(state.playing())
            case facts.RoundPaired():
                bound = {*fact.byes, *(entry for table in fact.tables for entry in table)}
            case facts.Dropped():
                bound = bound - {fact.entry}
    return bound


# ---- the laws


def check_seats(state: State, bound: set[int]) -> None:
    """No entry has two places in a round, and who was paired and has not left has one."""
    for one in state.rounds:
        taken = [entry for table in one.tables for entry in table.seats if entry]
        taken += [*one.byes, *one.absent]
        assert max(Counter(taken).values(), default=1) == 1 and set(taken) <= set(state.entries)
        assert all(len(table.seats) >= 2 and any(table.seats) for table in one.tables)
    assert not state.last or state.last.players.issuperset(bound)
    for before, after in pairwise(state.rounds[state.stage_rounds :]):
        assert len(after.cut) < len(before.players - {BOT})


def check_standings(state: State) -> None:
    """The standings are a total order by points, which are all that can be had and no more."""
    found = swiss_standings(state)
    assert sorted(one.entry for one in found) == sorted(state.entries)
    assert [one.rank for one in found] == list(range(1, len(found) + 1))
    assert all(better.points >= worse.points for better, worse in pairwise(found))
    assert sorted(final_order(state)) == sorted(state.entries)
    assert sum(one.points for one in found) == _points_to_be_had(state)


def _points_to_be_had(state: State) -> int:
    terms, setup = terms_of(state), state.setup
    closed = state.closed()[: state.stage_rounds]
    byes = [entry for one in closed for entry in one.byes]
    of_tables = sum(_points_of_table(len(t.seats), terms) for one in closed for t in one.tables)
    of_bots = sum(
        points
        for one in closed
        for table, gained in zip(one.tables, terms.gained(one.tables), strict=True)
        for entry, points in zip(table.seats, gained, strict=True)
        if entry == BOT
    )
    is_missed = setup.missed == "middle" and setup.stage == "swiss"
    rounds = [min(_first(state, entry), len(closed)) for entry in state.entries if is_missed]
    taken = sum(one.points for one in state.penalties if not one.is_withdrawn)
    taken *= terms.part // base_part(setup)
    return of_tables - of_bots + terms.most * len(byes) + terms.of_missed * sum(rounds) - taken


def _points_of_table(size: int, terms: Terms) -> int:
    """Return the points of all seats of a table: of a shared deal three a seat."""
    if terms.is_compared:
        return 3 * size * terms.part
    return (sum(terms.points[:size]) if terms.points else 3 * size + 3) * terms.part


def _first(state: State, entry: int) -> int:
    """Return the number of rounds before the first of an entry, 0 if it will have none."""
    had = (nth for nth, one in enumerate(state.rounds) if entry in one.players)
    return next(had, len(state.rounds) if entry in state.playing() else 0)


@pytest.mark.parametrize("first", PIECES)
def test_every_act_leaves_a_lawful_tournament(first: int) -> None:
    for seed in range(first, first + PIECE):
        night = played(seed)
        assert list(unlawful(night.rows, SEED)) == []
        assert is_intact(stored(night.rows))


def test_the_tournaments_have_every_act_and_most_refusals() -> None:
    nights = [played(seed) for seed in range(4 * PIECE)]
    done = set[type[Any]]().union(*(night.tried for night in nights))
    assert done == set(get_args(Act))
    happened = {type(fact) for night in nights for fact in night.facts}
    assert happened == set(get_args(Fact))
    assert len(set[str]().union(*(night.refusals for night in nights))) > 30
    assert {night.state.stage for night in nights} >= {"over", "cancelled"}


# ---- what was altered later


def _turned(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return values in another order, or others."""
    return values[::-1] if values != values[::-1] else (*values[:-1], values[-1] + 1)


def _another_place(row: Row, _: Random) -> Row | None:
    return _with_fact(row, facts.TableEnded, lambda one: {"places": _turned(one.places)})


def _another_seat(row: Row, _: Random) -> Row | None:
    return _with_fact(
        row, facts.RoundPaired, lambda one: {"tables": tuple(map(_turned, one.tables or ((1, 2),)))}
    ) or _with_fact(row, facts.TableChanged, lambda one: {"seats": _turned(one.seats)})


def _with_fact(
    row: Row, kind: type[Any], changes: Callable[[Any], dict[str, object]]
) -> Row | None:
    if not any(isinstance(one, kind) for one in row.facts):
        return None
    happened = tuple(
        replace(one, **changes(one)) if isinstance(one, kind) else one for one in row.facts
    )
    return replace(row, facts=happened)


def _another_act(row: Row, chance: Random) -> Row | None:
    """Change a field of the act that its facts repeat."""
    fields = [
        (name, MORE[name]) for name in getattr(row.act, "__struct_fields__", ()) if name in MORE
    ]
    if row.act is None or not fields:
        return None
    name, more = chance.choice(fields)
    return replace(row, act=replace(row.act, **{name: more(getattr(row.act, name))}))


MORE: Final[dict[str, Callable[[Any], object]]] = {
    "entry": lambda entry: entry + 1,
    "one": lambda entry: entry + 100,
    "table": lambda table: table + 1,
    "player": lambda player: player + "s",
    "role": lambda role: "floor" if role != "floor" else "score",
    "game": lambda game: game + "s",
    "rule": lambda rule: rule + "er",
    "text": lambda text: text + ".",
    "seconds": lambda seconds: seconds + 1,
    "upheld": lambda upheld: not upheld,
    "seats": _turned,
}


def _another_actor(row: Row, _: Random) -> Row:
    actor = row.actor
    if actor.role in ("", "server"):
        return replace(row, actor=replace(actor, entry=actor.entry + 1))
    return replace(row, actor=replace(actor, player=actor.player + "s"))


def _another_cite(row: Row, chance: Random) -> Row:
    cites = (*row.cites, "tournament.end") if chance.random() < 0.5 else row.cites[1:]
    return replace(row, cites=cites)


def _another_reason(row: Row, chance: Random) -> Row:
    return replace(row, **{chance.choice(("reason", "at")): "otherwise"})


def _another_word(row: Row, _: Random) -> Row | None:
    """Change a text of an act and of its fact alike: this is as lawful as what it was."""
    match row.act, row.facts:
        case acts.Announce(), (facts.Announced() as fact,):
            act = replace(row.act, text="Other soup.")
            return replace(row, act=act, facts=(replace(fact, text="Other soup."),))
    return None


ALTERATIONS: Final[dict[str, tuple[Callable[[Row, Random], Row | None], bool]]] = {
    "place": (_another_place, True),
    "seat": (_another_seat, True),
    "act": (_another_act, True),
    "actor": (_another_actor, True),
    "cites": (_another_cite, True),
    "reason": (_another_reason, False),
    "words": (_another_word, False),
}
"""How a row is altered, and whether ``unlawful`` finds that; the chain of digests always does."""


@pytest.mark.parametrize("first", PIECES)
def test_an_altered_row_is_found(first: int) -> None:
    """Digests find any change if they are kept; ``unlawful`` most, even if they are recomputed."""
    found = set[str]()
    for seed in range(first, first + PIECE):
        night, chance = played(seed), Random(seed)
        kind = sorted(ALTERATIONS)[seed % len(ALTERATIONS)]
        alter, is_unlawful = ALTERATIONS[kind]
        changed = [(nth, alter(row, chance)) for nth, row in enumerate(night.rows)]
        able = [(nth, row) for nth, row in changed if row is not None]
        if not able:
            continue
        nth, row = chance.choice(able)
        rows = [*night.rows[:nth], row, *night.rows[nth + 1 :]]
        kept, again = stored(night.rows), stored(rows)
        assert is_intact(again)
        again[nth:] = [(nth + 1, again[nth][1], kept[nth][2]), *kept[nth + 1 :]]
        assert not is_intact(again), (seed, kind, nth)
        assert bool(list(unlawful(rows, SEED))) == is_unlawful, (seed, kind, row)
        found.add(kind)
    assert len(found) > 5


@pytest.mark.parametrize("first", PIECES)
def test_a_row_that_is_left_out_is_found(first: int) -> None:
    """Both find a gap; a last row that is missing is found by neither, but by the stored head."""
    for seed in range(first, first + PIECE):
        rows = played(seed).rows
        nth = Random(seed).randrange(len(rows) - 1)
        left, kept = [*rows[:nth], *rows[nth + 1 :]], stored(rows)
        assert not is_intact([*kept[:nth], *kept[nth + 1 :]])
        assert not is_intact(stored(left))
        codes = [one.code for one in unlawful(left, SEED)]
        assert codes and codes[0] in ("number", "creation", "cites")
    assert is_intact(kept[:-1]) and list(unlawful(rows[:-1], SEED)) == []
