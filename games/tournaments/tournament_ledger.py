"""The stored rows of tournaments, in a chain, and what they make.

A row is canonical JSON, in a chain as that of a game (``games.ledger.sealing``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from games.engine import Chance
from games.ledger.recent import Recent
from games.ledger.rows import now, stamp
from games.ledger.sealing import GENESIS, canonical, digest
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.rules.tournament_facts import (
    Cancelled,
    Fact,
    Finished,
    RoundPaired,
    TableEnded,
    TableVoid,
)
from games.tournaments.rules.tournament_rows import Actor, Row
from games.tournaments.rules.tournament_state import State, evolve
from games.wakeups import after_commit

_rows: Final = msgspec.json.Decoder(Row)
_states: Final[Recent[tuple[UUID, str], State]] = Recent(64)
_read: Final[Recent[UUID, _Stored]] = Recent(16)

Listener = Callable[[Tournament, State, Sequence[Fact], datetime], None]
on_row: Final[list[Listener]] = []
"""Listeners called in the transaction that writes a row."""


def topic_of(tournament_id: UUID) -> str:
    """Return the topic of the wake-ups of a tournament."""
    return f"tournament:{tournament_id}"


def read_row(text: str) -> Row:
    """Return a row as it was stored."""
    return _rows.decode(text)


class _Stored(NamedTuple):
    """The rows of a tournament that a process has read, and their digests."""

    rows: list[Row]
    digests: list[str]


def _stored(tournament_id: UUID) -> _Stored:
    """Return all rows of a tournament; those read before are not read again.

    The last of these is, so that rows that were rolled back are found out.
    """
    known = _read.get(tournament_id) or _Stored([], [])
    found = TournamentEvent.objects.filter(tournament=tournament_id).order_by("seq")
    count = len(known.rows)
    texts = list(found.filter(seq__gte=count).values_list("text", "digest"))
    if count and (not texts or texts.pop(0)[1] != known.digests[-1]):
        known, texts = _Stored([], []), list(found.values_list("text", "digest"))
    rows = [read_row(text) for text, _ in texts]
    known = _Stored(known.rows + rows, known.digests + [digest for _, digest in texts])
    _read.put(tournament_id, known)
    return known


def rows_of(tournament: Tournament, *, until: int | None = None) -> list[Row]:
    """Return the rows of a tournament, in order, all or those up to a number."""
    return _stored(tournament.pk).rows[:until]


def state_of(tournament: Tournament, *, until: int | None = None) -> State:
    """Return what the rows of a tournament make, all or those up to a number.

    It is folded from the last one that is remembered.
    """
    if until is None and (known := _states.get((tournament.pk, tournament.head))):
        return known
    rows, digests = _stored(tournament.pk)
    seq = min(tournament.seq if until is None else until, len(rows))
    heads = [(tournament.pk, head) for head in digests[:seq]]
    kept = ((at, _states.get(heads[at - 1])) for at in range(seq, 0, -1))
    base, state = next((one for one in kept if one[1]), (0, None))
    if base < seq or state is None:
        state = evolve(state, (one for row in rows[base:seq] for one in row.facts))
        _states.put(heads[seq - 1], state)
    return state


class EndRow(NamedTuple):
    """A row with ends of tables, by round and number.

    ``is_only``: it has no other facts.
    """

    seq: int
    tables: frozenset[tuple[int, int]]
    is_only: bool


@lru_cache(maxsize=64)
def _end_rows(tournament_id: UUID, _: str) -> tuple[EndRow, ...]:
    """Return the rows in which tables ended, remembered for the head."""
    found = []
    for row in rows_of(Tournament.objects.get(pk=tournament_id)):
        ends = [one for one in row.facts if isinstance(one, TableEnded | TableVoid)]
        if ends:
            tables = frozenset((one.round, one.table) for one in ends)
            found.append(EndRow(row.seq, tables, len(ends) == len(row.facts)))
    return tuple(found)


def count_seen(tournament: Tournament, hidden: Collection[tuple[int, int]]) -> int:
    """Return the number of rows that are more than the end of a hidden table."""
    ends = _end_rows(tournament.pk, tournament.head) if hidden else ()
    return tournament.seq - sum(one.is_only and one.tables <= frozenset(hidden) for one in ends)


def seen_until(
    tournament: Tournament,
    state: State,
    *,
    is_staff: bool,
    hidden: Collection[tuple[int, int]] = (),
) -> int:
    """Return the number of the last row that the staff or others see.

    Others see no row from the pairing of a round on before it is published, nor from the first on
    in which a table ended that is ``hidden`` from them.
    """
    if hidden:
        ends = _end_rows(tournament.pk, tournament.head)
        first = (one.seq for one in ends if not one.tables.isdisjoint(hidden))
        return next(first, tournament.seq + 1) - 1
    last = state.last
    if is_staff or last is None or last.stage != "paired" or state.stage != "playing":
        return tournament.seq
    nth = len(state.rounds)
    pairings = (
        row.seq
        for row in rows_of(tournament)
        if any(isinstance(one, RoundPaired) and one.round == nth for one in row.facts)
    )
    return next(pairings) - 1


def locked(tournament_id: UUID) -> Tournament:
    """Return a tournament, locked until the end of the transaction."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def chance_of(tournament: Tournament) -> Chance:
    """Return where the lots of a tournament come from."""
    return Chance(bytes(tournament.seed))


def write(
    tournament: Tournament,
    actor: Actor,
    act: Act | None,
    happened: Sequence[Fact],
    *,
    reason: str = "",
    at: datetime | None = None,
) -> State:
    """Write a row of a locked tournament; return the state after it.

    Raises ``msgspec.ValidationError`` for a row that could not be read again, as with a text of
    several lines: it would be the last that the tournament has.
    """
    before = state_of(tournament) if tournament.seq else None
    state = evolve(before, happened)
    moment = at or now()
    row = Row(
        tournament=str(tournament.pk),
        seq=tournament.seq + 1,
        at=stamp(moment),
        actor=actor,
        act=act,
        facts=tuple(happened),
        cites=cites_of(happened),
        reason=reason,
    )
    sealed: dict[str, Any] = msgspec.to_builtins(row)
    text = canonical(sealed).decode()
    read_row(text)
    tournament.seq = row.seq
    tournament.head = digest(tournament.head or GENESIS, sealed)
    tournament.is_over |= any(isinstance(one, Finished | Cancelled) for one in happened)
    tournament.save(update_fields=["seq", "head", "is_over"])
    TournamentEvent.objects.create(
        tournament=tournament,
        seq=row.seq,
        text=text,
        digest=tournament.head,
        created_at=moment,
    )
    _states.put((tournament.pk, tournament.head), state)
    for listener in on_row:
        listener(tournament, state, happened, moment)
    after_commit(topic_of(tournament.pk))
    return state


def is_intact(texts: Iterable[tuple[int, str, str]]) -> bool:
    """Whether rows (number, text, digest) are all there, in an unbroken chain."""
    head = GENESIS
    for nth, (seq, text, stored) in enumerate(texts, 1):
        row = msgspec.json.decode(text)
        head = digest(head, row)
        if seq != nth or row["seq"] != nth or head != stored or canonical(row).decode() != text:
            return False
    return True
