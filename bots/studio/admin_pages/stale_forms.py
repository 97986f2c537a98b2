"""Optimistic locking in the admin: a stale form says who saved, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.db import transaction
from django.db.models import Max, Model, QuerySet
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from bots.studio.admin_pages.draft_rows import DraftRows, error_text
from bots.studio.admin_pages.review_fragments import UNKNOWN
from cards.draft_errors import DraftFrozen
from cards.freezing import check_editable, lock_sets, set_of
from cards.models import CardSet
from cards.page_language import time_text

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
else:
    _Form = forms.ModelForm

SEEN: Final = "seen"


def last_version(history: Any) -> str:
    """Return the id of the last record of a history: what a form was made of."""
    return str(history.aggregate(last=Max("history_id"))["last"] or 0)


def stale_note(row: Model, records: QuerySet[Any]) -> SafeString:
    """Return why a form about a row is not saved: who saved last and when, as HTML."""
    last = records.select_related("history_user").order_by("-history_id").first()
    page = reverse(f"admin:cards_{row._meta.model_name}_history", args=[row.pk])
    link = '<a class="underline" href="{}" target="_blank">{}</a>'
    return format_html(
        gettext(
            "Not saved: {user} saved this on {at}, after you opened it. {history} says what"
            " changed. What you typed is still here; saving again replaces the stored version."
        ),
        user=str(last.history_user or gettext("the program")) if last else UNKNOWN,
        at=time_text(last.history_date) if last else UNKNOWN,
        history=format_html(link, page, gettext("History")),
    )


class SeenForm(_Form):
    """A form with the displayed version of the row in a hidden field.

    A form that is older than the row is not valid: it says who saved the row and when, keeps what
    was typed, and can be saved again.
    """

    seen = forms.CharField(label="", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial[SEEN] = last_version(self.instance.history)

    def clean(self) -> dict[str, Any] | None:
        """Refuse to change a frozen draft, or a row that has changed meanwhile."""
        cleaned = super().clean()
        given = cleaned or {}
        key = set_of(self.instance) if self.instance.pk else None
        stored = [] if key is None else CardSet.objects.filter(pk=key)
        try:
            check_editable(*stored, *filter(None, [given.get("card_set")]))
        except DraftFrozen as error:
            self.add_error(None, error_text(error))
        if self.instance.pk and given.get(SEEN) != self.initial[SEEN]:
            self.refuse_stale()
        return cleaned

    def refuse_stale(self) -> None:
        """Add the error, and let the next save replace the stored version."""
        self.add_error(None, stale_note(self.instance, self.instance.history.all()))
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data[self.add_prefix(SEEN)] = self.initial[SEEN]
        self.data = data


class RefuseStale(DraftRows):
    """A page that saves its form only if the row is as it was displayed."""

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
        """Lock the set until the form is compared with the row and saved."""
        if request.method != "POST" or object_id is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        with transaction.atomic():
            self.lock_set(request, object_id)
            return super().changeform_view(request, object_id, form_url, extra_context)

    def lock_set(self, request: HttpRequest, object_id: str) -> None:
        """Lock the set of a row, as every change of it does."""
        row = self.get_object(request, object_id)
        key = None if row is None else set_of(row)
        if key is not None:
            lock_sets(key)
