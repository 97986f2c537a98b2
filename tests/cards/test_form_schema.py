"""The schema of the form of a card: words for all parts, the vendored library."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.studio.admin_pages.form_schema import form_schema
from cards.language import LANGUAGES, Language, card_schema
from cards.vocabulary import ABILITIES, HELP, VERBS

VENDORED = Path(__file__).parents[2] / "bots" / "studio" / "static" / "vendor"
SHA256 = {
    "json-editor/jsoneditor.js": "c7a7278bf93d75e3de8b02a914ed36bd879a3e76105a87b6aa286a5a7885f4fc",
    "codemirror/codemirror.js": "5a171e3018fe2d33912791df37881c11878370cb868dcefd27d823e7b580824e",
}


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object inside a schema."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from parts(part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_and_choice_has_words(language: Language) -> None:
    schema = form_schema(language)
    structs = [schema, *schema["definitions"].values()]
    assert all(one["title"] and one["description"] for one in structs)
    for struct in structs:
        for name, field in struct["properties"].items():
            assert field["title"], name
    choices = [one for one in parts(schema) if "enum" in one and "const" not in one]
    assert choices
    for one in choices:
        assert len(one["options"]["enum_titles"]) == len(one["enum"])
        assert one["type"] == "string"


@pytest.mark.parametrize(("language", "words"), [("en", ["yes", "no"]), ("fr-CA", ["oui", "non"])])
def test_yes_and_no_are_words(language: Language, words: list[str]) -> None:
    found = [one for one in parts(form_schema(language)) if one.get("type") == "boolean"]
    assert len(found) > 5
    assert all(one["options"]["enum_titles"] == words for one in found)


def test_the_form_has_every_struct_and_field_of_the_language() -> None:
    schema, given = form_schema("en"), card_schema()["$defs"]
    assert {*schema["definitions"], "CardDef"} == set(given)
    for name, struct in schema["definitions"].items():
        assert set(struct["properties"]) == set(given[name]["properties"])


def test_the_form_needs_no_null_and_no_any_of() -> None:
    assert not [
        one
        for one in parts(form_schema("en"))
        if "anyOf" in one or ("default" in one and one["default"] is None)
    ]


def test_the_names_of_verbs_differ_for_the_choice_in_the_form() -> None:
    for language in LANGUAGES:
        names = [one["title"] for one in form_schema(language)["definitions"].values()]
        assert len(set(names)) == len(names)


def test_help_names_no_fields_of_the_source() -> None:
    assert [name for name in (*VERBS, *ABILITIES) if "`" in HELP[name].en] == []


@pytest.mark.parametrize("name", SHA256)
def test_the_vendored_libraries_are_unchanged_and_have_their_licences(name: str) -> None:
    file = VENDORED / name
    assert hashlib.sha256(file.read_bytes()).hexdigest() == SHA256[name]
    assert "The MIT License" in (file.parent / "LICENSE").read_text()
