"""The last rows of games with the states around them, as a process has read them.

Each event is followed by what each player has seen since the own last move. The players of a game
share its last rows here, and of each new event one row is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from games.engine import State, fold
from games.ledger import store
from games.ledger.recent import Recent
from games.ledger.rows import Row
from games.models import Game
from games.play.selectors import PlayedEvent, last_move_of, played_row

MOST: Final = 40
"""How many rows of a game are returned and remembered at most."""


class Step(NamedTuple):
    """A row, and the whole states before and after it."""

    before: State
    row: Row
    after: State


def events_since_last_move(*, game: Game, seat: int) -> tuple[int, list[PlayedEvent]]:
    """Return the seq of a seat's last move, 0 for none, and what it has seen since.

    That is the last move and all events after it, the last ``MOST`` of them at most.
    """
    steps = _known(game)
    own = _last_of(game, seat, steps)
    first = max(own, 1, game.seq - MOST + 1)
    if not steps or steps[0].row.seq > first:
        steps = tuple(_read(game, _state_at(game, first - 1), first - 1))
        _last_rows.put(game.pk, steps)
    seen = [one for one in steps if one.row.seq >= first]
    return own, [played_row(game, one.before, one.row, one.after, seat) for one in seen]


def rows_after(*, game: Game, after: int, most: int) -> list[Row]:
    """Return the rows after a seq, ``most`` at most; remembered ones are not read."""
    steps = _known(game)
    if steps and steps[0].row.seq <= after + 1:
        return [one.row for one in steps if one.row.seq > after][:most]
    return list(store.history(game, after=after, until=min(game.seq, after + most)))


def _known(game: Game) -> tuple[Step, ...]:
    """Return the last rows that are remembered, with those that have followed."""
    known = _last_rows.get(game.pk) or ()
    steps = tuple(one for one in known if one.row.seq <= game.seq)
    if not steps or game.seq - steps[-1].row.seq > MOST:
        return ()
    last = steps[-1]
    if last.row.seq < game.seq:
        steps = _trimmed(game, (*steps, *_read(game, last.after, last.row.seq)))
        _last_rows.put(game.pk, steps)
    return steps if steps[-1].row.digest == game.head else ()


def _read(game: Game, state: State, after: int) -> Iterator[Step]:
    for row in store.history(game, after=after, until=game.seq):
        before, state = state, fold(state, row.facts)
        yield Step(before, row, state)


def _state_at(game: Game, seq: int) -> State:
    return store.state_at(game, seq) if seq else State()


def _trimmed(game: Game, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Drop the rows before the last ones of all seats."""
    latest = {one.row.seat: nth for nth, one in enumerate(steps)}
    first = min(latest.get(seat, 0) for seat in range(game.seats))
    return tuple(steps[max(first, len(steps) - MOST) :])


def _last_of(game: Game, seat: int, steps: Sequence[Step]) -> int:
    kind = "bot" if game.bot_seats >> seat & 1 else "player"
    for one in reversed(steps):
        if one.row.seat == seat and one.row.actor.kind == kind:
            return one.row.seq
    return 0 if steps and steps[0].row.seq == 1 else last_move_of(game=game, seat=seat)


_last_rows: Final[Recent[UUID, tuple[Step, ...]]] = Recent(500)
