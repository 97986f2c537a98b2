"""The history of a card or a set, by member, text and deck entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from cards import language
from cards.language import CardError, Language
from cards.models import Card, CardSet, DeckCard
from cards.studio.comparison_texts import COMPARISON, comparison_text
from cards.studio.shown_changes import (
    ShownCard,
    ShownChange,
    ShownDeck,
    one_sided_texts,
    shown_entries,
    shown_members,
    shown_texts,
    value_words,
)
from cards.studio.studio_texts import page_language

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin

PAGE_ENTRIES: Final = 25
ONE_SAVE: Final = timedelta(seconds=2)
"""Records of one user that are no further apart are shown as one entry."""
MANY_CARDS: Final = 10
"""If one save creates more cards, their number is shown instead of the cards."""


@dataclass(slots=True)
class HistoryEntry:
    """What a user saved at once: cards, members of the set, entries of decks."""

    at: datetime
    who: str
    why: str
    what: list[str] = field(default_factory=list)
    members: list[ShownChange] = field(default_factory=list)
    cards: list[ShownCard] = field(default_factory=list)
    decks: list[ShownDeck] = field(default_factory=list)
    version: str = ""


Records = list[Any]


class ShowsHistory(_Admin):
    """A history page that shows what changed, in the words of the cards."""

    def records_of(self, object_id: int) -> list[QuerySet[Any]]:
        """Return the records of an object, its cards and its decks."""
        raise NotImplementedError

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the records, newest first; a deleted object has its history too."""
        key = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        records = [one for rows in self.records_of(key) for one in rows]
        mine = [one for one in records if one.instance_type is self.model and one.id == key]
        if not mine:
            raise Http404
        latest = max(mine, key=lambda one: (one.history_date, one.history_id))
        if not self.has_view_or_change_permission(request, latest.instance):
            raise PermissionDenied
        words = page_language()
        page = Paginator(_saves(records), PAGE_ENTRIES).get_page(request.GET.get("p"))
        name = comparison_text("history", name=str(latest.instance))
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": self.get_object(request, object_id), "page": page,
            "title": name, "entries": [entry_of(save, words, key) for save in page],
            "texts": {name: text.to(words) for name, text in COMPARISON.items()},
            "pages": COMPARISON.say("page", words, number=page.number,
                                    total=page.paginator.num_pages),
        }  # fmt: skip
        return TemplateResponse(request, "studio/history.html", context | (extra_context or {}))


class ShowsCardHistory(ShowsHistory):
    """The history of a card and, of a hero, its deck."""

    def records_of(self, object_id: int) -> list[QuerySet[Any]]:
        """Return the records of the card and of all deck entries with it."""
        deck = DeckCard.history.filter(Q(hero_id=object_id) | Q(card_id=object_id))
        return [_with_user(Card.history.filter(id=object_id)), _with_user(deck)]


class ShowsSetHistory(ShowsHistory):
    """The history of a set with all its cards and decks, deleted ones too."""

    def records_of(self, object_id: int) -> list[QuerySet[Any]]:
        """Return the records of the set, its cards and its decks."""
        cards = Card.history.filter(card_set_id=object_id)
        decks = DeckCard.history.filter(hero_id__in=cards.values("id"))
        mine = CardSet.history.filter(id=object_id)
        return [_with_user(mine), _with_user(cards.defer("definition")), _with_user(decks)]


def _with_user(records: QuerySet[Any]) -> QuerySet[Any]:
    return records.select_related("history_user")


def _saves(records: Records) -> list[Records]:
    """Return the records grouped by save, newest first."""
    saves: list[Records] = []
    for one in sorted(records, key=lambda one: one.history_date, reverse=True):
        last = saves[-1][-1] if saves else None
        if (
            last is not None
            and last.history_user_id == one.history_user_id
            and last.history_date - one.history_date <= ONE_SAVE
            and saves[-1][0].history_date - one.history_date <= ONE_SAVE
            and not _is_twice(saves[-1], one)
        ):
            saves[-1].append(one)
        else:
            saves.append([one])
    return saves


def _is_twice(save: Records, one: Any) -> bool:
    """Whether a save already has a record of the same row."""
    return any(type(other) is type(one) and other.id == one.id for other in save)


def entries_since(records: QuerySet[Any], seen: str, words: Language) -> list[HistoryEntry]:
    """Return what was saved after the record with the id ``seen``, newest first.

    If it is not an id, the last saves are returned.
    """
    after = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 19 else 0
    newer = _with_user(records.filter(history_id__gt=after).order_by("-history_id"))
    saves = _saves(list(newer[: PAGE_ENTRIES * MANY_CARDS]))[:PAGE_ENTRIES]
    return [entry_of(save, words) for save in saves]


