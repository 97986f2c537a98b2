"""Write drafts as a whole: the deck of a hero, and the cards that a set lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from django.db import transaction
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from cards import language
from cards.drafts.freezing import check_editable
from cards.language import Basis, CardDef
from cards.language.effects import COLORED
from cards.models import Card, CardSet, DeckCard

NUMBERS: Final = tuple("0123456789")
ACTIONS: Final = ("draw-two", "reverse", "skip")
SYMBOLS: Final = (*NUMBERS, *ACTIONS)
"""The symbols of the cards that every box has in each color."""

_KINDS: Final[dict[str, language.Kind]] = {
    "draw-two": "draw_two",
    "reverse": "reverse",
    "skip": "skip",
}
_EFFECTS: Final = {
    "draw-two": '[{"effect":"draw","who":"next","count":2},{"effect":"skip","who":"next"}]',
    "reverse": '[{"effect":"reverse"}]',
    "skip": '[{"effect":"skip","who":"next"}]',
}
_NAMES: Final = {
    "draw-two": ("Draw Two", "Carte +2"),
    "reverse": ("Reverse", "Inversion"),
    "skip": ("Skip", "Passer"),
}
_ADJECTIVES: Final = {
    "red": ("rouge", "rouge"),
    "yellow": ("jaune", "jaune"),
    "green": ("vert", "verte"),
    "blue": ("bleu", "bleue"),
    "purple": ("violet", "violette"),
}
"""The colors in French, after a masculine noun and after a feminine one."""


@transaction.atomic
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


def color_card(color: str, symbol: str, has_points: bool) -> CardDef:
    """Return a number or Action card of a color, as all boxes have it."""
    adjectives = _ADJECTIVES[color]
    common: dict[str, object] = {
        "code": f"{color}-{symbol}",
        "color": color,
        "symbol": symbol,
        "basis": "ruling",
    }
    if symbol in NUMBERS:
        return CardDef(
            name=f"{color.title()} {symbol}",
            name_fr=f"{symbol} {adjectives[0]}",
            kind="number",
            points=int(symbol) if has_points else 0,
            **common,  # type: ignore[arg-type]
        )
    english, french = _NAMES[symbol]
    effects = msgspec.json.decode(_EFFECTS[symbol], type=tuple[language.Effect, ...])
    return CardDef(
        name=f"{color.title()} {english}",
        name_fr=f"{french} {adjectives[1]}",
        kind=_KINDS[symbol],
        points=20 if has_points else 0,
        rule=f"common.{symbol}",
        effects=effects,
        **common,  # type: ignore[arg-type]
    )


@transaction.atomic
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
    place_cards(order)
    bulk_create_with_history(made, Card)
    return made


def place_cards(order: Sequence[Card]) -> list[Card]:
    """Number the positions of the cards of a set; return the stored ones that moved."""
    moved = []
    for position, card in enumerate(order):
        if card.position != position:
            card.position = position
            if card.pk:
                moved.append(card)
    bulk_update_with_history(moved, Card, ["position"])
    return moved


@transaction.atomic
def order_cards(*, card_set: CardSet, keys: Sequence[int]) -> int:
    """Put the cards of a set into an order; return how many moved. Raise DraftFrozen."""
    check_editable(card_set)
    cards = {card.pk: card for card in card_set.cards.all()}
    return len(place_cards([cards[key] for key in keys]))
