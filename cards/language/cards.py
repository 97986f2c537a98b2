"""What is printed on a card, and the edition that holds a set of cards."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.language.abilities import Ability
from cards.language.effects import CardFilter, Effect, Kind

Basis = Literal["sheet", "guide", "ruling"]


class CardDef(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A printed card. How many copies there are is the edition's business.

    ``code`` is its stable name on the wire and in rule ids (``card.<code>``); ``symbol`` is what
    matching compares ("7", "skip", "wild"); a Wild has no color. ``rule`` is the rule id of what it
    does, ``card.<code>`` when it is empty. ``basis`` says where the entry comes from: printed on
    the sheet, told by the guide, or decided by a ruling.
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
    defeat: CardFilter | None = None
    indestructible: bool = False
    rule: str = ""
    basis: Basis = "sheet"


class Edition(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A set of card definitions that games are played with; published ones never change.

    ``colors`` are in the order of the sheet; ``copies`` counts the cards in the box by code, and
    a code that is missing there has one copy.
    """

    code: str
    name: str
    name_fr: str = ""
    variant: str
    colors: tuple[str, ...]
    cards: tuple[CardDef, ...]
    copies: dict[str, int] = {}

    def count(self, code: str) -> int:
        """How many copies of a card the box holds."""
        return self.copies.get(code, 1)
