"""The deck of a hero: a grid of color by symbol, beside the other decks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext

from bots.studio.drafts.drafting import SYMBOLS, missing_cards
from cards.language import CardDef, card_name, color_name
from cards.language.effects import COLORED, DANGER, PLAYED
from cards.models import Card, DeckCard
from cards.page_language import page_language
from cards.vocabulary import choice_words

MOST: Final = 100
"""The largest number of copies of a card in a deck."""
_NUMBER: Final = re.compile(r"\d{1,3}", re.ASCII)

Entries = Mapping[str, tuple[str, str]]
"""Copies and source by the id of the card, as they are typed."""


def cards_for(hero: Card) -> QuerySet[Card]:
    """Return the cards that a hero's deck can contain: the playable cards of its set."""
    return hero.card_set.cards.filter(kind__in=PLAYED)


def read_copies(text: str) -> int | None:
    """Return a typed number of copies, 0 for an empty one; None if it is wrong."""
    if not text.strip():
        return 0
    found = _NUMBER.fullmatch(text.strip())
    return int(found[0]) if found and int(found[0]) <= MOST else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A card in the grid, with what is typed for it."""

    key: int
    text: CardDef
    name: str
    copies: str
    basis: str

    @property
    def is_wrong(self) -> bool:
        """Whether the number cannot be saved."""
        return read_copies(self.copies) is None


def build_grid(hero: Card, entries: Entries) -> dict[str, Any]:
    """Return what the page shows of a hero's deck with what is typed.

    The page computes the totals of this deck while they are typed.
    """
    language = page_language()
    cards = list(hero.card_set.cards.all())
    texts = {card.pk: card.text() for card in cards}
    kinds = choice_words("kind", language)
    cells = [
        _cell(key, text, entries)
        for key, text in texts.items()
        if text.kind in PLAYED or str(key) in entries
    ]
    mine = [one for one in cells if one.text.kind in PLAYED]
    mine = [one for one in mine if one.text.hero in ("", hero.code)]
    colored = [one for one in mine if one.text.kind in COLORED]
    wilds = [one for one in mine if one.text.kind not in COLORED]
    named = {one.text.symbol: one.text for one in colored}
    order = [one for one in SYMBOLS if one in named]
    order += sorted(named.keys() - set(order))
    elsewhere = [one for one in cells if one not in mine and one.copies]
    lists = {
        gettext("Wilds of the hero"): [one for one in wilds if one.text.hero],
        gettext("Other Wilds of this set"): [one for one in wilds if not one.text.hero],
        gettext("Cards that do not belong in this deck"): elsewhere,
    }
    others = [card for card in cards if card.kind == "hero" and card.pk != hero.pk]
    return {
        "columns": [(one, _symbol_name(named[one], kinds)) for one in order],
        "lines": [
            (color, color_name(color, language), _columns(colored, color, order))
            for color in dict.fromkeys([*hero.card_set.colors, *(c.text.color for c in colored)])
        ],
        "lists": [(title, found) for title, found in lists.items() if found],
        "danger": [
            (kinds[kind], found)
            for kind in DANGER
            if (found := [c for c in cards if c.kind == kind and texts[c.pk].hero == hero.code])
        ],
        "heroes": [card_name(texts[card.pk], language) for card in others],
        "comparisons": _comparisons(hero, [card.pk for card in others], texts),
        "missing": _missing(hero, kinds),
    }


def _cell(key: int, text: CardDef, entries: Entries) -> Cell:
    copies, basis = entries.get(str(key), ("", ""))
    return Cell(key, text, card_name(text, page_language()), copies, basis)


def _columns(cells: list[Cell], color: str, order: list[str]) -> list[list[Cell]]:
    return [[c for c in cells if (c.text.color, c.text.symbol) == (color, one)] for one in order]


def _symbol_name(card: CardDef, kinds: Mapping[str, str]) -> str:
    return card.symbol if card.kind == "number" else kinds[card.kind]


def _comparisons(
    hero: Card, others: list[int], texts: Mapping[int, CardDef]
) -> list[tuple[str, str, list[int]]]:
    """Return the totals of the other decks: in all, by kind and by color."""
    tallies: dict[int, Counter[str]] = {key: Counter() for key in others}
    for row in DeckCard.objects.filter(hero__in=others):
        text = texts[row.card_id]
        for key in ("all", f"kind:{text.kind}", f"color:{text.color}"):
            tallies[row.hero_id][key] += row.copies
    language = page_language()
    kinds = choice_words("kind", language)
    names = {"all": gettext("All cards")}
    names |= {f"kind:{kind}": kinds[kind] for kind in PLAYED}
    names |= {f"color:{one}": color_name(one, language) for one in hero.card_set.colors}
    return [(key, name, [one[key] for one in tallies.values()]) for key, name in names.items()]


def _missing(hero: Card, kinds: Mapping[str, str]) -> list[tuple[str, str, list[str], bool]]:
    """Return the cards that the set lacks, by symbol, with what is suggested."""
    by_symbol: dict[str, list[CardDef]] = {}
    for one in missing_cards(hero.card_set):
        by_symbol.setdefault(one.symbol, []).append(one)
    colors = len(hero.card_set.colors)
    return [
        (
            symbol,
            _symbol_name(found[0], kinds),
            [one.code for one in found],
            len(found) < colors or symbol in SYMBOLS[1:],
        )
        for symbol in SYMBOLS
        if (found := by_symbol.get(symbol))
    ]
