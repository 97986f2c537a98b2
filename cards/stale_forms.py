"""The admin refuses to save a stale form, and shows both versions side by side."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from cards.models import Card, CardSet, DeckCard
from cards.versions import (
    DECK,
    DEFINITION,
    Difference,
    Side,
    Version,
    deck_before,
    differences,
    form_data,
    merge,
    posted_deck,
    read_version,
    stored_deck,
    version_id,
)

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
    _Admin = ModelAdmin[Any]
else:
    _Form, _Admin = forms.ModelForm, ModelAdmin

SEEN: Final = "seen"
TAKE: Final = "_take"
BASE: Final = "_base"
"""The version which the user's form showed first, however often a choice was refused."""
_OWN: Final = ("csrfmiddlewaretoken", SEEN, TAKE, BASE)
_HISTORY_ID: Final = re.compile(r"\d{1,18}", re.ASCII)


class SeenForm(_Form):
    """A form that holds the version of the row which it showed."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial[SEEN] = version_id(self.instance)


class RefuseStale(_Admin):
    """A page whose form is saved only if the row has not changed since it was shown.

    Otherwise the reply is 409 with both versions, field by field, and a choice between them.
    """

    form = SeenForm

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """With the hidden version, where the row can be changed."""
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
        """Lock the row and compare versions, then save as ever."""
        if request.method != "POST" or object_id is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic():
            row = self.locked(request, object_id)
            if row is not None and self.has_change_permission(request, row):
                if request.POST.get(TAKE) == "theirs":
                    return redirect(request.path)
                refused = self.settle(request, row)
                if refused is not None:
                    return refused
            return super().changeform_view(request, object_id, form_url, extra_context)

    def locked(self, request: HttpRequest, object_id: str) -> Model | None:
        """The row, locked with its deck until the transaction ends."""
        row = self.get_object(request, object_id)
        if row is None:
            return None
        if isinstance(row, Card):
            list(DeckCard.objects.select_for_update().filter(hero=row).order_by("pk"))
        locked: Model | None = type(row).objects.select_for_update().filter(pk=row.pk).first()
        return locked

    def settle(self, request: HttpRequest, row: Model) -> HttpResponse | None:
        """Put the version to be saved into the request; a page if the user must choose first."""
        posted, now = request.POST, version_id(row)
        is_stale = posted.get(SEEN) != now
        if not is_stale and TAKE not in posted:
            return None
        mine, theirs = self.posted_version(request, row), self.stored_version(request, row)
        base = posted.get(BASE) or posted.get(SEEN, "")
        found = differences(mine, theirs, self.version_before(request, row, base))
        sides = {} if is_stale else _sides(posted, found)
        if len(sides) < len(found):
            return self.choice(request, row, found, sides, {SEEN: now, BASE: base})
        merged = merge(mine, theirs, sides)
        data = QueryDict(mutable=True)
        data.update({name: posted[name] for name in posted if not name.startswith(f"{DECK}-")})
        data.update(form_data(merged, row, posted_deck(posted) is not None) | {SEEN: now})
        request.POST = data  # type: ignore[assignment]
        return None

    def values(self, request: HttpRequest, row: Model) -> dict[str, Any]:
        """What the form of a row shows."""
        form = self.get_form(request, row, change=True)(instance=row)
        return {name: form[name].value() for name in form.fields if name != SEEN}

    def posted_version(self, request: HttpRequest, row: Model) -> Version:
        """The version of the user's form."""
        names = self.values(request, row)
        deck = posted_deck(request.POST)
        return read_version(
            {name: request.POST.get(name, "") for name in names},
            stored_deck(row) if deck is None else deck,
        )

    def stored_version(self, request: HttpRequest, row: Model) -> Version:
        """The version in the database."""
        return read_version(self.values(request, row), stored_deck(row))

    def version_before(self, request: HttpRequest, row: Model, seen: str) -> Version | None:
        """The version that the user's form showed, from the history."""
        row_id, _, deck_id = seen.partition(".")
        if not _HISTORY_ID.fullmatch(row_id):
            return None
        record = row.history.filter(history_id=int(row_id)).first()  # type: ignore[attr-defined]
        if record is None:
            return None
        deck = deck_before(row, int(deck_id)) if _HISTORY_ID.fullmatch(deck_id) else {}
        return read_version(self.values(request, record.instance), deck)

    def choice(
        self,
        request: HttpRequest,
        row: Model,
        found: list[Difference],
        sides: Mapping[str, Side],
        versions: dict[str, str],
    ) -> HttpResponse:
        """The page on which the user takes one version of each part that differs."""
        kept = versions | {
            name: value
            for name, value in request.POST.items()
            if name not in _OWN and not name.startswith(f"{TAKE}:")
        }
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": row, "kept": list(kept.items()),
            "differences": [_shown(one, sides.get(one.key, one.take)) for one in found],
            "last": _last_change(row),
            "title": f"{row} was changed by another user",
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/stale.html", context, status=409)


def _sides(posted: QueryDict, found: list[Difference]) -> dict[str, Side]:
    """The side that the user takes of each difference; those not chosen yet are missing."""
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
    """The last entry in the history of a row, or of the deck of a hero."""
    last = row.history.first()  # type: ignore[attr-defined]
    if isinstance(row, Card):
        deck = DeckCard.history.filter(hero_id=row.pk).order_by("-history_id").first()
        if deck is not None and (last is None or deck.history_date > last.history_date):
            return deck
    return last


def _shown(one: Difference, take: str) -> dict[str, Any]:
    """A difference in words, with the side that is chosen at first."""
    part, _, name = one.key.partition(".")
    if part == DECK:
        card = Card.objects.filter(pk=name).first() if name.isdigit() else None
        name = str(card or name)
    return {
        "key": f"{TAKE}:{one.key}",
        "label": f"{part.replace('_', ' ')}: {name}" if name else part.replace("_", " "),
        "sides": [("mine", _said(one.key, one.mine)), ("theirs", _said(one.key, one.theirs))],
        "changed": one.take,
        "take": take,
    }


def _said(key: str, value: Any) -> str:
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
