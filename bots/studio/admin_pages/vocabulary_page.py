"""The page of the vocabulary: each verb, ability and part, its fields, an example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from bots.studio.admin_pages.form_schema import TAGS, form_schema
from cards import language
from cards.language import CardDef, EditionDef, Language
from cards.services import shipped_editions
from cards.translation import Texts
from cards.vocabulary import ABILITIES, FIELD_NAMES, PARTS, VERBS

TYPES: Final = Texts(
    "cards/vocabulary",
    "type",
    {
        "abilities": "abilities",
        "boolean": "yes or no",
        "effects": "effects",
        "integer": "a whole number",
        "list": "list: {items}",
        "or": "{one}, or {other}",
        "string": "a text",
        "words": "words by language",
    },
)


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """A field: its name in JSON, label, type in words, default as JSON, choices."""

    name: str
    label: str
    holds: str
    default: str
    is_required: bool
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A shipped card with a verb or an ability: the part as JSON, the texts."""

    card: str
    edition: str
    json: str
    texts: tuple[tuple[Language, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A verb, an ability or a part, with its words in one language."""

    name: str
    title: str
    help: str
    fields: tuple[FieldEntry, ...]
    example: Example | None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All entries in one language."""

    verbs: tuple[Entry, ...]
    abilities: tuple[Entry, ...]
    parts: tuple[Entry, ...]


@cache
def vocabulary(words: Language) -> Vocabulary:
    """Return the vocabulary in a language."""
    return Vocabulary(
        verbs=tuple(_entry(one.__name__, tag, words) for tag, one in VERBS.items()),
        abilities=tuple(_entry(one.__name__, tag, words) for tag, one in ABILITIES.items()),
        parts=tuple(_entry(name, name, words) for name in PARTS),
    )


def _entry(struct: str, name: str, words: Language) -> Entry:
    schema = form_schema(words)
    one = schema if struct == "CardDef" else schema["definitions"][struct]
    fields = tuple(
        _field(field, part, field in one["required"], words)
        for field, part in one["properties"].items()
        if not (field in TAGS and "const" in part)
    )
    return Entry(name, one["title"], one["description"], fields, _examples().get(name))


def _field(name: str, schema: dict[str, Any], is_required: bool, words: Language) -> FieldEntry:
    default = "" if "default" not in schema else json.dumps(schema["default"])
    label = FIELD_NAMES[name].to(words)
    return FieldEntry(
        name, label, _holds(schema, words), default, is_required, tuple(_choices(schema))
    )


def _holds(schema: dict[str, Any], words: Language) -> str:
    """Return in words what a field holds; choices are listed apart."""
    if "$ref" in schema:
        title = form_schema(words)["definitions"][schema["$ref"].rpartition("/")[2]]["title"]
        return str(title)
    if "items" in schema:
        return _list(schema["items"], words)
    if "additionalProperties" in schema:
        return TYPES["words"].to(words)
    if "oneOf" in schema:
        one, other = (_holds(part, words) or part["title"] for part in schema["oneOf"])
        return TYPES.say("or", words, one=one, other=other)
    return TYPES[schema["type"]].to(words) if "enum" not in schema else ""


def _list(items: dict[str, Any], words: Language) -> str:
    if len(items.get("oneOf", ())) > 2:
        return TYPES["effects" if len(items["oneOf"]) == len(VERBS) else "abilities"].to(words)
    return TYPES.say("list", words, items=_holds(items, words)).rstrip(" :")


def _choices(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the values of a choice, with their words."""
    if "enum" in schema:
        for value, title in zip(schema["enum"], schema["options"]["enum_titles"], strict=True):
            yield value or '""', title
    for part in schema.get("oneOf", ()):
        yield from _choices(part)
    if "enum" in schema.get("items", ()):
        yield from _choices(schema["items"])


@cache
def _examples() -> dict[str, Example]:
    """Return the shortest shipped card with each verb and each ability."""
    found: dict[str, tuple[int, Example]] = {}
    for edition in shipped_editions():
        for card in edition.cards:
            plain = language.plain_card(card)
            for part in _tagged([plain.get("effects", []), plain.get("abilities", [])]):
                name = part.get("effect") or part["ability"]
                size = len(json.dumps(plain))
                if name not in found or size < found[name][0]:
                    found[name] = size, _example(card, edition, part)
    return {name: example for name, (_, example) in found.items()}


def _tagged(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every effect and ability inside plain values."""
    if isinstance(value, list):
        for part in value:
            yield from _tagged(part)
    elif isinstance(value, dict):
        if isinstance(value.get("effect"), str) or isinstance(value.get("ability"), str):
            yield value
        for part in value.values():
            yield from _tagged(part)


def _example(card: CardDef, edition: EditionDef, part: dict[str, Any]) -> Example:
    texts = tuple((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return Example(card.name, edition.name, json.dumps(part, ensure_ascii=False), texts)
