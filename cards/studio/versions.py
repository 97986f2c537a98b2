"""The versions of rows that forms display, and the entries of a deck in a form."""

from __future__ import annotations

from typing import Any

from django.db.models import Max, Model
from django.http import QueryDict

from cards.models import Card, DeckCard


def version_id(row: Model) -> str:
    """Return the history id of the stored state of a row."""
    return str(_last(row.history))  # type: ignore[attr-defined]


def deck_version(hero: Card) -> str:
    """Return the history id of the stored state of a hero's deck."""
    return str(_last(DeckCard.history.filter(hero_id=hero.pk)))


def _last(history: Any) -> int:
    return history.aggregate(last=Max("history_id"))["last"] or 0


def posted_deck(data: QueryDict) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a posted deck, without empty entries.

    An entry without a basis has that of new entries.
    """
    deck: dict[str, tuple[str, str]] = {}
    for name in data:
        part, _, card_id = name.partition("-")
        copies = data.get(name, "").strip()
        if part == "copies" and card_id.isascii() and card_id.isdigit() and copies.strip("0"):
            deck[card_id] = (copies, data.get(f"basis-{card_id}") or data.get("new-basis", ""))
    return deck


def stored_deck(hero: Card) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a hero's stored deck."""
    return {str(one.card_id): (str(one.copies), one.basis) for one in hero.deck.all()}
