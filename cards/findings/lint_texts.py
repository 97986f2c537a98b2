"""What the lint finds, and why a text is no card, in every language."""

from __future__ import annotations

from typing import Final

from cards.findings.error_places import place_of_error
from cards.language import ERROR_TEXTS, FINDING_TEXTS, CardError, Language, LintFinding
from cards.translation import Text, Texts

_TEXTS: Final = Texts("cards/lint", "lint", FINDING_TEXTS)
_PLACED: Final = Texts("cards/lint", "placed", {"part": "{path}: {text}"})


def finding_text(finding: LintFinding, language: Language) -> str:
    """Return a finding as a sentence."""
    return _text_of(finding).to(language)


def reason_text(finding: LintFinding) -> Text:
    """Return a finding that is a reason of something else, with its place."""
    text = _text_of(finding)
    return (
        text if finding.path == "$" else _PLACED["part"].with_params(path=finding.path, text=text)
    )


def _text_of(finding: LintFinding) -> Text:
    params = {
        name: reason_text(value) if isinstance(value, LintFinding) else value
        for name, value in finding.params.items()
    }
    return _TEXTS[finding.code].with_params(**params)


_ERRORS: Final = Texts(
    "cards/lint",
    "error",
    {
        **ERROR_TEXTS,
        "closest": "did you mean {name}?",
        "choices": "expected one of {names}",
        "place": "line {line}, column {column}: {error}",
    },
)
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


_REASONS: Final = Texts(
    "cards/lint",
    "reason",
    {
        "Input data was truncated": "the text ends too early",
        "expected '\"'": "a name in double quotes is expected",
        "expected ',' or ']'": "a comma or ] is expected",
        "expected ',' or '}'": "a comma or } is expected",
        "expected ':'": "a colon is expected",
        "invalid character": "a value cannot begin with this character",
        "invalid number": "this is no number",
        "invalid escape character in string": "this escape is unknown",
        "invalid escaped character": "this escape is unknown",
        "object keys must be strings": "a name in double quotes is expected",
        "trailing characters": "there is more text after the end",
        "trailing comma in array": "the list ends with a comma",
        "trailing comma in object": "the object ends with a comma",
    },
)
"""What the decoder reports, in plain words."""


def error_text(error: CardError, language: Language) -> str:
    """Return why a text is no card, with the names that would be right."""
    params = {name: _in_words(str(value), language) for name, value in error.params.items()}
    text = _ERRORS[error.code].fill(language, **params)
    if error.closest:
        return f"{text}; {_ERRORS['closest'].fill(language, name=error.closest)}"
    if error.choices:
        names = ", ".join(_in_words(one, language) for one in dict.fromkeys(error.choices))
        return f"{text}; {_ERRORS['choices'].fill(language, names=names)}"
    return text


def placed_error_text(source: str, error: CardError, language: Language) -> str:
    """Return why a text is no card, with the line and the column."""
    at = place_of_error(source, error).position
    said = error_text(error, language)
    return _ERRORS["place"].fill(language, line=at.line, column=at.column, error=said)


def _in_words(value: str, language: Language) -> str:
    """Return an object, a reason or types in words; other values unchanged."""
    if value in _REASONS:
        return _REASONS[value].to(language)
    parts = value.split(" | ")
    if not all(part in _NOUNS for part in parts):
        return value
    return " / ".join(_NOUNS[part].to(language) for part in parts)
