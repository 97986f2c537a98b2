"""The admin of planned releases: what became of each, and cancelling one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from cards.models import ScheduledRelease, ScheduleState
from cards.releases import schedules
from cards.studio.editions_admin import ReadOnly
from cards.studio.release_pages import MayRelease
from cards.studio.review_fragments import current_text, edition_link, schedule_text
from cards.studio.studio_page import ReasonForm, form_page, posted


@admin.register(ScheduledRelease)
class ScheduledReleaseAdmin(MayRelease, ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The admin of planned releases."""

    list_display = ("at", "edition", "state", "by", "reason", "outcome")
    list_filter = ("state", "edition__variant")
    list_select_related = ("edition", "by")
    fields = (
        "edition", "at", "state", "by", "reason", "created_at", "ended_at", "ended_by", "outcome",
    )  # fmt: skip
    readonly_fields = fields
    actions_detail = ("cancel",)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to cancel only what waits."""
        waiting = ScheduledRelease.objects.filter(pk=object_id, state=ScheduleState.WAITING)
        actions: list[Any] = super().get_actions_detail(request, object_id)
        return actions if waiting.exists() else []

    @action(description=_("Cancel this release"), url_path="cancel", permissions=["release"])
    def cancel(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, then cancel the release."""
        schedule = get_object_or_404(ScheduledRelease, pk=object_id)

        def cancel(given: dict[str, Any]) -> HttpResponse:
            schedules.cancel_schedule(schedule=schedule, by=request.user, **given)  # type: ignore[arg-type]
            messages.success(request, gettext("The planned release is cancelled."))
            return redirect("admin:cards_scheduledrelease_change", object_id)

        rows = [
            (gettext("Edition"), edition_link(schedule.edition)),
            (gettext("When"), schedule_text(schedule)),
            (gettext("Current edition"), current_text(schedule.edition.variant)),
        ]
        return form_page(
            self, request, schedule, ReasonForm(posted(request)), cancel, rows=rows,
            title=gettext("Cancel this release"), button=gettext("Cancel this release"),
            intro=gettext("The edition does not become current at the planned time."),
        )  # fmt: skip
