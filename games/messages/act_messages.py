"""Acts of organisers: what is sent, foreseen, proposed and returned."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from games.engine.moves import Act, CallJudge, CallOutcome, DeductedPoints, PenaltyCount
from games.messages.bodies import (
    Reason,
    Reference,
    RequestBody,
    ResponseBody,
    SeatNumber,
    SeatPlaces,
    Time,
)
from games.messages.player_messages import PlayerResponse


class BaseActRequest(RequestBody, frozen=True, tag_field="act", kw_only=True):
    """The members of every act."""

    reason: Reason
    reference: Reference | None = None


class SeatActRequest(BaseActRequest, frozen=True):
    """The members of an act about a seat."""

    seat: SeatNumber


class ProposedActRequest(BaseActRequest, frozen=True, kw_only=True):
    """The members of an act that a second organiser may have to confirm."""

    confirm: UUID | None = None


class AnswerCallRequest(SeatActRequest, frozen=True, tag="answer-call"):
    """Answer the open call of a seat for a judge; what follows from it is another act.

    A game that calls have paused goes on when no call is open any more.
    """

    outcome: CallOutcome


class RemoveRequest(SeatActRequest, frozen=True, tag="remove"):
    """Remove a seat from a running game, as if its player had resigned."""


class GameLossRequest(SeatActRequest, frozen=True, tag="game-loss"):
    """Remove a seat from a running game and place it last; the others play on."""


class DeductRequest(SeatActRequest, frozen=True, tag="deduct"):
    """Count points against a seat, in a game in which the total score decides.

    They are taken from its score, down to 0, or added to it where low scores win.
    """

    points: DeductedPoints


class WarnRequest(SeatActRequest, frozen=True, tag="warn"):
    """Put a warning of a seat in a running game on record; nothing else changes."""


class NoteRequest(BaseActRequest, frozen=True, tag="note"):
    """Put a note on a game on record: the reason, for no seat."""


class WithdrawRequest(BaseActRequest, frozen=True, tag="withdraw"):
    """Withdraw an own warning or note by the ``seq`` of its event."""

    seq: Annotated[int, Meta(ge=1)]


ClockSeconds = Annotated[int, Meta(ge=-3600, le=3600)]
"""How many seconds are added to a clock; those below 0 are taken from it."""


class PenalizeRequest(SeatActRequest, frozen=True, tag="penalize"):
    """Let a seat draw cards as a penalty, between two turns.

    They are drawn as any others. While another question or a window for calls is open, the penalty
    is due, and its cards are drawn when the game next waits for a turn.
    """

    count: PenaltyCount


class AdjustClockRequest(SeatActRequest, frozen=True, tag="adjust-clock"):
    """Add seconds to the bank of a seat, or take them, in a game with a clock.

    ``seconds`` below 0 are taken; a bank is never below 0. Added time may exceed the bank at the
    start.
    """

    seconds: ClockSeconds


class PauseRequest(BaseActRequest, frozen=True, tag="pause"):
    """Pause a running game: no seat may move, but may resign."""


class ResumeRequest(BaseActRequest, frozen=True, tag="resume"):
    """Let a paused game go on."""


class VoidRequest(ProposedActRequest, frozen=True, tag="void"):
    """Void a running or finished game: no seat wins it.

    If the game has two directors, the first request is a proposal; another organiser repeats it
    with the id of the proposal in ``confirm``.
    """


class CorrectRequest(ProposedActRequest, frozen=True, tag="correct"):
    """Give a finished or void game another result.

    ``places`` has the place of each seat from 1; equal places have the same number, and the next
    one is skipped. The winner has the first place alone; it is null if the first place is shared.
    Without ``places`` the winner is first, and the other seats keep their order. ``confirm`` is as
    for a void.
    """

    winner: SeatNumber | None
    places: SeatPlaces | None = None


ActRequest = (
    AnswerCallRequest
    | RemoveRequest
    | GameLossRequest
    | DeductRequest
    | WarnRequest
    | NoteRequest
    | WithdrawRequest
    | PenalizeRequest
    | AdjustClockRequest
    | PauseRequest
    | ResumeRequest
    | VoidRequest
    | CorrectRequest
)
"""What an organiser does to a game."""


class OrganiserResponse(ResponseBody, frozen=True):
    """A person who may direct a game (``direct``) or see it whole (``look``).

    ``id`` is as in the events of acts. ``player`` is null for staff, who are shown as a number.
    ``by`` is "creator" if the creator of the game named this organiser, else "staff". ``key`` is
    the public key that signs the acts, null for none.
    """

    id: str
    player: PlayerResponse | None
    direct: bool
    look: bool
    by: Literal["creator", "staff"]
    key: str | None
    since: Time


class OrganisersResponse(ResponseBody, frozen=True):
    """Who may direct a game, and how many organisers a void or a correction needs."""

    directors: Literal[1, 2]
    results: list[OrganiserResponse]


class RecordedActResponse(ResponseBody, frozen=True):
    """An act of an organiser, or a call for a judge, in a game (event ``seq``).

    ``player`` has the seat that it names, null for a bot or no seat; ``by`` is the organiser, null
    for a call. ``closed_by`` is the event that withdrew the act, or closed the call: the answer, or
    the end of the game.
    """

    game: UUID
    seq: int
    seat: SeatNumber | None
    player: UUID | None
    by: str | None
    move: CallJudge | Act
    reason: str
    reference: str | None
    closed_by: int | None
    at: Time


class RecordedActsResponse(ResponseBody, frozen=True):
    """Acts and calls for a judge, newest first."""

    results: list[RecordedActResponse]
    next: str | None


class ProposalResponse(ResponseBody, frozen=True):
    """An act that waits for a second organiser; ``act`` is the body that confirms it."""

    proposal: UUID
    act: VoidRequest | CorrectRequest
    by: str
    until: Time


class ActAmountResponse(ResponseBody, frozen=True):
    """The member ``name`` of an act: a whole number from ``least`` to ``most``, not 0."""

    name: str
    least: int
    most: int


class OwnActResponse(ResponseBody, frozen=True):
    """A warning or a note that the caller can withdraw, by ``seq``."""

    seq: int
    reason: str


class PossibleActResponse(ResponseBody, frozen=True):
    """An act that is possible now, with its texts.

    ``body`` has the members that it always has; with the others it is a body of acts/: a
    ``reason``, and the following that are not null. ``seat`` is one of ``seats`` (of a correction
    ``winner``, or ``places`` of all of them), ``amount`` says which member is a number, and ``seq``
    is one of ``withdrawable``. ``final``: it cannot be undone.
    """

    body: dict[str, str]
    label: str
    text: str
    seats: list[SeatNumber] | None
    amount: ActAmountResponse | None
    withdrawable: list[OwnActResponse] | None
    final: bool


class PossibleActsResponse(ResponseBody, frozen=True):
    """What an organiser can do to a game after event ``seq``.

    ``calls`` are the open calls for a judge, ``proposals`` the acts that wait for a second
    organiser. ``hands``: the caller may see the hands as an arbiter
    (the view ``full``), which is recorded.
    """

    seq: int
    calls: list[RecordedActResponse]
    proposals: list[ProposalResponse]
    results: list[PossibleActResponse]
    hands: bool


class ForeseenActResponse(ResponseBody, frozen=True):
    """An act in the words that the log will have for it, as all see it.

    ``whole``: what it causes is among them; it is not if that depends on hidden cards or on chance.
    ``second``: it is a proposal, which another organiser must confirm.
    """

    seq: int
    sentences: list[str]
    whole: bool
    second: bool
