"""Parts of a page below its form: its own, and rehearsals."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from bots.studio.admin_pages.rehearsal_panel import rehearsal_panel
from cards.language import CardError
from cards.models import CardSet, Edition
from cards.selectors import draft_text


class OwnPanel:
    """A page of a row with a part from a template below its form."""

    change_form_outer_after_template: str | None = "admin/cards/panels.html"
    panel_template: str

    def panel_context(self, row: Any) -> dict[str, Any]:
        """Return the context of the template."""
        raise NotImplementedError

    def panels(self, request: HttpRequest, row: Any) -> list[SafeString]:
        """Return the parts of the page of a row."""
        return [render_to_string(self.panel_template, self.panel_context(row), request)]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the parts to the context of the page."""
        row = kwargs.get("obj")
        context["panels"] = [] if row is None else self.panels(request, row)
        page: HttpResponse = super().render_change_form(  # type: ignore[misc]
            request, context, *args, **kwargs
        )
        return page


class WithPanels(OwnPanel):
    """A page of a set or an edition that shows their rehearsals too."""

    def panels(self, request: HttpRequest, row: CardSet | Edition) -> list[SafeString]:
        """Return its own part and that of the rehearsals."""
        own = super().panels(request, row)
        try:
            cards = row.text() if isinstance(row, Edition) else draft_text(row)
        except CardError:
            return own  # The findings on the page say which card cannot be read.
        return [*own, rehearsal_panel(request, cards)]
