"""Cards said in words: English and Canadian French, in the vocabulary of the rule sheets."""

from __future__ import annotations

from typing import Literal

from cards.language.cards import CardDef, Edition
from cards.language.english import English
from cards.language.french import ARTICLES, COLORS, French
from cards.language.speech import Speech

Language = Literal["en", "fr-CA"]

LANGUAGES: tuple[Language, ...] = ("en", "fr-CA")


def speech_of(card: CardDef, language: Language) -> Speech:
    """What says the parts of a card, one by one."""
    return French(card) if language == "fr-CA" else English(card)


def card_text(card: CardDef, edition: Edition | None, language: Language) -> str:
    """What a card does, in whole sentences."""
    return speech_of(card, language).text()


def ability_text(card: CardDef, number: int, language: Language) -> str:
    """One ability of a card as a sentence, without how long it lasts."""
    return speech_of(card, language).ability_text(number)


def cost_text(card: CardDef, language: Language) -> str:
    """What defeats an Enemy, as part of a sentence; empty for other cards."""
    return speech_of(card, language).cost_text()


def color_name(color: str, language: Language) -> str:
    """The name of a color as a noun without its article; the code if the color is unknown."""
    return COLORS.get(color, (color,))[0] if language == "fr-CA" else color


def definite_name(card: CardDef, language: Language) -> str:
    """The card's name with its article in French: le 2 bleu, la carte Passer verte, Hulk Smash."""
    name = card_name(card, language)
    if language != "fr-CA" or not card.name_fr or card.name_fr == card.name:
        return name
    return f"{ARTICLES.get(card.kind, '')}{name}"


def card_name(card: CardDef, language: Language) -> str:
    """The card's name; the English one where no other is given."""
    return card.name_fr or card.name if language == "fr-CA" else card.name
