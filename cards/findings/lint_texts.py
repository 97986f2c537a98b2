"""What the lint finds, and why a text is no card, in the words of the form."""

from __future__ import annotations

import re
from typing import Final

from cards.findings.error_places import place_of_error
from cards.language import (
    ERROR_TEXTS,
    FINDING_TEXTS,
    LANGUAGES,
    CardError,
    EditionDef,
    Language,
    LintFinding,
    card_at,
    card_name,
    endonym,
    hero_at,
)
from cards.translation import Text, Texts
from cards.vocabulary import ABILITY_NAMES, CHOICE_TEXTS, FIELD_NAMES, VERB_NAMES

_TEXTS: Final = Texts("cards/lint", "lint", FINDING_TEXTS)
_PLACED: Final = Texts(
    "cards/lint",
    "placed",
    {
        "part": "{path}: {text}",
        "deck": "Deck of {hero}",
        "edition": "The set",
        "own": "Text, {tag}",
        "then": "{first} → {next}",
    },
)
_TONGUES: Final = Texts("cards/lint", "tongue", {"en": "English", "fr-CA": "French"})
_SORTS: Final = Texts(
    "cards/lint",
    "sort",
    {
        "a color": "a color",
        "a number of cards removed": "a number of cards removed",
        "a player": "a player",
        "a symbol": "a symbol",
        "a word": "a word",
        "an enemy": "an Enemy",
        "an item": "an Item",
    },
)
_WHAT: Final = ("tally", "moment", "instead_of")
_STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_ENTRY: Final = re.compile(r"\$\.decks\[(\d+)\]\.cards\[(\d+)\]")
_OWN: Final = re.compile(r"\.texts\.([\w-]+)\.text$")


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
    params = {name: _param(name, value) for name, value in finding.params.items()}
    return _TEXTS[finding.code].with_params(**params)


def _param(name: str, value: object) -> object:
    """Return the value of a parameter as the form of a card calls it."""
    if isinstance(value, LintFinding):
        return reason_text(value)
    said = str(value)
    match name:
        case "field":
            return FIELD_NAMES.get(said, value)
        case "tag":
            return _TONGUES.get(said) or (endonym(said) if said in LANGUAGES else value)
        case "kind" | "color":
            return CHOICE_TEXTS.get(f"{name}.{said}", value)
        case "name":
            return CHOICE_TEXTS["who.they"] if said == "they" else value
        case "given":
            return _SORTS.get(said, value)
        case "wanted" if said in _SORTS:
            return _SORTS[said]
        case "verb" | "what":
            return _called(said)
        case "verbs":
            first, *others = map(_called, said.split(" → "))
            for one in others:
                first = _PLACED["then"].with_params(first=first, next=one)
            return first
    return value


def _called(word: str) -> Text | str:
    """Return a verb, an ability, a field, a moment or a count in words."""
    for texts in (VERB_NAMES, ABILITY_NAMES, FIELD_NAMES):
        if word in texts:
            return texts[word]
    found = (CHOICE_TEXTS.get(f"{name}.{word}") for name in _WHAT)
    return next(filter(None, found), word)


def place_text(path: str, edition: EditionDef, language: Language) -> str:
    """Return the place of a finding in words: card or deck, and the fields there."""
    names = {card.code: card_name(card, language) for card in edition.cards}
    code, hero = card_at(path, edition), hero_at(path, edition)
    parts = [names[code]] if code else []
    if hero:
        parts = [_PLACED["deck"].fill(language, hero=names.get(hero, hero))]
    if own := _OWN.search(path):
        return " › ".join((*parts, _PLACED["own"].fill(language, tag=endonym(own[1]))))
    if entry := _ENTRY.match(path):
        card = edition.decks[int(entry[1])].cards[int(entry[2])].card
        parts.append(names.get(card, card))
        path = path[entry.end() :]
    parts += fields_text(re.sub(r"^\$(\.(cards|decks)\[\d+\])?", "", path), language)
    return " › ".join(parts) or _PLACED["edition"].to(language)


def fields_text(path: str, language: Language) -> list[str]:
    """Return the fields on a path inside a card, as the form calls and counts them."""
    parts: list[str] = []
    for field, number in _STEP.findall(path):
        if number:
            parts[-1] = f"{parts[-1]} {int(number) + 1}"
        else:
            parts.append(FIELD_NAMES[field].to(language) if field in FIELD_NAMES else field)
    return parts


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
