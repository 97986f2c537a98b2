"""Comparisons as the admin shows them: places and values in words, marked texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cards import language
from cards.language import Language, TextPart
from cards.studio.comparison_texts import COMPARISON
from cards.studio.vocabulary import (
    ABILITY_NAMES,
    CHOICES,
    FIELD_NAMES,
    PART_NAMES,
    VERB_NAMES,
    choice_words,
)

_STEP: Final = re.compile(r"([A-Za-z_]\w*)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A part that differs: its place in words and as a path, and both values."""

    place: str
    path: str
    kind: str
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
class Section:
    """A heading with cards, or with decks."""

    title: str
    cards: list[ShownCard] = field(default_factory=list)
    decks: list[ShownDeck] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """What differs between two editions, in the words of a page."""

    title: str
    counts: list[tuple[str, int]]
    members: list[ShownChange]
    sections: list[Section]
    is_reordered: bool
    differs: bool
    texts: Mapping[str, str]


def shown_comparison(
    before: language.EditionDef,
    after: language.EditionDef,
    names: tuple[str, str],
    urls: Mapping[str, str],
    words: Language,
) -> ShownComparison:
    """Return the differences of two editions in words; ``urls`` are of cards by code."""
    found = language.compare(before, after)
    card_sections = [
        ("changed", [_changed(one, urls, words) for one in found.changed]),
        ("added", [_alone(card, after, True, urls, words) for card in found.added]),
        ("removed", [_alone(card, before, False, {}, words) for card in found.removed]),
        ("renamed", [_changed(one, urls, words) for one in found.renamed]),
    ]
    sections = [
        Section(COMPARISON[f"cards-{name}"].to(words), cards=cards)
        for name, cards in card_sections
        if cards
    ]
    if found.decks:
        decks = [_deck(one, words) for one in found.decks]
        sections.append(Section(COMPARISON["decks-changed"].to(words), decks=decks))
    return ShownComparison(
        title=COMPARISON.say("from-to", words, before=names[0], after=names[1]),
        counts=[(one.title, len(one.cards) + len(one.decks)) for one in sections],
        members=[
            _change(COMPARISON[one.path].to(words), one, words) for one in found.members
            if one.path in COMPARISON
        ],
        sections=sections,
        is_reordered=found.is_reordered,
        differs=bool(found),
        texts={name: text.to(words) for name, text in COMPARISON.items()},
    )  # fmt: skip


def shown_members(
    before: language.CardDef, after: language.CardDef, words: Language
) -> list[ShownChange]:
    """Return the differences of two versions of a card, with their places in words."""
    return [
        _change(place_words(after, one, words), one, words)
        for one in language.compare_cards(before, after)
    ]


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


def place_words(card: language.CardDef, change: language.MemberChange, words: Language) -> str:
    """Return where a card differs, in words: Effects › 2. Draw cards › How many."""
    here: Any = card
    parts: list[str] = []
    steps = _STEP.findall(change.path)
    for at, (name, number) in enumerate(steps):
        if name:
            here = getattr(here, name)
            parts.append(FIELD_NAMES[name].to(words))
            continue
        if change.kind != "changed" and at == len(steps) - 1:
            tag = _tag_of(change.before or change.after)
        else:
            here = here[int(number)]
            tag = _tag_of(language.plain_value(here))
        parts.append(f"{int(number) + 1}. {_tag_words(tag, words)}")
    return " › ".join(parts)


def member_words(path: str, value: object, words: Language) -> str:
    """Return the value of a member: a choice in words, else as it is."""
    *_, name = ["", *(name for name, _ in _STEP.findall(path) if name)]
    if isinstance(value, str) and value in CHOICES.get(name, ()):
        return choice_words(name, words)[value]
    return value_words(value, words)


def value_words(value: object, words: Language) -> str:
    """Return a value of a definition as a reader sees it: plain, or as JSON."""
    if isinstance(value, bool):
        return COMPARISON["yes" if value else "no"].to(words)
    if value is None or value in ("", []):
        return COMPARISON["none"].to(words)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _tag_of(entry: Mapping[str, Any]) -> str:
    """Return the verb, the sort of ability or the part that an entry of a list is."""
    return str(entry.get("effect") or entry.get("ability") or ("Mode" if "do" in entry else ""))