def entry_of(save: Records, words: Language, version_of: int = 0) -> HistoryEntry:
    """Return what a save changed; ``version_of`` is the card whose page it is."""
    first = save[0]
    who = str(first.history_user or COMPARISON["by-program"].to(words))
    why = next((one.history_change_reason for one in save if one.history_change_reason), "")
    entry = HistoryEntry(first.history_date, who, why)
    cards = [one for one in save if one.instance_type is Card]
    created = [one for one in cards if one.history_type == "+"]
    if len(created) > MANY_CARDS:
        entry.what.append(COMPARISON.say("many-cards", words, count=len(created)))
        cards = [one for one in cards if one.history_type != "+"]
    for one in (one for one in save if one.instance_type is CardSet):
        entry.what.append(_verb(one, "set", words))
        entry.members += _set_changes(one, words)
    for one in cards:
        shown = _card_changes(one, words)
        if shown or one.history_type == "-":
            entry.what.append(_verb(one, "card", words))
            entry.cards += shown
        if one.id == version_of and one.history_type != "-":
            keys = [one.id, one.history_id]
            entry.version = reverse("admin:cards_card_simple_history", args=keys)
    entry.decks = _deck_changes([one for one in save if one.instance_type is DeckCard], words)
    if entry.decks:
        entry.what.append(COMPARISON["changed-decks"].to(words))
    if not entry.what:
        entry.what.append(COMPARISON["nothing-visible"].to(words))
    return entry


def _verb(record: Any, thing: str, words: Language) -> str:
    kind = {"+": "created", "-": "deleted"}.get(record.history_type, "changed")
    return COMPARISON[f"{kind}-{thing}"].with_params(code=record.code).to(words)


def _before(record: Any) -> Any:
    """Return the record of the same row before another one, or None."""
    rows = record.instance_type.history.filter(id=record.id, history_id__lt=record.history_id)
    return rows.order_by("-history_id").first()


def _set_changes(record: Any, words: Language) -> list[ShownChange]:
    before = _before(record) if record.history_type == "~" else None
    names = ("code", "name", "name_fr", "names", "variant", "colors")
    return _columns(before, record, names, words) if before else []


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


def _card_changes(record: Any, words: Language) -> list[ShownCard]:
    """Return what a record changed on a card; nothing if it was deleted."""
    after = _card(record)
    if record.history_type == "-":
        return []
    earlier = None if record.history_type == "+" else _before(record)
    if earlier is None:
        texts = one_sided_texts(after, is_new=True) if after else []
        return [ShownCard(record.code, after.name if after else record.code, texts=texts)]
    before = _card(earlier)
    columns = _columns(earlier, record, ("copies", "position"), words)
    if before is None or after is None:
        columns += _columns(earlier, record, ("definition",), words)
        return [ShownCard(record.code, record.code, changes=columns)] if columns else []
    changes = [*shown_members(before, after, words), *columns]
    name = language.card_name(after, words)
    texts = shown_texts(before, after)
    return [ShownCard(after.code, name, changes=changes, texts=texts)] if changes else []


def _deck_changes(records: Records, words: Language) -> list[ShownDeck]:
    """Return what records changed in the decks, by hero."""
    codes = _codes({key for one in records for key in (one.hero_id, one.card_id)})
    decks = []
    records = sorted(records, key=lambda one: (codes[one.hero_id], codes[one.card_id]))
    for hero, rows in groupby(records, key=lambda one: codes[one.hero_id]):
        entries = [(codes[one.card_id], *_entries(one)) for one in rows]
        changed = [one for one in entries if one[1] != one[2]]
        if changed:
            title = COMPARISON.say("deck-of", words, hero=hero)
            decks.append(ShownDeck(title, "", list(shown_entries(changed, words))))
    return decks


def _entries(record: Any) -> tuple[language.DeckCardDef | None, language.DeckCardDef | None]:
    """Return the entry of a deck before and after a record."""
    earlier = None if record.history_type == "+" else _before(record)
    after = None if record.history_type == "-" else record
    if record.history_type == "-" and earlier is None:
        earlier = record
    return _entry(earlier), _entry(after)


def _entry(record: Any) -> language.DeckCardDef | None:
    if record is None:
        return None
    return language.DeckCardDef(card="", copies=record.copies, basis=record.basis)


def _codes(keys: set[int]) -> dict[int, str]:
    """Return the codes of cards by key, the last ones of deleted cards."""
    records = Card.history.filter(id__in=keys).order_by("history_id")
    return dict(records.values_list("id", "code")) | dict(
        Card.objects.filter(pk__in=keys).values_list("pk", "code")
    )


def _card(record: Any) -> language.CardDef | None:
    try:
        return language.decode_card(record.definition)
    except CardError:
        return None
