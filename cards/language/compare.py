"""Compare two editions: cards by code, decks by hero, names and colors."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

import msgspec

from cards.language.cards import CardDef, Deck, DeckCardDef, EditionDef
from cards.language.codec import plain_value

_WORD = re.compile(r"\s+|[^\W_]+(?:['’-][^\W_]+)*|\W|_")


class MemberChange(NamedTuple):
    """A value that differs at a path such as ``effects[1].count``.

    The values are those of the JSON. An entry of a list is ``added`` (the path is that of the newer
    version) or ``removed`` (that of the older one); then the other value is None. A member that is
    omitted has its default value.
    """

    path: str
    kind: Literal["changed", "added", "removed"]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card with differences, and its copies in the box.

    A renamed card has different codes, and no other difference in its definition.
    """

    before: CardDef
    after: CardDef
    members: tuple[MemberChange, ...]
    copies_before: int
    copies_after: int

    @property
    def code(self) -> str:
        """The code in the newer edition."""
        return self.after.code


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A card of a deck before and after; None where the deck lacks the card."""

    card: str
    before: DeckCardDef | None
    after: DeckCardDef | None


@dataclass(frozen=True, slots=True)
class DeckChange:
    """The deck of a hero before and after; None where the hero has no deck."""

    hero: str
    before: Deck | None
    after: Deck | None
    entries: tuple[EntryChange, ...]

    @property
    def size_before(self) -> int:
        """The number of cards in the older deck, 0 if there is none."""
        return self.before.size() if self.before else 0

    @property
    def size_after(self) -> int:
        """The number of cards in the newer deck, 0 if there is none."""
        return self.after.size() if self.after else 0


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """The differences of two editions, in the order of the newer one.

    ``members`` are those of the edition itself. ``is_reordered``: cards that both have are in
    another order, or entries of a deck are.
    """

    before: EditionDef
    after: EditionDef
    members: tuple[MemberChange, ...]
    added: tuple[CardDef, ...]
    removed: tuple[CardDef, ...]
    renamed: tuple[CardChange, ...]
    changed: tuple[CardChange, ...]
    decks: tuple[DeckChange, ...]
    is_reordered: bool

    def __bool__(self) -> bool:
        """Whether anything differs."""
        parts = (self.members, self.added, self.removed, self.renamed, self.changed, self.decks)
        return any(parts) or self.is_reordered


class TextPart(NamedTuple):
    """A part of a text, and whether it differs from the other version."""

    text: str
    differs: bool


def compare(old: EditionDef, new: EditionDef) -> EditionChanges:
    """Return the differences of two editions; a renamed card keeps its place in decks."""
    renamed = _renamed(old, new)
    before = {renamed.get(card.code, card.code): card for card in old.cards}
    after = {card.code: card for card in new.cards}
    pairs = [_card_change(old, new, before[code], after[code]) for code in after if code in before]
    old_decks = _decks(old, renamed)
    in_decks = {one.card for edition in (old, new) for deck in edition.decks for one in deck.cards}
    return EditionChanges(
        before=old,
        after=new,
        members=tuple(_edition_members(old, new)),
        added=tuple(card for code, card in after.items() if code not in before),
        removed=tuple(card for code, card in before.items() if code not in after),
        renamed=tuple(one for one in pairs if one.before.code != one.code),
        changed=tuple(
            one for one in pairs if one.before.code == one.code and _differs(one, in_decks)
        ),
        decks=tuple(_deck_changes(old_decks, _decks(new, {}))),
        is_reordered=_is_reordered(list(before), list(after))
        or any(_is_deck_reordered(deck, old_decks) for deck in new.decks),
    )


def compare_cards(old: CardDef, new: CardDef) -> tuple[MemberChange, ...]:
    """Return the differences of two versions of a card."""
    return tuple(_members(old, new, ""))


def changed_words(before: str, after: str) -> tuple[list[TextPart], list[TextPart]]:
    """Return both texts in parts, with the words marked that the other does not have."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    parts: tuple[list[TextPart], list[TextPart]] = ([], [])
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for verdict, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        words = (old[old_from:old_to], new[new_from:new_to])
        for side, text in zip(parts, words, strict=True):
            if text:
                side.append(TextPart("".join(text), verdict != "equal"))
    return parts


def _renamed(old: EditionDef, new: EditionDef) -> dict[str, str]:
    """Return the new codes of cards of which only the code differs, by the old code."""
    codes = {card.code for card in new.cards}
    gone = [card for card in old.cards if card.code not in codes]
    codes = {card.code for card in old.cards}
    come = [card for card in new.cards if card.code not in codes]
    found: dict[str, str] = {}
    for card in gone:
        for other in come:
            if msgspec.structs.replace(card, code=other.code) == other:
                found[card.code] = other.code
                come.remove(other)
                break
    return found


