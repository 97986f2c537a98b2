"""Who looks at a game: a seat, ``NOBODY`` (the public) or ``EVERYTHING``; and their names."""

from __future__ import annotations

import re
from typing import Final

from games.audit import FULL
from games.engine import NOBODY
from games.ledger.rows import EVERYTHING

__all__ = ["FULL", "PUBLIC", "view_name", "viewer_named"]

PUBLIC: Final = "public"


def view_name(viewer: int) -> str:
    """Return as whom a viewer looks; a seat's view has its number."""
    if viewer == EVERYTHING:
        return FULL
    return PUBLIC if viewer == NOBODY else f"seat:{viewer}"


def viewer_named(name: str) -> int:
    """The viewer of a name; raises ``ValueError`` for no such name."""
    if name in (PUBLIC, FULL):
        return NOBODY if name == PUBLIC else EVERYTHING
    seat = re.fullmatch(r"seat:([0-9])", name)
    if seat is None:
        raise ValueError(f"{name} is no view")
    return int(seat[1])
