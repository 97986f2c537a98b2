"""The moves of seats, and the acts of organisers.

A move names its seat. The rules do not know which player has the seat, or who the organiser is.
"""

from __future__ import annotations

from typing import Final, final

import msgspec

from games.engine.zones import Card, Seat


class MoveBase(msgspec.Struct, frozen=True, gc=False, tag_field="move", forbid_unknown_fields=True):
    """The base of all moves."""


class SeatMove(MoveBase, frozen=True, gc=False):
    """The base of the moves that name a seat."""

    seat: Seat


class Play(SeatMove, frozen=True, gc=False, tag="play"):
    """Play a card from the hand; ``uno`` calls UNO with it."""

    card: Card
    uno: bool = False


class Draw(SeatMove, frozen=True, gc=False, tag="draw"):
    """Draw a card instead of playing one."""


class Pass(SeatMove, frozen=True, gc=False, tag="pass"):
    """Do not play the card just drawn."""


class Choose(SeatMove, frozen=True, gc=False, tag="choose"):
    """Answer the open prompt with one of its options."""

    option: str


class CallUno(SeatMove, frozen=True, gc=False, tag="call-uno"):
    """Call UNO."""


class CatchUno(SeatMove, frozen=True, gc=False, tag="catch-uno"):
    """Catch another seat that has one card and has not called UNO."""

    target: Seat


class Resign(SeatMove, frozen=True, gc=False, tag="resign"):
    """Leave the game for good."""


class Expire(SeatMove, frozen=True, gc=False, tag="expire"):
    """Answer this seat's open prompt with its default, because its time is over."""


@final
class CloseWindow(MoveBase, frozen=True, gc=False, tag="close-window"):
    """Work out the calls and catches that were held, by the clock (common.uno.window)."""

    seat: None = None


@final
class Stand(MoveBase, frozen=True, gc=False, tag="stand", kw_only=True):
    """Do not count the time from ``since`` on, by the clock: the server did not run.

    ``since`` is in milliseconds from 1970 on, in UTC.
    """

    seat: None = None
    since: int


class Remove(SeatMove, frozen=True, gc=False, tag="remove"):
    """Remove this seat from the game for good, by an organiser."""


@final
class Warn(SeatMove, frozen=True, gc=False, tag="warn"):
    """Put a warning of a seat on record, by an organiser."""


@final
class Penalize(SeatMove, frozen=True, gc=False, tag="penalize"):
    """Let a seat draw cards as a penalty, by an organiser (common.penalty)."""

    count: int


@final
class AdjustClock(SeatMove, frozen=True, gc=False, tag="adjust-clock"):
    """Add time to the bank of a seat, or take it from there, by an organiser.

    ``seconds`` below 0 are taken (common.clock.adjust).
    """

    seconds: int


@final
class Pause(MoveBase, frozen=True, gc=False, tag="pause"):
    """Pause a running game, by an organiser."""

    seat: None = None


@final
class Resume(MoveBase, frozen=True, gc=False, tag="resume"):
    """Let a paused game go on, by an organiser."""

    seat: None = None


@final
class Void(MoveBase, frozen=True, gc=False, tag="void"):
    """Void the game, running or over, by an organiser: no seat wins it."""

    seat: None = None


@final
class Correct(MoveBase, frozen=True, gc=False, tag="correct", kw_only=True):
    """Give a game that is over another result, by an organiser.

    ``places`` are the places of all seats; without them the winner is first, and the other seats
    keep their order. The winner is the seat that has the first place alone, None if it is shared.
    """

    seat: None = None
    winner: Seat | None
    places: tuple[int, ...] | None = None


Act = Remove | Warn | Penalize | AdjustClock | Pause | Resume | Void | Correct
"""The acts of organisers, which are never among the legal moves of a seat."""

ACTS: Final = (Remove, Warn, Penalize, AdjustClock, Pause, Resume, Void, Correct)
"""The classes of ``Act``, for ``isinstance``."""

ClockMove = Expire | CloseWindow | Stand
"""The moves that only the clock may make."""

Move = Play | Draw | Pass | Choose | CallUno | CatchUno | Resign | ClockMove | Act
"""Any move."""

ANSWERS: Final = frozenset((Play, Choose, Draw, Pass, Expire))
"""The moves that answer a prompt; the others are possible on any turn."""
