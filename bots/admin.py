"""The admin of rehearsals: start, progress, report, cancel."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin

from bots import rehearsals
from bots.models import Rehearsal
from bots.rehearsal_forms import RehearsalForm
from bots.rehearsal_texts import label, page_words, say
from cards.studio.studio_texts import page_language


@admin.register(Rehearsal)
class RehearsalAdmin(ModelAdmin):  # type: ignore[misc]
    """Rehearsals, newest first; each has a page with its progress and its report."""

    list_display = ("started_at", "what", "against", "done", "games", "status", "started_by")
    list_filter = ("variant", "status")
    search_fields = ("code", "name", "hash", "base_hash")
    list_select_related = ("started_by",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Rehearsal]:
        """Leave out the cards and the counts, which the list does not show."""
        return Rehearsal.objects.defer("canonical", "base_canonical", "result")

    @admin.display(description=label("cards"))
    def what(self, rehearsal: Rehearsal) -> str:
        """Return the name and the hash of the cards."""
        return f"{rehearsal.name}, {rehearsal.hash[:12]}"

    @admin.display(description=label("base"))
    def against(self, rehearsal: Rehearsal) -> str:
        """Return the hash of the base."""
        return rehearsal.base_hash[:12] or "–"

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

    # ---- pages

    def get_urls(self) -> list[URLPattern]:
        """Add the cancellation."""
        cancel = self.admin_site.admin_view(require_POST(self.cancel_view))
        urls: list[URLPattern] = super().get_urls()
        return [path("<int:pk>/cancel/", cancel, name="bots_rehearsal_cancel"), *urls]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the form, and start a rehearsal."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        given = request.POST if request.method == "POST" else None
        form = RehearsalForm(given, request.GET.get("cards", ""))
        if form.is_valid():
            assert isinstance(request.user, User)
            started = form.start(request.user)
            if started is not None:
                messages.success(request, say("started-now"))
                return redirect("admin:bots_rehearsal_change", started.pk)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts,
            "title": say("add"),
            "form": form,
            "w": page_words(page_language()),
        }
        return TemplateResponse(request, "rehearsal/start.html", context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the progress and the report."""
        rehearsal = self._visible(request, object_id)
        language = page_language()
        when = f"{rehearsal.started_at:%Y-%m-%d %H:%M}"
        context = self.admin_site.each_context(request) | {
            "opts": self.opts,
            "original": rehearsal,
            "title": say("title", name=rehearsal.name),
            "may_rehearse": rehearsals.may_rehearse(request.user),
            "report": rehearsals.report_on(rehearsal, language) if rehearsal.done else [],
            "state": _state_of(rehearsal),
            "started": say("started", who=rehearsal.started_by or "–", when=when),
            "w": page_words(language),
        }
        return TemplateResponse(request, "rehearsal/report.html", context)

    def cancel_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Stop a rehearsal."""
        rehearsal = self._visible(request, pk)
        if not rehearsals.may_rehearse(request.user):
            raise PermissionDenied
        if rehearsals.cancel_rehearsal(rehearsal):
            messages.success(request, say("cancelled-now"))
        return redirect("admin:bots_rehearsal_change", pk)

    def _visible(self, request: HttpRequest, pk: object) -> Rehearsal:
        if not self.has_view_permission(request):
            raise PermissionDenied
        number = str(pk)
        return get_object_or_404(
            Rehearsal.objects.select_related("started_by"), pk=number if number.isdigit() else 0
        )


def _state_of(rehearsal: Rehearsal) -> str:
    """Return how far a rehearsal is, or how it ended, in words."""
    name = "waiting" if rehearsal.is_running and not rehearsal.done else rehearsal.status
    return say(name, done=rehearsal.done, games=rehearsal.games, error=rehearsal.error)
