"""Conditional requests (RFC 9110): If-None-Match of reads, If-Match of changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpResponse
from django.utils.http import parse_etags

from games.api.http.any_request import AnyRequest
from games.api.http.api_view import answer
from games.api.http.problem_documents import wrong_header
from games.wording.flaw_texts import HEADERS

_IF_MATCH: Final = re.compile(r'(?:W/)?"([0-9]{1,10})(?:-[a-zA-Z0-9:-]*)?"')


def answer_if_changed(request: AnyRequest, tag: str, read: Callable[[], object]) -> HttpResponse:
    """Return a JSON response with its ETag, or 304 without calling ``read``."""
    return unchanged(request, tag) or answer(read(), ETag=tag)


def unchanged(request: AnyRequest, tag: str) -> HttpResponse | None:
    """Return 304 for a read if the client has the ETag (weak comparison), else None."""
    if request.method not in ("GET", "HEAD"):
        return None
    named = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    known = next((one for one in named if one == "*" or one.removeprefix("W/") == tag), None)
    if known is None:
        return None
    response = HttpResponse(status=304, headers={"ETag": tag if known == "*" else known})
    del response["Content-Type"]
    return response


def read_if_match(request: AnyRequest) -> int | None:
    """Read the seq that a command builds on; None for any.

    The comparison is by seq, so every ETag of the game will do: that of a move, that of one view
    of it (``"41-seat:0"``), and the weak one (``W/"41"``) that compression makes of each.
    """
    given = request.META.get("HTTP_IF_MATCH", "*").strip()
    if given == "*":
        return None
    found = _IF_MATCH.fullmatch(given)
    if found is None:
        raise wrong_header("If-Match", HEADERS["if-match"])
    return int(found[1])
