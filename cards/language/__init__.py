"""Everything a card can say, as data: read and written, checked for meaning, said in words."""

from cards.language.abilities import (
    Ability,
    Replacement,
    Restriction,
    Suppression,
    Trigger,
    Whose,
)
from cards.language.cards import COLORS, Basis, CardDef, Deck, DeckCard, Edition, Rarity
from cards.language.codec import (
    CardError,
    card_schema,
    decode_card,
    decode_edition,
    edition_hash,
    edition_schema,
    encode_card,
    encode_edition,
    indent_card,
    plain_card,
)
from cards.language.effects import CardFilter, Effect, Kind, Mode, Moment, Tally, When, Who
from cards.language.findings import Finding, finding
from cards.language.lint import lint, lint_card
from cards.language.places import card_at, place_of
from cards.language.prose import (
    LANGUAGES,
    Language,
    ability_text,
    card_name,
    card_text,
    color_name,
    cost_text,
    definite_name,
)
from cards.language.texts import card_texts, unfit_character

__all__ = [  # noqa: RUF022 (in reading order)
    "Edition",
    "CardDef",
    "Deck",
    "DeckCard",
    "Basis",
    "Rarity",
    "Kind",
    "CardFilter",
    "Effect",
    "Who",
    "Tally",
    "When",
    "Mode",
    "Ability",
    "Trigger",
    "Replacement",
    "Restriction",
    "Suppression",
    "Moment",
    "Whose",
    "decode_edition",
    "encode_edition",
    "edition_hash",
    "edition_schema",
    "decode_card",
    "encode_card",
    "indent_card",
    "plain_card",
    "card_schema",
    "CardError",
    "lint",
    "lint_card",
    "Finding",
    "finding",
    "place_of",
    "card_at",
    "card_texts",
    "unfit_character",
    "COLORS",
    "card_text",
    "ability_text",
    "cost_text",
    "card_name",
    "color_name",
    "definite_name",
    "Language",
    "LANGUAGES",
]
