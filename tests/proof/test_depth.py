"""Values are nested at most 64 deep, wherever they are in a bundle."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.audit.bundle import MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.self_check import FOLDER
from games.ledger.sealing import canonical

MOST = 64
Json = dict[str, Any]

SHAPES: dict[str, Callable[[Any], Any]] = {
    "arrays": lambda value: [value],
    "objects": lambda value: {"a": value},
    "arrays in objects": lambda value: {"a": value} if isinstance(value, list) else [value],
}


def signed_choices(event: Json) -> Json:
    """The choices of a signature that is put into an event."""
    choices: Json = {}
    event["signed"] = {"choices": choices, "signature": "0" * 128}
    return choices


PLACES: dict[str, tuple[int, Callable[[Json], Json]]] = {
    "the edition": (2, lambda bundle: bundle["edition"]),
    "a move": (4, lambda bundle: bundle["events"][3]["move"]),
    "a fact": (5, lambda bundle: bundle["events"][3]["facts"][0]),
    "signed choices": (5, lambda bundle: signed_choices(bundle["events"][3])),
    "the move of a refusal": (4, lambda bundle: bundle["refusals"][0]["move"]),
}
"""The level of an object, and how it is found."""


def nested(shape: str, levels: int) -> Any:
    """Objects and arrays inside one another on so many levels."""
    value: Any = [] if shape == "arrays" else {}
    for _ in range(levels - 1):
        value = SHAPES[shape](value)
    return value


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("place", PLACES)
def test_the_deepest_values_are_on_level_64(shape: str, place: str) -> None:
    bundle = json.loads(gzip.decompress((FOLDER / "ultimate.json.gz").read_bytes()))
    level, find = PLACES[place]
    holder = find(bundle)
    holder["deep"] = nested(shape, MOST - level)
    read_bundle(canonical(bundle))
    holder["deep"] = nested(shape, MOST - level + 1)
    with pytest.raises(MalformedBundle, match="nested more than 64 deep"):
        read_bundle(canonical(bundle))
