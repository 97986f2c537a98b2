"""Find where the values of a JSON text begin, by JSON pointer (RFC 6901)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_STEP: Final = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A place in a text: line and column from 1.

    The offset counts UTF-16 units, as browsers do.
    """

    line: int
    column: int
    offset: int


@dataclass(slots=True)
class _Open:
    """An object or a list that is not closed yet."""

    pointer: str
    is_list: bool
    count: int = 0
    name: str = ""
    expects_name: bool = field(default=True)

    def child(self) -> str:
        """Return the pointer of the value that begins now."""
        part = str(self.count) if self.is_list else self.name
        return f"{self.pointer}/{part.replace('~', '~0').replace('/', '~1')}"


def position_at(text: str, index: int) -> TextPosition:
    """Return the place of a character of a text."""
    before = text[:index]
    line = before.count("\n") + 1
    column = index - (before.rfind("\n") + 1) + 1
    return TextPosition(line, column, len(before.encode("utf-16-le", "surrogatepass")) // 2)


def value_starts(text: str) -> dict[str, int]:
    """Return the index of each value of a valid JSON text by its JSON pointer."""
    found: dict[str, int] = {}
    stack: list[_Open] = []
    for match in _TOKEN.finditer(text):
        token, here = match[0], stack[-1] if stack else None
        if token in "]}":
            stack.pop()
        elif token == ",":
            assert here is not None
            here.count, here.expects_name = here.count + 1, True
        elif token == ":":
            assert here is not None
            here.expects_name = False
        elif here is not None and not here.is_list and here.expects_name:
            here.name = json.loads(token)
        else:
            pointer = here.child() if here else ""
            found[pointer] = match.start()
            if token in "[{":
                stack.append(_Open(pointer, token == "["))
    return found


def position_of(text: str, pointer: str) -> TextPosition:
    """Return the place of the value of a pointer, or of the nearest value around it."""
    try:
        starts = value_starts(text) if json.loads(text) is not None else {}
    except (ValueError, RecursionError):
        return position_at(text, 0)
    while pointer and pointer not in starts:
        pointer = pointer.rpartition("/")[0]
    return position_at(text, starts.get(pointer, 0))


def pointer_of(path: str) -> str:
    """Return the JSON pointer of a path such as ``$.effects[1].count``."""
    return "".join(f"/{name or number}" for name, number in _STEP.findall(path))
