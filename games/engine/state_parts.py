"""The parts of a state that are values, and the form in which a state is stored.

They are apart from ``State`` because `make native` compiles that one, and no structs.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from games.engine.facts import LastingEffect
from games.engine.prompts import Prompt
from games.engine.zones import NO_CARD, NO_COLOR, NOBODY, Card, Color, Seat, Zone

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
    out. ``unanswered`` are the seats of which the first of these has run out since any seat last
    answered in time. ``spent`` is the time used for each open question. The clock of the last one
    runs from ``since`` on; 0: it stands.
    """

    banks: tuple[int, ...]
    missed: tuple[int, ...]
    spent: tuple[int, ...] = ()
    since: int = 0
    unanswered: tuple[Seat, ...] = ()


class Window(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The time in which calls and catches are held (common.uno.window).

    ``until`` is in milliseconds. ``held`` has pairs of seats: who catches whom; a call is a pair of
    the same seat. The server adds a pair for all to see only when the window closes.
    """

    until: int
    held: tuple[tuple[Seat, Seat], ...] = ()


class JudgeCalls(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The calls for a judge (common.judge): by seat, in the order in which they came.

    ``made`` are all of them, ``open`` those without an answer. ``stops``: one of them has paused
    the game.
    """

    made: tuple[Seat, ...] = ()
    open: tuple[Seat, ...] = ()
    stops: bool = False


NO_CALLS: Final = JudgeCalls()
"""The calls of a game without any."""


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


class StoredState(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """The fields of ``State``, as JSON has them."""

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
    due: tuple[tuple[Seat, int], ...] = ()
    paused: bool = False
    calls: JudgeCalls = NO_CALLS
    clock: Clock | None = None
    window: Window | None = None
    ahead: int = 0
    unsigned: int = 0
    stand_ins: int = 0
    result: Result | None = None
    known: dict[Zone, dict[Seat, tuple[Card, ...]]] = {}
    clues: tuple[Clue, ...] = ()
