"""Return the values that are allowed at a place of a body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec import inspect

_STEP: Final = re.compile(r"\.([^.\[]+)|\[[^\]]*\]")


@lru_cache(maxsize=256)
def choices_at(kind: Any, path: str) -> tuple[str, ...]:
    """Return the closed list of values at a decoder's path (``.seats[0].kind``)."""
    found: list[inspect.Type] = [inspect.type_info(kind)]
    for step in _STEP.finditer(path):
        found = [inner for one in _flat(found) for inner in _inner(one, step[1])]
    values = (value for one in _flat(found) for value in _values(one))
    return tuple(dict.fromkeys(map(str, values)))


def _flat(types: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    """Yield types without unions and metadata."""
    for one in types:
        match one:
            case inspect.UnionType(types=parts):
                yield from _flat(parts)
            case inspect.Metadata(type=part):
                yield from _flat([part])
            case _:
                yield one


def _inner(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """Return the type of a member; without a name, that of the items."""
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


def _values(kind: inspect.Type) -> Iterator[object]:
    if isinstance(kind, inspect.LiteralType):
        yield from kind.values
