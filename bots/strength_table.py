"""The measured strength of the bots: ``bots/data/strength.json``.

``make bench ONLY=strength`` with ``WRITE=1`` writes it (``tests/bench/strength.py``).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from bots.choosing import budgets, versions

STORED: Final = Path(__file__).parent / "data" / "strength.json"


@cache
def measured() -> tuple[dict[str, Any], ...]:
    """Return the lines of the table that were measured with the present bots.

    A line holds for the versions and budgets that it names, and for no others.
    """
    lines = json.loads(STORED.read_bytes()) if STORED.exists() else []
    return tuple(line for line in lines if is_current(line))


def is_current(line: dict[str, Any]) -> bool:
    """Whether a line was measured with the present versions and budgets of both bots."""
    return all(
        versions().get(line[bot]) == line[version] and budgets().get(line[bot]) == line[budget]
        for bot, version, budget in (
            ("bot", "version", "budget"),
            ("against", "against_version", "against_budget"),
        )
    )
