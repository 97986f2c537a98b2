"""The reports of msgspec: what is wrong, where, and what would be right there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec import inspect

_PLACE: Final = re.compile(r"^(?P<reason>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[[^\]]*\]")
_REASONS: Final = {
    "unknown-field": r"Object contains unknown field `(?P<field>.*)`",
    "missing-field": r"Object missing required field `(?P<field>.*)`",
    "type": r"Expected `(?P<wanted>.*?)`, got `(?P<got>.*)`",
    "least-length": r"Expected `.*` of length >= (?P<count>\d+)",
    "most-length": r"Expected `.*` of length <= (?P<count>\d+)",
    "least": r"Expected `.*` >= (?P<count>.*)",
    "most": r"Expected `.*` <= (?P<count>.*)",
    "pattern": r"Expected `.*` matching regex (?P<pattern>.*)",
    "timezone": r"Expected `.*` with a timezone component",
    "value": r"Invalid (?:enum )?value (?P<given>.*)",
    "invalid": r"Invalid (?P<kind>.*)",
    "other": r"(?P<reason>.*)",
}
"""Patterns of the reasons by name; the first match counts."""


class Report(NamedTuple):
    """A report: the name and words of the reason, and the path (``.cards[0]``)."""

    name: str
    params: dict[str, str]
    reason: str
    path: str


def read_report(message: str) -> Report:
    """Read the message of a ``ValidationError``."""
    place = _PLACE.match(message)
    assert place is not None
    name, found = next(
        (name, found)
        for name, pattern in _REASONS.items()
        if (found := re.fullmatch(pattern, place["reason"], re.DOTALL))
    )
    return Report(name, found.groupdict(), place["reason"], place["path"] or "")


@lru_cache(maxsize=256)
def types_at(kind: Any, path: str) -> tuple[inspect.Type, ...]:
    """Return the types that a value at a path may have, without unions and metadata."""
    found = [inspect.type_info(kind)]
    for step in _STEP.finditer(path):
        found = [inner for one in _flat(found) for inner in _inner(one, step[1])]
    return tuple(_flat(found))


def choices_at(kind: Any, path: str) -> tuple[str, ...]:
    """Return the closed list of values at a path (``.seats[0].kind``)."""
    literals = (one for one in types_at(kind, path) if isinstance(one, inspect.LiteralType))
    return tuple(dict.fromkeys(str(value) for one in literals for value in one.values))


def _flat(types: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    for one in types:
        match one:
            case inspect.UnionType(types=parts):
                yield from _flat(parts)
            case inspect.Metadata(type=part):
                yield from _flat([part])
            case _:
                yield one


def _inner(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """Yield the type of a member; without a name, that of the items."""
    match kind:
        case inspect.StructType(tag_field=field, tag=tag) if name is not None and name == field:
            yield inspect.LiteralType((tag,))
        case inspect.StructType(fields=fields) if name is not None:
            yield from (field.type for field in fields if field.encode_name == name)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield item
        case inspect.DictType(value_type=value):
            yield value
        case _:
            pass