def _card_change(old: EditionDef, new: EditionDef, before: CardDef, after: CardDef) -> CardChange:
    members = compare_cards(before, after)
    return CardChange(before, after, members, old.count(before.code), new.count(after.code))


def _differs(one: CardChange, in_decks: Container[str]) -> bool:
    """Whether to report a card; copies in decks are reported with the decks."""
    has_copies = one.copies_before != one.copies_after and one.code not in in_decks
    return bool(one.members) or has_copies


def _edition_members(old: EditionDef, new: EditionDef) -> Iterator[MemberChange]:
    for name in ("code", "name", "name_fr", "names", "variant", "colors"):
        yield from _values(getattr(old, name), getattr(new, name), name)


def _members(old: msgspec.Struct, new: msgspec.Struct, path: str) -> Iterator[MemberChange]:
    for field in msgspec.structs.fields(new):
        place = f"{path}.{field.name}" if path else field.name
        yield from _values(getattr(old, field.name), getattr(new, field.name), place)


def _values(old: Any, new: Any, path: str) -> Iterator[MemberChange]:
    if old == new:
        return
    if isinstance(old, msgspec.Struct) and type(old) is type(new):
        yield from _members(old, new, path)
    elif _is_list_of_structs(old) and _is_list_of_structs(new):
        yield from _entries(old, new, path)
    else:
        yield MemberChange(path, "changed", plain_value(old), plain_value(new))


def _is_list_of_structs(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, msgspec.Struct) for one in value)


def _entries(
    old: Sequence[msgspec.Struct], new: Sequence[msgspec.Struct], path: str
) -> Iterator[MemberChange]:
    """Compare lists: equal entries are aligned first, then entries with the same verb."""
    for old_at, new_at in _aligned(old, new):
        if old_at is None:
            assert new_at is not None
            yield MemberChange(f"{path}[{new_at}]", "added", None, plain_value(new[new_at]))
        elif new_at is None:
            yield MemberChange(f"{path}[{old_at}]", "removed", plain_value(old[old_at]), None)
        else:
            yield from _values(old[old_at], new[new_at], f"{path}[{new_at}]")


def _aligned(
    old: Sequence[msgspec.Struct], new: Sequence[msgspec.Struct]
) -> Iterator[tuple[int | None, int | None]]:
    keys = ([repr(one) for one in old], [repr(one) for one in new])
    tags = ([type(one).__name__ for one in old], [type(one).__name__ for one in new])
    for verdict, *block in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if verdict != "equal":
            old_from, old_to, new_from, new_to = block
            inside = tags[0][old_from:old_to], tags[1][new_from:new_to]
            for old_at, new_at in _aligned_by_tag(*inside):
                yield (
                    None if old_at is None else old_from + old_at,
                    None if new_at is None else new_from + new_at,
                )


def _aligned_by_tag(old: list[str], new: list[str]) -> Iterator[tuple[int | None, int | None]]:
    for verdict, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if verdict == "equal":
            yield from zip(range(old_from, old_to), range(new_from, new_to), strict=True)
        else:
            yield from ((at, None) for at in range(old_from, old_to))
            yield from ((None, at) for at in range(new_from, new_to))


def _decks(edition: EditionDef, renamed: Mapping[str, str]) -> dict[str, Deck]:
    """Return the decks by hero, with the new codes of renamed cards."""
    return {
        renamed.get(deck.hero, deck.hero): Deck(
            hero=renamed.get(deck.hero, deck.hero),
            cards=tuple(
                msgspec.structs.replace(one, card=renamed.get(one.card, one.card))
                for one in deck.cards
            ),
        )
        for deck in edition.decks
    }


def _deck_changes(old: Mapping[str, Deck], new: Mapping[str, Deck]) -> Iterator[DeckChange]:
    for hero in dict.fromkeys([*new, *old]):
        before, after = old.get(hero), new.get(hero)
        mine = {one.card: one for one in before.cards} if before else {}
        theirs = {one.card: one for one in after.cards} if after else {}
        entries = tuple(
            EntryChange(card, mine.get(card), theirs.get(card))
            for card in dict.fromkeys([*theirs, *mine])
            if mine.get(card) != theirs.get(card)
        )
        if entries or (before is None) != (after is None):
            yield DeckChange(hero, before, after, entries)


def _is_deck_reordered(deck: Deck, old: Mapping[str, Deck]) -> bool:
    before = old.get(deck.hero)
    codes = [one.card for one in deck.cards]
    return before is not None and _is_reordered([one.card for one in before.cards], codes)


def _is_reordered(old: list[str], new: list[str]) -> bool:
    common = set(old) & set(new)
    mine, theirs = ([code for code in codes if code in common] for codes in (old, new))
    return mine != theirs
