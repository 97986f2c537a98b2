"""Codes and names on cards: how long they may be, and which characters they may hold."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

from cards.language.cards import CardDef, Edition
from cards.language.findings import Finding, finding

LONGEST_NAME = 60
"""The longest code, symbol or name on a card, in characters."""

LONGEST_SET_CODE = 40
LONGEST_SET_NAME = 100
LONGEST_RULE = 80

_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that no name may hold: control, formatting (with the bidirectional
overrides and zero-width characters), surrogate, private-use, unassigned, line separators."""


def unfit_character(text: str) -> str:
    """The first character that no name may hold, as ``U+202E``; "" if there is none."""
    return next((f"U+{ord(one):04X}" for one in text if category(one) in _UNFIT), "")


def card_texts(card: CardDef, path: str) -> Iterator[Finding]:
    """Texts of a card that are too long or hold characters that cannot be printed."""
    for field in ("code", "name", "name_fr", "symbol", "hero", "character"):
        yield from _text(field, getattr(card, field), LONGEST_NAME, path)
    yield from _text("rule", card.rule, LONGEST_RULE, path)


def edition_texts(edition: Edition) -> Iterator[Finding]:
    """The same for what names an edition itself."""
    for field, most in (
        ("code", LONGEST_SET_CODE),
        ("name", LONGEST_SET_NAME),
        ("name_fr", LONGEST_SET_NAME),
        ("variant", LONGEST_SET_CODE),
    ):
        yield from _text(field, getattr(edition, field), most, "$")


def _text(field: str, text: str, most: int, path: str) -> Iterator[Finding]:
    if len(text) > most:
        yield finding(f"{path}.{field}", "too-long", field=field, length=len(text), most=most)
    character = unfit_character(text)
    if character:
        yield finding(f"{path}.{field}", "unfit-character", field=field, character=character)