def _tag_words(tag: str, words: Language) -> str:
    for names in (VERB_NAMES, ABILITY_NAMES, PART_NAMES):
        if tag in names:
            return names[tag].to(words)
    return PART_NAMES["CardFilter"].to(words)


def _change(place: str, one: language.MemberChange, words: Language) -> ShownChange:
    before, after = (member_words(one.path, value, words) for value in (one.before, one.after))
    return ShownChange(
        place, one.path, COMPARISON[one.kind].to(words),
        "" if one.kind == "added" else before, "" if one.kind == "removed" else after,
    )  # fmt: skip


def _changed(one: language.CardChange, urls: Mapping[str, str], words: Language) -> ShownCard:
    changes = shown_members(one.before, one.after, words)
    if one.copies_before != one.copies_after:
        copies = COMPARISON["copies"].to(words)
        kind = COMPARISON["changed"].to(words)
        numbers = str(one.copies_before), str(one.copies_after)
        changes.append(ShownChange(copies, "copies", kind, *numbers))
    note = ""
    if one.before.code != one.code:
        note = COMPARISON.say("renamed-from", words, code=one.before.code)
    name = language.card_name(one.after, words)
    texts = shown_texts(one.before, one.after)
    return ShownCard(one.code, name, urls.get(one.code, ""), note, changes, texts)


def _alone(
    card: language.CardDef,
    edition: language.EditionDef,
    is_new: bool,
    urls: Mapping[str, str],
    words: Language,
) -> ShownCard:
    note = COMPARISON.say("copies-of", words, copies=edition.count(card.code))
    name = language.card_name(card, words)
    return ShownCard(
        card.code, name, urls.get(card.code, ""), note, [], one_sided_texts(card, is_new)
    )


def _deck(one: language.DeckChange, words: Language) -> ShownDeck:
    return ShownDeck(
        COMPARISON.say("deck-of", words, hero=one.hero),
        COMPARISON.say("size", words, before=one.size_before, after=one.size_after),
        list(shown_entries(((one.card, one.before, one.after) for one in one.entries), words)),
    )


def shown_entries(
    entries: Iterable[tuple[str, language.DeckCardDef | None, language.DeckCardDef | None]],
    words: Language,
) -> Iterable[ShownChange]:
    """Yield entries of decks before and after; a side that lacks the card is empty."""
    for card, before, after in entries:
        kind = "added" if before is None else "removed" if after is None else "changed"
        yield ShownChange(
            card, "", COMPARISON[kind].to(words), _entry(before, words), _entry(after, words)
        )


def _entry(entry: language.DeckCardDef | None, words: Language) -> str:
    if entry is None:
        return ""
    return COMPARISON.say(
        "entry", words, copies=entry.copies, basis=choice_words("basis", words)[entry.basis]
    )


def comparison_lines(found: ShownComparison) -> Iterator[str]:
    """Yield a comparison in lines of plain text, without its title."""
    if not found.differs:
        yield found.texts["same"]
    yield from (f"{title}: {count}" for title, count in found.counts)
    if found.is_reordered:
        yield found.texts["moved"]
    yield from map(_line, found.members)
    for section in found.sections:
        yield f"\n{section.title}"
        for card in section.cards:
            yield f"  {card.name} ({card.code}) {card.note}".rstrip()
            yield from (f"  {_line(one)}" for one in card.changes)
            for text in card.texts:
                for mark, parts in (("-", text.before), ("+", text.after)):
                    if parts:
                        yield f"    {mark} {text.language}: {''.join(one.text for one in parts)}"
        for deck in section.decks:
            yield f"  {deck.title} ({deck.size})"
            yield from (f"  {_line(one)}" for one in deck.entries)


def _line(change: ShownChange) -> str:
    """Return a change as a line: its place, then the values before and after."""
    place = f"{change.place} [{change.path}]" if "[" in change.path else change.place
    return f"  {place}: {change.before or '–'} → {change.after or '–'}"
