"""What changed between two positions, as far as both were seen."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from games.messages.audit import ChangeTold, TablePositionTold, ZoneChangeTold

APART: Final = ("seq", "view", "cards", "counts")
"""The members of a position that are not compared as they stand."""


def changed_fields(before: TablePositionTold, after: TablePositionTold) -> dict[str, ChangeTold]:
    """The members that are not the same."""
    pairs: dict[str, tuple[Any, Any]] = {
        name: (getattr(before, name), getattr(after, name))
        for name in TablePositionTold.__struct_fields__
        if name not in APART
    }
    return {name: ChangeTold(old, new) for name, (old, new) in pairs.items() if old != new}


def changed_zones(before: TablePositionTold, after: TablePositionTold) -> dict[str, ZoneChangeTold]:
    """The zones in which something that the viewer sees has changed."""
    zones = {**before.counts, **after.counts}
    found = {zone: _change(zone, before, after) for zone in zones}
    return {zone: change for zone, change in found.items() if change is not None}


def _change(
    zone: str, before: TablePositionTold, after: TablePositionTold
) -> ZoneChangeTold | None:
    counts = before.counts.get(zone, 0), after.counts.get(zone, 0)
    old, new = before.cards.get(zone), after.cards.get(zone)
    if old is None or new is None:
        return None if counts[0] == counts[1] else ZoneChangeTold(*counts, None, None, False)
    if old == new:
        return None
    came, left = Counter(new) - Counter(old), Counter(old) - Counter(new)
    is_reordered = not came and not left
    return ZoneChangeTold(*counts, sorted(came.elements()), sorted(left.elements()), is_reordered)
