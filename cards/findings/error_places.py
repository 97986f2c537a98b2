"""Find the place in a JSON text at which it is no card."""

from __future__ import annotations

import json
from dataclasses import dataclass

from cards.findings.json_positions import TextPosition, pointer_of, position_at, position_of
from cards.language import CardError


@dataclass(frozen=True, slots=True)
class ErrorPlace:
    """The JSON pointer of the value in error, and where it begins in the text."""

    pointer: str
    position: TextPosition


def place_of_error(text: str, error: CardError) -> ErrorPlace:
    """Return the place of an error in the text of a card."""
    pointer = pointer_of(error.path)
    if error.code in ("unknown-field", "given-twice"):
        pointer = f"{pointer}/{error.params['field']}"
    if error.code == "not-json":
        return ErrorPlace(pointer, position_at(text, _fault(text)))
    return ErrorPlace(pointer, position_of(text, pointer))


def _fault(text: str) -> int:
    """Return where a text stops being JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    return 0
