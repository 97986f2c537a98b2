"""Optimistic locking in the admin: a stale form shows both versions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from cards.admin_words import say_word
from cards.freezing import check_editable, lock_sets
from cards.models import Card, CardSet, DeckCard
from cards.review_errors import DraftFrozen
from cards.studio.draft_rows import DraftRows, error_text, set_of
from cards.studio.review_texts import review_text
from cards.studio.versions import (
    DECK,
    DEFINITION,
    Difference,
    Side,
    Version,
    differences,
    form_data,
    merge,
    read_version,
    version_id,
)

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
else:
    _Form = forms.ModelForm

SEEN: Final = "seen"
TAKE: Final = "_take"
BASE: Final = "_base"
"""The version that the first form displayed, also after further conflicts."""
_OWN: Final = ("csrfmiddlewaretoken", SEEN, TAKE, BASE)
_HISTORY_ID: Final = re.compile(r"\d{1,18}", re.ASCII)


class SeenForm(_Form):
    """A form with the displayed version of the row in a hidden field."""

    seen = forms.CharField(label="", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial[SEEN] = version_id(self.instance)

    def clean(self) -> dict[str, Any] | None:
        """Refuse to change a frozen draft; what was typed stays in the form."""
        cleaned = super().clean()
        given = cleaned or {}
        cards = (given.get("hero"), given.get("card"))
        sets = [given.get("card_set"), *(card.card_set for card in cards if card)]
        key = set_of(self.instance) if self.instance.pk else None
        stored = [] if key is None else CardSet.objects.filter(pk=key)
        try:
            check_editable(*stored, *(one for one in sets if one))
        except DraftFrozen as error:
            self.add_error(None, error_text(error))
        return cleaned


class RefuseStale(DraftRows):
    """A page that saves its form only if the row is as it was displayed.

    What two users changed in different parts is merged, with a message. Otherwise the response is
    409 with both versions, field by field, to choose from.
    """

    form = SeenForm

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Add the hidden version if the user may change the row."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return fieldsets
        (name, options), *others = fieldsets
        return [(name, {**options, "fields": [*options["fields"], SEEN]}), *others]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Lock the row, compare the versions, and save unless they conflict."""
        if request.method != "POST" or object_id is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic():
            self.lock_set(request, object_id)
            row = self.locked(request, object_id)
            if row is not None and self.has_change_permission(request, row):
                if request.POST.get(TAKE) == "theirs":
                    return redirect(request.path)
                conflict = self.resolve_conflict(request, row)
                if conflict is not None:
                    return conflict
            return super().changeform_view(request, object_id, form_url, extra_context)

    def lock_set(self, request: HttpRequest, object_id: str) -> None:
        """Lock the set of a row, before anything else of it."""
        row = self.get_object(request, object_id)
        key = None if row is None else set_of(row)
        if key is not None:
            lock_sets(key)

    def locked(self, request: HttpRequest, object_id: str) -> Model | None:
        """Return the row, locked with its deck until the transaction ends."""
        row = self.get_object(request, object_id)
        if row is None:
            return None
        if isinstance(row, Card):
            list(DeckCard.objects.select_for_update().filter(hero=row).order_by("pk"))
        locked: Model | None = type(row).objects.select_for_update().filter(pk=row.pk).first()
        return locked

    def resolve_conflict(self, request: HttpRequest, row: Model) -> HttpResponse | None:
        """Put the version to save into the request, or return a page to choose it."""
        now = version_id(row)
        merged = self.merged_version(
            request,
            row,
            now,
            lambda: self.posted_version(request, row),
            lambda: self.stored_version(request, row),
            lambda seen: self.version_before(request, row, seen),
        )
        if merged is None or isinstance(merged, HttpResponse):
            return merged
        data = QueryDict(mutable=True)
        data.update({name: request.POST[name] for name in request.POST})
        data.update(form_data(merged) | {SEEN: now})
        request.POST = data  # type: ignore[assignment]
        return None

    def merged_version(
        self,
        request: HttpRequest,
        row: Model,
        now: str,
        posted: Callable[[], Version],
        stored: Callable[[], Version],
        before: Callable[[str], Version | None],
    ) -> Version | HttpResponse | None:
        """Return the version to save, a page to choose it, or None for the posted one."""
        data = request.POST
        is_stale = data.get(SEEN) != now
        if not is_stale and TAKE not in data:
            return None
        mine, theirs = posted(), stored()
        base = data.get(BASE) or data.get(SEEN, "")
        found = differences(mine, theirs, before(base))
        sides = {} if is_stale else _sides(data, found)
        if TAKE not in data and BASE not in data:
            sides = _apart(found)
            self.report_merge(request, row, found, sides)
        if len(sides) < len(found):
            return self.conflict_page(request, row, found, sides, {SEEN: now, BASE: base})
        return merge(mine, theirs, sides)

    def report_merge(
        self,
        request: HttpRequest,
        row: Model,
        found: list[Difference],
        sides: Mapping[str, Side],
    ) -> None:
        """Say what was taken from whom, if all parts could be merged."""
        if not found or len(sides) < len(found):
            return
        labels = {
            side: ", ".join(_label_of(one.key) for one in found if sides[one.key] == side)
            for side in ("mine", "theirs")
        }
        last = _last_change(row)
        user = str(last.history_user) if last and last.history_user else review_text("another")
        text = review_text(
            "merged", user=user, mine=labels["mine"] or "–", theirs=labels["theirs"] or "–"
        )
        self.message_user(request, text, messages.INFO)

    def values(self, request: HttpRequest, row: Model) -> dict[str, Any]:
        """Return the values that the form of a row displays."""
        form = self.get_form(request, row, change=True)(instance=row)
        return {name: form[name].value() for name in form.fields if name != SEEN}

    def posted_version(self, request: HttpRequest, row: Model) -> Version:
        """Return the version in the posted form."""
        names = self.values(request, row)
        return read_version({name: request.POST.get(name, "") for name in names})

    def stored_version(self, request: HttpRequest, row: Model) -> Version:
        """Return the version in the database."""
        return read_version(self.values(request, row))

    def version_before(self, request: HttpRequest, row: Model, seen: str) -> Version | None:
        """Return the version that the form displayed, from the history, or None."""
        if not _HISTORY_ID.fullmatch(seen):
            return None
        record = row.history.filter(history_id=int(seen)).first()  # type: ignore[attr-defined]
        return None if record is None else read_version(self.values(request, record.instance))

    def conflict_page(
        self,
        request: HttpRequest,
        row: Model,
        found: list[Difference],
        sides: Mapping[str, Side],
        versions: dict[str, str],
    ) -> HttpResponse:
        """Return the page on which the user chooses a version of each part that differs."""
        fields = versions | {
            name: value
            for name, value in request.POST.items()
            if name not in _OWN and not name.startswith(f"{TAKE}:")
        }
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": row, "fields": list(fields.items()),
            "differences": [_shown(one, sides.get(one.key, one.take)) for one in found],
            "last": _last_change(row),
            "title": say_word("stale_title", row=row),
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/stale.html", context, status=409)


