"""What the lint finds, and why a text is no card, in every language."""

from __future__ import annotations

from typing import Final

from cards.language import ERROR_TEXTS, FINDING_TEXTS, CardError, Language, LintFinding
from cards.translation import Texts

_TEXTS: Final = Texts("cards/lint", "lint", FINDING_TEXTS)


def finding_text(finding: LintFinding, language: Language) -> str:
    """Return a finding as a sentence."""
    return _TEXTS[finding.code].fill(language, **finding.params)


_ERRORS: Final = Texts("cards/lint", "error", {**ERROR_TEXTS, "closest": "did you mean {name}?"})
_NOUNS: Final = Texts(
    "cards/lint",
    "noun",
    {
        "an edition": "an edition",
        "a card": "a card",
        "a deck": "a deck",
        "a card of a deck": "a card of a deck",
        "an effect": "an effect",
        "an ability": "an ability",
        "a mode": "a mode",
        "a condition": "a condition",
        "a card filter": "a card filter",
        "int": "a whole number",
        "float": "a number with a fraction",
        "str": "a text",
        "bool": "true or false",
        "array": "a list",
        "object": "an object",
        "null": "nothing (null)",
    },
)


def error_text(error: CardError, language: Language) -> str:
    """Return why a text is no card, as a sentence, with the closest right name."""
    params = {name: _in_words(str(value), language) for name, value in error.params.items()}
    text = _ERRORS[error.code].fill(language, **params)
    if not error.closest:
        return text
    return f"{text}; {_ERRORS['closest'].fill(language, name=error.closest)}"


def _in_words(value: str, language: Language) -> str:
    """Return an object or the types of a value in words; other values as they are."""
    parts = value.split(" | ")
    if not all(part in _NOUNS for part in parts):
        return value
    return " / ".join(_NOUNS[part].to(language) for part in parts)
