"""The sheet of all cards of a set or edition, to look through and to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cards.language import CardDef, EditionDef, Language, card_name, card_text, set_name
from cards.pictures.sheet_texts import SHEET

SIZES: Final = ("fit", "card")
COPIES: Final = ("one", "box")
MOST: Final = 2000
"""The largest number of pictures on a sheet."""


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A picture on a sheet."""

    code: str
    name: str
    label: str
    text: str
    address: str


def sheet_context(
    edition: EditionDef,
    address: Callable[[CardDef], str],
    query: Mapping[str, str],
    language: Language,
) -> dict[str, Any]:
    """Return the context of the template of a sheet.

    ``size`` and ``copies`` of the query are one of their choices; anything else is the first.
    """
    size = query.get("size") if query.get("size") in SIZES else SIZES[0]
    copies = query.get("copies") if query.get("copies") in COPIES else COPIES[0]
    cards = []
    for card in edition.cards:
        count = edition.count(card.code)
        name = card_name(card, language)
        label = SHEET.say("times", language, name=name, count=count) if count > 1 else name
        one = SheetCard(card.code, name, label, card_text(card, edition, language), address(card))
        cards += [one] * (count if copies == "box" else 1)
    cards = cards[:MOST]
    name = set_name(edition, language)
    return {
        "lang": language,
        "title": SHEET.say("title", language, name=name),
        "count": SHEET.say("count", language, count=len(cards)),
        "sheet_cards": cards,
        "sizes": [(one, SHEET[f"size_{one}"].to(language), one == size) for one in SIZES],
        "copies": [(one, SHEET[f"copies_{one}"].to(language), one == copies) for one in COPIES],
        "size": size,
        "is_once": copies == "one",
        "texts": {one: text.to(language) for one, text in SHEET.items()},
    }
