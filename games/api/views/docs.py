"""The pages of the documentation, which ask nobody else for anything."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import (
    SpectacularAPIView,
    SpectacularRedocView,
    SpectacularSwaggerView,
)
from rest_framework.request import Request
from rest_framework.views import APIView

POLICY: Final = (
    "default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " worker-src 'self' blob:"
)


RENDERERS: Final[dict[str, Any]] = {
    one.media_type: one for one in (OpenApiYamlRenderer, OpenApiJsonRenderer)
}


@cache
def described(media_type: str) -> bytes:
    """The description in one format; it is made once, since it takes a while."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: bytes = RENDERERS[media_type]().render(generator.get_schema(request=None, public=True))
    return made


class Page(APIView):
    """A view that answers OPTIONS without a body: its renderers write no metadata."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The header Allow names the methods."""
        return HttpResponse(status=204)


class Description(Page, SpectacularAPIView):
    """The description itself."""

    schema = None
    costs: ClassVar = {"GET": 10}
    renderer_classes = list(RENDERERS.values())  # noqa: RUF012

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """As YAML, or as JSON for whoever asks for it."""
        kind = str(request.accepted_renderer.media_type)
        response = HttpResponse(described(kind), content_type=f"{kind}; charset=utf-8")
        response["Cache-Control"] = "public, max-age=3600"
        return response


class Swagger(Page, SpectacularSwaggerView):
    """To try out."""

    schema = None

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response: Any = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = POLICY
        return response


class Redoc(Page, SpectacularRedocView):
    """To read."""

    schema = None
    template_name = "games/redoc.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        response: Any = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = POLICY
        return response
