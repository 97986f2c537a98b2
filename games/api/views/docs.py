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
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.base import ApiView, Json
from games.api.http.compression import accepts_gzip
from games.api.http.parsing import known_tag, read_word

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Both pages style their elements inline; Redoc searches in a worker that it makes itself."""


class Yaml(BaseRenderer):
    """Names the format; the bytes are made before it is asked."""

    media_type = "application/vnd.oai.openapi"
    format = "yaml"
    charset = "utf-8"


class PlainYaml(Yaml):
    """The same under the name of RFC 9512."""

    media_type = "application/yaml"


class OpenApiJson(Json):
    """The description as JSON."""

    media_type = "application/vnd.oai.openapi+json"


class Document(NamedTuple):
    """The description in one format, plain and compressed, with its ETag."""

    plain: bytes
    compressed: bytes
    tag: str


@cache
def described() -> dict[str, Document]:
    """The description by format; it is made once in a process, since it takes half a second."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    schema = generator.get_schema(request=None, public=True)
    yaml: bytes = OpenApiYamlRenderer().render(schema)  # type: ignore[no-untyped-call]
    return {"yaml": _document(yaml), "json": _document(msgspec.json.encode(schema))}


def _document(plain: bytes) -> Document:
    tag = f'"{sha256(plain).hexdigest()[:32]}"'
    return Document(plain, gzip.compress(plain, mtime=0), tag)


class Page(APIView):
    """A view that answers OPTIONS without a body: its renderers write no metadata."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The header Allow names the methods."""
        return HttpResponse(status=204)


class Description(ApiView):
    """The description itself."""

    schema = None
    costs: ClassVar = {"GET": 10}
    queries: ClassVar = {"GET": frozenset({"format"})}
    renderer_classes = (Yaml, PlainYaml, OpenApiJson, Json)

    def get(self, request: Request) -> HttpResponse:
        """As YAML, or as JSON by the header Accept or the parameter ``format``."""
        plain, renderer = request._request, request.accepted_renderer
        wanted = read_word(plain, "format", tuple(MEDIA_TYPES))
        media_type = MEDIA_TYPES[wanted] if wanted else renderer.media_type
        document = described()[wanted or renderer.format]
        if known := known_tag(plain, document.tag):
            response = HttpResponse(status=304, headers={"ETag": known})
        else:
            response = _sent(plain, document)
            response["Content-Type"] = f"{media_type}; charset=utf-8"
        response["Cache-Control"] = "public, max-age=3600"
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


MEDIA_TYPES: Final = {"yaml": Yaml.media_type, "json": Json.media_type}


def _sent(request: HttpRequest, document: Document) -> HttpResponse:
    """A document, compressed if the client accepts gzip; its ETag is weak then."""
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


class Swagger(Page, SpectacularSwaggerView):
    """To try out."""

    schema = None
    template_name = "games/swagger.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        return guarded(super().get(request, *args, **kwargs))  # type: ignore[no-untyped-call]


LOGO: Final = b"https://cdn.redoc.ly/redoc/logo-mini.svg"


@cache
def redoc_script() -> bytes:
    """Redoc without the logo that it would ask another host for."""
    found = finders.find("drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js")
    return Path(str(found)).read_bytes().replace(LOGO, b"data:image/svg+xml,")


class RedocScript(Page):
    """The script of the page to read."""

    schema = None
    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request) -> HttpResponse:
        """The script."""
        response = HttpResponse(redoc_script(), content_type="text/javascript; charset=utf-8")
        response["Cache-Control"] = "public, max-age=3600"
        return response


class Redoc(Page, SpectacularRedocView):
    """To read."""

    schema = None
    template_name = "games/redoc.html"

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The page."""
        return guarded(super().get(request, *args, **kwargs))  # type: ignore[no-untyped-call]
