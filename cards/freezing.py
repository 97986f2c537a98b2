"""Frozen drafts: while a set has an open proposal, nothing of it can be changed."""

from __future__ import annotations

from typing import Any

from django.db import models, transaction
from django.db.models.signals import pre_delete, pre_save

from cards.draft_errors import DraftFrozen
from cards.models import OPEN, Card, CardSet, DeckCard, Proposal


def check_editable(*card_sets: CardSet) -> None:
    """Raise DraftFrozen if a set has an open proposal.

    Call it before anything else in the transaction that writes: it locks the sets, so that none is
    submitted before the transaction ends. Every saved or deleted row is checked too, but rows that
    are written in bulk are not.
    """
    _check(*(one.pk for one in card_sets))


def set_of(row: models.Model) -> int | None:
    """Return the key of the set that a card belongs to, or of the set itself."""
    if isinstance(row, CardSet):
        return row.pk
    return row.card_set_id if isinstance(row, Card) else None


def _check(*keys: int) -> None:
    lock_sets(*keys)
    found = Proposal.objects.filter(card_set__in=keys, state__in=OPEN).first()
    if found is not None:
        raise DraftFrozen(card_set=found.name)


def lock_sets(*keys: int) -> None:
    """Lock sets until the transaction ends, in the order of their keys."""
    if transaction.get_connection().in_atomic_block:
        rows = CardSet.objects.select_for_update(no_key=True).filter(pk__in=keys)
        list(rows.order_by("pk").values_list("pk"))


def _check_row(instance: models.Model, raw: bool = False, **kwargs: Any) -> None:
    """Check the set of a row, and the set that it leaves, before a write."""
    if not raw:
        keys = {key for key in _sets_of(instance) if key is not None}
        if keys:
            _check(*keys)


def _sets_of(row: models.Model) -> list[int | None]:
    if isinstance(row, CardSet):
        return [row.pk]
    if isinstance(row, Card):
        stored = Card.objects.filter(pk=row.pk).values_list("card_set_id", flat=True)
        return [row.card_set_id, *stored]
    assert isinstance(row, DeckCard)
    entry = DeckCard.objects.filter(pk=row.pk).values_list("hero__card_set_id", flat=True)
    cards = Card.objects.filter(pk__in=[row.hero_id, row.card_id])
    return [*cards.values_list("card_set_id", flat=True), *entry]


def connect() -> None:
    """Check every row of a draft that is saved or deleted."""
    for model in (CardSet, Card, DeckCard):
        pre_save.connect(_check_row, sender=model, dispatch_uid=f"frozen-{model.__name__}")
        pre_delete.connect(_check_row, sender=model, dispatch_uid=f"frozen-{model.__name__}")
