"""The JSON Schema of a card for the form of the admin, with words for people.

It is the schema of the language with the changes that the form library needs: one type beside
each ``enum``, ``const`` for tags, ``oneOf`` in place of ``anyOf``, and no ``null`` (a field that is
not displayed is absent).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final

from cards.language import COLORS, LANGUAGES, Language, card_schema
from cards.language.effects import COLORED, DANGER, PLAYED, Kind
from cards.vocabulary import (
    ABILITIES,
    ABILITY_NAMES,
    FIELD_NAMES,
    HELP,
    PART_NAMES,
    VERB_NAMES,
    VERBS,
    choice_list,
    choice_words,
)

Schema = dict[str, Any]

FIRST: Final = {
    "CardDef": (
        "name", "name_fr", "code", "kind", "color", "symbol", "points", "hero", "defeat", "effects",
        "abilities",
    ),
    "CardFilter": ("kind", "color"),
    "Add": ("who", "count"),
    "Draw": ("who", "count"),
    "Burn": ("who", "count"),
    "BurnFromHand": ("who", "card", "count"),
    "BurnUntil": ("who",),
    "Recover": ("who", "count"),
    "ShowHand": ("of", "to"),
    "Skip": ("who",),
    "Flip": ("who",),
    "Defeat": ("which",),
    "Destroy": ("which",),
    "Take": ("which", "to"),
    "ChoosePlayer": ("among",),
    "ChooseCard": ("of",),
    "ForEach": ("who",),
    "Challenge": ("count", "penalty"),
    "Mode": ("do",),
    "Trigger": ("whose",),
    "Replacement": ("whose", "prevent"),
    "Restriction": ("who",),
}  # fmt: skip
"""The optional fields that a new part displays at once; the others are added by name."""
KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "color": COLORED,
    "symbol": PLAYED,
    "danger": PLAYED,
    "hero": ("wild", *DANGER),
    "effects": (*PLAYED, *DANGER),
    "defeat": ("enemy",),
    "indestructible": ("item",),
}
"""The kinds of card that have a field; all have those that are not listed."""
BEGINNINGS: Final[Mapping[Kind, Mapping[str, Any]]] = {
    "draw_two": {"symbol": "draw-two"},
    "reverse": {"symbol": "reverse"},
    "skip": {"symbol": "skip"},
    "wild": {"symbol": "wild", "effects": [{"effect": "choose_color"}]},
}
"""What a new card of a kind begins with."""
HEROES: Final = "studio-heroes"
"""The list of the heroes of a set on the page of a card."""
TAGS: Final = ("effect", "ability")


@cache
def form_schema(language: Language) -> Schema:
    """Return the schema of the form of a card, with its words in a language."""
    schema = card_schema()
    structs = {one.__name__: tag for tag, one in {**VERBS, **ABILITIES}.items()}
    definitions = {
        name: _struct(name, structs.get(name, name), one, language)
        for name, one in schema["$defs"].items()
    }
    card = definitions.pop("CardDef")
    card["properties"]["color"] |= _select("color", ["", *COLORS], language)
    for name, kinds in KINDS.items():
        options = card["properties"][name].setdefault("options", {})
        options["dependencies"] = {"kind": list(kinds)}
    card["properties"]["hero"]["options"]["inputAttributes"] = {"list": HEROES}
    card["properties"]["texts"]["options"] = {"hidden": True}  # The fields beside the form.
    definitions["SetColor"]["properties"]["color"] |= _select("color", [*COLORS], language)
    return {**card, "definitions": definitions}


def _struct(name: str, key: str, schema: Schema, language: Language) -> Schema:
    """Return the schema of a struct: its name and help in words, and its fields."""
    fields = {
        field: _tag(field, one, language)
        if field in TAGS and "enum" in one
        else _field(name, field, one, language)
        for field, one in schema["properties"].items()
    }
    order = [*FIRST.get(name, ()), *fields]
    for field, one in fields.items():
        one["propertyOrder"] = order.index(field)
    required = schema["required"]
    names = {**VERB_NAMES, **ABILITY_NAMES, **PART_NAMES}
    return {
        "type": "object",
        "title": names[key].to(language),
        "description": HELP[key].to(language),
        "properties": fields,
        "required": required,
        "defaultProperties": list(dict.fromkeys([*required, *FIRST.get(name, ())])),
        "additionalProperties": False,
    }


def _tag(name: str, schema: Schema, language: Language) -> Schema:
    (value,) = schema["enum"]
    title = PART_NAMES[name].to(language)
    return {
        "type": "string", "title": title, "const": value, "enum": [value],
        "options": {"hidden": True},
    }  # fmt: skip


def _field(struct: str, name: str, schema: Schema, language: Language) -> Schema:
    field = _value(deepcopy(schema), language)
    if struct == "CardFilter" and name == "color":
        field["items"] = _select("color", [*COLORS], language)
    if field.get("type") == "array" and "enum" in field["items"]:
        field |= {"uniqueItems": True, "format": "checkbox"}
    return field | {"title": FIELD_NAMES[name].to(language)}


def _value(schema: Schema, language: Language) -> Schema:
    """Return the schema of a value for the form."""
    if schema.get("default", ...) is None:
        del schema["default"]
    if "enum" in schema:
        return schema | _select(choice_list(schema["enum"]), schema["enum"], language)
    if schema.get("type") == "boolean":
        words = [PART_NAMES[one].to(language) for one in ("yes", "no")]
        return schema | {"options": {"enum_titles": words}}
    if "$ref" in schema:
        return {"$ref": schema["$ref"].replace("$defs", "definitions")}
    if "items" in schema:
        return schema | {"items": _item(schema["items"], language)}
    if "anyOf" in schema:
        return _one_of(schema, language)
    if "additionalProperties" in schema:
        return _by_language(schema, language)
    return schema


def _by_language(schema: Schema, language: Language) -> Schema:
    """Return the schema of an object with a member for each language."""
    part = _value(schema["additionalProperties"], language)
    members = {one: part | {"title": one} for one in LANGUAGES}
    return {"type": "object", "properties": members, "additionalProperties": part}


def _item(schema: Schema, language: Language) -> Schema:
    """Return the schema of an item of a list."""
    item = _value(schema, language)
    found = item.pop("discriminator", None)
    return item | {"title": PART_NAMES[found["propertyName"]].to(language)} if found else item


def _one_of(schema: Schema, language: Language) -> Schema:
    """Return the schema of a value of one of several types, without null."""
    kinds = [_value(one, language) for one in schema.pop("anyOf") if one.get("type") != "null"]
    if len(kinds) == 1:
        return schema | kinds[0]
    for one in kinds:
        name = {"integer": "number", "string": "tally", "array": "filters"}.get(one.get("type", ""))
        name = "every" if one.get("enum") == ["all"] else name
        if name:
            one["title"] = PART_NAMES[name].to(language)
    return schema | {"oneOf": kinds}


def _select(name: str, values: list[Any], language: Language) -> Schema:
    """Return the schema of a choice, in reading order and in words."""
    words = {"": "–", **choice_words(name, language)}
    ordered = [value for value in words if value in values]
    return {
        "type": "string",
        "enum": ordered,
        "options": {"enum_titles": [words[value] for value in ordered]},
    }
