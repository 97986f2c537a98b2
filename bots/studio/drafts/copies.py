"""Copy cards, heroes with their decks, and sets; make drafts of editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.db.models import Max
from django.utils.translation import gettext
from simple_history.utils import bulk_create_with_history

from cards import language
from cards.freezing import check_editable
from cards.language import CardDef, EditionDef
from cards.models import Card, CardSet, DeckCard
from cards.models.draft_acts import one_act
from cards.services import write_draft


class CodeTaken(ValueError):
    """A card or set has the code already."""

    def __init__(self, code: str) -> None:
        text = gettext("There is a card or a set with the code {code} already.")
        super().__init__(text.format(code=code))


@dataclass(frozen=True, slots=True)
class HeroCopy:
    """A copied hero: its cards, and the codes of a deck that the other set lacks."""

    hero: Card
    cards: list[Card]
    missing: list[str]


_RENAMED: Final = ("hero", "symbol", "rule", "code")
"""The members of a card and of filters whose values name cards."""


@one_act()
def copy_card(*, card: Card, card_set: CardSet, code: str, name: str, name_fr: str) -> Card:
    """Add a copy of a card to a set, as its last card; raise CodeTaken or DraftFrozen.

    For a hero, only the Character card is copied, without the deck.
    """
    check_editable(card_set)
    _check_free(card_set, [code])
    text = _renamed(card.text(), {card.code: code})
    text = language.renamed(msgspec.structs.replace(text, code=code), name, name_fr)
    return _add(card_set, [text], {code: card.copies})[0]


@one_act()
def copy_hero(
    *, hero: Card, card_set: CardSet, code: str, names: Mapping[str, tuple[str, str]]
) -> HeroCopy:
    """Add a copy of a hero with the hero's own cards and deck to a set.

    ``names`` has the English and the French name of each copy by the code of its original; the
    others keep theirs. The hero's code in the codes of own cards, in their ``hero`` and in filters
    is replaced. Colored cards are those of the set with the same codes. Raise CodeTaken or
    DraftFrozen.
    """
    check_editable(card_set)
    own = own_cards(hero)
    codes = own_codes(hero.code, code, [card.code for card in own])
    _check_free(card_set, codes.values())
    texts = [_named(_renamed(card.text(), codes), names.get(card.code)) for card in (hero, *own)]
    texts[0] = msgspec.structs.replace(texts[0], code=code)
    copies = {codes[card.code]: card.copies for card in own}
    made = _add(card_set, texts, copies)
    there = {card.code: card for card in card_set.cards.all()}
    rows, missing = [], []
    for row in hero.deck.select_related("card"):
        target = there.get(codes.get(row.card.code, row.card.code))
        if target is None:
            missing.append(row.card.code)
            continue
        rows.append(DeckCard(hero=made[0], card=target, copies=row.copies, basis=row.basis))
    bulk_create_with_history(rows, DeckCard)
    return HeroCopy(made[0], made[1:], missing)


def own_cards(hero: Card) -> list[Card]:
    """Return the cards of a hero's set that belong to the hero."""
    return [card for card in hero.card_set.cards.all() if card.text().hero == hero.code]


def _named(text: CardDef, names: tuple[str, str] | None) -> CardDef:
    return text if names is None else language.renamed(text, *names)


def own_codes(before: str, after: str, codes: list[str]) -> dict[str, str]:
    """Return the new codes of a hero and the hero's own cards by their old ones."""
    return {before: after} | {
        one: one.replace(before, after) if before in one else f"{after}-{one}" for one in codes
    }


def copy_set(*, text: EditionDef, code: str, name: str, name_fr: str) -> CardSet:
    """Make a draft with the cards and decks of an edition or set; raise CodeTaken.

    Publishing it unchanged gives the same content, but for the code and the names.
    """
    if CardSet.objects.filter(code=code).exists():
        raise CodeTaken(code)
    made = CardSet(code=code)
    named = msgspec.structs.replace(text, name=name, name_fr=name_fr, names={})
    with one_act():
        write_draft(made, named)
    return made


def next_position(card_set: CardSet) -> int:
    """Return the position after the last card of a set."""
    last = card_set.cards.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def _check_free(card_set: CardSet, codes: Iterable[str]) -> None:
    taken = card_set.cards.filter(code__in=list(codes)).values_list("code", flat=True)
    for code in taken:
        raise CodeTaken(code)


def _add(card_set: CardSet, texts: list[CardDef], copies: Mapping[str, int]) -> list[Card]:
    first = next_position(card_set)
    rows = [
        Card(
            card_set=card_set,
            position=first + at,
            copies=copies.get(text.code, 1),
            definition=language.indent_card(text),
        )
        for at, text in enumerate(texts)
    ]
    for row in rows:
        row.copy_definition()
        row.full_clean(exclude=["code", "kind", "basis"])
    bulk_create_with_history(rows, Card)
    return list(card_set.cards.filter(position__gte=first))


def _renamed(text: CardDef, codes: Mapping[str, str]) -> CardDef:
    """Return a card in which the codes of cards are replaced wherever they are named."""
    plain = _replaced(language.plain_card(text), codes)
    return language.decode_card(msgspec.json.encode(plain).decode())


def _replaced(value: Any, codes: Mapping[str, str], member: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _replaced(one, codes, key) for key, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, codes, member) for one in value]
    if member not in _RENAMED or not isinstance(value, str):
        return value
    if member == "rule":
        return f"card.{codes[value[5:]]}" if value[5:] in codes and value[:5] == "card." else value
    return codes.get(value, value)
