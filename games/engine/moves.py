"""What a seat may ask for, and what an organiser may do to a game.

A move names its seat; who sits there, or who the organiser is, is not the rules' business.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.zones import Card, Seat


class MoveBase(msgspec.Struct, frozen=True, gc=False, tag_field="move", forbid_unknown_fields=True):
    """The base of all moves."""

    seat: Seat


class Play(MoveBase, frozen=True, gc=False, tag="play"):
    """Play a card from the hand; ``uno`` calls UNO with it."""

    card: Card
    uno: bool = False


class Draw(MoveBase, frozen=True, gc=False, tag="draw"):
    """Draw a card instead of playing one."""


class Pass(MoveBase, frozen=True, gc=False, tag="pass"):
    """Keep the card just drawn."""


class Choose(MoveBase, frozen=True, gc=False, tag="choose"):
    """Answer the open prompt with one of its options."""

    option: str


class CallUno(MoveBase, frozen=True, gc=False, tag="call-uno"):
    """Say UNO."""


class CatchUno(MoveBase, frozen=True, gc=False, tag="catch-uno"):
    """Catch another seat that has one card and has not said UNO."""

    target: Seat


class Resign(MoveBase, frozen=True, gc=False, tag="resign"):
    """Leave the game for good."""


class Expire(MoveBase, frozen=True, gc=False, tag="expire"):
    """The clock answers this seat's open prompt with its default."""


class Remove(MoveBase, frozen=True, gc=False, tag="remove"):
    """An organiser takes this seat out of the game for good."""


class Void(MoveBase, frozen=True, gc=False, tag="void"):
    """An organiser voids the game, running or over: no seat wins it."""

    seat: Literal[-1] = -1


class Correct(MoveBase, frozen=True, gc=False, tag="correct", kw_only=True):
    """An organiser gives a game that is over another winner."""

    seat: Literal[-1] = -1
    winner: Seat


Act = Remove | Void | Correct
"""What an organiser may do; no seat is ever offered it."""

ACTS = (Remove, Void, Correct)
"""The same, to ask of which sort a move is."""

Move = Play | Draw | Pass | Choose | CallUno | CatchUno | Resign | Expire | Remove | Void | Correct
"""Any move."""

ANSWERS = (Play, Choose, Draw, Pass, Expire)
"""The moves that answer a prompt; the others are open on anybody's turn."""
