"""A position as people and programs write it.

The format is that of the API's ``position/``; docs/rulings.md describes it. ``laying`` makes the
state of it: cards that are named nowhere are dealt by chance, the open question is that of the
current seat's turn.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.engine import Prompt
from games.engine.prompts import Bookmark, Intent
from games.engine.zones import NO_CARD
from games.rulings.lasting import LastingAsked

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Code = Annotated[str, Meta(max_length=80)]
Uno = Literal["", "exposed", "called", "missed"]


class ResultAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended."""

    winner: SeatNumber | None
    why: Annotated[str, Meta(max_length=20)]


class PromptAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question, as ``position/`` and events have it. A member that is null is as if left out."""

    seat: SeatNumber
    kind: Code
    options: tuple[Code, ...] | None = ()
    default: Code | None = ""
    source: Code = NO_CARD
    rule: Code = ""
    hidden: bool = False
    resume: tuple[Bookmark | Intent, ...] | None = ()

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
        )


class PositionAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, as ``position/`` has it or written by hand. Every member may be left out.

    ``cards`` has the codes in a zone, the top one last; ``counts`` how many cards a zone has. Cards
    that ``counts`` has beyond those named, and those of zones that are not named, are dealt by
    chance: a hand has seven, and a draw pile or deck has, under the cards named, all that are named
    nowhere. Without ``color`` it is that of the top of the discard pile. ``uno`` has the standing
    of each seat; without it ``exposed`` names the seats that may be caught, and every other hand of
    one card can no longer be caught. ``drawn`` is the card that the current seat has just drawn and
    may play. Without it and without ``prompts`` the current seat is to play. ``seq`` and ``view``
    are ignored.
    """

    cards: dict[Code, list[Code]] = {}
    counts: dict[Code, Number] = {}
    current: SeatNumber = 0
    direction: Literal[1, -1] = 1
    color: Code | None = None
    round: Number = 1
    turn: Number = 1
    idle: Number = 0
    dealer: SeatNumber | None = None
    scores: list[Number] = []
    out: list[SeatNumber] = []
    skipped: list[SeatNumber] = []
    exposed: list[SeatNumber] = []
    uno: list[Uno] | None = None
    enemy_since: list[Annotated[int, Meta(ge=-1, le=1_000_000)]] = []
    lasting: Annotated[list[LastingAsked], Meta(max_length=100)] = []
    lasted: Number = 0
    drawn: Code | None = None
    given_prompts: Annotated[list[PromptAsked], Meta(max_length=10)] = msgspec.field(
        name="prompts", default_factory=list
    )
    shuffles: Number = 0
    result: ResultAsked | None = None
    seq: Number = 0
    view: Annotated[str, Meta(max_length=20)] = ""

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The open questions as the rules have them."""
        return tuple(one.opened() for one in self.given_prompts)


class PositionFlaw(msgspec.Struct, frozen=True):
    """One thing that a position cannot have: a stable code, a JSON pointer into the position."""

    code: str
    pointer: str
    params: dict[str, str | int]


class PositionRefused(Exception):
    """A position that no game could have; tells everything that is wrong with it."""

    def __init__(self, flaws: list[PositionFlaw]) -> None:
        super().__init__(", ".join(f"{flaw.code} {flaw.pointer}" for flaw in flaws))
        self.flaws = flaws
