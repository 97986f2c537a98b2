"""Content negotiation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """Takes the first renderer at once if Accept names it, or anything, or is absent."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> Any:
        """Return the renderer and its media type; raises ``NotAcceptable``."""
        first, *_ = renderers = list(renderers)
        accepted = request.META.get("HTTP_ACCEPT", "*/*")
        if accepted in ("*/*", first.media_type) and not format_suffix:
            return first, first.media_type
        return super().select_renderer(request, renderers, format_suffix)
