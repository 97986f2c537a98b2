"""Names that a script binds to values, for later steps and suspended work.

A script may bind any name that its card chooses (``bind`` of an effect); the names below are those
that the rules bind themselves. A value is a string: a code, a number, or "yes".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Bound = tuple[tuple[str, str], ...]
"""Bound names with their values, as they are sent; the latest binding of a name counts."""

CARD: Final = "card"
"""The card chosen, or moved."""

OWNER: Final = "owner"
"""The seat to which the card chosen belongs."""

PLAYED: Final = "played"
"""The card played."""

NEXT: Final = "next"
"""The seat that was next when the text first named it."""

ABILITY: Final = "ability"
"""The index of a triggered ability."""

KEY: Final = "key"
"""The key of the lasting effect to which a triggered ability belongs."""

CALLED: Final = "called"
"""Whether UNO was called with the card played."""

DRAWN: Final = "drawn"
"""The card just drawn, which may be played."""

UNSEEN: Final = "?"
"""The value that stands in views for a card that the viewer does not see."""

IDLE: Final = "idle"
"""How many turns before this one passed without a card played or drawn."""

CIRCLING: Final = "circling"
"""How many turns before this one only played the card just drawn, and kept none."""

STUCK: Final = "stuck"
"""Whether the seat could neither play nor draw on this turn."""

RETURNED: Final = "returned"
"""Whether the seat has played the card that it drew on this turn."""

MOVED: Final = "moved"
"""Whether the seat has made its first move of the turn."""

AGAIN: Final = "again"
"""Whether the seat may play a second card."""

SECOND: Final = "second"
"""Whether the turn is at its second play."""

COLOR_BEFORE: Final = "color_before"
"""The color in play before a Wild."""

VICTIM: Final = "victim"
"""The seat that may challenge a Draw Four."""

BURNED: Final = "burned"
"""How many cards of the hand the effect has burned so far."""

GIVEN: Final = "given"
"""The hand card that an exchange puts on the burn pile."""

PICKS: Final = "picks"
"""The cards chosen so far, in order (see ``join_values``)."""

ACTED: Final = "done"
"""The abilities that have acted at this moment of the turn (see ``join_values``)."""


def lookup(bound: Bound, name: str) -> str:
    """Return the value bound to a name, "" if there is none.

    The latest binding counts.
    """
    for known, value in reversed(bound):
        if known == name:
            return value
    return ""


def join_values(values: Iterable[str]) -> str:
    """Return several values as one, which ``split`` separates.

    They must not contain a space.
    """
    found = tuple(values)
    joined = " ".join(found)
    if tuple(joined.split()) != found:
        raise ValueError(f"a value is empty or contains white space: {found}")
    return joined
