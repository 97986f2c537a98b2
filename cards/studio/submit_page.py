"""The page that submits a draft for review, and what pages of drafts say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from unfold.decorators import action

from cards import language
from cards.draft_errors import ReviewError
from cards.models import Card, CardSet
from cards.releases import reviews
from cards.selectors import draft_text, open_proposal
from cards.services import NotPublishable
from cards.studio.admin_fragments import findings_list, warnings_list
from cards.studio.comparison_pages import compare_with_current, draft_pages
from cards.studio.draft_rows import DRAFT, error_text
from cards.studio.release_forms import ReasonForm
from cards.studio.review_fragments import comments_about, review_of
from cards.studio.review_texts import page_texts, review_label, review_text

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin


class SubmitForm(ReasonForm):
    """The form that submits a draft; ``seen`` is the hash of the displayed draft."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, card_set: CardSet, data: Any = None) -> None:
        self.card_set, self.text = card_set, draft_text(card_set)
        self.hash = language.edition_hash(self.text)
        super().__init__(data, initial={"seen": self.hash})

    def clean_seen(self) -> str:
        """Refuse a draft that has changed since the page was loaded."""
        if self.cleaned_data["seen"] != self.hash:
            raise forms.ValidationError(review_text("set-changed"))
        return self.hash


class SubmitsDraft(_Admin):
    """The action of a set that submits it, and the state of its review."""

    def has_submit_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may draft, and the set is not in review."""
        card_set = CardSet.objects.filter(pk=object_id).first() if object_id else None
        return bool(request.user.has_perm(DRAFT)) and (
            card_set is None or open_proposal(card_set) is None
        )

    @action(description=review_label("submit"), url_path="submit", permissions=["submit"])
    def submit(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the findings and what changes; ask for a reason and submit."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        assert isinstance(request.user, User)
        form = SubmitForm(card_set, request.POST if request.method == "POST" else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                made = reviews.submit(card_set=card_set, by=request.user, reason=reason)
            except NotPublishable as error:
                form.add_error(None, error.lines)
            except ReviewError as error:
                form.add_error(None, error_text(error))
            else:
                messages.success(request, review_text("done-submit"))
                return redirect("admin:cards_proposal_change", made.pk)
        findings = language.lint_edition(form.text)
        pages = draft_pages(card_set)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": card_set, "title": review_text("submit"),
            "texts": page_texts(), "intro": review_text("submit-intro"),
            "rows": [
                (review_text("set"), str(card_set)),
                (review_text("findings"), findings_list(findings, form.text, pages)),
                (gettext("warnings").capitalize(), warnings_list(card_set, form.text)),
            ],
            "comparison": compare_with_current(card_set),
            "form": None if findings else form, "button": review_text("submit"),
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/record.html", context)

    @admin.display(description=review_label("review"))
    def review(self, card_set: CardSet) -> SafeString | str:
        """Return the open proposal of the set."""
        return "–" if card_set._state.adding else review_of(card_set)


class ShowsReview(_Admin):
    """What the page of a card says of the review of its set."""

    @admin.display(description=review_label("review"))
    def review(self, card: Card) -> SafeString | str:
        """Return the open proposal of the set of a card."""
        return review_of(card.card_set) if card.pk else "–"

    @admin.display(description=review_label("comments"))
    def comments(self, card: Card) -> SafeString | str:
        """Return the comments about the card in reviews."""
        return comments_about(card) if card.pk else "–"
