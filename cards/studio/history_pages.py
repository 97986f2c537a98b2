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

from cards import language
from cards.language import CardError, Language
from cards.models import Card, CardSet, DeckCard
from cards.page_language import page_language
from cards.studio.comparison_texts import COMPARISON, comparison_text
from cards.studio.shown_changes import (
    ShownChange,
    ShownText,
    one_sided_texts,
    shown_entries,
    shown_members,
    shown_texts,
    value_words,
)
from cards.studio.studio_page import AdminPage, show_page

PAGE_ENTRIES: Final = 25


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
        page, words = (
            Paginator(records, PAGE_ENTRIES).get_page(request.GET.get("p")),
            page_language(),
        )
        return show_page(
            self, request, "studio/history.html", self.get_object(request, object_id), page=page,
            title=comparison_text("history", name=str(latest.instance)),
            entries=[entry_of(one, words) for one in page],
            texts={name: text.to(words) for name, text in COMPARISON.items()},
            pages=comparison_text("page", number=page.number, total=page.paginator.num_pages),
        )  # fmt: skip


def entries_since(records: QuerySet[Any], seen: str, words: Language) -> list[HistoryEntry]:
    """Return what was saved after the record with the id ``seen``, newest first.

    If it is not an id, the last records are returned.
    """
    after = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 19 else 0
    newer = records.filter(history_id__gt=after).order_by("-history_id")
    return [entry_of(one, words) for one in newer.select_related("history_user")[:PAGE_ENTRIES]]


def entry_of(record: Any, words: Language) -> HistoryEntry:
    """Return what a record changed."""
    who = str(record.history_user or COMPARISON["by-program"].to(words))
    entry = HistoryEntry(record.history_date, who, record.history_change_reason or "", "")
    rows = record.instance_type.history.filter(id=record.id, history_id__lt=record.history_id)
    before = None if record.history_type == "+" else rows.order_by("-history_id").first()
    if record.instance_type is DeckCard:
        entry.what = COMPARISON.say("deck-of", words, hero=_code(record.hero_id))
        after = None if record.history_type == "-" else record
        sides = (
            _code(record.card_id),
            _entry(before if after else before or record),
            _entry(after),
        )
        entry.changes = list(shown_entries([sides], words))
        return entry
    kind = {"+": "created", "-": "deleted"}.get(record.history_type, "changed")
    thing = "card" if record.instance_type is Card else "set"
    entry.what = COMPARISON.say(f"{kind}-{thing}", words, code=record.code)
    if record.instance_type is Card and kind != "deleted":
        entry.version = reverse(
            "admin:cards_card_simple_history", args=[record.id, record.history_id]
        )
        entry.changes, entry.texts = _card_changes(before, record, words)
    elif before is not None and kind == "changed":
        names = ("code", "name", "name_fr", "names", "variant", "colors")
        entry.changes = _columns(before, record, names, words)
    return entry


def _columns(before: Any, after: Any, names: Iterable[str], words: Language) -> list[ShownChange]:
    """Return the columns of two records that differ."""
    values = ((one, getattr(before, one), getattr(after, one)) for one in names)
    kind = COMPARISON["changed"].to(words)
    return [
        ShownChange(COMPARISON[name].to(words), "", kind, _words(old, words), _words(new, words))
        for name, old, new in values
        if old != new
    ]


def _words(value: object, words: Language) -> str:
    return str(value) if isinstance(value, int) else value_words(value, words)


def _card_changes(
    earlier: Any, record: Any, words: Language
) -> tuple[list[ShownChange], list[ShownText]]:
    """Return the members and texts of a card that differ; all texts of a new card."""
    after = _card(record)
    if earlier is None:
        return [], one_sided_texts(after, is_new=True) if after else []
    before = _card(earlier)
    columns = _columns(earlier, record, ("copies", "position"), words)
    if before is None or after is None:
        return columns + _columns(earlier, record, ("definition",), words), []
    return [*shown_members(before, after, words), *columns], shown_texts(before, after)


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
