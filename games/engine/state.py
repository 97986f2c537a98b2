"""The state of a game, as the rules see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, final

import msgspec
from mypy_extensions import mypyc_attr

from games.engine.facts import LastingEffect
from games.engine.prompts import Prompt
from games.engine.state_parts import NO_CALLS, Clock, Clue, JudgeCalls, Result, StoredState, Window
from games.engine.zones import NO_COLOR, NOBODY, Card, Color, Seat, Zone

STATE_VERSION: Final = 7
"""Raised when the fields of states keep their types and get another meaning."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
@dataclass(slots=True)
class State:
    """Everything that the rules know of a game, hidden cards included.

    All values in it are immutable, so a copy is shallow; only folds change a state. Zones hold card
    codes, the top card last. ``skipped``, ``out``, ``unsigned``, the seats whose keys were revoked,
    and ``stand_ins``, those for which a bot plays, are bit sets of seats;
    ``gone`` has for each seat the ``nth`` of its ``SeatOut``, 0 while it is in; ``uno`` has one
    status a seat; ``enemy_since`` the turn on which each seat's Enemy came. ``due`` are the
    penalties that wait for a turn, each a seat and how many cards. ``clock`` is None without a
    clock, ``window`` while no calls and catches are held. ``ahead`` is by how many milliseconds the
    times of the game are ahead of the server's clock, which was set back. ``clues`` are the last
    ones of the round, ``MAX_CLUES`` at most.

    ``known`` is what viewers know of hidden cards, by zone and viewer, because they were shown
    (common.memory); it is replaced, never changed. Viewer -1 is the public: what all know. A seat
    without an entry for a zone knows what the public knows. In a hand, and among cards that left
    the game, cards are sorted, each as often as it is certain to be there. In a pile they are by
    place from the bottom, "" for an unknown one, and the last one is known.
    """

    seats: int = 0
    zones: dict[Zone, tuple[Card, ...]] = field(default_factory=dict)
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
    due: tuple[tuple[Seat, int], ...] = ()
    paused: bool = False
    calls: JudgeCalls = NO_CALLS
    clock: Clock | None = None
    window: Window | None = None
    ahead: int = 0
    unsigned: int = 0
    stand_ins: int = 0
    result: Result | None = None
    known: dict[Zone, dict[Seat, tuple[Card, ...]]] = field(default_factory=dict)
    clues: tuple[Clue, ...] = ()

    def copy(self) -> State:
        """Return another state with the same values."""
        other = _new(State)
        other.seats = self.seats
        other.zones = self.zones.copy()
        other.current = self.current
        other.direction = self.direction
        other.color = self.color
        other.turn = self.turn
        other.idle = self.idle
        other.circling = self.circling
        other.skipped = self.skipped
        other.out = self.out
        other.gone = self.gone
        other.uno = self.uno
        other.enemy_since = self.enemy_since
        other.lasting = self.lasting
        other.lasted = self.lasted
        other.prompts = self.prompts
        other.dealer = self.dealer
        other.round = self.round
        other.scores = self.scores
        other.shuffles = self.shuffles
        other.due = self.due
        other.paused = self.paused
        other.calls = self.calls
        other.clock = self.clock
        other.window = self.window
        other.ahead = self.ahead
        other.unsigned = self.unsigned
        other.stand_ins = self.stand_ins
        other.result = self.result
        other.known = self.known
        other.clues = self.clues
        return other

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat is out of the game."""
        return bool(self.out >> seat & 1)

    def seats_in(self) -> list[Seat]:
        """Return the seats still in the game, in clockwise order."""
        return [seat for seat in range(self.seats) if not self.out >> seat & 1]


_new: Final = State.__new__


def _shape() -> str:
    """Return the version of states and a digest of the types of their fields."""
    schema = msgspec.json.encode(msgspec.json.schema(StoredState), order="sorted")
    return f"{STATE_VERSION}-{sha256(schema).hexdigest()[:8]}"


STATE_SHAPE: Final = _shape()
"""The shape of states: a cached state of another one is not read."""

_FIELDS: Final = StoredState.__struct_fields__


def encode_state(state: State) -> bytes:
    """Return a state as JSON."""
    return msgspec.json.encode(StoredState(*[getattr(state, name) for name in _FIELDS]))


_decoder: Final = msgspec.json.Decoder(StoredState)


def decode_state(encoded: bytes) -> State:
    """Return the state that ``encode_state`` wrote.

    Raises ``msgspec.ValidationError``.
    """
    stored = _decoder.decode(encoded)
    return State(*[getattr(stored, name) for name in _FIELDS])
