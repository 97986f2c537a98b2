"""Cards, the decks of heroes, and editions, as they are printed."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.language.abilities import Ability
from cards.language.effects import CardFilter, Effect, Kind

Basis = Literal["sheet", "guide", "ruling"]
"""The source of an entry: printed on the sheet, from the guide, or decided by a ruling."""

COLORS = ("red", "yellow", "green", "blue", "purple")
"""The colors that cards can have."""

Rarity = Literal["common", "uncommon", "rare", "super_rare", "ultra_rare"]
"""The rarity of the foil version of a card."""


class CardWords(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The words of translators for a card in one language.

    ``text`` replaces the whole text of the card. ``written_for`` is the fingerprint of the effects
    that it was written for: if the card has others now, the text is stale and is not used.
    """

    name: str = ""
    text: str = ""
    written_for: str = ""


class CardDef(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A printed card. The number of copies is part of the edition.

    ``code`` is its stable name in the API and in rule ids (``card.<code>``); ``symbol`` is compared
    for a match ("7", "skip", "wild"); a Wild has no color. ``rule`` is the rule id of its effects,
    by default ``card.<code>``. ``hero`` is the hero to whom it belongs: empty for a color card,
    which any hero may have, and for the Character card, whose code is the hero's. ``foils`` are the
    rarities of its foil versions, which have no effect on play. ``defeat`` is the cost of an Enemy:
    one filter, or several of which one must match. ``texts`` are the words of translators by
    language tag.
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
    texts: dict[str, CardWords] = {}

    @property
    def costs(self) -> tuple[CardFilter, ...]:
        """The filters of which a card must match one to defeat this Enemy."""
        if self.defeat is None:
            return ()
        return (self.defeat,) if isinstance(self.defeat, CardFilter) else self.defeat


class DeckCardDef(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A card of a Character Deck: the number of copies, and its basis."""

    card: str
    copies: int = 1
    basis: Basis = "sheet"


class Deck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The Character Deck of a hero."""

    hero: str
    cards: tuple[DeckCardDef, ...]

    def size(self) -> int:
        """Return how many cards it has, all copies counted."""
        return sum(one.copies for one in self.cards)


class EditionDef(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A set of cards with which games are played; a published edition never changes.

    ``colors`` are in the order of the sheet. ``copies`` are the numbers of copies in the box by
    code; cards in ``decks`` are counted there, and any other that is missing has one copy.
    ``names`` are the names of the set by language tag, other than ``name`` and ``name_fr``.
    """

    code: str
    name: str
    name_fr: str = ""
    variant: str
    colors: tuple[str, ...]
    cards: tuple[CardDef, ...]
    copies: dict[str, int] = {}
    decks: tuple[Deck, ...] = ()
    names: dict[str, str] = {}

    def count(self, code: str) -> int:
        """Return how many copies of a card the box holds, all decks together."""
        in_decks = [one.copies for deck in self.decks for one in deck.cards if one.card == code]
        return sum(in_decks) if in_decks else self.copies.get(code, 1)

    def size(self) -> int:
        """Return how many cards the box holds, all copies counted."""
        return sum(self.count(card.code) for card in self.cards)

    def deck(self, hero: str) -> Deck | None:
        """Return the Character Deck of a hero; None if there is none."""
        return next((deck for deck in self.decks if deck.hero == hero), None)
