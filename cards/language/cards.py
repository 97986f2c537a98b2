"""What is printed on a card, the decks of heroes, and the edition that holds a set of cards."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.language.abilities import Ability
from cards.language.effects import CardFilter, Effect, Kind

Basis = Literal["sheet", "guide", "ruling"]
"""Where an entry comes from: printed on the sheet, told by the guide, decided by a ruling."""

COLORS = ("red", "yellow", "green", "blue", "purple")
"""The colors that cards can have."""

Rarity = Literal["common", "uncommon", "rare", "super_rare", "ultra_rare"]
"""How rare the foil twin of a card is."""


class CardDef(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A printed card. How many copies there are is the edition's business.

    ``code`` is its stable name on the wire and in rule ids (``card.<code>``); ``symbol`` is what
    matching compares ("7", "skip", "wild"); a Wild has no color. ``rule`` is the rule id of what it
    does, ``card.<code>`` when it is empty. ``hero`` is whose card it is: empty for a color card,
    which any hero may have, and for the Character card, whose code is the hero's. ``foils`` are
    the foil twins there are: a look, never a rule. ``defeat`` is what defeats an Enemy: one filter,
    or several of which any one will do.
    """

    code: str
    name: str
    name_fr: str = ""
    kind: Kind
    color: str = ""
    symbol: str = ""
    points: int = 0
    danger: bool = False
    hero: str = ""
    character: str = ""
    effects: tuple[Effect, ...] = ()
    abilities: tuple[Ability, ...] = ()
    defeat: CardFilter | tuple[CardFilter, ...] | None = None
    indestructible: bool = False
    foils: tuple[Rarity, ...] = ()
    rule: str = ""
    basis: Basis = "sheet"

    @property
    def costs(self) -> tuple[CardFilter, ...]:
        """What defeats it: a card that any one of these means."""
        if self.defeat is None:
            return ()
        return (self.defeat,) if isinstance(self.defeat, CardFilter) else self.defeat


class DeckCard(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A card of a Character Deck: how many copies, and on what basis."""

    card: str
    copies: int = 1
    basis: Basis = "sheet"


class Deck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The Character Deck of a hero."""

    hero: str
    cards: tuple[DeckCard, ...]

    def size(self) -> int:
        """How many cards it has, all copies counted."""
        return sum(one.copies for one in self.cards)


class Edition(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A set of card definitions that games are played with; published ones never change.

    ``colors`` are in the order of the sheet. ``copies`` counts the cards in the box by code; a card
    that stands in ``decks`` is counted there, and any other that is missing has one copy.
    """

    code: str
    name: str
    name_fr: str = ""
    variant: str
    colors: tuple[str, ...]
    cards: tuple[CardDef, ...]
    copies: dict[str, int] = {}
    decks: tuple[Deck, ...] = ()

    def count(self, code: str) -> int:
        """How many copies of a card the box holds, all decks together."""
        in_decks = [one.copies for deck in self.decks for one in deck.cards if one.card == code]
        return sum(in_decks) if in_decks else self.copies.get(code, 1)

    def size(self) -> int:
        """How many cards the box holds, all copies counted."""
        return sum(self.count(card.code) for card in self.cards)

    def deck(self, hero: str) -> Deck | None:
        """The Character Deck of a hero, if there is one."""
        return next((deck for deck in self.decks if deck.hero == hero), None)
