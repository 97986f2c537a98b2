"""Render the path of a finding for card authors: with card codes and heroes."""

from __future__ import annotations

import re

from cards.language.cards import EditionDef

_CARD = re.compile(r"\$\.cards\[(\d+)\]\.?")
_ENTRY = re.compile(r"\$\.decks\[(\d+)\]\.cards\[(\d+)\]\.?")
_DECK = re.compile(r"\$\.decks\[(\d+)\]\.?")


def card_at(path: str, edition: EditionDef) -> str:
    """Return the code of the card that a path is inside; "" if it is inside none."""
    found = _CARD.match(path)
    return edition.cards[int(found[1])].code if found else ""


def hero_at(path: str, edition: EditionDef) -> str:
    """Return the hero of the deck that a path is inside; "" if it is inside none."""
    found = _DECK.match(path)
    return edition.decks[int(found[1])].hero if found else ""


def place_of(path: str, edition: EditionDef) -> str:
    """Return a path such as ``$.cards[13].effects[1]`` with codes instead of indexes."""
    if found := _CARD.match(path):
        where = [edition.cards[int(found[1])].code]
    elif found := _ENTRY.match(path):
        deck = edition.decks[int(found[1])]
        where = [f"deck of {deck.hero}", deck.cards[int(found[2])].card]
    elif found := _DECK.match(path):
        where = [f"deck of {edition.decks[int(found[1])].hero}"]
    else:
        return "the edition" if path == "$" else path.removeprefix("$.")
    rest = path[found.end() :]
    return ", ".join([*where, rest] if rest else where)
