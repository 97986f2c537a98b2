"""Builders of cards and sets."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib.auth.models import User

from bots.studio import reviews
from cards.language import CardDef, EditionDef, decode_card, decode_edition, indent_card
from cards.models import Card, CardSet, Means, Proposal
from cards.models import Edition as StoredEdition
from cards.selectors import draft_text
from cards.services import SHIPPED, Origin, check_publishable, record_edition

ULTIMATE = decode_edition((SHIPPED / "ultimate_marvel.json").read_bytes())
FRENCH = "fr-CA"
NUMBER = {"kind": "number", "color": "red", "symbol": "1"}
WILD = {"kind": "wild", "symbol": "wild"}
NAME_COLOR = {"effect": "choose_color"}


def card(code: str = "red-1", **fields: Any) -> CardDef:
    """Return a red number card with these fields changed."""
    base = {"code": code, "name": code.title()} | (NUMBER if "kind" not in fields else {})
    return decode_card(json.dumps(base | fields))


def change_card(*, card: Card, **fields: object) -> None:
    """Change members of the definition of a stored card."""
    card.definition = indent_card(msgspec.structs.replace(card.text(), **fields))
    card.save()


def wild(*effects: dict[str, Any], abilities: Sequence[dict[str, Any]] = ()) -> CardDef:
    """Return a Wild with these effects after the choice of the color."""
    return card("own-wild", **WILD, effects=[NAME_COLOR, *effects], abilities=list(abilities))


def item(*abilities: dict[str, Any], **fields: Any) -> CardDef:
    """Return an Item with these abilities."""
    return card("own-item", kind="item", abilities=list(abilities), **fields)


def edition(*cards: CardDef, **fields: Any) -> EditionDef:
    """Return an edition of these cards in red and blue."""
    base: dict[str, Any] = {"code": "own", "name": "Own", "variant": "xmen"}
    return EditionDef(**(base | {"colors": ("red", "blue"), "cards": cards} | fields))


def card_set(code: str, cards: Sequence[CardDef], variant: str = "xmen") -> CardSet:
    """A stored draft of these cards in red and blue."""
    from cards.language import indent_card

    made = CardSet.objects.create(code=code, name=code, variant=variant, colors=["red", "blue"])
    for position, one in enumerate(cards):
        Card.objects.create(card_set=made, position=position, definition=indent_card(one))
    return made


BY_COMMAND = Origin(Means.COMMAND, "a test")


def publish(draft: CardSet, current: bool = True) -> StoredEdition:
    """The edition of a draft, made current."""
    text = draft_text(draft)
    check_publishable(text)
    return record_edition(text=text, origin=BY_COMMAND, current=current).edition


def approve(draft: CardSet) -> Proposal:
    """The draft's proposal, submitted by one user and approved by another."""
    author, _ = User.objects.get_or_create(username="author", is_superuser=True)
    reviewer, _ = User.objects.get_or_create(username="reviewer", is_superuser=True)
    made = reviews.submit(card_set=draft, by=author, reason="ready")
    reviews.approve(proposal=made, by=reviewer)
    made.refresh_from_db()
    return made
