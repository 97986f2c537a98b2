"""The deck of a hero: a grid of color by symbol, beside the other decks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.db.models import QuerySet

from cards.drafts.drafting import SYMBOLS, missing_cards
from cards.language import CardDef, Language, card_name, color_name
from cards.language.effects import COLORED, DANGER, PLAYED
from cards.models import Card, DeckCard
from cards.studio.deck_texts import DECK
from cards.studio.vocabulary import choice_words

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
    code: str
    name: str
    kind: str
    color: str
    symbol: str
    copies: str
    basis: str
    label: str
    source_label: str

    @property
    def is_wrong(self) -> bool:
        """Whether the number cannot be saved."""
        return read_copies(self.copies) is None


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the grid: the cells of a color by column, and their total."""

    color: str
    name: str
    cells: list[list[Cell]]
    total: int


@dataclass(frozen=True, slots=True)
class Column:
    """A symbol, with the total of its cells."""

    symbol: str
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A total of this deck and of the other decks."""

    key: str
    name: str
    mine: int
    others: list[int]
    note: str


@dataclass(frozen=True, slots=True)
class Grid:
    """All that the page of a deck shows."""

    columns: list[Column]
    lines: list[Line]
    lists: list[tuple[str, list[Cell]]]
    danger: list[tuple[str, list[Card]]]
    heroes: list[str]
    comparisons: list[Comparison]
    total: int
    wrong: list[str]
    missing: list[tuple[str, str, list[str], bool]] = field(default_factory=list)
    """Symbols that the set lacks: the symbol, its name, the cards, whether it is suggested."""


def build_grid(hero: Card, entries: Entries, language: Language) -> Grid:
    """Return the grid of a hero's deck with what is typed."""
    cards = list(hero.card_set.cards.all())
    texts = {card.pk: card.text() for card in cards}
    playable = [card for card in cards if card.kind in PLAYED]
    cells = {card.pk: _cell(card, texts[card.pk], entries, language) for card in playable}
    kinds = choice_words("kind", language)
    colored = [cells[card.pk] for card in playable if card.kind in COLORED]
    belong = [one for one in colored if texts[one.key].hero in ("", hero.code)]
    present = {one.symbol for one in belong}
    order = [one for one in SYMBOLS if one in present]
    order += sorted(present - set(order))
    named = {one.symbol: one for one in belong}
    lines = [
        _line(color, [one for one in belong if one.color == color], order, language)
        for color in dict.fromkeys([*hero.card_set.colors, *(one.color for one in belong)])
    ]
    placed = {one.key for one in belong}
    wilds = [one for one in cells.values() if one.kind == "wild"]
    own = [one for one in wilds if texts[one.key].hero == hero.code]
    anyone = [one for one in wilds if not texts[one.key].hero]
    placed |= {one.key for one in [*own, *anyone]}
    foreign = [one for one in cells.values() if one.key not in placed and one.copies]
    foreign += [
        _cell(card, texts[card.pk], entries, language)
        for card in cards
        if card.kind not in PLAYED and str(card.pk) in entries
    ]
    lists = [("own", own), ("anyone", anyone), ("elsewhere", foreign)]
    typed = {int(key): read_copies(copies) or 0 for key, (copies, _) in entries.items()}
    mine = _tally(typed, texts)
    return Grid(
        columns=[
            Column(
                symbol,
                kinds[named[symbol].kind] if named[symbol].kind != "number" else symbol,
                mine[f"symbol:{symbol}"],
            )
            for symbol in order
        ],
        lines=lines,
        lists=[(DECK[name].to(language), found) for name, found in lists if found],
        danger=[
            (kinds[kind], found)
            for kind in DANGER
            if (found := [c for c in cards if c.kind == kind and texts[c.pk].hero == hero.code])
        ],
        heroes=[
            card_name(texts[card.pk], language) for card in cards if _is_other(card, hero)
        ],
        comparisons=_comparisons(hero, cards, texts, mine, language),
        total=mine["all"],
        wrong=[one.code for one in [*cells.values(), *foreign] if one.is_wrong],
        missing=_missing(hero, kinds),
    )  # fmt: skip


def _is_other(card: Card, hero: Card) -> bool:
    return card.kind == "hero" and card.pk != hero.pk


def _cell(card: Card, text: CardDef, entries: Entries, language: Language) -> Cell:
    copies, basis = entries.get(str(card.pk), ("", ""))
    name = card_name(text, language)
    return Cell(
        key=card.pk,
        code=card.code,
        name=name,
        kind=card.kind,
        color=text.color,
        symbol=text.symbol,
        copies=copies,
        basis=basis,
        label=DECK.say("cell", language, card=name, code=card.code),
        source_label=DECK.say("source", language, card=name),
    )


def _line(color: str, cells: list[Cell], order: list[str], language: Language) -> Line:
    by_column = [[one for one in cells if one.symbol == symbol] for symbol in order]
    total = sum(read_copies(one.copies) or 0 for one in cells)
    return Line(color, color_name(color, language), by_column, total)


def _tally(entries: Mapping[int, int], texts: Mapping[int, CardDef]) -> Counter[str]:
    """Return the totals of a deck: in all, by kind, by color and by symbol."""
    totals: Counter[str] = Counter()
    for key, copies in entries.items():
        text = texts.get(key)
        if text is not None:
            totals["all"] += copies
            totals[f"kind:{text.kind}"] += copies
            totals[f"color:{text.color}"] += copies
            if text.color:
                totals[f"symbol:{text.symbol}"] += copies
    return totals


def _comparisons(
    hero: Card,
    cards: Iterable[Card],
    texts: Mapping[int, CardDef],
    mine: Counter[str],
    language: Language,
) -> list[Comparison]:
    """Return the totals of all decks side by side."""
    heroes = [card.pk for card in cards if _is_other(card, hero)]
    decks: dict[int, dict[int, int]] = {key: {} for key in heroes}
    for row in DeckCard.objects.filter(hero__in=heroes):
        decks[row.hero_id][row.card_id] = row.copies
    others = [_tally(decks[key], texts) for key in heroes]
    kinds = choice_words("kind", language)
    names = {"all": DECK["all"].to(language)}
    names |= {f"kind:{kind}": kinds[kind] for kind in PLAYED}
    names |= {f"color:{one}": color_name(one, language) for one in hero.card_set.colors}
    return [
        Comparison(
            key,
            name,
            mine[key],
            [one[key] for one in others],
            note(mine[key], [one[key] for one in others if one["all"]], language),
        )
        for key, name in names.items()
    ]


def note(mine: int, others: list[int], language: Language) -> str:
    """Return how a total differs from those of the other decks, "" if it does not."""
    if not others or min(others) <= mine <= max(others):
        return ""
    if min(others) == max(others):
        return DECK.say("same", language, count=others[0])
    return DECK.say("range", language, least=min(others), most=max(others))


def _missing(hero: Card, kinds: Mapping[str, str]) -> list[tuple[str, str, list[str], bool]]:
    """Return the cards that the set lacks, by symbol, with what is suggested."""
    by_symbol: dict[str, list[CardDef]] = {}
    for one in missing_cards(hero.card_set):
        by_symbol.setdefault(one.symbol, []).append(one)
    colors = len(hero.card_set.colors)
    return [
        (
            symbol,
            symbol if found[0].kind == "number" else kinds[found[0].kind],
            [one.code for one in found],
            len(found) < colors or symbol in SYMBOLS[1:],
        )
        for symbol in SYMBOLS
        if (found := by_symbol.get(symbol))
    ]
