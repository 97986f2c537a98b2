"""Drafts (card sets, cards, decks), published editions, and releases."""

from cards.models.drafts import (
    BASES,
    Card,
    CardSet,
    DeckCard,
    validate_code,
    validate_colors,
    validate_definition,
    validate_printed,
    validate_variant,
)
from cards.models.published import MAX_REASON_LENGTH, Edition, Means, Release

__all__ = [
    "BASES",
    "MAX_REASON_LENGTH",
    "Card",
    "CardSet",
    "DeckCard",
    "Edition",
    "Means",
    "Release",
    "validate_code",
    "validate_colors",
    "validate_definition",
    "validate_printed",
    "validate_variant",
]
