"""The current edition of each variant, above the lists of sets and editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

from cards.studio.review_fragments import current_rows
from cards.studio.review_texts import page_texts

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin


class ShowsCurrent(_Admin):
    """A list under the current editions: since when, by whom, and why."""

    list_before_template = "studio/current_editions.html"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Add the current editions."""
        extra = {"current_editions": current_rows(), "review_texts": page_texts()}
        return super().changelist_view(request, (extra_context or {}) | extra)
