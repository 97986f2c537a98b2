"""Write drafts as a whole: the deck of a hero, and the cards that a set lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from cards import language
from cards.freezing import check_editable
from cards.language import Basis, CardDef
from cards.language.effects import COLORED
from cards.models import Card, CardSet, DeckCard
from cards.models.draft_acts import one_act
from cards.services import shipped_editions

NUMBERS: Final = tuple("0123456789")
ACTIONS: Final = ("draw-two", "reverse", "skip")
SYMBOLS: Final = (*NUMBERS, *ACTIONS)
"""The symbols of the cards that every box has in each color."""


@one_act()
def save_deck(*, hero: Card, entries: Mapping[int, tuple[int, Basis]]) -> int:
    """Make the deck of a hero have these copies and sources by card.

    Write only the entries that change, each with its history; return their number. Raise
    DraftFrozen while the set is in review.
    """
    check_editable(hero.card_set)
    rows = {row.card_id: row for row in DeckCard.objects.select_for_update().filter(hero=hero)}
    obsolete = [row for card, row in rows.items() if card not in entries]
    changed = [
        row
        for card, row in rows.items()
        if card in entries and (row.copies, row.basis) != entries[card]
    ]
    created = [DeckCard(hero=hero, card_id=card) for card in entries if card not in rows]
    for row in [*changed, *created]:
        row.copies, row.basis = entries[row.card_id]
        row.full_clean()
    for row in obsolete:
        row.delete()
    bulk_update_with_history(changed, DeckCard, ["copies", "basis"])
    bulk_create_with_history(created, DeckCard)
    return len(obsolete) + len(changed) + len(created)


def missing_cards(card_set: CardSet, symbols: Sequence[str] = SYMBOLS) -> list[CardDef]:
    """Return the cards of these symbols that a set lacks, for each of its colors."""
    texts = [card.text() for card in card_set.cards.all()]
    held = {(one.color, one.symbol) for one in texts}
    codes = {one.code for one in texts}
    has_points = any(one.points for one in texts if one.kind in COLORED)
    return [
        color_card(color, symbol, has_points)
        for color in card_set.colors
        for symbol in symbols
        if (color, symbol) not in held and f"{color}-{symbol}" not in codes
    ]


@cache
def _plain_cards() -> dict[tuple[str, str], CardDef]:
    """Return the number and Action cards of the shipped editions by color and symbol.

    They are without what is printed on them in one box only.
    """
    plain = {"character": "", "danger": False, "foils": (), "points": 0, "basis": "ruling"}
    return {
        (card.color, card.symbol): msgspec.structs.replace(card, **plain)
        for edition in shipped_editions()
        for card in edition.cards
        if card.kind in COLORED
    }


def color_card(color: str, symbol: str, has_points: bool) -> CardDef:
    """Return a number or Action card of a color, as all boxes have it."""
    card = _plain_cards()[color, symbol]
    points = int(symbol) if symbol in NUMBERS else 20
    return msgspec.structs.replace(card, points=points) if has_points else card


@one_act()
def make_missing(*, card_set: CardSet, symbols: Sequence[str]) -> list[Card]:
    """Add the cards of these symbols that a set lacks.

    Each follows the last card of its color; without one, the last card with a color.
    """
    check_editable(card_set)
    made = [
        Card(card_set=card_set, definition=language.indent_card(text))
        for text in missing_cards(card_set, symbols)
    ]
    order = list(card_set.cards.all())
    colors = [card.text().color for card in order]
    for card in made:
        card.full_clean(exclude=["code"])
        card.copy_definition()
        color = card.text().color
        same = [at for at, one in enumerate(colors) if one == color]
        colored = [at for at, one in enumerate(colors) if one]
        place = (same or colored or [-1])[-1] + 1
        order.insert(place, card)
        colors.insert(place, color)
    _place_cards(order)
    bulk_create_with_history(made, Card)
    return made


def _place_cards(order: Sequence[Card]) -> None:
    moved = []
    for position, card in enumerate(order):
        if card.position != position:
            card.position = position
            if card.pk:
                moved.append(card)
    bulk_update_with_history(moved, Card, ["position"])
