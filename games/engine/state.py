"""The table as the rules know it."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.facts import LastingEffect
from games.engine.prompts import Prompt
from games.engine.zones import NO_COLOR, NOBODY, Card, Color, Seat, Zone

STATE_SHAPE: Final = 2
"""Raised when states hold other fields or zones: no release takes the cached ones of another."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended, or what an organiser made of its end: who won (-1: no seat) and why."""

    winner: Seat
    why: str


class State(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """Everything the rules need to know.

    All values in it are immutable, so that a copy is shallow; only a fold changes a state. Zones
    hold card codes, the top card last. ``skipped`` and ``out`` are bit sets of seats; ``uno`` has
    one status a seat; ``enemy_since`` the turn on which each seat's Enemy came.
    """

    seats: int = 0
    zones: dict[Zone, tuple[Card, ...]] = {}
    current: Seat = NOBODY
    direction: int = 1
    color: Color = NO_COLOR
    turn: int = 0
    idle: int = 0
    skipped: int = 0
    out: int = 0
    uno: tuple[str, ...] = ()
    enemy_since: tuple[int, ...] = ()
    lasting: tuple[LastingEffect, ...] = ()
    lasted: int = 0
    prompts: tuple[Prompt, ...] = ()
    dealer: Seat = NOBODY
    round: int = 0
    scores: tuple[int, ...] = ()
    shuffles: int = 0
    result: Result | None = None

    def copy(self) -> State:
        """Another state with the same values."""
        other: State = self.__copy__()  # type: ignore[attr-defined]
        other.zones = self.zones.copy()
        return other

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat is out of the game."""
        return bool(self.out >> seat & 1)

    def seats_in(self) -> list[Seat]:
        """The seats still in the game, in clockwise order."""
        return [seat for seat in range(self.seats) if not self.out >> seat & 1]


def encode_state(state: State) -> bytes:
    """A state as JSON."""
    return msgspec.json.encode(state)


_decoder = msgspec.json.Decoder(State)


def decode_state(encoded: bytes) -> State:
    """The state that ``encode_state`` wrote; raises ``msgspec.ValidationError`` for no state."""
    return _decoder.decode(encoded)
