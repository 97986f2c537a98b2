"""Write drafts as a user: create, change and delete sets and their cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from simple_history.models import HistoricalRecords

from cards import language
from cards.drafts.copies import next_position
from cards.drafts.drafting import save_deck
from cards.drafts.freezing import check_editable
from cards.drafts.review_checks import check_permission
from cards.language import Basis, CardDef
from cards.models import Card, CardSet

DRAFT = "draft_card"
"""The permission to write drafts."""


@contextmanager
def recorded_as(user: User | None) -> Iterator[None]:
    """Name a user, or none, in the history of every row that is written meanwhile."""
    context: Any = HistoricalRecords.context
    before = getattr(context, "request", None)
    context.request = user and SimpleNamespace(user=user)
    try:
        yield
    finally:
        context.request = before


@contextmanager
def writing_as(by: User, *card_sets: CardSet) -> Iterator[None]:
    """Write drafts as a user who may; raises NotPermitted and DraftFrozen."""
    check_permission(by, DRAFT)
    with transaction.atomic(), recorded_as(by):
        check_editable(*card_sets)
        yield


def create_set(*, by: User, **fields: Any) -> CardSet:
    """Create an empty set; raises ValidationError for wrong members."""
    card_set = CardSet(**fields)
    with writing_as(by):
        card_set.full_clean()
        card_set.save()
    return card_set


def change_set(*, card_set: CardSet, by: User, **fields: Any) -> CardSet:
    """Change members of a set; raises ValidationError and DraftFrozen."""
    with writing_as(by, card_set):
        for name, value in fields.items():
            setattr(card_set, name, value)
        card_set.full_clean()
        card_set.save()
    return card_set


def delete_set(*, card_set: CardSet, by: User) -> None:
    """Delete a set with its cards; its history and its editions stay."""
    with writing_as(by, card_set):
        card_set.delete()


def write_card(
    *, card: Card, by: User, text: CardDef, copies: int | None, position: int | None
) -> Card:
    """Save a card with a definition; raises ValidationError and DraftFrozen.

    A number that is None stays; a new card without a position follows the others.
    """
    with writing_as(by, card.card_set):
        card.definition = language.indent_card(text)
        card.copies = card.copies if copies is None else copies
        if position is not None:
            card.position = position
        elif card._state.adding:
            card.position = next_position(card.card_set)
        card.full_clean(exclude=["code"])
        card.save()
    return card


def delete_card(*, card: Card, by: User) -> None:
    """Delete a card; it leaves the decks too, and a hero's deck goes with it."""
    with writing_as(by, card.card_set):
        card.delete()


def write_deck(*, hero: Card, by: User, entries: Mapping[int, tuple[int, Basis]]) -> int:
    """Make the deck of a hero have these entries by card; return how many changed."""
    with writing_as(by, hero.card_set):
        return save_deck(hero=hero, entries=entries)
