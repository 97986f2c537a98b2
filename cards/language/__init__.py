"""The language of cards: effects and abilities as data, codec, lint, prose.

Other packages import this module and the modules of plain values (``abilities``, ``cards``,
``effects``, ``walk``), and no other module here.
"""

from cards.language.abilities import (
    Ability,
    Replacement,
    Restriction,
    Suppression,
    Trigger,
    Whose,
)
from cards.language.cards import COLORS, Basis, CardDef, Deck, DeckCardDef, EditionDef, Rarity
from cards.language.codec import (
    ERROR_TEXTS,
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
from cards.language.compare import (
    CardChange,
    DeckChange,
    EditionChanges,
    EntryChange,
    MemberChange,
    TextPart,
    changed_words,
    compare,
    compare_cards,
)
from cards.language.effects import CardFilter, Effect, Kind, Mode, Moment, Tally, When, Who
from cards.language.french import filled_in_french
from cards.language.json_places import card_at, place_of
from cards.language.lint import lint_card, lint_edition
from cards.language.lint_findings import FINDING_TEXTS, LintFinding, finding
from cards.language.prose import (
    LANGUAGES,
    Language,
    ability_text,
    card_name,
    card_text,
    color_name,
    cost_text,
    definite_name,
    speech_of,
)
from cards.language.speech import Speech, listed, sentence
from cards.language.texts import card_texts, unfit_character

__all__ = [  # noqa: RUF022 (in reading order)
    "EditionDef",
    "CardDef",
    "Deck",
    "DeckCardDef",
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
    "filled_in_french",
    "ERROR_TEXTS",
    "compare",
    "compare_cards",
    "changed_words",
    "EditionChanges",
    "CardChange",
    "MemberChange",
    "DeckChange",
    "EntryChange",
    "TextPart",
    "lint_edition",
    "lint_card",
    "LintFinding",
    "FINDING_TEXTS",
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
    "Speech",
    "speech_of",
    "sentence",
    "listed",
    "Language",
    "LANGUAGES",
]
