"""The pages of the documentation, which load nothing from other servers."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.api_view import ApiView, Json
from games.api.http.compression import accepts_gzip
from games.api.http.conditional import unchanged
from games.api.http.parsing import read_word
from games.api.openapi.short_form import short_form
from games.players.scopes import PUBLIC

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The policy of both pages: inline styles, and a worker from a blob, in which Redoc searches."""


class Yaml(BaseRenderer):
    """YAML; the view has rendered the bytes before the renderer is called."""

    media_type = "application/vnd.oai.openapi"
    format = "yaml"
    charset = "utf-8"


class PlainYaml(Yaml):
    """YAML under the media type of RFC 9512."""

    media_type = "application/yaml"


class OpenApiJson(Json):
    """The description as JSON."""

    media_type = "application/vnd.oai.openapi+json"


class Document(NamedTuple):
    """The description in one format, plain and compressed, with its ETag."""

    plain: bytes
    compressed: bytes
    tag: str


FULL: Final = "full"
SHORT: Final = "short"


@cache
def described(form: str) -> dict[str, Document]:
    """Return a form of the description, by format.

    It is computed once a process, because that takes half a second.
    """
    if form == SHORT:
        schema = short_form(msgspec.json.decode(described(FULL)["json"].plain))
    else:
        generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
        schema = generator.get_schema(request=None, public=True)
    yaml: bytes = OpenApiYamlRenderer().render(schema)  # type: ignore[no-untyped-call]
    return {"yaml": _document(yaml), "json": _document(msgspec.json.encode(schema))}


def _document(plain: bytes) -> Document:
    tag = f'"{sha256(plain).hexdigest()[:32]}"'
    return Document(plain, gzip.compress(plain, mtime=0), tag)


class DocsPage(APIView):
    """A public view whose OPTIONS has no body: its renderers write no metadata."""

    permission_classes = (AllowAny,)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return an empty response; its header Allow names the methods."""
        return HttpResponse(status=204)


class Description(ApiView):
    """The OpenAPI description."""

    schema = None
    scopes: ClassVar = {"GET": PUBLIC}
    costs: ClassVar = {"GET": 10}
    queries: ClassVar = {"GET": frozenset({"form", "format"})}
    renderer_classes = (Yaml, PlainYaml, OpenApiJson, Json)

    def get(self, request: Request) -> HttpResponse:
        """Return YAML, or JSON by the header Accept or the parameter ``format``.

        The parameter ``form`` is ``full``, or ``short`` for the form that the pages read.
        """
        renderer = request.accepted_renderer
        wanted = read_word(request, "format", tuple(MEDIA_TYPES))
        media_type = MEDIA_TYPES[wanted] if wanted else renderer.media_type
        form = read_word(request, "form", (FULL, SHORT)) or FULL
        document = described(form)[wanted or renderer.format]
        response = unchanged(request, document.tag)
        if response is None:
            response = _sent(request, document)
            response["Content-Type"] = f"{media_type}; charset=utf-8"
        response["Cache-Control"] = "public, max-age=3600"
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


MEDIA_TYPES: Final = {"yaml": Yaml.media_type, "json": Json.media_type}


def _sent(request: Request, document: Document) -> HttpResponse:
    """Return a document, compressed with a weak ETag if the client accepts gzip."""
    if not accepts_gzip(request):
        return HttpResponse(document.plain, headers={"ETag": document.tag})
    headers = {"ETag": f"W/{document.tag}", "Content-Encoding": "gzip"}
    return HttpResponse(document.compressed, headers=headers)


def guarded(response: Any) -> Any:
    """Allow the page its own script and no other, and no page around it."""
    nonce = token_urlsafe(16)
    response.data["nonce"] = nonce
    response["Content-Security-Policy"] = POLICY.format(nonce=nonce)
    response["Cross-Origin-Opener-Policy"] = "same-origin"
    response["X-Frame-Options"] = "DENY"
    response["Cache-Control"] = "no-store"
    return response


READ_BY_PAGES: Final = f"/api/v1/schema/?form={SHORT}&format=json"
"""The address of the description that the pages read."""


class Swagger(DocsPage, SpectacularSwaggerView):
    """Swagger UI, for trying the API."""

    schema = None
    url = READ_BY_PAGES
    template_name = "games/swagger.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Return the page."""
        return guarded(super().get(request, *args, **kwargs))  # type: ignore[no-untyped-call]


LOGO: Final = b"https://cdn.redoc.ly/redoc/logo-mini.svg"


@cache
def redoc_script() -> bytes:
    """Return Redoc's script without the logo that it would load from another host."""
    found = finders.find("drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js")
    return Path(str(found)).read_bytes().replace(LOGO, b"data:image/svg+xml,")


class RedocScript(DocsPage):
    """The script of Redoc."""

    schema = None
    authentication_classes = ()

    def get(self, request: Request) -> HttpResponse:
        """Return the script."""
        response = HttpResponse(redoc_script(), content_type="text/javascript; charset=utf-8")
        response["Cache-Control"] = "public, max-age=3600"
        return response


class Redoc(DocsPage, SpectacularRedocView):
    """Redoc, for reading."""

    schema = None
    url = READ_BY_PAGES
    template_name = "games/redoc.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Return the page."""
        return guarded(super().get(request, *args, **kwargs))  # type: ignore[no-untyped-call]
