"""The moves of seats, and the acts of organisers.

A move names its seat. The rules do not know which player has the seat, or who the organiser is.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, final

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.zones import Card, Seat

PenaltyCount = Annotated[int, msgspec.Meta(ge=1, le=10)]
"""How many cards a seat draws as a penalty (common.penalty)."""


DeductedPoints = Annotated[int, msgspec.Meta(ge=1, le=500)]
"""How many points count against a seat (common.deduct)."""


CallReason = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?!\n)$", min_length=1, max_length=500
    ),
]
"""Why a seat calls a judge: one line of text."""


CallOutcome = Literal["upheld", "refused", "noted"]
"""What an organiser answers to a call for a judge."""


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


@final
class CallJudge(SeatMove, frozen=True, gc=False, tag="call-judge"):
    """Call a judge, at any time (common.judge)."""

    reason: CallReason


@final
class CancelCall(SeatMove, frozen=True, gc=False, tag="cancel-call"):
    """Cancel the own open call for a judge (common.judge)."""


@final
class RevokeKey(SeatMove, frozen=True, gc=False, tag="revoke-key"):
    """Play on without signatures: the own key signs no more moves (common.key)."""


@final
class ClaimAbsent(SeatMove, frozen=True, gc=False, tag="claim-absent"):
    """Claim that another seat is out, because its player is absent (common.absence)."""

    target: Seat


@final
class StandIn(SeatMove, frozen=True, gc=False, tag="stand-in"):
    """Let a bot go on for another seat, whose player is absent (common.absence.bot)."""

    target: Seat


@final
class TakeBack(SeatMove, frozen=True, gc=False, tag="take-back"):
    """Take the own seat back from the bot that stands in (common.absence.bot)."""


class Expire(SeatMove, frozen=True, gc=False, tag="expire"):
    """Answer this seat's open prompt with its default, because its time is over."""


@final
class CloseWindow(MoveBase, frozen=True, gc=False, tag="close-window"):
    """Work out the calls and catches that were held, by the clock (common.uno.window)."""

    seat: None = None


@final
class Stand(MoveBase, frozen=True, gc=False, tag="stand", kw_only=True):
    """Do not count the time from ``since`` on, by the clock: the server did not run.

    ``since`` is in milliseconds from 1970 on, in UTC. ``ahead`` is given if the server's clock was
    set back: from this move on, the times of the game are so many milliseconds ahead of it.
    """

    seat: None = None
    since: int
    ahead: int | UnsetType = UNSET


@final
class Note(MoveBase, frozen=True, gc=False, tag="note"):
    """Put a note on the game on record, by an organiser (common.note)."""

    seat: None = None


@final
class Withdraw(MoveBase, frozen=True, gc=False, tag="withdraw", kw_only=True):
    """Withdraw the warning or note of row ``seq``, by its organiser."""

    seat: None = None
    seq: int


class Remove(SeatMove, frozen=True, gc=False, tag="remove"):
    """Remove this seat from the game for good, by an organiser."""


@final
class GameLoss(SeatMove, frozen=True, gc=False, tag="game-loss"):
    """Remove this seat and place it last, by an organiser (common.loss)."""


@final
class Deduct(SeatMove, frozen=True, gc=False, tag="deduct"):
    """Count points against a seat, by an organiser (common.deduct)."""

    points: DeductedPoints


@final
class AnswerCall(SeatMove, frozen=True, gc=False, tag="answer-call"):
    """Answer the open call of a seat for a judge, by an organiser (common.judge)."""

    outcome: CallOutcome


@final
class Warn(SeatMove, frozen=True, gc=False, tag="warn"):
    """Put a warning of a seat on record, by an organiser."""


@final
class Penalize(SeatMove, frozen=True, gc=False, tag="penalize"):
    """Let a seat draw cards as a penalty, by an organiser (common.penalty)."""

    count: PenaltyCount


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


Act = (
    AnswerCall
    | Remove
    | GameLoss
    | Warn
    | Note
    | Withdraw
    | Penalize
    | Deduct
    | AdjustClock
    | Pause
    | Resume
    | Void
    | Correct
)
"""The acts of organisers, which are never among the legal moves of a seat."""

ACTS: Final = (
    AnswerCall,
    Remove,
    GameLoss,
    Warn,
    Note,
    Withdraw,
    Penalize,
    Deduct,
    AdjustClock,
    Pause,
    Resume,
    Void,
    Correct,
)
"""The classes of ``Act``, for ``isinstance``."""

JudgeMove = CallJudge | CancelCall
"""The moves by which a seat calls a judge; they are never among its legal moves."""

ClockMove = Expire | CloseWindow | Stand
"""The moves that only the clock may make."""

PlayerMove = JudgeMove | RevokeKey | ClaimAbsent | StandIn | TakeBack
"""The moves that only players make, and no bots."""

Move = Play | Draw | Pass | Choose | CallUno | CatchUno | Resign | PlayerMove | ClockMove | Act
"""Any move."""

ANSWERS: Final = frozenset((Play, Choose, Draw, Pass, Expire))
"""The moves that answer a prompt; the others are possible on any turn."""
