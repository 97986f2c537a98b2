"""Moves as the rulings desk takes them: the body of a move, or a move as it is recorded.

A recorded move names its seat, and a catch its victim as ``target``. Both forms have the same
``move``, so each struct takes the members of both.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.messages.game import Asked, ChooseAsked, PlayAsked, SeatNumber

Mover = Annotated[SeatNumber | None, Meta(description="The seat that moves, as recorded.")]


class RuledPlay(PlayAsked, frozen=True, tag_field="move", tag="play"):
    """Play a card from the hand; ``uno`` calls UNO with it."""

    seat: Mover = None


class RuledDraw(Asked, frozen=True, tag_field="move", tag="draw"):
    """Draw a card instead of playing one."""

    seat: Mover = None


class RuledPass(Asked, frozen=True, tag_field="move", tag="pass"):
    """Keep the card just drawn."""

    seat: Mover = None


class RuledChoose(ChooseAsked, frozen=True, tag_field="move", tag="choose"):
    """Answer the open question with one of its options."""

    seat: Mover = None


class RuledCallUno(Asked, frozen=True, tag_field="move", tag="call-uno"):
    """Say UNO."""

    seat: Mover = None


class RuledCatchUno(Asked, frozen=True, tag_field="move", tag="catch-uno"):
    """Catch another seat that has not said UNO.

    With ``target``, that is the seat caught and ``seat`` the one that moves, as recorded. Without
    it ``seat`` is the seat caught, as in the body of a move.
    """

    seat: SeatNumber | None = None
    target: SeatNumber | None = None


class RuledResign(Asked, frozen=True, tag_field="move", tag="resign"):
    """Leave the game for good."""

    seat: Mover = None


class RuledExpire(Asked, frozen=True, tag_field="move", tag="expire"):
    """The clock answers the open question of this seat."""

    seat: Mover = None


class RuledRemove(Asked, frozen=True, tag_field="move", tag="remove"):
    """An organiser takes a seat out of the game."""

    seat: SeatNumber


class RuledVoid(Asked, frozen=True, tag_field="move", tag="void"):
    """An organiser voids the game."""

    seat: Literal[-1] | None = None


class RuledCorrect(Asked, frozen=True, tag_field="move", tag="correct"):
    """An organiser gives a game that is over another winner."""

    winner: SeatNumber
    seat: Literal[-1] | None = None


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
    | RuledVoid
    | RuledCorrect
)
"""A move to rule on."""
