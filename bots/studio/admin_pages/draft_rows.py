"""Admin pages of drafts: who may see and change them, and frozen drafts."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from bots.studio.admin_pages.studio_page import AdminPage
from cards.draft_errors import DraftFrozen, ReviewError
from cards.freezing import set_of
from cards.models import OPEN, Proposal
from cards.page_language import page_language

DRAFT: Final = "cards.draft_card"
READERS: Final = (DRAFT, "cards.translate_card", "cards.review_edition", "cards.publish_edition")
"""The permissions of which each lets a user see drafts."""
READS: Final = ("GET", "HEAD")


def error_text(error: ReviewError) -> str:
    """Return an error in the language of the page."""
    return error.text.to(page_language())


def is_frozen_row(row: models.Model) -> bool:
    """Whether an open proposal freezes a row of a draft."""
    return Proposal.objects.filter(card_set=set_of(row), state__in=OPEN).exists()


class ForEditors(AdminPage):
    """Rows that users who work with cards may see."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user works with cards, or may view these rows."""
        return any(map(request.user.has_perm, READERS)) or super().has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the user may see such rows."""
        return self.has_view_permission(request)


class DraftRows(ForEditors):
    """Rows of drafts, changed with the permission to draft unless the draft is frozen.

    The page of a frozen row is read-only. A form that was opened before is refused with an error,
    and keeps what was typed.
    """

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whether the user may draft."""
        return bool(request.user.has_perm(DRAFT))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may draft, and the row is not displayed frozen."""
        if not request.user.has_perm(DRAFT):
            return False
        return obj is None or request.method not in READS or not is_frozen_row(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may draft, and the row is not frozen."""
        return request.user.has_perm(DRAFT) and (obj is None or not is_frozen_row(obj))

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Run actions only on drafts that are not frozen."""
        try:
            return super().changelist_view(request, extra_context)
        except DraftFrozen as error:
            return self.refuse_frozen(request, error)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Delete only rows of drafts that are not frozen."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except DraftFrozen as error:
            return self.refuse_frozen(request, error)

    def refuse_frozen(self, request: HttpRequest, error: DraftFrozen) -> HttpResponse:
        """Show why nothing was changed, on the same page."""
        self.message_user(request, error_text(error), messages.ERROR)
        return redirect(request.get_full_path())
