"""Render cards in each language of the server, worded as the rule sheets."""

from __future__ import annotations

from collections.abc import Mapping

from cards.language.cards import CardDef, EditionDef
from cards.language.speech import Speech
from cards.language.spoken import SPEECHES
from cards.language.wordings import own_text, set_name_of, word_of

Language = str
"""The tag of a language of the server, such as ``fr-CA``."""

LANGUAGES: tuple[Language, ...] = tuple(SPEECHES)
"""The languages of the server, English first."""


def known_language(tag: str) -> Language | None:
    """Return the language of a tag in any spelling (``fr_FR``), or None.

    Another region of a known language is that language.
    """
    wanted = tag.lower().replace("_", "-")
    tags = {one.lower(): one for one in LANGUAGES}
    first = wanted.partition("-")[0]
    alike = (one for key, one in tags.items() if key.partition("-")[0] == first)
    return tags.get(wanted) or next(alike, None)


def endonym(language: Language) -> str:
    """Return the name of a language in that language."""
    return SPEECHES[language].endonym


def speech_of(card: CardDef, language: Language) -> Speech:
    """Return the renderer of a card in a language."""
    return SPEECHES[language](card)


def card_text(card: CardDef, edition: EditionDef | None, language: Language) -> str:
    """Return the text of a card in sentences: a translator's unless it is stale."""
    return own_text(card, language) or speech_of(card, language).text()


def made_beside(card: CardDef, language: Language) -> str:
    """Return the made text of a card that has a translator's; else ""."""
    return speech_of(card, language).text() if own_text(card, language) else ""


def ability_text(card: CardDef, number: int, language: Language) -> str:
    """Return one ability of a card as a sentence, without its duration."""
    return speech_of(card, language).ability_text(number)


def cost_text(card: CardDef, language: Language) -> str:
    """Return what defeats an Enemy, as part of a sentence; empty for other cards."""
    return speech_of(card, language).cost_text()


def color_name(color: str, language: Language) -> str:
    """Return the name of a color, without article; the code if it is unknown."""
    return SPEECHES[language].color_name(color)


def definite_color(color: str, language: Language) -> str:
    """Return a color as a part of a sentence, in French with its article."""
    return SPEECHES[language].definite_color(color)


def definite_name(card: CardDef, language: Language) -> str:
    """Return the name of a card, in French with its article.

    Examples are le 2 bleu, la carte Passer verte, Hulk Smash.
    """
    return SPEECHES[language].definite_name(card, card_name(card, language))


def card_name(card: CardDef, language: Language) -> str:
    """Return the name of a card; the English one if it has no other."""
    return word_of(card, "name", language) or card.name


def set_name(edition: EditionDef, language: Language) -> str:
    """Return the name of a set; the English one if it has no other."""
    return set_name_of(edition, language) or edition.name


def filled(text: str, language: Language, params: Mapping[str, object]) -> str:
    """Return a text in a language with values for its parameters in braces."""
    return SPEECHES[language].filled(text, params)


def quoted(text: str, language: Language) -> str:
    """Return a text that is put in quotation marks, with others for those in it."""
    return SPEECHES[language].quoted(text)


def decimal(number: str, language: Language) -> str:
    """Return a number such as ``4.5`` with the decimal sign of a language."""
    return number.replace(".", SPEECHES[language].decimal_sign)
