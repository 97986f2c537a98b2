"""Comparisons as the admin shows them: places and values in words, marked texts.

All words are in the language that Django's translation is set to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards import language
from cards.language import TextPart
from cards.page_language import in_page_language, page_language
from cards.vocabulary import (
    ABILITY_NAMES,
    CHOICES,
    FIELD_NAMES,
    PART_NAMES,
    VERB_NAMES,
    choice_words,
)

_STEP: Final = re.compile(r"([A-Za-z_]\w*)|\[(\d+)\]")

COLUMNS: Final = {
    "code": _("Code"),
    "name": _("Name"),
    "name_fr": _("Name in French"),
    "names": _("Names in further languages"),
    "variant": _("Variant"),
    "colors": _("Colors"),
    "copies": _("Copies in the box"),
    "position": _("Position"),
    "definition": _("Definition"),
}
"""The members of a set, and the columns of a card."""


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

    language: str
    before: list[TextPart]
    after: list[TextPart]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with what differs; a card of one side only has one text and no changes."""

    code: str
    name: str
    url: str = ""
    note: str = ""
    changes: list[ShownChange] = field(default_factory=list)
    texts: list[ShownText] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """A deck with the entries that differ, and its size before and after."""

    title: str
    size: str
    entries: list[ShownChange]


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
) -> ShownComparison:
    """Return the differences of two editions in words; ``urls`` are of cards by code."""
    found = language.compare(before, after)
    cards = {
        gettext("Cards changed"): [_changed(one, urls) for one in found.changed],
        gettext("Cards added"): [_alone(card, after, True, urls) for card in found.added],
        gettext("Cards removed"): [_alone(card, before, False, {}) for card in found.removed],
        gettext("Cards renamed"): [_changed(one, urls) for one in found.renamed],
    }
    return ShownComparison(
        title=gettext("From {before} to {after}").format(before=names[0], after=names[1]),
        members=[_change(one, str(COLUMNS[one.path])) for one in found.members
                 if one.path in COLUMNS],
        cards={title: shown for title, shown in cards.items() if shown},
        decks=[_deck(one) for one in found.decks],
        is_reordered=found.is_reordered,
        differs=bool(found),
    )  # fmt: skip


def shown_members(before: language.CardDef, after: language.CardDef) -> list[ShownChange]:
    """Return the differences of two versions of a card, with their places in words."""
    changes = language.compare_cards(before, after)
    return [_change(one, place_words(after, one)) for one in changes]


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


def value_words(value: object) -> str:
    """Return a value of a definition as a reader sees it: plain, or as JSON."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if value is None or value in ("", []):
        return gettext("none")
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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
    """Return the value of a member: a choice in words, else as it is."""
    *_, name = ["", *(name for name, _ in _STEP.findall(path) if name)]
    if isinstance(value, str) and value in CHOICES.get(name, ()):
        return choice_words(name, page_language())[value]
    return value_words(value)


def _changed(one: language.CardChange, urls: Mapping[str, str]) -> ShownCard:
    changes = shown_members(one.before, one.after)
    if one.copies_before != one.copies_after:
        copies = str(one.copies_before), str(one.copies_after)
        changes.append(ShownChange(str(COLUMNS["copies"]), "copies", *copies))
    note = ""
    if one.before.code != one.code:
        note = gettext("It was {code}.").format(code=one.before.code)
    name = language.card_name(one.after, page_language())
    texts = shown_texts(one.before, one.after)
    return ShownCard(one.code, name, urls.get(one.code, ""), note, changes, texts)


def _alone(
    card: language.CardDef, edition: language.EditionDef, is_new: bool, urls: Mapping[str, str]
) -> ShownCard:
    note = gettext("{copies} in the box").format(copies=edition.count(card.code))
    name, texts = language.card_name(card, page_language()), one_sided_texts(card, is_new)
    return ShownCard(card.code, name, urls.get(card.code, ""), note, [], texts)


def _deck(one: language.DeckChange) -> ShownDeck:
    sizes = {"before": one.size_before, "after": one.size_after}
    return ShownDeck(
        gettext("Deck of {hero}").format(hero=one.hero),
        gettext("{before} → {after} cards").format(**sizes),
        [shown_entry(entry.card, entry.before, entry.after) for entry in one.entries],
    )


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
