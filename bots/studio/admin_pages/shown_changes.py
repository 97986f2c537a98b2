"""Comparisons as the admin shows them: places and values in words, marked texts.

All words are in the language that Django's translation is set to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bots.studio.drafts.drafting import SYMBOLS
from cards import language, registry
from cards.language import CardWords, Language, TextPart
from cards.page_language import in_page_language, page_language
from cards.vocabulary import (
    ABILITY_NAMES,
    CHOICES,
    FIELD_NAMES,
    PART_NAMES,
    VERB_NAMES,
    choice_words,
)

Pictures = Callable[[str], str]
"""The address of the picture of a card by its code."""

MOST_ENTRIES: Final = 8
"""The most entries of a deck that a page lists one by one; more are a grid."""

_STEP: Final = re.compile(r"([A-Za-z_]\w*)|\[(\d+)\]")

COLUMNS: Final = {
    "code": _("Code"),
    "name": _("Name"),
    "name_fr": _("Name in French"),
    "names": _("Names in further languages"),
    "variant": _("Variant"),
    "colors": _("Colors"),
    "copies": _("Copies in the box"),
    "notes": _("notes of translators"),
}
"""The members of a set, and what a draft has beside them."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A part that differs: its place in words and as a path, and both values."""

    place: str
    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ShownText:
    """The text of a card in a language, before and after, in parts."""

    language: Language
    before: list[TextPart]
    after: list[TextPart]

    @property
    def name(self) -> str:
        """The name of the language, in that language."""
        return language.endonym(self.language)


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with what differs; a card of one side only has one text and no changes.

    ``pictures`` are titles and addresses.
    """

    code: str
    name: str
    url: str = ""
    note: str = ""
    pictures: list[tuple[str, str]] = field(default_factory=list)
    changes: list[ShownChange] = field(default_factory=list)
    texts: list[ShownText] = field(default_factory=list)


Counts = tuple[int, int]
"""Copies before and after."""


@dataclass(frozen=True, slots=True)
class ShownGrid:
    """A deck as a grid of color by symbol, and its other cards; totals come last.

    A deck without another one to compare with has the same counts before and after.
    """

    columns: list[str]
    lines: list[tuple[str, list[Counts]]]
    others: list[tuple[str, Counts]]


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """A deck with the entries that differ, its sizes, and its grid if many do."""

    title: str
    size: str
    entries: list[ShownChange]
    grid: ShownGrid | None


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """What differs between two editions, in words; cards by the title of their list."""

    title: str
    members: list[ShownChange]
    cards: dict[str, list[ShownCard]]
    decks: list[ShownDeck]
    is_reordered: bool
    differs: bool

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The numbers of cards and decks that differ, with what differs."""
        counts = [(title, len(cards)) for title, cards in self.cards.items()]
        return [*counts, (gettext("Decks changed"), len(self.decks))] if self.decks else counts


def shown_comparison(
    before: language.EditionDef,
    after: language.EditionDef,
    names: tuple[str, str],
    urls: Mapping[str, str],
    pictures: tuple[Pictures, Pictures] | None = None,
) -> ShownComparison:
    """Return the differences of two editions in words; ``urls`` are of cards by code.

    ``pictures`` are those of the older and the newer edition.
    """
    found = language.compare(before, after)
    old, new = pictures or (None, None)
    cards = {
        gettext("Cards changed"): [_changed(one, urls, pictures) for one in found.changed],
        gettext("Cards added"): [_alone(card, after, True, urls, new) for card in found.added],
        gettext("Cards removed"): [_alone(card, before, False, {}, old) for card in found.removed],
        gettext("Cards renamed"): [_changed(one, urls, pictures) for one in found.renamed],
    }
    printed = {card.code: card for card in (*before.cards, *after.cards)}
    return ShownComparison(
        title=gettext("From {before} to {after}").format(before=names[0], after=names[1]),
        members=[_change(one, str(COLUMNS[one.path])) for one in found.members
                 if one.path in COLUMNS],
        cards={title: shown for title, shown in cards.items() if shown},
        decks=[_deck(one, printed) for one in found.decks],
        is_reordered=found.is_reordered,
        differs=bool(found),
    )  # fmt: skip


def shown_members(before: language.CardDef, after: language.CardDef) -> list[ShownChange]:
    """Return the differences of two versions of a card, with their places in words.

    Own texts are left out: ``shown_texts`` has them.
    """
    changes = language.compare_cards(_without_texts(before), _without_texts(after))
    return [_change(one, place_words(after, one)) for one in changes]


