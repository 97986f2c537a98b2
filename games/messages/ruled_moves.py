"""Moves in requests to the rulings desk: a move's body, or a recorded move.

A recorded move names its seat, and a catch its victim as ``target``. Both forms have the same
``move``, so each struct takes the members of both.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.engine.moves import PenaltyCount
from games.messages.act_messages import ClockSeconds
from games.messages.bodies import RequestBody, SeatNumber, SeatPlaces
from games.messages.move_messages import ChooseRequest, PlayRequest

Mover = Annotated[SeatNumber | None, Meta(description="The seat that moves, as recorded.")]


class RuledPlay(PlayRequest, frozen=True, tag_field="move", tag="play"):
    """Play a card from the hand; ``uno`` calls UNO with it."""

    seat: Mover = None


class RuledDraw(RequestBody, frozen=True, tag_field="move", tag="draw"):
    """Draw a card instead of playing one."""

    seat: Mover = None


class RuledPass(RequestBody, frozen=True, tag_field="move", tag="pass"):
    """Keep the card just drawn."""

    seat: Mover = None


class RuledChoose(ChooseRequest, frozen=True, tag_field="move", tag="choose"):
    """Answer the open question with one of its options."""

    seat: Mover = None


class RuledCallUno(RequestBody, frozen=True, tag_field="move", tag="call-uno"):
    """Say UNO."""

    seat: Mover = None


class RuledCatchUno(RequestBody, frozen=True, tag_field="move", tag="catch-uno"):
    """Catch another seat that has not said UNO.

    With ``target``, that is the seat caught and ``seat`` the one that moves, as recorded. Without
    it ``seat`` is the seat caught, as in the body of a move.
    """

    seat: SeatNumber | None = None
    target: SeatNumber | None = None


class RuledResign(RequestBody, frozen=True, tag_field="move", tag="resign"):
    """Leave the game for good."""

    seat: Mover = None


class RuledExpire(RequestBody, frozen=True, tag_field="move", tag="expire"):
    """The clock answers the open question of this seat."""

    seat: Mover = None


class RuledRemove(RequestBody, frozen=True, tag_field="move", tag="remove"):
    """An organiser takes a seat out of the game."""

    seat: SeatNumber


class RuledWarn(RequestBody, frozen=True, tag_field="move", tag="warn"):
    """An organiser warns a seat."""

    seat: SeatNumber


class RuledPenalize(RequestBody, frozen=True, tag_field="move", tag="penalize"):
    """An organiser lets a seat draw cards as a penalty."""

    seat: SeatNumber
    count: PenaltyCount


class RuledAdjustClock(RequestBody, frozen=True, tag_field="move", tag="adjust-clock"):
    """An organiser adds seconds to the clock of a seat, or takes them."""

    seat: SeatNumber
    seconds: ClockSeconds


class RuledPause(RequestBody, frozen=True, tag_field="move", tag="pause"):
    """An organiser pauses the game."""

    seat: None = None


class RuledResume(RequestBody, frozen=True, tag_field="move", tag="resume"):
    """An organiser lets the game go on."""

    seat: None = None


class RuledVoid(RequestBody, frozen=True, tag_field="move", tag="void"):
    """An organiser voids the game."""

    seat: None = None


class RuledCorrect(RequestBody, frozen=True, tag_field="move", tag="correct"):
    """An organiser gives a game that is over another result."""

    winner: SeatNumber | None
    places: SeatPlaces | None = None
    seat: None = None


RuledMove = (
    RuledPlay
    | RuledDraw
    | RuledPass
    | RuledChoose
    | RuledCallUno
    | RuledCatchUno
    | RuledResign
    | RuledExpire
    | RuledRemove
    | RuledWarn
    | RuledPenalize
    | RuledAdjustClock
    | RuledPause
    | RuledResume
    | RuledVoid
    | RuledCorrect
)
"""A move to rule on."""
