"""The history of a card or a set, by member, text and deck entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards import language
from cards.language import CardError
from cards.models import Card, CardSet, DeckCard
from cards.studio.shown_changes import (
    COLUMNS,
    ShownChange,
    ShownText,
    one_sided_texts,
    shown_entry,
    shown_members,
    shown_texts,
    value_words,
)
from cards.studio.studio_page import AdminPage, show_page

PAGE_ENTRIES: Final = 25

SAID: Final = {
    (Card, "+"): _("Card {code} created"),
    (Card, "~"): _("Card {code} changed"),
    (Card, "-"): _("Card {code} deleted"),
    (CardSet, "+"): _("Set created"),
    (CardSet, "~"): _("Set changed"),
    (CardSet, "-"): _("Set deleted"),
}
"""What a record says by its model and its type."""


@dataclass(slots=True)
class HistoryEntry:
    """A record of a card, a set or an entry of a deck, with what it changed."""

    at: datetime
    who: str
    why: str
    what: str
    changes: list[ShownChange] = field(default_factory=list)
    texts: list[ShownText] = field(default_factory=list)
    version: str = ""


class ShowsHistory(AdminPage):
    """A history page that shows what changed, in the words of the cards."""

    def records_of(self, key: int) -> list[QuerySet[Any]]:
        """Return the records of a card, or of a set with its cards, and of the decks."""
        if self.model is Card:
            entries = DeckCard.history.filter(Q(hero_id=key) | Q(card_id=key))
            return [Card.history.filter(id=key), entries]
        cards = Card.history.filter(card_set_id=key)
        entries = DeckCard.history.filter(hero_id__in=cards.values("id"))
        return [CardSet.history.filter(id=key), cards.defer("definition"), entries]

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the records, newest first; a deleted object has its history too."""
        key = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        own, *others = (rows.select_related("history_user") for rows in self.records_of(key))
        latest = own.first()
        if latest is None:
            raise Http404
        if not self.has_view_or_change_permission(request, latest.instance):
            raise PermissionDenied
        records = sorted(
            (one for rows in (own, *others) for one in rows),
            key=lambda one: one.history_date,
            reverse=True,
        )
        page = Paginator(records, PAGE_ENTRIES).get_page(request.GET.get("p"))
        return show_page(
            self, request, "studio/history.html", self.get_object(request, object_id), page=page,
            title=gettext("History of {name}").format(name=latest.instance),
            entries=[entry_of(one) for one in page],
        )  # fmt: skip


def entry_of(record: Any) -> HistoryEntry:
    """Return what a record changed."""
    who = str(record.history_user or gettext("the program"))
    entry = HistoryEntry(record.history_date, who, record.history_change_reason or "", "")
    rows = record.instance_type.history.filter(id=record.id, history_id__lt=record.history_id)
    before = None if record.history_type == "+" else rows.order_by("-history_id").first()
    if record.instance_type is DeckCard:
        _describe_entry(entry, before, record)
        return entry
    said = SAID[record.instance_type, record.history_type]
    entry.what = said.format(code=record.code)
    if record.instance_type is Card and record.history_type != "-":
        key = [record.id, record.history_id]
        entry.version = reverse("admin:cards_card_simple_history", args=key)
        entry.changes, entry.texts = _card_changes(before, record)
    elif before is not None and record.history_type == "~":
        names = ("code", "name", "name_fr", "names", "variant", "colors")
        entry.changes = _columns(before, record, names)
    return entry


def _describe_entry(entry: HistoryEntry, before: Any, record: Any) -> None:
    """Say which entry of a deck a record is about, and what it changed."""
    entry.what = gettext("Deck of {hero}").format(hero=_code(record.hero_id))
    after = None if record.history_type == "-" else record
    sides = (_entry(before if after else before or record), _entry(after))
    entry.changes = [shown_entry(_code(record.card_id), *sides)]


def _columns(before: Any, after: Any, names: Iterable[str]) -> list[ShownChange]:
    """Return the columns of two records that differ."""
    values = ((one, getattr(before, one), getattr(after, one)) for one in names)
    return [
        ShownChange(str(COLUMNS[name]), "", _words(old), _words(new))
        for name, old, new in values
        if old != new
    ]


def _words(value: object) -> str:
    return str(value) if isinstance(value, int) else value_words(value)


def _card_changes(earlier: Any, record: Any) -> tuple[list[ShownChange], list[ShownText]]:
    """Return the members and texts of a card that differ; all texts of a new card."""
    after = _card(record)
    if earlier is None:
        return [], one_sided_texts(after, is_new=True) if after else []
    before = _card(earlier)
    columns = _columns(earlier, record, ("copies", "position"))
    if before is None or after is None:
        return columns + _columns(earlier, record, ("definition",)), []
    return [*shown_members(before, after), *columns], shown_texts(before, after)


def _entry(record: Any) -> language.DeckCardDef | None:
    if record is None:
        return None
    return language.DeckCardDef(card="", copies=record.copies, basis=record.basis)


def _code(key: int) -> str:
    """Return the code of a card by key, the last one of a deleted card."""
    codes = Card.history.filter(id=key).order_by("-history_id").values_list("code", flat=True)
    return codes.first() or ""


def _card(record: Any) -> language.CardDef | None:
    try:
        return language.decode_card(record.definition)
    except CardError:
        return None
