"""Whether claims that a player is absent, and bots in their place, fit the rows.

This is computed from the rows alone, in every view, as docs/event-format.md says it. Whether the
player was away does not follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.audit.bundle import Event, encode_part
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.judged_rows import time_of
from games.audit.timed import MAX_SECONDS
from games.ledger.rows import BotSeat, PlayerSeat, Start

CLAIM: Final = "claim-absent"
STAND_IN: Final = "stand-in"
TAKE_BACK: Final = "take-back"

WAYS: Final = {CLAIM: "out", STAND_IN: "bot"}
"""The value of the option `absence` with which each claim is possible."""

ABSENT_SECONDS: Final = 60
"""How long a player is away before a claim if the option is null."""


class StandIns:
    """The seats for which a bot plays, row by row (common.absence.bot)."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.seats: set[int | None] = set()

    def bot_of(self, seat: int) -> BotSeat | None:
        """Return the bot that plays a seat: its own, or the one that stands in."""
        owner = self.start.seats[seat] if seat < len(self.start.seats) else None
        if isinstance(owner, BotSeat):
            return owner
        return self.start.stand_in if seat in self.seats else None

    def follow(self, event: Event) -> None:
        """Go on by a row."""
        kind, target = event.move.get("move"), event.move.get("target")
        if kind == STAND_IN and _player_of(self.start, target) is not None:
            self.seats.add(target)
        elif kind == TAKE_BACK:
            self.seats.discard(event.seat)


def claims(examined: Examined) -> Iterator[Finding]:
    """Yield the rows with a forbidden claim, or with the fact of one but without it."""
    start, setup = examined.start, examined.setup
    if start is None or setup is None:
        return
    before, bots = examined.bundle.events[0], StandIns(start)
    for event in examined.bundle.events:
        kind, target = event.move.get("move"), event.move.get("target")
        expected = {
            "seat-out": [target] if kind == CLAIM else [],
            "stand-in-began": [target] if kind == STAND_IN else [],
            "stand-in-ended": [event.seat] if kind == TAKE_BACK else [],
        }
        recorded = {name: [one.get("seat") for one in _facts(event, name)] for name in expected}
        # As text, because true equals 1 in Python.
        is_right = encode_part(recorded) == encode_part(expected)
        if kind in WAYS:
            is_right = is_right and _may_claim(start, setup.options, before, event)
        if kind in (STAND_IN, TAKE_BACK):
            held = target if kind == STAND_IN else event.seat
            is_right = is_right and (held in bots.seats) == (kind == TAKE_BACK)
        if not is_right:
            yield Finding("claim", event.seq, event.seq)
        bots.follow(event)
        before = event


def _facts(event: Event, name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the facts of one name, a `seat-out` only with the why `absent`."""
    for fact in event.facts:
        if fact["fact"] == name and (name != "seat-out" or fact.get("why") == "absent"):
            yield fact


def _player_of(start: Start, target: Any) -> PlayerSeat | None:
    """Return the seat of a player that a move names, None if it names none."""
    is_seat = type(target) is int and 0 <= target < len(start.seats)
    seat = start.seats[target] if is_seat else None
    return seat if type(seat) is PlayerSeat else None


def _may_claim(start: Start, options: dict[str, Any], before: Event, event: Event) -> bool:
    """Whether a claim is allowed, of another player's seat, and not too early."""
    target, seconds = event.move.get("target"), options.get("absent_seconds")
    seconds = ABSENT_SECONDS if seconds is None else seconds
    if _player_of(start, target) is None or target == event.seat:
        return False
    if type(seconds) is not int or not 0 <= seconds <= MAX_SECONDS:
        return False
    is_allowed = options.get("absence") == WAYS[event.move["move"]]
    return is_allowed and time_of(event.at) - time_of(before.at) >= 1000 * seconds
