"""The history of drafts: an entry for each act, what it changed, and *Undo this*."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.draft_rows import DRAFT, error_text
from bots.studio.admin_pages.shown_changes import (
    COLUMNS,
    ShownChange,
    ShownComparison,
    shown_comparison,
    value_words,
)
from bots.studio.admin_pages.studio_page import AdminPage, form_page, posted, show_page
from bots.studio.drafts.undoing import DRAFTED, UNDO, RowChange, changes_of, check_undo, undo
from cards import language
from cards.draft_errors import ReviewError
from cards.language import CardDef, CardError, Deck, DeckCardDef, EditionDef
from cards.models import Card, CardSet, DeckCard
from cards.models.draft_acts import current_act
from cards.page_language import time_text

PAGE_ENTRIES: Final = 25
NAMED: Final = 4
"""How many cards an entry names."""

SAID: Final[dict[tuple[Any, str], tuple[Any, Any]]] = {
    (CardSet, "+"): (_("Set {names} created"), _("{count} sets created: {names}")),
    (CardSet, "~"): (_("Set {names} changed"), _("{count} sets changed: {names}")),
    (CardSet, "-"): (_("Set {names} deleted"), _("{count} sets deleted: {names}")),
    (Card, "+"): (_("Card {names} created"), _("{count} cards created: {names}")),
    (Card, "~"): (_("Card {names} changed"), _("{count} cards changed: {names}")),
    (Card, "-"): (_("Card {names} deleted"), _("{count} cards deleted: {names}")),
    (DeckCard, "~"): (_("Deck of {names} changed"), _("{count} decks changed: {names}")),
}
"""What an act did to one row, and to several, by their class."""

Cards = dict[int, Any]
"""The last records of cards by key."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An act: when, who, and what it changed."""

    act: UUID
    at: datetime
    who: str
    what: str
    comparisons: list[ShownComparison]
    may_undo: bool


