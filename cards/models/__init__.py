"""Drafts (card sets, cards, decks), proposals, published editions, and releases."""

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
from cards.models.proposals import (
    OPEN,
    Proposal,
    ProposalState,
    ProposalStep,
    StepAction,
)
from cards.models.published import MAX_REASON_LENGTH, Edition, EndlessMove, Means, Release

__all__ = [
    "BASES",
    "MAX_REASON_LENGTH",
    "OPEN",
    "Card",
    "CardSet",
    "DeckCard",
    "Edition",
    "EndlessMove",
    "Means",
    "Proposal",
    "ProposalState",
    "ProposalStep",
    "Release",
    "StepAction",
    "validate_code",
    "validate_colors",
    "validate_definition",
    "validate_printed",
    "validate_variant",
]
