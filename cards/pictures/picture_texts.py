"""The words on the pictures of cards, in every language."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

WORDS: Final = Texts(
    "cards/pictures",
    "picture",
    {
        "hero": "hero",
        "event": "event",
        "item": "item",
        "enemy": "enemy",
        "wild": "wild",
        "number": "number",
        "draw_two": "draw two",
        "reverse": "reverse",
        "skip": "skip",
        "common": "common",
        "uncommon": "uncommon",
        "rare": "rare",
        "super_rare": "super rare",
        "ultra_rare": "ultra rare",
        "foil": "Foil: {rarity}.",
        "red": "R",
        "yellow": "Y",
        "green": "G",
        "blue": "B",
        "purple": "P",
        "action": "A",
        "a-wild": "W",
    },
)
"""Kinds and rarities; letters for colors, Actions and Wilds in the cost of an Enemy."""
