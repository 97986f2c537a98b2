"""Change many cards or deck entries of drafts at once, after a preview."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from django.db import transaction

from cards import language
from cards.drafts.freezing import check_editable
from cards.language import Basis, CardDef
from cards.models import Card, CardSet, DeckCard


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What to change on each card or entry; None keeps a part as it is."""

    basis: Basis | None = None
    danger: bool | None = None
    points: int | None = None
    copies: int | None = None

    def text(self, card: CardDef) -> CardDef:
        """Return a card with the changes."""
        parts = {"basis": self.basis, "danger": self.danger, "points": self.points}
        given = {name: value for name, value in parts.items() if value is not None}
        return msgspec.structs.replace(card, **given)


@transaction.atomic
def change_cards(*, cards: Iterable[Card], change: BulkChange) -> int:
    """Change the cards that differ; return their number. Raise DraftFrozen."""
    rows = list(cards)
    check_editable(*CardSet.objects.filter(pk__in={row.card_set_id for row in rows}))
    changed = 0
    for row in rows:
        before = row.text()
        after = change.text(before)
        copies = row.copies if change.copies is None else change.copies
        if after == before and copies == row.copies:
            continue
        row.copies = copies
        if after != before:
            row.definition = language.indent_card(after)
        row.full_clean(exclude=["code", "kind", "basis"])
        row.save()
        changed += 1
    return changed


@transaction.atomic
def change_entries(*, entries: Iterable[DeckCard], change: BulkChange) -> int:
    """Change the deck entries that differ; return their number. Raise DraftFrozen."""
    rows = list(entries)
    check_editable(*CardSet.objects.filter(pk__in={row.hero.card_set_id for row in rows}))
    changed = 0
    for row in rows:
        wanted = (change.copies or row.copies, change.basis or row.basis)
        if wanted == (row.copies, row.basis):
            continue
        row.copies, row.basis = wanted
        row.full_clean()
        row.save()
        changed += 1
    return changed
