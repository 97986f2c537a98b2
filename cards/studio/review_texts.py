"""States and times as the pages of reviews show them."""

from __future__ import annotations

from typing import Any

from cards.draft_errors import STATES
from cards.page_language import page_language


def state_text(state: str) -> str:
    """Return the name of a state in the language of the page."""
    return STATES[state].to(page_language())


def time_text(at: Any) -> str:
    """Return a time as the pages show it."""
    return f"{at:%Y-%m-%d %H:%M}"
