"""The texts of comparisons and histories in the admin, in every language."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.page_language import page_language
from cards.translation import Texts

COMPARISON: Final = Texts(
    "cards/comparison",
    "comparison",
    {
        "added": "Added",
        "after": "After",
        "before": "Before",
        "cards-added": "Cards added",
        "cards-changed": "Cards changed",
        "cards-removed": "Cards removed",
        "cards-renamed": "Cards renamed",
        "changed": "Changed",
        "choose": "Compare with",
        "colors": "Colors",
        "compare": "Compare",
        "copies": "Copies in the box",
        "current": "current",
        "deck-of": "Deck of {hero}",
        "decks-changed": "Decks changed",
        "draft-of": "{name} (draft)",
        "entry": "{copies} × ({basis})",
        "field": "Part",
        "first": "No other edition is published to compare with.",
        "from-to": "From {before} to {after}",
        "moved": "Cards, or entries of a deck, are in another order.",
        "name": "Name",
        "name_fr": "Name in French",
        "names": "Names in further languages",
        "no": "no",
        "none": "none",
        "same": "Nothing differs: both have the same cards and decks.",
        "set": "Set",
        "size": "{before} → {after} cards",
        "copies-of": "{copies} in the box",
        "removed": "Removed",
        "renamed-from": "It was {code}.",
        "see": "See what changes",
        "since-current": "What changes against the current edition",
        "text": "Text",
        "title": "What changes",
        "variant": "Variant",
        "yes": "yes",
        "history": "History of {name}",
        "why": "Why",
        "by-program": "the program",
        "created-card": "Card {code} created",
        "changed-card": "Card {code} changed",
        "deleted-card": "Card {code} deleted",
        "created-set": "Set created",
        "changed-set": "Set changed",
        "deleted-set": "Set deleted",
        "position": "Position",
        "code": "Code",
        "definition": "Definition",
        "open_version": "Open this version, to go back to it",
        "newer": "Newer",
        "older": "Older",
        "page": "Page {number} of {total}",
    },
)
"""What the pages of comparisons and histories say."""


def comparison_text(name: str, /, **params: Any) -> str:
    """Return a text of a comparison in the language of the page."""
    return COMPARISON.say(name, page_language(), **params)


comparison_label = lazy(comparison_text, str)
"""Return a text of a comparison, translated when it is rendered."""
