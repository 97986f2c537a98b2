"""The log's files: newest checkpoint, and tiles (c2sp.org/tlog-tiles)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.api.http.throttling import POLICY, charge, set_limit_headers
from games.audit.tiles import TILE_WIDTH, parse_address
from games.proofs import selectors

FULL: Final = "public, max-age=31536000, immutable"
"""The caching of a full tile, which never changes."""

PARTIAL: Final = "public, max-age=3600"
"""The caching of a partial tile."""

TEXT: Final = "text/plain; charset=utf-8"
BYTES: Final = "application/octet-stream"

P = ParamSpec("P")
LogView = Callable[Concatenate[HttpRequest, P], HttpResponse]


def log_file(view: LogView[P]) -> LogView[P]:
    """Count requests for a file of the log as reads of an address."""

    @require_safe
    @wraps(view)
    def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        charged = charge(request, "reads", None)
        if charged.is_over:
            response = HttpResponse("Too many requests.\n", TEXT, status=429)
            response["Retry-After"] = str(charged.wait)
        else:
            response = view(request, *args, **kwargs)
        set_limit_headers(response, charged)
        response["Content-Security-Policy"] = POLICY
        return response

    return counted


@log_file
def checkpoint(request: HttpRequest) -> HttpResponse:
    """Return the newest checkpoint with its cosignatures."""
    latest = selectors.latest_checkpoint()
    if latest is None:
        return _missing("The log is empty.")
    signed = selectors.with_cosignatures(latest, latest.cosignatures.all())
    response = HttpResponse(signed.note.encode(), TEXT)
    response["Cache-Control"] = "no-cache"
    return response


@log_file
def tile(request: HttpRequest, address: str) -> HttpResponse:
    """Return a tile of the log up to the newest checkpoint."""
    parsed = parse_address(address)
    content = selectors.read_tile(parsed, selectors.signed_size()) if parsed else None
    if parsed is None or content is None:
        return _missing("The signed log has no such tile.")
    response = HttpResponse(content, BYTES)
    response["Cache-Control"] = FULL if parsed.width == TILE_WIDTH else PARTIAL
    return response


def _missing(text: str) -> HttpResponse:
    response = HttpResponse(f"{text}\n", TEXT, status=404)
    response["Cache-Control"] = "no-store"
    return response
