"""Change many cards or deck entries of drafts at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from django.db import transaction

from cards import language
from cards.drafts.freezing import check_editable, set_of
from cards.language import Basis, CardDef
from cards.models import Card, CardSet, DeckCard


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What to change on each card or entry; None keeps a part as it is."""

    basis: Basis | None = None
    danger: bool | None = None
    points: int | None = None
    copies: int | None = None

    def apply(self, row: Card | DeckCard) -> bool:
        """Change a row without saving it; return whether it differs."""
        before = (row.copies, row.basis if isinstance(row, DeckCard) else row.text())
        row.copies = self.copies or row.copies
        if isinstance(row, DeckCard):
            row.basis = self.basis or row.basis
            return before != (row.copies, row.basis)
        after = self._text(row.text())
        if after != before[1]:
            row.definition = language.indent_card(after)
        return before != (row.copies, after)

    def _text(self, card: CardDef) -> CardDef:
        parts = {"basis": self.basis, "danger": self.danger, "points": self.points}
        given = {name: value for name, value in parts.items() if value is not None}
        return msgspec.structs.replace(card, **given)


def sets_of(rows: Iterable[Card | DeckCard]) -> list[CardSet]:
    """Return the sets of cards or deck entries."""
    return list(CardSet.objects.filter(pk__in={set_of(row) for row in rows}))


@transaction.atomic
def change_rows(*, rows: list[Card] | list[DeckCard], change: BulkChange) -> int:
    """Change the rows that differ; return their number. Raise DraftFrozen."""
    check_editable(*sets_of(rows))
    changed = [row for row in rows if change.apply(row)]
    for row in changed:
        row.full_clean(exclude=["code", "kind", "basis"] if isinstance(row, Card) else [])
        row.save()
    return len(changed)
