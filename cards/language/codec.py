"""Decode and encode cards and editions as strict, canonical JSON."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import IntType, StructType

from cards.language.cards import CardDef, EditionDef
from cards.language.reports import Report, choices_at, read_report, types_at

T = TypeVar("T")

MAX_DEPTH = 60
"""The greatest nesting depth, which makes recursion over a card safe."""

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]")
_THINGS = {
    "": "an edition",
    "cards": "a card",
    "decks": "a deck",
    "deck cards": "a card of a deck",
    "effects": "an effect",
    "do": "an effect",
    "otherwise": "an effect",
    "abilities": "an ability",
    "modes": "a mode",
    "when": "a condition",
    "needs": "a condition",
}


ERROR_TEXTS = {
    "not-json": "not JSON: {reason}",
    "too-deep": "nested more than {most} deep",
    "given-twice": "the field {field} is given twice",
    "unknown-field": "{owner} has no field {field}",
    "field-missing": "{owner} needs the field {field}",
    "unknown-effect": "there is no effect {name}",
    "unknown-ability": "there is no ability {name}",
    "wrong-choice": "{field} cannot be {value}",
    "wrong-type": "expected {expected}, got {given}",
    "wrong-value": "{report}",
}
"""Why a text is no card or edition; `cards.findings.lint_texts` has these in other languages."""

_UNTAGGED = ("an edition", "a card", "a deck", "a card of a deck", "a mode", "a condition")
"""Objects that have no tag."""


class CardError(ValueError):
    """A text that is no card or edition: ``path`` and ``message`` say why.

    ``code`` and ``params`` are those of ``ERROR_TEXTS``. ``choices`` are the names that would be
    right in place of ``wrong``, as far as they are known.
    """

    def __init__(self, path: str, code: str, /, **params: object) -> None:
        self.path = path
        self.code = code
        self.params = params
        self.message = ERROR_TEXTS[code].format_map(params)
        self.wrong = ""
        self.choices: tuple[str, ...] = ()
        super().__init__(f"{path}: {self.message}")

    def with_choices(self, wrong: str, choices: Iterable[str]) -> CardError:
        """Return the error with the names that would be right."""
        self.wrong, self.choices = wrong, tuple(choices)
        return self

    @property
    def closest(self) -> str:
        """The right name that is most like the wrong one; "" if none is."""
        return next(iter(get_close_matches(self.wrong, self.choices, 1)), "")


def decode_edition(source: bytes | str) -> EditionDef:
    """Return the edition in a JSON text.

    Raises ``CardError`` for an unknown field, a wrong type or a missing part.
    """
    return _decode(source, EditionDef)


def decode_card(source: bytes | str) -> CardDef:
    """Return the card in a JSON text; raises ``CardError`` as ``decode_edition`` does."""
    return _decode(source, CardDef)


def encode_edition(edition: EditionDef) -> bytes:
    """Return an edition as canonical JSON (RFC 8785): equal editions give equal bytes."""
    return _canonical(edition)


def encode_card(card: CardDef) -> bytes:
    """Return a card as canonical JSON."""
    return _canonical(card)


def indent_card(card: CardDef) -> str:
    """Return a card as indented JSON, in the order of its fields."""
    return json.dumps(plain_card(card), indent=2, ensure_ascii=False)


def plain_card(card: CardDef) -> dict[str, Any]:
    """Return a card as the plain values of its JSON, without default values."""
    plain: dict[str, Any] = plain_value(card)
    return plain


def edition_hash(edition: EditionDef) -> str:
    """Return the SHA-256 of the canonical JSON in hexadecimal: the id of the edition."""
    return hashlib.sha256(encode_edition(edition)).hexdigest()


def card_schema() -> dict[str, Any]:
    """Return the JSON Schema of a card."""
    return msgspec.json.schema(CardDef)


def _canonical(value: CardDef | EditionDef) -> bytes:
    # Names of fields and codes of cards are plain ASCII and all numbers are whole, so sorting by
    # code points and Python's own escapes are those of RFC 8785.
    text = json.dumps(plain_value(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def plain_value(value: Any) -> Any:
    """Return plain values, tag first, without the fields that have their default.

    The ``omit_defaults`` of msgspec tests identity, so a string read from JSON would be written
    although the same string in Python is omitted.
    """
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        plain = {config.tag_field: config.tag} if config.tag_field else {}
        for field in msgspec.structs.fields(value):
            part = getattr(value, field.name)
            if field.required or part != _default(field):
                plain[field.name] = plain_value(part)
        return plain
    if isinstance(value, tuple):
        return [plain_value(part) for part in value]
    if isinstance(value, dict):
        return {name: plain_value(part) for name, part in value.items()}
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is msgspec.NODEFAULT:
        return field.default
    return field.default_factory()


def _decode(source: bytes | str, into: type[T]) -> T:
    try:
        text = source if isinstance(source, str) else source.decode()
        if _depth(text) > MAX_DEPTH:
            raise CardError("$", "too-deep", most=MAX_DEPTH)
        _refuse_twins(text)
        return msgspec.json.decode(text, type=into)
    except msgspec.ValidationError as error:
        raise _explained(read_report(str(error)), source, into) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise CardError("$", "not-json", reason=_reason(str(error))) from error


def _reason(report: str) -> str:
    """Return why a text is no JSON, without the number of the byte."""
    found = re.fullmatch(r"(?:JSON is malformed: )?(.+?)(?: \(byte \d+\))?", report, re.DOTALL)
    return found[1] if found else report


def _depth(text: str) -> int:
    """Return the nesting depth of the brackets in a text."""
    deepest = depth = 0
    for mark in _BRACKET.findall(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        deepest = max(deepest, depth)
    return deepest


@dataclass(frozen=True, slots=True)
class _Twins:
    """An object in which a field is given twice."""

    field: str


def _refuse_twins(text: str) -> None:
    """Raise ``CardError`` for a repeated field, of which the decoder would drop one."""
    try:
        found = _twins_in(json.loads(text, object_pairs_hook=_object), "$")
    except ValueError:
        return  # msgspec reports invalid JSON, with the place
    if found is not None:
        path, field = found
        raise CardError(path, "given-twice", field=field)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Twins:
    whole = dict(pairs)
    if len(whole) == len(pairs):
        return whole
    names = [name for name, _ in pairs]
    return _Twins(next(name for at, name in enumerate(names) if name in names[:at]))


def _twins_in(value: Any, path: str) -> tuple[str, str] | None:
    """Return the path and the field of the first object with a repeated field."""
    if isinstance(value, _Twins):
        return path, value.field
    inside: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        inside = [(f"{path}.{name}", part) for name, part in value.items()]
    elif isinstance(value, list):
        inside = [(f"{path}[{at}]", part) for at, part in enumerate(value)]
    found = (_twins_in(part, where) for where, part in inside)
    return next((one for one in found if one is not None), None)


def _explained(report: Report, source: bytes | str, into: Any) -> CardError:
    """Return a report of the decoder in the terms of card authors."""
    path, params = f"${report.path}", report.params
    field = path.rpartition(".")[2].partition("[")[0]
    if report.name in ("unknown-field", "missing-field"):
        owner = _owner(path, source, into is CardDef)
        if report.name == "missing-field":
            return CardError(path, "field-missing", owner=owner, field=params["field"])
        error = CardError(path, "unknown-field", owner=owner, field=params["field"])
        return error.with_choices(params["field"], _fields_of(into, report.path, owner))
    if report.name == "value":
        given = params["given"].strip("'")
        if field in ("effect", "ability"):
            error = CardError(path.rpartition(".")[0], f"unknown-{field}", name=given)
        else:
            error = CardError(path, "wrong-choice", field=field, value=given)
        is_number = any(isinstance(one, IntType) for one in types_at(into, report.path))
        choices = [*(["int"] if is_number else []), *choices_at(into, report.path)]
        return error.with_choices(given, choices)
    if report.name == "type":
        return CardError(path, "wrong-type", expected=params["wanted"], given=params["got"])
    what = report.reason.replace("`", "")
    return CardError(path, "wrong-value", report=what[:1].lower() + what[1:])


def _fields_of(into: Any, path: str, owner: str) -> Iterator[str]:
    """Yield the fields of the object at a path, that of the tag if ``owner`` is one."""
    structs = [one for one in types_at(into, path) if isinstance(one, StructType)]
    for one in [one for one in structs if one.tag == owner] or structs:
        yield from ([one.tag_field] if one.tag_field else [])
        yield from (field.encode_name for field in one.fields)


def _owner(path: str, source: bytes | str, alone: bool) -> str:
    """Return what to call the object at a path: its verb, its ability, or its kind."""
    here = msgspec.json.decode(source)
    last = "cards" if alone else ""
    for name, number in _STEP.findall(path):
        here = here[name] if name else here[int(number)]
        last = "deck cards" if (last, name) == ("decks", "cards") else name or last
    tag = here.get("effect", here.get("ability")) if isinstance(here, dict) else None
    thing = _THINGS.get(last, "a card filter")
    is_tagged = last not in _THINGS or thing not in _UNTAGGED
    return tag if is_tagged and isinstance(tag, str) else thing
