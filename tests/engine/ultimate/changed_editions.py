"""Variations of the shipped edition for tests."""

import json
from typing import Any

from cards.language import EditionDef, decode_edition
from tests.table import DATA

SHIPPED = DATA / "ultimate_marvel.json"
DANGERS = ("event", "item", "enemy")


def changed(code: str, **fields: object) -> EditionDef:
    """The shipped edition in which a card says something else."""
    return with_texts({code: fields})


def with_texts(texts: dict[str, dict[str, object]]) -> EditionDef:
    """The shipped edition in which some cards, by their codes, say something else."""
    raw = _raw()
    for card in raw["cards"]:
        card.update(texts.get(card["code"], {}))
    return _edition(raw)


def with_dangers(*codes: str) -> EditionDef:
    """The shipped edition with these Danger cards and no others."""
    raw = _raw()
    raw["cards"] = [
        card for card in raw["cards"] if card["kind"] not in DANGERS or card["code"] in codes
    ]
    return _edition(raw)


def _raw() -> dict[str, Any]:
    raw: dict[str, Any] = json.loads(SHIPPED.read_text())
    return raw


def _edition(raw: dict[str, Any]) -> EditionDef:
    return decode_edition(json.dumps(raw))
