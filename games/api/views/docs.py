"""The pages of the documentation, which ask nobody else for anything."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView
from rest_framework.request import Request

POLICY: Final = (
    "default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " worker-src 'self' blob:"
)


class Swagger(SpectacularSwaggerView):
    """To try out."""

    schema = None

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response: Any = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = POLICY
        return response


class Redoc(SpectacularRedocView):
    """To read."""

    schema = None
    template_name = "games/redoc.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response: Any = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = POLICY
        return response
