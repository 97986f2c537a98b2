"""Undo one act: each row that it changed is again as it was before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NoReturn
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from bots.studio.drafts.copies import CodeTaken
from cards.draft_errors import ChangedSince
from cards.freezing import check_editable
from cards.models import Card, CardSet, DeckCard
from cards.models.draft_acts import one_act
from cards.page_language import time_text

DRAFTED: Final[tuple[Any, ...]] = (CardSet, Card, DeckCard)
"""The models with a history; each row belongs to rows of those before it."""
UNDO: Final = "undo "
"""How the reason of an act begins that undoes the act whose key follows."""


@dataclass(slots=True)
class RowChange:
    """A row before and after an act, as records or None, and its last record."""

    before: Any
    after: Any
    last: Any

    @property
    def model(self) -> Any:
        """The class of the row."""
        return self.last.instance_type


def changes_of(acts: Iterable[UUID]) -> dict[UUID, list[RowChange]]:
    """Return the rows that each act changed: sets, cards, then entries of decks."""
    found: dict[UUID, dict[tuple[Any, int], RowChange]] = defaultdict(dict)
    for model in DRAFTED:
        rows = model.history.order_by("-history_id")
        earlier = rows.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
        records = list(
            model.history.filter(act__in=list(acts))
            .annotate(earlier=Subquery(earlier.values("history_id")[:1]))
            .select_related("history_user")
            .order_by("history_id")
        )
        before = model.history.in_bulk([one.earlier for one in records if one.earlier])
        for one in records:
            first = {"+": None, "~": before.get(one.earlier, one), "-": one}[one.history_type]
            row = found[one.act].setdefault((model, one.id), RowChange(first, None, one))
            row.after, row.last = None if one.history_type == "-" else one, one
    return {
        act: [row for row in rows.values() if values(row.before) != values(row.after)]
        for act, rows in found.items()
    }


def values(row: Any) -> dict[str, Any] | None:
    """Return the columns of a row, or of the row in a record; None if there is none."""
    if row is None:
        return None
    model = getattr(row, "instance_type", type(row))
    return {one.attname: getattr(row, one.attname) for one in model._meta.concrete_fields}


@one_act()
def undo(act: UUID) -> None:
    """Restore the rows that an act changed, as one act, or none of them.

    Raise ChangedSince if a row is no longer as the act left it, or lacks what it belongs to;
    CodeTaken; DraftFrozen; ValidationError if a row is no longer valid.
    """
    rows = check_undo(act)
    why = f"{UNDO}{act}"
    for model in reversed(DRAFTED):
        for row in model.objects.filter(pk__in=_keys(rows, model, is_new=True)):
            _check_alone(row)
            row._change_reason = why
            row.delete()
    for model in DRAFTED:
        restored = [one.before.instance for one in rows if one.model is model and one.before]
        stored = set(model.objects.filter(pk__in=_keys(rows, model)).values_list("pk", flat=True))
        for row in restored:
            row._state.adding = row.pk not in stored
            _check_place(row)
            row.full_clean()
        columns = [one.name for one in model._meta.concrete_fields if not one.primary_key]
        kept = [row for row in restored if row.pk in stored]
        bulk_update_with_history(kept, model, columns, default_change_reason=why)
        made = [row for row in restored if row.pk not in stored]
        bulk_create_with_history(made, model, default_change_reason=why)


def check_undo(act: UUID) -> list[RowChange]:
    """Return the rows of an act, locked; raise DraftFrozen or ChangedSince."""
    rows = changes_of([act]).get(act, [])
    records = [one for row in rows for one in (row.before, row.after) if one]
    heroes = [one.hero_id for one in records if one.instance_type is DeckCard]
    keys = {one.id for one in records if one.instance_type is CardSet}
    keys |= {one.card_set_id for one in records if one.instance_type is Card}
    check_editable(*CardSet.objects.filter(Q(pk__in=keys) | Q(cards__in=heroes)).distinct())
    for model in DRAFTED:
        stored = model.objects.in_bulk(_keys(rows, model))
        for one in rows:
            if one.model is model and values(stored.get(one.last.id)) != values(one.after):
                _refuse(model.history.filter(id=one.last.id))
    return rows


def _keys(rows: Iterable[RowChange], model: Any, is_new: bool = False) -> list[int]:
    """Return the keys of the rows of a model; only of those that the act added."""
    return [one.last.id for one in rows if one.model is model and not (is_new and one.before)]


def _check_alone(row: Any) -> None:
    """Refuse to delete a row to which others belong that the act did not add."""
    for relation in row._meta.related_objects:
        model = relation.related_model
        if model in DRAFTED:
            for other in model.objects.filter(**{relation.field.name: row}):
                _refuse(other.history.all())


def _check_place(row: Any) -> None:
    """Refuse a row whose set or card is gone, or whose place another row has."""
    for field in row._meta.concrete_fields:
        model, key = field.related_model, getattr(row, field.attname)
        if model and not model.objects.filter(pk=key).exists():
            _refuse(model.history.filter(id=key))
    if isinstance(row, DeckCard):
        for other in DeckCard.objects.filter(hero=row.hero, card=row.card).exclude(pk=row.pk):
            _refuse(other.history.all())
        return
    same = type(row).objects.filter(code=row.code).exclude(pk=row.pk)
    if (same.filter(card_set=row.card_set) if isinstance(row, Card) else same).exists():
        raise CodeTaken(row.code)


def _refuse(records: Any) -> NoReturn:
    """Refuse, with who wrote the last of these records and when."""
    last = records.select_related("history_user").order_by("-history_id").first()
    is_entry = isinstance(last.instance, DeckCard)
    found = Card.history.filter(id=last.hero_id).first() if is_entry else last
    named = found.instance
    raise ChangedSince(
        what=gettext("Deck of {hero}").format(hero=named) if is_entry else str(named),
        user=str(last.history_user or gettext("the program")),
        at=time_text(last.history_date),
    )
