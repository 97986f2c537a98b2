"""What an import changes in the stored draft, in lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from cards import language
from cards.language import DeckCardDef, EditionDef

MAX_VALUE_LENGTH: Final = 120


def change_lines(before: EditionDef, after: EditionDef) -> Iterator[str]:
    """Yield a line for each difference of a stored draft and a set that is imported."""
    found = language.compare(before, after)
    for one in found.members:
        yield f"{one.path}: {_value(one.before)} → {_value(one.after)}"
    for card in found.added:
        yield f"added: {card.code} ({card.name})"
    for card in found.removed:
        yield f"removed: {card.code} ({card.name})"
    for change in found.renamed:
        yield f"renamed: {change.before.code} → {change.code}"
    for change in found.changed:
        for one in change.members:
            yield f"{change.code}, {one.path}: {_value(one.before)} → {_value(one.after)}"
        if change.copies_before != change.copies_after:
            yield f"{change.code}, copies: {change.copies_before} → {change.copies_after}"
    for deck in found.decks:
        for entry in deck.entries:
            counts = f"{_entry(entry.before)} → {_entry(entry.after)}"
            yield f"deck of {deck.hero}, {entry.card}: {counts}"
    if found.is_reordered:
        yield "the cards, or those of a deck, are in another order"


def _entry(one: DeckCardDef | None) -> str:
    return "–" if one is None else f"{one.copies} × ({one.basis})"


def _value(value: Any) -> str:
    """Return a value in short; nothing and empty values as a dash."""
    if value in (None, "", [], {}):
        return "–"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]} …"
