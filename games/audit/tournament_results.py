"""The table of results of a tournament, which the verifier makes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any, Final, NamedTuple

from games.audit.bundle import Bundle
from games.tournaments.rules.decide import BOT, base_part, terms_of
from games.tournaments.rules.played_rounds import Entry, Table
from games.tournaments.rules.tournament_state import RoundState, State
from games.written_files import BOM, csv_row

COLUMNS: Final = (
    "round", "table", "seat", "entry", "name", "place", "points", "score", "penalties", "game"
)  # fmt: skip
"""The columns of the results, which have a row for each seat of each round that has started."""

SCORED: Final = ("score-changed", "score-penalized")
"""The facts with the points that a seat has in its game."""

Scores = Mapping[str, Sequence[int]]
"""By game: the points that each seat has in it, where its variant counts any."""


class _Row(NamedTuple):
    """A row of the results; ``place`` may say why there is none."""

    round: int
    entry: Entry
    table: str = ""
    seat: str = ""
    place: str = ""
    points: int | None = None
    score: str = ""
    game: str = ""


def results_of(state: State, names: Mapping[Entry, str], scores: Scores) -> bytes:
    """Return the results of the rounds that have started, as CSV."""
    part, base = terms_of(state).part, base_part(state.setup)
    lines = [csv_row(COLUMNS)]
    for row in _rows(state, scores):
        points = "" if row.points is None else exact(row.points, part)
        penalties = _penalties(state, row.round, row.entry, base)
        seat = (str(row.round), row.table, row.seat, str(row.entry), names.get(row.entry, ""))
        lines.append(csv_row((*seat, row.place, points, row.score, penalties, row.game)))
    return (BOM + "".join(lines)).encode()


def exact(points: int, part: int) -> str:
    """Return points, in parts of a point, as a whole number and a fraction: "6 1/3".

    The whole number is always there: a spreadsheet takes a fraction alone for a date.
    """
    whole, rest = divmod(abs(points), part)
    sign = "-" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    divisor = gcd(rest, part)
    return f"{sign}{whole} {rest // divisor}/{part // divisor}"


def scores_of(bundle: Bundle) -> Sequence[int]:
    """Return the points that each seat has in a game; none if no seat has scored."""
    found: dict[int, Any] = {}
    for event in bundle.events:
        found |= {
            fact.get("seat", -1): fact.get("total")
            for fact in event.facts
            if fact.get("fact") in SCORED
        }
    seats = bundle.setup.seats if bundle.setup and found else 0
    return tuple(found.get(seat, 0) for seat in range(seats))


def _rows(state: State, scores: Scores) -> Iterator[_Row]:
    closed = iter(state.closed())
    yield from _penalised(state, 0, set())
    for nth, one in enumerate(state.rounds, 1):
        if one.stage in ("paired", "published"):
            continue
        missed = next(closed).missed if one.stage == "closed" else ()
        rows = [*_seated(state, nth, one, scores), *_away(state, nth, one, missed)]
        yield from rows
        yield from _penalised(state, nth, {row.entry for row in rows})


def _seated(state: State, nth: int, one: RoundState, scores: Scores) -> Iterator[_Row]:
    """Yield the seats of the tables; those after a cut give no points."""
    terms, tables = terms_of(state), [Table(table.seats, table.places) for table in one.tables]
    counts = nth <= state.stage_rounds and (one.stage == "closed" or not terms.is_compared)
    points = terms.gained(tables) if counts else ((),) * len(tables)
    for number, (table, gained) in enumerate(zip(one.tables, points, strict=True), 1):
        had = scores.get(table.game or "", ())
        for seat, entry in enumerate(table.seats):
            is_counted = bool(gained) and entry != BOT
            yield _Row(
                nth,
                entry,
                str(number),
                str(seat),
                str(table.places[seat]) if table.places else "",
                gained[seat] if is_counted else None,
                str(had[seat]) if seat < len(had) else "",
                table.game or "",
            )


def _away(state: State, nth: int, one: RoundState, missed: Sequence[Entry]) -> Iterator[_Row]:
    """Yield who has points of a round without a table."""
    terms = terms_of(state)
    for word, entries, points in (
        ("bye", one.byes, terms.most),
        ("absent", one.absent, 0),
        ("missed", missed, terms.of_missed),
    ):
        for entry in entries:
            yield _Row(nth, entry, place=word, points=points if nth <= state.stage_rounds else None)


def _penalised(state: State, nth: int, shown: set[Entry]) -> Iterator[_Row]:
    """Yield who has a penalty of a round, 0 before the first, and no other row of it."""
    given = {one.entry for one in state.penalties if one.round == nth and not one.is_withdrawn}
    yield from (_Row(nth, entry) for entry in sorted(given - shown))


def _penalties(state: State, nth: int, entry: Entry, part: int) -> str:
    return "; ".join(
        f"{one.penalty} {exact(one.points, part)}" if one.points else one.penalty
        for one in state.penalties
        if (one.round, one.entry) == (nth, entry) and not one.is_withdrawn
    )
