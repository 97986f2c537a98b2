"""The JSON form of a position.

It is that of the API's ``position/``; docs/rulings.md describes it. ``state_building`` builds the
state: cards that are not named are dealt by chance, and the default question is the current seat's
turn.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.engine import Prompt
from games.engine.prompts import Bookmark, Intent
from games.engine.zones import NO_CARD
from games.rulings.lasting import LastingEffectRequest

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
PlaceNumber = Annotated[int, Meta(ge=1, le=10)]
Code = Annotated[str, Meta(max_length=80)]
Uno = Literal["", "exposed", "called", "missed"]


class ResultRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended; without ``places`` they follow from the position."""

    winner: SeatNumber | None
    why: Annotated[str, Meta(max_length=20)]
    places: Annotated[tuple[PlaceNumber, ...], Meta(max_length=10)] | None = None


class PromptRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question, as in ``position/`` and in events; null equals an omitted member."""

    seat: SeatNumber
    kind: Code
    options: tuple[Code, ...] | None = ()
    default: Code | None = ""
    source: Code = NO_CARD
    rule: Code = ""
    hidden: bool = False
    resume: tuple[Bookmark | Intent, ...] | None = ()
    called: bool = False

    def opened(self) -> Prompt:
        """Return the question as the rules have it."""
        return Prompt(
            seat=self.seat,
            kind=self.kind,
            options=self.options or (),
            default=self.default or "",
            source=self.source,
            rule=self.rule,
            hidden=self.hidden,
            resume=self.resume or (),
            called=self.called,
        )


class PositionRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, as in ``position/`` or by hand; every member is optional.

    ``cards`` has the codes in a zone, the top one last; ``counts`` how many cards a zone has. Cards
    that ``counts`` has beyond those named, and those of zones that are not named, are dealt by
    chance: a hand has seven, and a draw pile or deck has, under the cards named, all that are named
    nowhere. Without ``color`` it is that of the top of the discard pile. ``uno`` has the standing
    of each seat; without it ``exposed`` names the seats that may be caught, and every other hand of
    one card can no longer be caught. ``drawn`` is the card that the current seat has just drawn and
    may play. Without it and without ``prompts`` the current seat is to play. ``seq``, ``view``,
    ``known``, ``clues``, ``clocks`` and ``window_until`` are ignored.
    """

    cards: dict[Code, list[Code]] = {}
    counts: dict[Code, Number] = {}
    current: SeatNumber = 0
    direction: Literal[1, -1] = 1
    color: Code | None = None
    round: Number = 1
    turn: Number = 1
    idle: Number = 0
    circling: Number = 0
    dealer: SeatNumber | None = None
    scores: list[Number] = []
    out: list[SeatNumber] = []
    gone: list[Number] = []
    skipped: list[SeatNumber] = []
    exposed: list[SeatNumber] = []
    uno: list[Uno] | None = None
    enemy_since: list[Annotated[int, Meta(ge=-1, le=1_000_000)]] = []
    lasting: Annotated[list[LastingEffectRequest], Meta(max_length=100)] = []
    lasted: Number = 0
    drawn: Code | None = None
    given_prompts: Annotated[list[PromptRequest], Meta(max_length=10)] = msgspec.field(
        name="prompts", default_factory=list
    )
    shuffles: Number = 0
    paused: bool = False
    result: ResultRequest | None = None
    known: dict[str, Any] | None = None
    clues: list[dict[str, Any]] | None = None
    clocks: list[dict[str, Any]] | None = None
    window_until: str | None = None
    seq: Number = 0
    view: Annotated[str, Meta(max_length=20)] = ""

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The open questions as the rules have them."""
        return tuple(one.opened() for one in self.given_prompts)


class PositionFlaw(msgspec.Struct, frozen=True):
    """A flaw of a position: stable code, JSON pointer into it, parameters."""

    code: str
    pointer: str
    params: dict[str, str | int]


class PositionRefused(Exception):
    """A position that no game can have.

    ``flaws`` lists everything that is wrong with it.
    """

    def __init__(self, flaws: list[PositionFlaw]) -> None:
        super().__init__(", ".join(f"{flaw.code} {flaw.pointer}" for flaw in flaws))
        self.flaws = flaws
