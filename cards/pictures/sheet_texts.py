"""The texts of the sheet of all cards, in every language."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

SHEET: Final = Texts(
    "cards/sheets",
    "sheet",
    {
        "title": "All cards: {name}",
        "action": "All cards as pictures",
        "size": "Size",
        "size_fit": "To look through",
        "size_card": "Printed cards, 63 × 88 mm",
        "copies": "Copies",
        "copies_one": "Each card once",
        "copies_box": "As many as the box holds",
        "show": "Show",
        "print": "Print with the scale 100 % on A4 or Letter: nine cards of true size fit on"
        " a page.",
        "times": "{name} × {count}",
        "count": "{count} pictures",
        "picture": "Picture",
    },
)
