"""The page that changes many cards or deck entries at once, with a preview."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from cards import language
from cards.drafts.bulk import BulkChange, change_rows, sets_of
from cards.drafts.copy_texts import COPY
from cards.exchange.word_edits import new_findings
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef
from cards.models import Card, CardSet
from cards.page_language import page_language
from cards.selectors import draft_text
from cards.studio.comparison_pages import draft_pages
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_page import show_page
from cards.studio.studio_texts import copy_label, say_copy
from cards.studio.vocabulary import choice_words


class BulkForm(forms.Form):
    """What to change on the chosen rows."""

    basis = forms.ChoiceField(
        label=copy_label("bulk_basis"), required=False, widget=UnfoldAdminSelectWidget
    )
    danger = forms.ChoiceField(
        label=copy_label("bulk_danger"), required=False, widget=UnfoldAdminSelectWidget
    )
    points = forms.IntegerField(
        label=copy_label("bulk_points"), help_text=copy_label("bulk_empty_help"),
        min_value=0, max_value=1000, required=False, widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip
    copies = forms.IntegerField(
        label=copy_label("bulk_copies"), help_text=copy_label("bulk_empty_help"),
        min_value=1, max_value=100, required=False, widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip

    def __init__(self, data: Any, of_cards: bool) -> None:
        super().__init__(data)
        words = page_language()
        keep = ("", COPY["bulk_keep"].to(words))
        basis = cast(forms.ChoiceField, self.fields["basis"])
        basis.choices = [keep, *choice_words("basis", words).items()]
        if not of_cards:
            del self.fields["danger"], self.fields["points"]
            return
        danger = cast(forms.ChoiceField, self.fields["danger"])
        danger.choices = [
            keep, ("yes", COPY["bulk_yes"].to(words)), ("no", COPY["bulk_no"].to(words)),
        ]  # fmt: skip

    def change(self) -> BulkChange:
        """Return what to change."""
        data = self.cleaned_data
        danger = data.get("danger")
        return BulkChange(
            basis=data["basis"] or None,
            danger=danger == "yes" if danger else None,
            points=data.get("points"),
            copies=data["copies"],
        )


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
                messages.success(request, say_copy("bulk_done", count=count))
                return redirect(request.get_full_path())
            context = {"previews": [preview_of(*one) for one in drafts] if count else []}
            transaction.set_rollback(True)
        if "_confirm" in request.POST:
            messages.error(request, say_copy("bulk_stale"))
        context |= {"seen": seen}
    return show_page(
        admin, request, "studio/bulk.html", form=form, is_first=is_first,
        title=say_copy("bulk_title", count=rows.count()), chosen=rows, **context,
        texts={name: text.to(page_language()) for name, text in COPY.items()},
    )  # fmt: skip


def preview_of(card_set: CardSet, before: EditionDef) -> tuple[ShownComparison, list[str]]:
    """Return the differences and the new findings of a set that changed."""
    after = draft_text(card_set)
    names = (str(card_set), say_copy("bulk_preview"))
    shown = shown_comparison(before, after, names, draft_pages(card_set), page_language())
    return shown, [
        f"{language.place_of(one.path, after)}: {finding_text(one, page_language())}"
        for one in new_findings(before, after)
    ]
