"""Check codes and names on cards: their length and their characters."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

from cards.language.cards import CardDef, EditionDef
from cards.language.lint_findings import LintFinding, finding
from cards.language.naming import UnreadableName, normalised

MAX_NAME_LENGTH = 60
"""The longest code, symbol or name on a card, in characters."""

MAX_SET_CODE_LENGTH = 40
MAX_SET_NAME_LENGTH = 100
MAX_RULE_LENGTH = 80

_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""The Unicode categories that names must not contain: control, formatting (bidirectional overrides
and zero-width characters among them), surrogate, private-use, unassigned, line separators."""


def unfit_character(text: str) -> str:
    """Return the first character not allowed in names, such as ``U+202E``; "" if none."""
    return next((code_point(one) for one in text if category(one) in _UNFIT), "")


def card_texts(card: CardDef, path: str) -> Iterator[LintFinding]:
    """Find texts of a card that are too long or contain a character not allowed."""
    for field in ("code", "symbol", "hero", "character"):
        yield from printed_text(field, getattr(card, field), MAX_NAME_LENGTH, path)
    for field in ("name", "name_fr"):
        yield from printed_name(field, getattr(card, field), MAX_NAME_LENGTH, path)
    yield from printed_text("rule", card.rule, MAX_RULE_LENGTH, path)


def edition_texts(edition: EditionDef) -> Iterator[LintFinding]:
    """Find such texts among the names and codes of an edition."""
    for field in ("code", "variant"):
        yield from printed_text(field, getattr(edition, field), MAX_SET_CODE_LENGTH, "$")
    for field in ("name", "name_fr"):
        yield from printed_name(field, getattr(edition, field), MAX_SET_NAME_LENGTH, "$")


def printed_text(field: str, text: str, most: int, path: str) -> Iterator[LintFinding]:
    """Find a text that is too long or contains a character not allowed."""
    if len(text) > most:
        yield finding(f"{path}.{field}", "too-long", field=field, length=len(text), most=most)
    character = unfit_character(text)
    if character:
        yield finding(f"{path}.{field}", "unfit-character", field=field, character=character)


def printed_name(field: str, text: str, most: int, path: str) -> Iterator[LintFinding]:
    """Find such a text, or a name that no player may have, such as a blank one."""
    found = list(printed_text(field, text, most, path))
    yield from found
    if not text or found:
        return
    try:
        normalised(text)
    except UnreadableName as error:
        here = f"{path}.{field}"
        if error.character:
            character = code_point(error.character)
            yield finding(here, "unfit-character", field=field, character=character)
        else:
            yield finding(here, f"name-{error.fault}", field=field)


def code_point(character: str) -> str:
    """Return the code point of a character, such as ``U+202E``."""
    return f"U+{ord(character):04X}"
