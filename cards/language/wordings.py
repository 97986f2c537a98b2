"""The words of cards and sets in each language, apart from their rules.

A name in English is ``name``, a name in French ``name_fr``; names in other languages, and the texts
of translators in any language, are in ``texts`` by language tag.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from cards.language.cards import CardDef, CardWords, EditionDef
from cards.language.codec import plain_value
from cards.language.lint_findings import LintFinding, finding
from cards.language.naming import likeness
from cards.language.texts import (
    MAX_NAME_LENGTH,
    MAX_SET_NAME_LENGTH,
    printed_name,
    printed_text,
)

WordField = Literal["name", "text"]

MAX_TEXT_LENGTH: Final = 1000
"""The longest text of a translator, in characters."""

NAME_FIELDS: Final = {"en": "name", "fr-CA": "name_fr"}
"""The languages whose names are members of the card and of the edition."""

_TAG: Final = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-x-[a-z0-9]{1,8})?")
_READ: Final = ("kind", "effects", "abilities", "defeat", "indestructible", "danger")
_FINGERPRINT_LENGTH: Final = 16


def fingerprint(card: CardDef) -> str:
    """Return the fingerprint of what the text of a card is made from."""
    read = {name: plain_value(getattr(card, name)) for name in _READ}
    text = json.dumps(read, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_FINGERPRINT_LENGTH]


def word_of(card: CardDef, field: WordField, language: str) -> str:
    """Return the name, or a translator's text, in exactly this language, or ""."""
    if field == "name" and language in NAME_FIELDS:
        name: str = getattr(card, NAME_FIELDS[language])
        return name
    words = card.texts.get(language)
    return getattr(words, field) if words else ""


def with_word(card: CardDef, field: WordField, language: str, value: str) -> CardDef:
    """Return a card with another name, or a text for the card as it is."""
    if field == "name" and language in NAME_FIELDS:
        return msgspec.structs.replace(card, **{NAME_FIELDS[language]: value})
    words = card.texts.get(language, CardWords())
    if field == "name":
        words = msgspec.structs.replace(words, name=value)
    else:
        written_for = fingerprint(card) if value else ""
        words = msgspec.structs.replace(words, text=value, written_for=written_for)
    return with_words(card, language, words)


def with_words(card: CardDef, language: str, words: CardWords) -> CardDef:
    """Return a card with these words in a language; empty ones are left out."""
    texts = {tag: one for tag, one in card.texts.items() if tag != language}
    if words != CardWords():
        texts[language] = words
    return msgspec.structs.replace(card, texts=texts)


def renamed(card: CardDef, name: str, name_fr: str) -> CardDef:
    """Return a card with other names, without its names in other languages."""
    for tag in card.texts:
        card = with_word(card, "name", tag, "") if tag not in NAME_FIELDS else card
    return msgspec.structs.replace(card, name=name, name_fr=name_fr)


def set_name_of(edition: EditionDef, language: str) -> str:
    """Return the name of a set in exactly this language; "" if it has none."""
    if language in NAME_FIELDS:
        name: str = getattr(edition, NAME_FIELDS[language])
        return name
    return edition.names.get(language, "")


def name_path(path: str, language: str) -> str:
    """Return the path of a name in a language; the path of the set is ``$``."""
    if language in NAME_FIELDS:
        return f"{path}.{NAME_FIELDS[language]}"
    return f"$.names.{language}" if path == "$" else f"{path}.texts.{language}.name"


def language_at(path: str) -> str:
    """Return the language of the word at the path of a finding; English by default."""
    for mark in (".texts.", "$.names."):
        if mark in path:
            return path.partition(mark)[2].partition(".")[0]
    field = path.rpartition(".")[2]
    return next((tag for tag, one in NAME_FIELDS.items() if one == field), "en")


def with_set_name(edition: EditionDef, language: str, value: str) -> EditionDef:
    """Return an edition with another name in a language."""
    if language in NAME_FIELDS:
        return msgspec.structs.replace(edition, **{NAME_FIELDS[language]: value})
    names = {tag: one for tag, one in edition.names.items() if tag != language}
    if value:
        names[language] = value
    return msgspec.structs.replace(edition, names=names)


def is_stale(card: CardDef, language: str) -> bool:
    """Whether the text of a translator was written for other effects."""
    words = card.texts.get(language)
    return words is not None and bool(words.text) and words.written_for != fingerprint(card)


def tags_of(edition: EditionDef) -> list[str]:
    """Return the languages of an edition's words: those of names, then others by tag."""
    tags = set(edition.names).union(*(card.texts for card in edition.cards))
    return [*NAME_FIELDS, *sorted(tags.difference(NAME_FIELDS))]


def is_language_tag(text: str) -> bool:
    """Whether a text is a language tag, such as ``fr-CA``."""
    return _TAG.fullmatch(text) is not None


def own_text(card: CardDef, language: str) -> str:
    """Return the text of a translator; "" if there is none or it is stale."""
    words = card.texts.get(language)
    return words.text if words and words.text and not is_stale(card, language) else ""


# ---- the lint


def card_words(card: CardDef, path: str) -> Iterator[LintFinding]:
    """Find words that are misplaced, too long, empty or for no language."""
    for tag, words in card.texts.items():
        here = f"{path}.texts.{tag}"
        if not _TAG.fullmatch(tag):
            yield finding(here, "bad-language", tag=tag or "“”")
        if words.name and tag in NAME_FIELDS:
            yield finding(f"{here}.name", "name-elsewhere", tag=tag, field=NAME_FIELDS[tag])
        if words == CardWords() or (words.written_for and not words.text):
            yield finding(here, "no-words", tag=tag)
        if words.text and not words.written_for:
            wanted = fingerprint(card)
            yield finding(f"{here}.written_for", "text-for-nothing", wanted=wanted)
        yield from printed_name("name", words.name, MAX_NAME_LENGTH, here)
        yield from printed_text("text", words.text, MAX_TEXT_LENGTH, here)
        yield from printed_text("written_for", words.written_for, MAX_NAME_LENGTH, here)


def set_names(edition: EditionDef) -> Iterator[LintFinding]:
    """Find names of the set that are misplaced, too long, empty or for no language."""
    for tag, name in edition.names.items():
        here = f"$.names.{tag}"
        if not _TAG.fullmatch(tag):
            yield finding(here, "bad-language", tag=tag or "“”")
        if tag in NAME_FIELDS:
            yield finding(here, "name-elsewhere", tag=tag, field=NAME_FIELDS[tag])
        if not name:
            yield finding(here, "no-words", tag=tag)
        yield from printed_name(tag, name, MAX_SET_NAME_LENGTH, "$.names")


def same_names(edition: EditionDef) -> Iterator[LintFinding]:
    """Find cards whose name, in a language, looks like that of an earlier card."""
    for tag in tags_of(edition):
        seen: dict[str, str] = {}
        for number, card in enumerate(edition.cards):
            name = word_of(card, "name", tag)
            if name and seen.setdefault(likeness(name), card.code) != card.code:
                yield finding(name_path(f"$.cards[{number}]", tag), "duplicate-name", name=name)