class ShowsHistory(AdminPage):
    """The history of a set, of a card or of all drafts, where each act can be undone."""

    actions_list: tuple[str, ...] = ("changes",)

    def get_urls(self) -> list[URLPattern]:
        """Add the page that undoes an act, in the history of a row and in that of all."""
        page, name = self.admin_site.admin_view(self.undo_view), self.opts.model_name
        return [
            path("history/<uuid:act>/", page, name=f"cards_{name}_undo"),
            path("<int:object_id>/history/<uuid:act>/", page),
            *super().get_urls(),
        ]

    @action(description=_("History"), url_path="history", permissions=["view"])
    def changes(self, request: HttpRequest) -> HttpResponse:
        """Show the acts on all drafts, deleted ones too."""
        records = [model.history.all() for model in DRAFTED]
        return self.show_acts(request, records, None, gettext("History of all drafts"))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the acts, newest first; a deleted object has its history too."""
        key = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        latest = self.model.history.filter(id=key).first()
        if latest is None:
            raise Http404
        if not self.has_view_or_change_permission(request, latest.instance):
            raise PermissionDenied
        title = gettext("History of {name}").format(name=latest.instance)
        original = self.get_object(request, object_id)
        return self.show_acts(request, records_of(self.model, key), original, title)

    def show_acts(
        self, request: HttpRequest, records: list[QuerySet[Any]], original: Any, title: str
    ) -> HttpResponse:
        """Return a page of the acts that wrote these records."""
        found: dict[UUID, datetime] = {}
        for rows in records:
            for act, at in rows.order_by().values_list("act").annotate(Max("history_date")):
                found[act] = max(found.get(act, at), at)
        acts = sorted(found, key=found.__getitem__, reverse=True)
        page = Paginator(acts, PAGE_ENTRIES).get_page(request.GET.get("p"))
        changes = changes_of(page)
        return show_page(
            self, request, "studio/history.html", original, page=page, title=title,
            entries=[entry_of(request, act, changes[act]) for act in page if changes[act]],
        )  # fmt: skip

    def undo_view(
        self, request: HttpRequest, act: UUID, object_id: int | None = None
    ) -> HttpResponse:
        """Show what undoing an act changes, and undo it when that is confirmed."""
        rows = changes_of([act]).get(act, [])
        if not rows:
            raise Http404
        if not may_undo(request, rows):
            raise PermissionDenied
        entry, refusal = entry_of(request, act, rows), ""
        try:
            check_undo(act)
        except ReviewError as error:
            refusal = error_text(error)

        def act_on(given: dict[str, Any]) -> HttpResponse:
            undo(act)
            messages.success(request, gettext("Undone: {what}").format(what=entry.what))
            return redirect("../")

        intro = gettext("It will be as it was before. This is an entry of the history, too, which"
                        " can be undone.")  # fmt: skip
        return form_page(
            self, request, None, forms.Form(posted(request)), act_on, is_ready=not refusal,
            title=gettext("Undo: {what}").format(what=act_words(rows)), intro=refusal or intro,
            button=gettext("Undo this"),
            rows=[(gettext("By"), entry.who), (gettext("When"), time_text(entry.at))],
            comparisons=comparisons_of(reversed_rows(rows)),
        )  # fmt: skip

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete a row, and offer to undo that."""
        super().delete_model(request, obj)
        self.offer_undo(request)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete rows, and offer to undo that."""
        super().delete_queryset(request, queryset)
        self.offer_undo(request)

    def offer_undo(self, request: HttpRequest) -> None:
        """Lead from the next page to the one that undoes the act of the request."""
        page = reverse(f"admin:cards_{self.opts.model_name}_undo", args=[current_act()])
        link = '{} <a class="underline" href="{}">{}</a>'
        said = (gettext("Deleted by mistake?"), page, gettext("Undo this"))
        messages.info(request, format_html(link, *said))


def records_of(model: Any, key: int) -> list[QuerySet[Any]]:
    """Return the records of a card, or of a set with its cards, and of the decks."""
    if model is Card:
        entries = DeckCard.history.filter(Q(hero_id=key) | Q(card_id=key))
        return [Card.history.filter(id=key), entries]
    cards = Card.history.filter(card_set_id=key)
    entries = DeckCard.history.filter(hero_id__in=cards.values("id"))
    return [CardSet.history.filter(id=key), cards, entries]


def may_undo(request: HttpRequest, rows: Iterable[RowChange]) -> bool:
    """Whether the user may draft, and delete sets if the act made one."""
    makes_set = any(one.model is CardSet and one.before is None for one in rows)
    return request.user.has_perm(DRAFT) and (
        not makes_set or request.user.has_perm("cards.delete_cardset")
    )


def entry_of(request: HttpRequest, act: UUID, rows: list[RowChange]) -> HistoryEntry:
    """Return an act as the history shows it."""
    last, what = max((one.last for one in rows), key=lambda one: one.history_date), act_words(rows)
    if (last.history_change_reason or "").startswith(UNDO):
        what = gettext("Undo: {what}").format(what=act_words(reversed_rows(rows)))
    who = str(last.history_user or gettext("the program"))
    found = comparisons_of(rows)
    return HistoryEntry(act, last.history_date, who, what, found, may_undo(request, rows))


def reversed_rows(rows: Iterable[RowChange]) -> list[RowChange]:
    """Return what undoing an act changes."""
    return [replace(one, before=one.after, after=one.before) for one in rows]


def act_words(rows: list[RowChange]) -> str:
    """Return what an act did, in words."""
    cards, found = cards_of(rows), defaultdict[Any, dict[int, Any]](dict)
    for row in rows:
        kind = "~" if row.model is DeckCard or (row.before and row.after) else "-+"[bool(row.after)]
        named = cards[row.last.hero_id] if row.model is DeckCard else row.last
        found[row.model, kind][named.id] = named.instance
    return " · ".join(
        str(SAID[key][len(named) > 1]).format(
            count=len(named),
            names=", ".join(map(str, [*named.values()][:NAMED])) + ", …" * (len(named) > NAMED),
        )
        for key, named in found.items()
    )


def cards_of(rows: Iterable[RowChange]) -> Cards:
    """Return the last record of each card that is named in the rows."""
    keys = set[int]()
    for row in rows:
        named = (row.last.hero_id, row.last.card_id) if row.model is DeckCard else (row.last.id,)
        keys.update(named if row.model is not CardSet else ())
    records = Card.history.filter(id__in=keys).order_by("history_id")
    return {one.id: one for one in records}


def comparisons_of(rows: Iterable[RowChange]) -> list[ShownComparison]:
    """Return what an act changes in each set, in words."""
    cards, found = cards_of(rows), defaultdict[int, list[RowChange]](list)
    for row in rows:
        card = row.last.hero_id if row.model is DeckCard else row.last.id
        found[row.last.id if row.model is CardSet else cards[card].card_set_id].append(row)
    names = CardSet.history.filter(id__in=found).order_by("history_id").values_list("id", "name")
    return [_comparison(dict(names).get(key, ""), found[key], cards) for key in found]


def _comparison(title: str, rows: list[RowChange], cards: Cards) -> ShownComparison:
    own = {one.last.id for one in rows if one.model is Card}
    in_decks = {
        key for one in rows if one.model is DeckCard for key in (one.last.hero_id, one.last.card_id)
    }
    unchanged = [cards[key] for key in in_decks - own]
    before, after = (
        _edition([*filter(None, (getattr(one, side) for one in rows)), *unchanged], cards)
        for side in ("before", "after")
    )
    found = shown_comparison(before, after, ("", ""), {})
    pairs = [(one.before, one.after) for one in rows if one.before and one.after]
    notes = [
        ShownChange(str(COLUMNS["notes"]), "", value_words(old.notes), value_words(new.notes))
        for old, new in pairs
        if isinstance(old.instance, CardSet) and old.notes != new.notes
    ]
    moved = any(isinstance(old.instance, Card) and old.position != new.position
                for old, new in pairs)  # fmt: skip
    return replace(
        found, title=title, differs=True, is_reordered=moved, members=found.members + notes,
        decks=[replace(one, size="", grid=None) for one in found.decks],
    )  # fmt: skip


def _edition(records: list[Any], cards: Cards) -> EditionDef:
    """Return an edition of nothing but the rows in these records."""
    sets, found, entries = (
        [one for one in records if one.instance_type is model] for model in DRAFTED
    )
    names = ("code", "name", "name_fr", "variant", "colors", "names")
    members: dict[str, Any] = {"code": "", "name": "", "variant": "", "colors": ()}
    decks = defaultdict[str, list[DeckCardDef]](list)
    for one in entries:
        entry = DeckCardDef(card=cards[one.card_id].code, copies=one.copies, basis=one.basis)
        decks[cards[one.hero_id].code].append(entry)
    return EditionDef(
        **members | {name: getattr(one, name) for one in sets for name in names},
        cards=tuple(map(_card, found)),
        copies={one.code: one.copies for one in found},
        decks=tuple(Deck(hero=hero, cards=tuple(deck)) for hero, deck in decks.items()),
    )


def _card(record: Any) -> CardDef:
    """Return the card in a record; if it is none, its definition is the name."""
    try:
        return language.decode_card(record.definition)
    except CardError:
        return CardDef(code=record.code, name=record.definition, kind=record.kind)
