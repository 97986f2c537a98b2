"""The parts that higher packages add to the pages of sets and editions."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from cards import registry
from cards.language import CardError, EditionDef
from cards.models import CardSet, Edition
from cards.selectors import draft_text


def panels_of(request: HttpRequest, cards: EditionDef) -> list[SafeString]:
    """Return the registered parts of a page about some cards."""
    return [panel(request, cards) for panel in registry.panels]


class WithPanels:
    """A page of a set or an edition with the registered parts below its form."""

    change_form_outer_after_template = "admin/cards/panels.html"

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the parts to the context of the page."""
        row = kwargs.get("obj")
        if row is not None:
            context["panels"] = _panels_of_row(request, row)
        page: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kwargs
        )
        return page


def _panels_of_row(request: HttpRequest, row: CardSet | Edition) -> list[SafeString]:
    try:
        cards = row.text() if isinstance(row, Edition) else draft_text(row)
    except CardError:
        return []  # The findings on the page say which card cannot be read.
    return panels_of(request, cards)
