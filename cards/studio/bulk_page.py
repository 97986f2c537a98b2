"""The page that changes many cards or deck entries at once, with a preview."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, cast

import msgspec
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from cards import language
from cards.drafts.bulk import BulkChange, change_cards, change_entries
from cards.drafts.copy_texts import COPY
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef, LintFinding
from cards.models import Card, CardSet
from cards.selectors import draft_text
from cards.studio.comparison_pages import draft_pages
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_texts import copy_label, page_language, say_copy
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
    """Show the form, then the preview; after the confirmation, change the rows."""
    if not admin.has_change_permission(request):
        raise PermissionDenied
    of_cards = rows.model is Card
    is_first = "bulk" not in request.POST
    form = BulkForm(None if is_first else request.POST, of_cards)
    context: dict[str, Any] = {"previews": []}
    if not is_first and form.is_valid():
        change = form.change()
        with transaction.atomic():
            chosen = list(rows.select_for_update(of=("self",)))
            seen = seen_of(chosen)
            if "_confirm" in request.POST and request.POST.get("seen") == seen:
                count = (
                    change_cards(cards=chosen, change=change)
                    if of_cards
                    else change_entries(entries=chosen, change=change)
                )
                messages.success(request, say_copy("bulk_done", count=count))
                return redirect(request.get_full_path())
        if "_confirm" in request.POST:
            messages.error(request, say_copy("bulk_stale"))
        previews = preview_of(chosen, change)
        context = {"previews": previews, "seen": seen, "changes": bool(previews)}
    context |= admin.admin_site.each_context(request) | {
        "opts": admin.opts, "form": form, "is_first": is_first,
        "title": say_copy("bulk_title", count=rows.count()), "chosen": rows,
        "texts": {name: text.to(page_language()) for name, text in COPY.items()},
    }  # fmt: skip
    return TemplateResponse(request, "studio/bulk.html", context)


def seen_of(rows: list[Any]) -> str:
    """Return a hash of the stored rows: what a preview was made of."""
    parts = [
        (row.pk, row.copies, row.basis, row.definition if isinstance(row, Card) else "")
        for row in rows
    ]
    return sha256(repr(parts).encode()).hexdigest()


def preview_of(
    rows: list[Any], change: BulkChange
) -> list[tuple[CardSet, ShownComparison, list[str]]]:
    """Return the differences and the new findings of each set that changes."""
    found = []
    keys = {row.card_set_id if isinstance(row, Card) else row.hero.card_set_id for row in rows}
    for card_set in CardSet.objects.filter(pk__in=keys):
        before = draft_text(card_set)
        after = changed_text(card_set, before, rows, change)
        if after == before:
            continue
        names = (str(card_set), say_copy("bulk_preview"))
        shown = shown_comparison(before, after, names, draft_pages(card_set), page_language())
        found.append((card_set, shown, new_findings(before, after)))
    return found


def changed_text(
    card_set: CardSet, before: EditionDef, rows: list[Any], change: BulkChange
) -> EditionDef:
    """Return a draft as it will be after the change."""
    replace = msgspec.structs.replace
    if isinstance(rows[0], Card):
        codes = {row.code for row in rows if row.card_set_id == card_set.pk}
        cards = tuple(change.text(one) if one.code in codes else one for one in before.cards)
        copies = dict(before.copies)
        if change.copies is not None:
            copies |= dict.fromkeys(codes, change.copies)
        copies = {code: count for code, count in copies.items() if count != 1}
        return replace(before, cards=cards, copies=copies)
    chosen = {(row.hero.code, row.card.code) for row in rows}
    decks = tuple(
        replace(deck, cards=tuple(
            replace(one, basis=change.basis or one.basis, copies=change.copies or one.copies)
            if (deck.hero, one.card) in chosen else one
            for one in deck.cards
        ))
        for deck in before.decks
    )  # fmt: skip
    return replace(before, decks=decks)


def new_findings(before: EditionDef, after: EditionDef) -> list[str]:
    """Return the findings that the change brings, in the language of the page."""

    def said(text: EditionDef) -> list[str]:
        findings: list[LintFinding] = language.lint_edition(text)
        return [
            f"{language.place_of(one.path, text)}: {finding_text(one, page_language())}"
            for one in findings
        ]

    known = set(said(before))
    return [one for one in said(after) if one not in known]
