"""The state of a game, as the rules see it."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal

import msgspec

from games.engine.facts import LastingEffect
from games.engine.prompts import Prompt
from games.engine.zones import NO_CARD, NO_COLOR, NOBODY, Card, Color, Seat, Zone

STATE_VERSION: Final = 6
"""Raised when the fields of states keep their types and get another meaning."""


MAX_CLUES: Final = 20
"""How many clues a state holds, those of all seats together."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a game, by its end or by an organiser.

    ``winner`` is -1 if no seat won; ``places`` has the place of each seat, None for a void game.
    """

    winner: Seat
    why: str
    places: tuple[int, ...] | None


class Clock(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The clocks of a game, in milliseconds (common.clock).

    ``banks`` are by seat, and ``missed`` the numbers of questions in a row that each seat let run
    out. ``spent`` is the time used for each open question. The clock of the last one runs from
    ``since`` on; 0: it stands.
    """

    banks: tuple[int, ...]
    missed: tuple[int, ...]
    spent: tuple[int, ...] = ()
    since: int = 0


class Window(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The time in which calls and catches are held (common.uno.window).

    ``until`` is in milliseconds. ``held`` has pairs of seats: who catches whom; a call is a pair of
    the same seat.
    """

    until: int
    held: tuple[tuple[Seat, Seat], ...] = ()


class Clue(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """What a seat did, all players watching, that hints at its hand (common.memory).

    ``what``: it "chose" to play ``card``, one of the ``held`` cards; it "drew" instead, and was not
    asked to play the card drawn; it "kept" the card drawn, which fitted; it "played" that one; or
    it "named" a color. ``color`` was in play then, or was named; ``top`` was on top of the discard
    pile. ``card`` is empty unless a card of the hand was chosen.
    """

    seat: Seat
    what: Literal["chose", "drew", "kept", "played", "named"]
    turn: int
    color: Color
    top: Card
    held: int
    card: Card = NO_CARD


class State(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """Everything that the rules know of a game, hidden cards included.

    All values in it are immutable, so a copy is shallow; only folds change a state. Zones hold card
    codes, the top card last. ``skipped`` and ``out`` are bit sets of seats; ``gone`` has for each
    seat the ``nth`` of its ``SeatOut``, 0 while it is in; ``uno`` has one status a seat;
    ``enemy_since`` the turn on which each seat's Enemy came. ``clock`` is None without a clock,
    ``window`` while no calls and catches are held. ``clues`` are the last ones of the round,
    ``MAX_CLUES`` at most.

    ``known`` is what viewers know of hidden cards, by zone and viewer, because they were shown
    (common.memory); it is replaced, never changed. Viewer -1 is the public: what all know. A seat
    without an entry for a zone knows what the public knows. In a hand, and among cards that left
    the game, cards are sorted, each as often as it is certain to be there. In a pile they are by
    place from the bottom, "" for an unknown one, and the last one is known.
    """

    seats: int = 0
    zones: dict[Zone, tuple[Card, ...]] = {}
    current: Seat = NOBODY
    direction: int = 1
    color: Color = NO_COLOR
    turn: int = 0
    idle: int = 0
    circling: int = 0
    skipped: int = 0
    out: int = 0
    gone: tuple[int, ...] = ()
    uno: tuple[str, ...] = ()
    enemy_since: tuple[int, ...] = ()
    lasting: tuple[LastingEffect, ...] = ()
    lasted: int = 0
    prompts: tuple[Prompt, ...] = ()
    dealer: Seat = NOBODY
    round: int = 0
    scores: tuple[int, ...] = ()
    shuffles: int = 0
    paused: bool = False
    clock: Clock | None = None
    window: Window | None = None
    result: Result | None = None
    known: dict[Zone, dict[Seat, tuple[Card, ...]]] = {}
    clues: tuple[Clue, ...] = ()

    def copy(self) -> State:
        """Return another state with the same values."""
        other: State = self.__copy__()  # type: ignore[attr-defined]
        other.zones = self.zones.copy()
        return other

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat is out of the game."""
        return bool(self.out >> seat & 1)

    def seats_in(self) -> list[Seat]:
        """Return the seats still in the game, in clockwise order."""
        return [seat for seat in range(self.seats) if not self.out >> seat & 1]


def _shape() -> str:
    """Return the version of states and a digest of the types of their fields."""
    fields = msgspec.json.encode(msgspec.json.schema(State), order="sorted")
    return f"{STATE_VERSION}-{sha256(fields).hexdigest()[:8]}"


STATE_SHAPE: Final = _shape()
"""The shape of states: a cached state of another one is not read."""


def encode_state(state: State) -> bytes:
    """Return a state as JSON."""
    return msgspec.json.encode(state)


_decoder = msgspec.json.Decoder(State)


def decode_state(encoded: bytes) -> State:
    """Return the state that ``encode_state`` wrote.

    Raises ``msgspec.ValidationError``.
    """
    return _decoder.decode(encoded)