def _apart(found: list[Difference]) -> dict[str, Side]:
    """Return the side that changed each part, or {} if a part cannot be merged.

    A list of effects or abilities is one part: two changes of it may contradict each other.
    """
    sides: dict[str, Side] = {one.key: one.take for one in found if one.take}
    return sides if len(sides) == len(found) else {}


def _sides(posted: QueryDict, found: list[Difference]) -> dict[str, Side]:
    """Return the chosen side of each difference; those without one are missing."""
    if posted.get(TAKE) == "mine":
        return {one.key: "mine" for one in found}
    sides: dict[str, Side] = {}
    for one in found:
        match posted.get(f"{TAKE}:{one.key}"):
            case "mine":
                sides[one.key] = "mine"
            case "theirs":
                sides[one.key] = "theirs"
    return sides


def _last_change(row: Model) -> Any:
    """Return the last entry in the history of a row, or of the deck of a hero."""
    last = row.history.first()  # type: ignore[attr-defined]
    if isinstance(row, Card):
        deck = DeckCard.history.filter(hero_id=row.pk).order_by("-history_id").first()
        if deck is not None and (last is None or deck.history_date > last.history_date):
            return deck
    return last


def _label_of(key: str) -> str:
    """Return the name of a field, a member of the definition, or a deck entry."""
    part, _, name = key.partition(".")
    if part == DECK:
        card = Card.objects.filter(pk=name).first() if name.isdigit() else None
        name = str(card or name)
    return f"{part.replace('_', ' ')}: {name}" if name else part.replace("_", " ")


def _shown(one: Difference, take: str) -> dict[str, Any]:
    """Return a difference in words, with the side to preselect."""
    return {
        "key": f"{TAKE}:{one.key}",
        "label": _label_of(one.key),
        "sides": [("mine", _text_of(one.key, one.mine)), ("theirs", _text_of(one.key, one.theirs))],
        "changed": one.take,
        "take": take,
    }


def _text_of(key: str, value: Any) -> str:
    if value is None:
        return "–"
    if key.startswith(f"{DECK}."):
        copies, basis = value
        return f"{copies} × ({basis})"
    if key == "card_set":
        return str(CardSet.objects.filter(pk=value).first() or value)
    if key.startswith(f"{DEFINITION}."):
        return json.dumps(value, indent=2, ensure_ascii=False)
    return str(value) or "–"
