"""The admin of rehearsals: start, progress, report, cancel."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from bots import rehearsals
from bots.models import Rehearsal
from bots.studio.admin_pages.kind_filter import BY_VARIANT
from bots.studio.admin_pages.rehearsal_forms import RehearsalForm, fields_for
from cards.page_language import time_text

PROGRESS: Final = {
    "running": _("{done} of {games} games are played."),
    "done": _("All {games} games are played."),
    "cancelled": _("Cancelled after {done} of {games} games. The report is about those."),
    "failed": _("It failed after {done} of {games} games: {error}"),
}


@admin.register(Rehearsal)
class RehearsalAdmin(ModelAdmin):  # type: ignore[misc]
    """Rehearsals, newest first; each has a page with its progress and its report."""

    form = RehearsalForm
    list_display = ("started_at", "what", "against", "done", "games", "status", "started_by")
    list_filter = (BY_VARIANT, "status")
    search_fields = ("code", "name", "hash", "base_hash")
    list_select_related = ("started_by",)
    actions = ("cancel",)
    change_form_outer_before_template = "rehearsal/report.html"

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Rehearsal]:
        """Leave out the cards and the counts, which the list does not show."""
        return Rehearsal.objects.defer("canonical", "base_canonical", "result")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fields of the form, or those of a rehearsal."""
        if obj is None:
            return ("cards", "base", "games", "seats", "bots", "seed")
        return ("what", "against", "started")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fields that are not of the form."""
        return self.get_fields(request, obj) if obj else ()

    @admin.display(description=_("Cards"))
    def what(self, rehearsal: Rehearsal) -> str:
        """Return the name and the hash of the cards."""
        return f"{rehearsal.name}, {rehearsal.hash[:12]}"

    @admin.display(description=_("Compare with"))
    def against(self, rehearsal: Rehearsal) -> str:
        """Return the hash of the base."""
        return rehearsal.base_hash[:12] or "–"

    @admin.display(description=_("Started"))
    def started(self, rehearsal: Rehearsal) -> str:
        """Return by whom it was started, and when."""
        return f"{time_text(rehearsal.started_at)}, {rehearsal.started_by or '–'}"

    @staticmethod
    def progress(rehearsal: Rehearsal) -> str:
        """Return how far it is, or how it ended."""
        text = gettext("No game is played yet. A worker begins when it has time.")
        if rehearsal.done or not rehearsal.is_running:
            text = str(PROGRESS[rehearsal.status])
        return text.format(done=rehearsal.done, games=rehearsal.games, error=rehearsal.error)

    # ---- permissions

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the user may see rehearsals."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may see rehearsals."""
        may_view = request.user.has_perm("bots.view_rehearsal")
        return may_view or rehearsals.may_rehearse(request.user)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may start rehearsals."""
        return rehearsals.may_rehearse(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: only tasks change rehearsals."""
        return False

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Whether the user may cancel rehearsals."""
        return rehearsals.may_rehearse(request.user)

    # ---- start, watch, cancel

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Fill the form for the cards that the address names."""
        return fields_for(request.GET.get("cards", ""))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Start the rehearsal."""
        assert isinstance(request.user, User)
        obj.started_by = request.user
        rehearsals.start_rehearsal(obj)

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go to the page of the rehearsal."""
        messages.success(request, gettext("The rehearsal is started."))
        return redirect("admin:bots_rehearsal_change", obj.pk)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the progress and the report; the page reloads until they are complete."""
        found = self.get_object(request, object_id)
        context = {} if found is None else {
            "rehearsal": found,
            "progress": self.progress(found),
            "report": rehearsals.report_on(found) if found.done else None,
        }  # fmt: skip
        response: HttpResponse = super().change_view(request, object_id, form_url, context)
        if found is not None and found.is_running:
            response["Refresh"] = "5"
        return response

    @admin.action(description=_("Cancel the chosen rehearsals"), permissions=["cancel"])
    def cancel(self, request: HttpRequest, chosen: models.QuerySet[Rehearsal]) -> None:
        """Stop the chosen rehearsals."""
        for one in chosen:
            rehearsals.cancel_rehearsal(one)
        messages.success(request, gettext("The rehearsals are cancelled."))
