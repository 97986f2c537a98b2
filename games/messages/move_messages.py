"""Moves, as players send them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.messages.bodies import Code, Reason, RequestBody, SeatNumber

ChoiceOf = Annotated[
    Code | Annotated[int, Meta(ge=0, le=9)] | list[Code | Annotated[int, Meta(ge=0, le=9)]],
    Meta(description="One answer, or several in the order in which they will be asked."),
]


class Choices(RequestBody, frozen=True):
    """Answers to the questions that a card asks its own player, by name in ``then``.

    A missing answer is asked for by the next prompt; an answer that no question needs is ignored.
    They answer questions of this card only: questions of other cards become prompts.
    """

    color: ChoiceOf | None = None
    player: ChoiceOf | None = None
    character: ChoiceOf | None = None
    card: ChoiceOf | None = None
    mode: ChoiceOf | None = None
    confirm: ChoiceOf | None = None


class PlayRequest(RequestBody, frozen=True, tag_field="move", tag="play"):
    """Play a card from your hand; ``uno`` calls UNO with it.

    The call counts if one card is left after the play. It is refused (``no_uno_to_call``) if the
    play cannot leave one card.
    """

    card: Code
    uno: bool = False
    choices: Choices | None = None


class DrawRequest(RequestBody, frozen=True, tag_field="move", tag="draw"):
    """Draw a card instead of playing one."""


class PassRequest(RequestBody, frozen=True, tag_field="move", tag="pass"):
    """Keep the card that you have just drawn."""


class ChooseRequest(RequestBody, frozen=True, tag_field="move", tag="choose"):
    """Answer the open question with one of its options."""

    option: Code | Annotated[int, Meta(ge=0, le=9)]
    choices: Choices | None = None


class CallUnoRequest(RequestBody, frozen=True, tag_field="move", tag="call-uno"):
    """Call UNO."""


class CatchUnoRequest(RequestBody, frozen=True, tag_field="move", tag="catch-uno"):
    """Catch another seat (``seat``) that has one card and has not called UNO."""

    seat: SeatNumber


class ResignRequest(RequestBody, frozen=True, tag_field="move", tag="resign"):
    """Leave the game. You cannot return."""


class CallJudgeRequest(RequestBody, frozen=True, tag_field="move", tag="call-judge"):
    """Call a judge, at any time of a running game; you have one open call at a time.

    If the clock of the game has `call_stops`, the game is paused until an organiser answers.
    """

    reason: Reason


class CancelCallRequest(RequestBody, frozen=True, tag_field="move", tag="cancel-call"):
    """Cancel your open call for a judge."""


class RevokeKeyRequest(RequestBody, frozen=True, tag_field="move", tag="revoke-key"):
    """Play on without signatures, for the rest of the game.

    For a player who no longer has the key of the seat: send this and all later moves unsigned. It
    is on record for all who see the game.
    """


class ClaimAbsentRequest(RequestBody, frozen=True, tag_field="move", tag="claim-absent"):
    """Claim that another seat (``seat``) is out, because its player is away.

    Only in a game with the option `absence` `out`, while the game waits for that seat, and once its
    player has been away for `absent_seconds`.
    """

    seat: SeatNumber


class StandInRequest(RequestBody, frozen=True, tag_field="move", tag="stand-in"):
    """Let a bot go on for another seat (``seat``), because its player is away.

    Only in a game with the option `absence` `bot`, while the game waits for that seat, and once its
    player has been away for `absent_seconds`.
    """

    seat: SeatNumber


class TakeBackRequest(RequestBody, frozen=True, tag_field="move", tag="take-back"):
    """Take your seat back from the bot that plays for you, in turn or not."""


MoveRequest = (
    PlayRequest
    | DrawRequest
    | PassRequest
    | ChooseRequest
    | CallUnoRequest
    | CatchUnoRequest
    | ResignRequest
    | CallJudgeRequest
    | CancelCallRequest
    | RevokeKeyRequest
    | ClaimAbsentRequest
    | StandInRequest
    | TakeBackRequest
)
"""The body of a move: always for your own seat."""
