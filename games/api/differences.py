"""The differences between two positions, as far as the viewer sees both."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from games.messages.records import ChangeResponse, TablePositionResponse, ZoneChangeResponse

APART: Final = ("seq", "view", "cards", "counts")
"""The members of a position that are not compared, or are compared by zone."""


def changed_fields(
    before: TablePositionResponse, after: TablePositionResponse
) -> dict[str, ChangeResponse]:
    """Return the members that differ."""
    pairs: dict[str, tuple[Any, Any]] = {
        name: (getattr(before, name), getattr(after, name))
        for name in TablePositionResponse.__struct_fields__
        if name not in APART
    }
    return {name: ChangeResponse(old, new) for name, (old, new) in pairs.items() if old != new}


def changed_zones(
    before: TablePositionResponse, after: TablePositionResponse
) -> dict[str, ZoneChangeResponse]:
    """Return the zones in which something that the viewer sees has changed."""
    zones = {**before.counts, **after.counts}
    found = {zone: _change(zone, before, after) for zone in zones}
    return {zone: change for zone, change in found.items() if change is not None}


def _change(
    zone: str, before: TablePositionResponse, after: TablePositionResponse
) -> ZoneChangeResponse | None:
    counts = before.counts.get(zone, 0), after.counts.get(zone, 0)
    old, new = before.cards.get(zone), after.cards.get(zone)
    if old is None or new is None:
        return None if counts[0] == counts[1] else ZoneChangeResponse(*counts, None, None, False)
    if old == new:
        return None
    came, left = Counter(new) - Counter(old), Counter(old) - Counter(new)
    is_reordered = not came and not left
    return ZoneChangeResponse(
        *counts, sorted(came.elements()), sorted(left.elements()), is_reordered
    )
