"""Whether claims that a player is absent fit the option and the times of the rows.

This is computed from the rows alone, in every view, as docs/event-format.md says it. Whether the
player was away does not follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.audit.bundle import Event, encode_part
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.judged_rows import time_of
from games.audit.timed import MAX_SECONDS
from games.ledger.rows import PlayerSeat, Start

CLAIM: Final = "claim-absent"

ABSENT_SECONDS: Final = 60
"""How long a player is away before a claim if the option is null."""


def claims(examined: Examined) -> Iterator[Finding]:
    """Yield the rows with a forbidden claim, or with its fact but without one."""
    start, setup = examined.start, examined.setup
    if start is None or setup is None:
        return
    before: Event | None = None
    for event in examined.bundle.events:
        out = [one.get("seat") for one in event.facts if _is_of_claim(one)]
        target = event.move.get("target")
        is_right = not out
        if before is not None and event.move.get("move") == CLAIM:
            is_right = _may_claim(start, setup.options, before, event)
            # As text, because true equals 1 in Python.
            is_right = is_right and encode_part(out) == encode_part([target])
        if not is_right:
            yield Finding("claim", event.seq, event.seq)
        before = event


def _is_of_claim(fact: dict[str, Any]) -> bool:
    return fact["fact"] == "seat-out" and fact.get("why") == "absent"


def _may_claim(start: Start, options: dict[str, Any], before: Event, event: Event) -> bool:
    """Whether a claim is allowed, of another player's seat, and not too early."""
    target, seconds = event.move.get("target"), options.get("absent_seconds")
    seconds = ABSENT_SECONDS if seconds is None else seconds
    if type(target) is not int or not 0 <= target < len(start.seats) or target == event.seat:
        return False
    if type(seconds) is not int or not 0 <= seconds <= MAX_SECONDS:
        return False
    is_allowed = options.get("absence") == "out" and type(start.seats[target]) is PlayerSeat
    return is_allowed and time_of(event.at) - time_of(before.at) >= 1000 * seconds