def _without_texts(card: language.CardDef) -> language.CardDef:
    """Return a card without its own texts; names in further languages stay."""
    names = {tag: CardWords(name=one.name) for tag, one in card.texts.items() if one.name}
    return msgspec.structs.replace(card, texts=names)


def shown_texts(before: language.CardDef, after: language.CardDef) -> list[ShownText]:
    """Return the texts of two versions of a card that differ, with the words marked."""
    texts = (
        (one, *(language.card_text(card, None, one) for card in (before, after)))
        for one in language.LANGUAGES
    )
    return [
        ShownText(one, *language.changed_words(old, new)) for one, old, new in texts if old != new
    ]


def one_sided_texts(card: language.CardDef, is_new: bool) -> list[ShownText]:
    """Return the texts of a card that only one side has."""
    parts = [
        (one, [TextPart(language.card_text(card, None, one), False)]) for one in language.LANGUAGES
    ]
    return [ShownText(one, [] if is_new else text, text if is_new else []) for one, text in parts]


def place_words(card: language.CardDef, change: language.MemberChange) -> str:
    """Return where a card differs, in words: Effects › 2. Draw cards › How many."""
    here: Any = card
    parts: list[str] = []
    steps = _STEP.findall(change.path)
    for at, (name, number) in enumerate(steps):
        if name:
            here = getattr(here, name)
            parts.append(in_page_language(FIELD_NAMES[name]))
            continue
        if change.kind != "changed" and at == len(steps) - 1:
            tag = _tag_of(change.before or change.after)
        else:
            here = here[int(number)]
            tag = _tag_of(language.plain_value(here))
        parts.append(f"{int(number) + 1}. {_tag_words(tag)}")
    return " › ".join(parts)


def value_words(value: object, name: str = "") -> str:
    """Return the value of a member of a definition in words."""
    if value in (None, "", [], {}):
        return gettext("none")
    match value:
        case bool():
            return gettext("yes") if value else gettext("no")
        case str():
            if name == "variant":
                return registry.variants.get(value, value)
            known = value in CHOICES.get(name, ())
            return choice_words(name, page_language())[value] if known else value
        case list():
            return ", ".join(value_words(one, name) for one in value)
        case dict():
            tag, colon = _tag_of(value), gettext(":")
            words = ", ".join(
                f"{_field_words(key)}{colon} {value_words(one, key)}"
                for key, one in value.items()
                if key not in ("effect", "ability")
            )
            return f"{_tag_words(tag)} ({words})".replace(" ()", "") if tag else words
    return str(value)


def _field_words(name: str) -> str:
    return in_page_language(FIELD_NAMES[name]) if name in FIELD_NAMES else name


def _tag_of(entry: Mapping[str, Any]) -> str:
    """Return the verb, the sort of ability or the part that an entry of a list is."""
    return str(entry.get("effect") or entry.get("ability") or ("Mode" if "do" in entry else ""))


def _tag_words(tag: str) -> str:
    for names in (VERB_NAMES, ABILITY_NAMES, PART_NAMES):
        if tag in names:
            return in_page_language(names[tag])
    return in_page_language(PART_NAMES["CardFilter"])


def _change(one: language.MemberChange, place: str) -> ShownChange:
    before = "" if one.kind == "added" else _member_words(one.path, one.before)
    after = "" if one.kind == "removed" else _member_words(one.path, one.after)
    return ShownChange(place, one.path, before, after)


def _member_words(path: str, value: object) -> str:
    """Return the value of a member in words."""
    *_, name = ["", *(name for name, _ in _STEP.findall(path) if name)]
    return value_words(value, name)


def _changed(
    one: language.CardChange, urls: Mapping[str, str], pictures: tuple[Pictures, Pictures] | None
) -> ShownCard:
    changes = shown_members(one.before, one.after)
    if one.copies_before != one.copies_after:
        copies = str(one.copies_before), str(one.copies_after)
        changes.append(ShownChange(str(COLUMNS["copies"]), "copies", *copies))
    note = ""
    if one.before.code != one.code:
        note = gettext("It was {code}.").format(code=one.before.code)
    sides = zip(
        (gettext("Before"), gettext("After")), pictures or (), (one.before.code, one.code),
        strict=False,
    )  # fmt: skip
    return ShownCard(
        one.code,
        language.card_name(one.after, page_language()),
        urls.get(one.code, ""),
        note,
        [(title, address(code)) for title, address, code in sides],
        changes,
        shown_texts(one.before, one.after),
    )


