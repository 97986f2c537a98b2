"""The page that changes many cards or deck entries at once, with a preview."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from cards import language
from cards.drafts.bulk import BulkChange, change_rows, sets_of
from cards.exchange.word_edits import new_findings
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef
from cards.models import Card, CardSet
from cards.page_language import page_language
from cards.selectors import draft_text
from cards.studio.comparison_pages import draft_pages
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_page import show_page
from cards.studio.vocabulary import choice_words

KEEP = ("", _("as it is"))
EMPTY = _("Empty: as it is.")


class BulkForm(forms.Form):
    """What to change on the chosen rows."""

    basis = forms.ChoiceField(
        label=_("Source"), required=False, widget=UnfoldAdminSelectWidget,
        choices=lambda: [KEEP, *choice_words("basis", page_language()).items()],
    )  # fmt: skip
    danger = forms.TypedChoiceField(
        label=_("Danger icon"), required=False, widget=UnfoldAdminSelectWidget,
        choices=[KEEP, ("yes", _("shows it")), ("no", _("does not show it"))],
        coerce=lambda choice: choice == "yes", empty_value=None,
    )  # fmt: skip
    points = forms.IntegerField(
        label=_("Points"), help_text=EMPTY, min_value=0, max_value=1000, required=False,
        widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip
    copies = forms.IntegerField(
        label=_("Copies"), help_text=EMPTY, min_value=1, max_value=100, required=False,
        widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip

    def __init__(self, data: Any, of_cards: bool) -> None:
        super().__init__(data)
        if not of_cards:
            del self.fields["danger"], self.fields["points"]

    def change(self) -> BulkChange:
        """Return what to change."""
        given = self.cleaned_data
        return BulkChange(**{**given, "basis": given["basis"] or None})


def bulk_page(admin: Any, request: HttpRequest, rows: models.QuerySet[Any]) -> HttpResponse | None:
    """Show the form, then the preview; after the confirmation, change the rows.

    The preview is what changes in a transaction that is rolled back.
    """
    if not admin.has_change_permission(request):
        raise PermissionDenied
    is_first = "bulk" not in request.POST
    form = BulkForm(None if is_first else request.POST, rows.model is Card)
    context: dict[str, Any] = {"previews": []}
    if form.is_valid():
        with transaction.atomic():
            chosen = list(rows.select_for_update(of=("self",)))
            drafts = [(one, draft_text(one)) for one in sets_of(chosen)]
            seen = "".join(sorted(language.edition_hash(text) for _, text in drafts))
            count = change_rows(rows=chosen, change=form.change())
            if "_confirm" in request.POST and request.POST.get("seen") == seen:
                messages.success(request, gettext("Changed: {count}.").format(count=count))
                return redirect(request.get_full_path())
            context = {"previews": [preview_of(*one) for one in drafts] if count else []}
            transaction.set_rollback(True)
        if "_confirm" in request.POST:
            stale = gettext(
                "Nothing was saved: the cards have changed since the preview. Look at it again."
            )
            messages.error(request, stale)
        context |= {"seen": seen}
    title = gettext("Change {count} cards").format(count=rows.count())
    return show_page(
        admin, request, "studio/bulk.html", form=form, is_first=is_first, title=title, chosen=rows,
        **context,
    )  # fmt: skip


def preview_of(card_set: CardSet, before: EditionDef) -> tuple[ShownComparison, list[str]]:
    """Return the differences and the new findings of a set that changed."""
    after = draft_text(card_set)
    names = (str(card_set), gettext("Preview"))
    shown = shown_comparison(before, after, names, draft_pages(card_set))
    return shown, [
        f"{language.place_of(one.path, after)}: {finding_text(one, page_language())}"
        for one in new_findings(before, after)
    ]
