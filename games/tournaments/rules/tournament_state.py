"""A tournament as its facts leave it, and their fold; without the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.played_rounds import Entry, Round, Rounds, Table
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.tournament_facts import Fact, Penalty, Places, Role, Seats, Setup, Why


class Entrant(msgspec.Struct, frozen=True):
    """An entry: whether it is there, why it is out, and its seed number, 0 for none."""

    player: str
    team: str = ""
    seed: int = 0
    is_there: bool = False
    out: Why | None = None


class TableState(msgspec.Struct, frozen=True):
    """A table of a round: its seats, its game, and its places once it has ended.

    ``before`` is the game that it had before it was changed or played again; ``played`` are the
    places without the game losses.
    """

    seats: Seats
    game: str | None = None
    before: str | None = None
    places: Places | None = None
    played: Places | None = None
    is_void: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether the table has neither a game nor an end."""
        return self.game is None and self.places is None and not self.is_void


class RoundState(msgspec.Struct, frozen=True):
    """A round; ``lot`` was drawn for it, ``cut`` has who plays it after a cut."""

    tables: tuple[TableState, ...]
    byes: tuple[Entry, ...]
    lot: tuple[Entry, ...]
    absent: tuple[Entry, ...] = ()
    cut: tuple[Entry, ...] = ()
    stage: Literal["paired", "published", "running", "closed"] = "paired"
    is_paused: bool = False

    @property
    def players(self) -> set[Entry]:
        """Who has a seat or a bye, or was absent from a table."""
        return {entry for table in self.tables for entry in table.seats}.union(
            self.byes, self.absent
        )


class Given(msgspec.Struct, frozen=True):
    """A penalty that was given."""

    entry: Entry
    penalty: Penalty
    rule: str
    round: int
    points: int
    by: str
    is_withdrawn: bool = False


class Appeal(msgspec.Struct, frozen=True):
    """An appeal, and whether it was upheld once it is decided."""

    entry: Entry
    round: int
    text: str
    penalty: int
    upheld: bool | None = None