def _alone(
    card: language.CardDef, edition: language.EditionDef, is_new: bool, urls: Mapping[str, str],
    pictures: Pictures | None,
) -> ShownCard:  # fmt: skip
    return ShownCard(
        card.code,
        language.card_name(card, page_language()),
        urls.get(card.code, ""),
        gettext("{copies} in the box").format(copies=edition.count(card.code)),
        [(gettext("Picture"), pictures(card.code))] if pictures else [],
        texts=one_sided_texts(card, is_new),
    )


def _deck(one: language.DeckChange, printed: Mapping[str, language.CardDef]) -> ShownDeck:
    sizes = {"before": one.size_before, "after": one.size_after}
    names = {code: language.card_name(card, page_language()) for code, card in printed.items()}
    entries = [shown_entry(names[entry.card], entry.before, entry.after) for entry in one.entries]
    is_long = len(entries) > MOST_ENTRIES and one.after is not None
    return ShownDeck(
        gettext("Deck of {hero}").format(hero=names.get(one.hero, one.hero)),
        gettext("{before} → {after} cards").format(**sizes),
        entries,
        _grid(one, printed, names) if is_long else None,
    )


def _grid(
    one: language.DeckChange, printed: Mapping[str, language.CardDef], names: Mapping[str, str]
) -> ShownGrid:
    """Return a deck as a grid, with totals."""
    sides = [deck.cards for deck in (one.before or one.after, one.after) if deck]
    before, after = ({entry.card: entry.copies for entry in side} for side in sides)
    counts = {code: (before.get(code, 0), after.get(code, 0)) for code in {**after, **before}}
    colored = [code for code in counts if printed[code].color]
    symbols = [*SYMBOLS, *sorted({printed[code].symbol for code in colored}.difference(SYMBOLS))]
    heads = {printed[code].symbol: _symbol(printed[code]) for code in colored}
    symbols = [symbol for symbol in symbols if symbol in heads]

    def total(color: str, symbol: str) -> Counts:
        found = [
            counts[code] for code in colored
            if color in ("", printed[code].color) and symbol in ("", printed[code].symbol)
        ]  # fmt: skip
        return sum(old for old, _ in found), sum(new for _, new in found)

    colors = dict.fromkeys(printed[code].color for code in colored)
    return ShownGrid(
        [*(heads[symbol] for symbol in symbols), gettext("Total")],
        [
            (
                language.color_name(color, page_language()) if color else gettext("Total"),
                [total(color, symbol) for symbol in (*symbols, "")],
            )
            for color in (*colors, "")
        ],
        [(names[code], counts[code]) for code in counts if code not in colored],
    )


def _symbol(card: language.CardDef) -> str:
    """Return a number as it is, and an Action as its kind in words."""
    kinds = choice_words("kind", page_language())
    return card.symbol if card.kind == "number" else kinds[card.kind]


def shown_entry(
    card: str, before: language.DeckCardDef | None, after: language.DeckCardDef | None
) -> ShownChange:
    """Return an entry of a deck before and after; a side that lacks the card is empty."""
    return ShownChange(card, "", _entry(before), _entry(after))


def _entry(entry: language.DeckCardDef | None) -> str:
    if entry is None:
        return ""
    basis = choice_words("basis", page_language())[entry.basis]
    return gettext("{copies} × ({basis})").format(copies=entry.copies, basis=basis)


def comparison_lines(found: ShownComparison) -> Iterator[str]:
    """Yield a comparison in lines of plain text, without its title."""
    if not found.differs:
        yield gettext("Nothing differs: both have the same cards and decks.")
    yield from (f"{title}: {count}" for title, count in found.counts)
    if found.is_reordered:
        yield gettext("Cards, or entries of a deck, are in another order.")
    yield from _lines(found.members)
    for title, cards in found.cards.items():
        yield f"\n{title}"
        for card in cards:
            yield f"  {card.name} ({card.code}) {card.note}".rstrip()
            yield from (f"  {line}" for line in _lines(card.changes))
            for text in card.texts:
                for mark, parts in (("-", text.before), ("+", text.after)):
                    if parts:
                        yield f"    {mark} {text.language}: {''.join(one.text for one in parts)}"
    if found.decks:
        yield "\n" + gettext("Decks changed")
    for deck in found.decks:
        yield f"  {deck.title} ({deck.size})"
        yield from (f"  {line}" for line in _lines(deck.entries))


def _lines(changes: Iterable[ShownChange]) -> Iterator[str]:
    """Yield changes as lines: the place, then the values before and after."""
    for one in changes:
        place = f"{one.place} [{one.path}]" if "[" in one.path else one.place
        yield f"  {place}: {one.before or '–'} → {one.after or '–'}"
