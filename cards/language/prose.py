"""Render cards in English and Canadian French, worded as the rule sheets."""

from __future__ import annotations

from typing import Literal

from cards.language.cards import CardDef, EditionDef
from cards.language.english import English
from cards.language.french import ARTICLES, COLORS, French
from cards.language.speech import Speech
from cards.language.wordings import own_text

Language = Literal["en", "fr-CA"]

LANGUAGES: tuple[Language, ...] = ("en", "fr-CA")


def speech_of(card: CardDef, language: Language) -> Speech:
    """Return the renderer of a card in a language."""
    return French(card) if language == "fr-CA" else English(card)


def card_text(card: CardDef, edition: EditionDef | None, language: Language) -> str:
    """Return the text of a card in sentences: a translator's unless it is stale."""
    return own_text(card, language) or speech_of(card, language).text()


def ability_text(card: CardDef, number: int, language: Language) -> str:
    """Return one ability of a card as a sentence, without its duration."""
    return speech_of(card, language).ability_text(number)


def cost_text(card: CardDef, language: Language) -> str:
    """Return what defeats an Enemy, as part of a sentence; empty for other cards."""
    return speech_of(card, language).cost_text()


def color_name(color: str, language: Language) -> str:
    """Return the name of a color, without article; the code if it is unknown."""
    return COLORS.get(color, (color,))[0] if language == "fr-CA" else color


def definite_name(card: CardDef, language: Language) -> str:
    """Return the name of a card, in French with its article.

    Examples are le 2 bleu, la carte Passer verte, Hulk Smash.
    """
    name = card_name(card, language)
    if language != "fr-CA" or not card.name_fr or card.name_fr == card.name:
        return name
    return f"{ARTICLES.get(card.kind, '')}{name}"


def card_name(card: CardDef, language: Language) -> str:
    """Return the name of a card; the English one if it has no other."""
    return card.name_fr or card.name if language == "fr-CA" else card.name