class State(msgspec.Struct, frozen=True):
    """A tournament. Rounds and tables are numbered from 1, entries by their keys.

    ``field`` is who was there when the check-in ended, which a round robin is made of.
    """

    setup: Setup
    stage: Literal["entries", "playing", "over", "cancelled"] = "entries"
    staff: dict[str, Role] = {}
    entries: dict[Entry, Entrant] = {}
    rounds: tuple[RoundState, ...] = ()
    penalties: tuple[Given, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    finalists: tuple[Entry, ...] = ()
    field: tuple[Entry, ...] = ()
    shuffles: int = 0

    @property
    def last(self) -> RoundState | None:
        """The round that is paired or played, else None."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].stage != "closed" else None

    @property
    def stage_rounds(self) -> int:
        """How many rounds the first stage has, after which the cut is."""
        match self.setup.stage:
            case "knockout":
                return 0
            case "round_robin":
                return len(round_robin(len(self.field), self.setup.size))
        return self.setup.rounds

    def options(self, nth: int) -> dict[str, object]:
        """Return the options of the games of a round."""
        of_final = self.setup.final_options
        return self.setup.options if nth <= self.stage_rounds or of_final is None else of_final

    def closed(self) -> Rounds:
        """Return the rounds that are over, as the standings need them.

        An entry has missed the Swiss rounds before its first. Until it has one, it must be there.
        """
        swiss = self.setup.rounds if self.setup.stage == "swiss" else 0
        begins = {entry: len(self.rounds) for entry in self.playing()}
        for nth, one in reversed(list(enumerate(self.rounds))):
            begins |= dict.fromkeys(one.players, nth)
        return tuple(
            Round(
                tuple(Table(table.seats, table.places) for table in one.tables),
                one.byes,
                tuple(entry for entry in self.entries if swiss > nth < begins.get(entry, 0)),
                one.absent,
            )
            for nth, one in enumerate(self.rounds)
            if one.stage == "closed"
        )

    def playing(self) -> tuple[Entry, ...]:
        """Return who would be paired now: there, and not out."""
        return tuple(
            entry for entry, one in self.entries.items() if one.is_there and one.out is None
        )


def evolve(state: State | None, happened: Iterable[Fact]) -> State:
    """Return the state after some facts; the first of all creates it."""
    for fact in happened:
        if isinstance(fact, facts.Created):
            state = State(fact.setup)
        else:
            state = _FOLDS[type(fact)](state, fact)
    if state is None:
        raise ValueError("a tournament begins with its creation")
    return state


def without_results(state: State, tables: Iterable[tuple[int, int]]) -> State:
    """Return a state in which some tables, by round and number, have not ended."""
    for nth, number in tables:
        state = _table(state, nth, number, places=None, played=None, is_void=False)
    return state


def _entry(state: State, entry: Entry, **changes: Any) -> State:
    one = replace(state.entries[entry], **changes)
    return replace(state, entries=state.entries | {entry: one})


def _round(state: State, nth: int, **changes: Any) -> State:
    rounds = list(state.rounds)
    rounds[nth - 1] = replace(rounds[nth - 1], **changes)
    return replace(state, rounds=tuple(rounds))


def _table(state: State, nth: int, table: int, **changes: Any) -> State:
    tables = list(state.rounds[nth - 1].tables)
    tables[table - 1] = replace(tables[table - 1], **changes)
    return _round(state, nth, tables=tuple(tables))


def _staff(state: State, fact: facts.StaffNamed) -> State:
    others = {player: role for player, role in state.staff.items() if player != fact.player}
    named = {fact.player: fact.role} if fact.role else {}
    return replace(state, staff=others | named)


def _entered(state: State, fact: facts.Entered) -> State:
    one = Entrant(fact.player, fact.team)
    return replace(state, entries=state.entries | {fact.entry: one})


def _paired(state: State, fact: facts.RoundPaired) -> State:
    tables = tuple(TableState(seats) for seats in fact.tables)
    cut = state.finalists if fact.round > state.stage_rounds else ()
    made = RoundState(tables, fact.byes, fact.lot, cut=cut)
    return replace(state, rounds=(*state.rounds[: fact.round - 1], made), shuffles=fact.nth + 1)


def _penalty(state: State, fact: facts.PenaltyGiven) -> State:
    given = Given(fact.entry, fact.penalty, fact.rule, fact.round, fact.points, fact.by)
    return replace(state, penalties=(*state.penalties, given))


def _changed(state: State, fact: facts.TableChanged) -> State:
    """Who has a seat after all has no bye any more, and is not absent."""
    one = state.rounds[fact.round - 1]
    byes, absent = (
        tuple(entry for entry in had if entry not in fact.seats) for had in (one.byes, one.absent)
    )
    state = _again(_round(state, fact.round, byes=byes, absent=absent), fact)
    return _table(state, fact.round, fact.table, seats=fact.seats)


def _again(state: State, fact: facts.TableChanged | facts.TableRestarted) -> State:
    table = state.rounds[fact.round - 1].tables[fact.table - 1]
    made = TableState(table.seats, before=table.game or table.before)
    changes = {name: getattr(made, name) for name in TableState.__struct_fields__}
    return _table(state, fact.round, fact.table, **changes)


def _absent(state: State, fact: facts.Absent) -> State:
    absent = (*state.rounds[fact.round - 1].absent, fact.entry)
    return _round(state, fact.round, absent=absent)


def _appealed(state: State, fact: facts.Appealed) -> State:
    made = Appeal(fact.entry, fact.round, fact.text, fact.penalty)
    return replace(state, appeals=(*state.appeals, made))


def _decided(state: State, fact: facts.AppealDecided) -> State:
    appeals, penalties = list(state.appeals), list(state.penalties)
    one = appeals[fact.appeal - 1] = replace(appeals[fact.appeal - 1], upheld=fact.upheld)
    if fact.upheld and one.penalty:
        penalties[one.penalty - 1] = replace(penalties[one.penalty - 1], is_withdrawn=True)
    return replace(state, appeals=tuple(appeals), penalties=tuple(penalties))


_FOLDS: Final[dict[type[Any], Callable[..., State]]] = {
    facts.StaffNamed: _staff,
    facts.Entered: _entered,
    facts.ClaimIssued: lambda state, _: state,
    facts.Seeded: lambda state, fact: _entry(state, fact.entry, seed=fact.number),
    facts.CheckedIn: lambda state, fact: _entry(state, fact.entry, is_there=True),
    facts.Dropped: lambda state, fact: _entry(state, fact.entry, out=fact.why),
    facts.Returned: lambda state, fact: _entry(state, fact.entry, out=None),
    facts.EntriesClosed: lambda state, _: replace(state, stage="playing", field=state.playing()),
    facts.RoundPaired: _paired,
    facts.TableChanged: _changed,
    facts.TableRestarted: _again,
    facts.Absent: _absent,
    facts.RoundPublished: lambda state, fact: _round(state, fact.round, stage="published"),
    facts.RoundStarted: lambda state, fact: _round(state, fact.round, stage="running"),
    facts.TableOpened: lambda state, fact: _table(state, fact.round, fact.table, game=fact.game),
    facts.TableEnded: lambda state, fact: _table(
        state,
        fact.round,
        fact.table,
        places=fact.places,
        played=fact.played or fact.places,
        is_void=False,
    ),
    facts.TableVoid: lambda state, fact: _table(state, fact.round, fact.table, is_void=True),
    facts.RoundPaused: lambda state, fact: _round(state, fact.round, is_paused=True),
    facts.RoundResumed: lambda state, fact: _round(state, fact.round, is_paused=False),
    facts.TimeAdded: lambda state, _: state,
    facts.RoundClosed: lambda state, fact: _round(state, fact.round, stage="closed"),
    facts.PenaltyGiven: _penalty,
    facts.Appealed: _appealed,
    facts.AppealDecided: _decided,
    facts.Announced: lambda state, _: state,
    facts.Cut: lambda state, fact: replace(state, finalists=fact.entries),
    facts.Finished: lambda state, _: replace(state, stage="over"),
    facts.Cancelled: lambda state, _: replace(state, stage="cancelled"),
}
