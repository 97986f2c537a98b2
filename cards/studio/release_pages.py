"""The pages that make an edition current: now, back again, or at a time."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminTextInputWidget

from cards.draft_errors import ReviewError
from cards.models import Edition, ScheduledRelease
from cards.releases import reviews
from cards.selectors import current_release, is_current
from cards.services import NotPublishable
from cards.studio.comparison_pages import compare_releases
from cards.studio.draft_rows import error_text
from cards.studio.release_forms import ReasonForm, ReleaseForm
from cards.studio.review_fragments import actor_of, current_text
from cards.studio.review_texts import page_texts, review_label, review_text, time_text

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin


class ScheduleForm(ReasonForm):
    """The form that plans a release."""

    at = forms.DateTimeField(
        label=review_label("at"),
        help_text=review_label("at-help"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
    )
    field_order = ("at", "reason")

    def schedule(self, edition: Edition, user: User) -> ScheduledRelease | None:
        """Plan the release; if it cannot be, add form errors and return None."""
        at: datetime = self.cleaned_data["at"]
        reason = self.cleaned_data["reason"]
        try:
            return reviews.schedule_release(edition=edition, by=user, at=at, reason=reason)
        except NotPublishable as error:
            self.add_error(None, error.lines)
        except ReviewError as error:
            self.add_error("at" if error.code == "time_past" else None, error_text(error))
        return None


class ReleasesEdition(_Admin):
    """The actions of an edition that make it current, roll back to it, and plan it."""

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to roll back to what was current before, and nothing for the current one."""
        actions: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        edition = Edition.objects.filter(pk=object_id).defer("canonical").first()
        hidden: tuple[str, ...] = ("_release", "_roll_back", "_schedule")
        if edition is not None and not is_current(edition):
            hidden = ("_release",) if edition.releases.exists() else ("_roll_back",)
        return [one for one in actions if not one.action_name.endswith(hidden)]

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make editions current."""
        return bool(request.user.has_perm("cards.release_edition"))

    @action(description=review_label("make-current"), url_path="release", permissions=["release"])
    def release(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, then make the edition current."""
        edition = get_object_or_404(Edition, pk=object_id)
        texts = ("make-current-title", "make-current", "make-current-intro")
        return self.release_page(request, edition, "", texts)

    @action(description=review_label("roll-back"), url_path="roll-back", permissions=["release"])
    def roll_back(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for confirmation, with a reason filled in, then roll back."""
        edition = get_object_or_404(Edition, pk=object_id)
        last = current_release(edition.variant)
        reason = review_text("reason-roll-back", edition=last.edition) if last else ""
        return self.release_page(
            request, edition, reason, ("roll-back", "roll-back", "roll-back-intro")
        )

    def release_page(
        self, request: HttpRequest, edition: Edition, reason: str, texts: tuple[str, str, str]
    ) -> HttpResponse:
        """Show the page of a release, or carry it out."""
        assert isinstance(request.user, User)
        data = request.POST if request.method == "POST" else None
        form = ReleaseForm(data, initial={"reason": reason})
        if form.is_valid() and form.release(edition, request.user):
            done = review_text("is-current-now", edition=edition, variant=edition.variant)
            messages.success(request, done)
            return redirect("admin:cards_edition_change", edition.pk)
        return self.record_page(request, edition, form, texts)

    @action(description=review_label("schedule"), url_path="schedule", permissions=["release"])
    def schedule(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a time and a reason, then plan the release."""
        edition = get_object_or_404(Edition, pk=object_id)
        assert isinstance(request.user, User)
        form = ScheduleForm(request.POST if request.method == "POST" else None)
        planned = form.schedule(edition, request.user) if form.is_valid() else None
        if planned is not None:
            messages.success(request, review_text("scheduled"))
            return redirect("admin:cards_scheduledrelease_change", planned.pk)
        return self.record_page(request, edition, form, ("schedule", "schedule", "schedule-intro"))

    def record_page(
        self,
        request: HttpRequest,
        edition: Edition,
        form: forms.Form,
        texts: tuple[str, str, str],
    ) -> HttpResponse:
        """Return the page with a form about an edition; the texts: title, button, intro."""
        title, button, intro = (review_text(name) for name in texts)
        by = review_text("by", user=actor_of(edition))
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": edition, "form": form, "texts": page_texts(),
            "title": title, "button": button, "intro": intro,
            "rows": [
                (review_text("edition"), str(edition)),
                (review_text("step-published"), f"{time_text(edition.published_at)} {by}"),
                (review_text("current-edition"), current_text(edition.variant)),
            ],
            "comparison": compare_releases(edition),
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/record.html", context)
