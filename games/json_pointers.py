"""JSON pointers (RFC 6901): written, read, and followed into objects and arrays.

An invalid pointer, or one that points at nothing, is a ``ValueError``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

_WRONG_ESCAPE: Final = re.compile(r"~(?![01])")


def escaped(name: str) -> str:
    """Return a member name as one step of a pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def pointer_to(steps: Iterable[str | int]) -> str:
    """Return the pointer through members and indexes; "" is the whole document."""
    return "".join(f"/{escaped(str(step))}" for step in steps)


@lru_cache(maxsize=4096)
def parts_of(pointer: str) -> tuple[str, ...]:
    """Return the member names and indexes that a pointer goes through."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} is not a JSON pointer")
    if _WRONG_ESCAPE.search(pointer):
        raise ValueError(f"{pointer!r} has a tilde that escapes nothing")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def value_at(document: Any, pointer: str) -> Any:
    """Return the part of a document that a pointer names."""
    part = document
    try:
        for step in parts_of(pointer):
            part = part[_key(part, step)]
    except LookupError:
        raise ValueError(f"there is nothing at {pointer}") from None
    return part


def changed(document: Any, pointers: Iterable[str], change: Callable[[str, Any], Any]) -> Any:
    """Return an object or an array in which the parts at pointers are changed.

    ``change`` is called with each pointer and the part that is there, and returns the new part. No
    pointer may lead into the part of another. What is not on the way to a part is shared with the
    document, which stays as it is.
    """
    made = _copied(document)
    copies = {id(made)}
    for pointer in pointers:
        steps = parts_of(pointer)
        if not steps:
            raise ValueError("the whole document is no part of it")
        holder = made
        try:
            for step in steps[:-1]:
                key = _key(holder, step)
                part = holder[key]
                if id(part) not in copies:
                    part = holder[key] = _copied(part)
                    copies.add(id(part))
                holder = part
            key = _key(holder, steps[-1])
        except LookupError:
            raise ValueError(f"there is nothing at {pointer}") from None
        holder[key] = change(pointer, holder[key])
    return made


def _key(holder: Any, step: str) -> str | int:
    """Return the key that a step means in an object or an array; raises LookupError."""
    if isinstance(holder, dict):
        if step not in holder:
            raise LookupError
        return step
    if isinstance(holder, (list, tuple)) and step.isascii() and step.isdecimal():
        index = int(step)
        if index < len(holder) and str(index) == step:
            return index
    raise LookupError


def _copied(part: Any) -> Any:
    """Return a copy of an object or an array that can be changed."""
    if isinstance(part, dict):
        return part.copy()
    if isinstance(part, (list, tuple)):
        return list(part)
    raise LookupError
