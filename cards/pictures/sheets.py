"""The sheet of all cards of a set or edition, to look through and to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.language import CardDef, EditionDef, card_name, card_text, set_name
from cards.page_language import page_language

SIZES: Final = {"fit": _("To look through"), "card": _("Printed cards, 63 × 88 mm")}
COPIES: Final = {"one": _("Each card once"), "box": _("As many as the box holds")}
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
    edition: EditionDef, address: Callable[[CardDef], str], query: Mapping[str, str]
) -> dict[str, Any]:
    """Return the context of the template of a sheet.

    ``size`` and ``copies`` of the query are one of their choices; anything else is the first.
    """
    language = page_language()
    size = query.get("size") if query.get("size") in SIZES else "fit"
    copies = query.get("copies") if query.get("copies") in COPIES else "one"
    cards = []
    for card in edition.cards:
        count = edition.count(card.code)
        name = card_name(card, language)
        label = f"{name} × {count}" if count > 1 else name
        one = SheetCard(card.code, name, label, card_text(card, edition, language), address(card))
        cards += [one] * (count if copies == "box" else 1)
    cards = cards[:MOST]
    return {
        "lang": language,
        "title": gettext("All cards: {name}").format(name=set_name(edition, language)),
        "sheet_cards": cards,
        "sizes": [(*one, one[0] == size) for one in SIZES.items()],
        "copies": [(*one, one[0] == copies) for one in COPIES.items()],
        "size": size,
        "is_once": copies == "one",
    }
