"""The pages of the documentation, which ask nobody else for anything."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView
from rest_framework.request import Request

POLICY: Final = (
    "default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " worker-src 'self' blob:"
)


class Swagger(SpectacularSwaggerView):  # type: ignore[misc]
    """To try out."""

    schema = None

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response = super().get(request, *args, **kwargs)
        response["Content-Security-Policy"] = POLICY
        return response


class Redoc(SpectacularRedocView):  # type: ignore[misc]
    """To read."""

    schema = None
    template_name = "games/redoc.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response = super().get(request, *args, **kwargs)
        response["Content-Security-Policy"] = POLICY
        return response
