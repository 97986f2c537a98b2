"""The pages on which people play: each runs the client in games/static/play."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.pages.play_words import play_words
from games.wording.page_texts import page_frame, page_language


@csp_update({"img-src": ["blob:"]})  # type: ignore[arg-type]
@ensure_csrf_cookie
@require_safe
def play_page(request: HttpRequest, *, page: str, **place: UUID | str) -> HttpResponse:
    """Return a page that runs the client.

    ``place`` is the game or the code of its address.

    The client draws the pictures of cards from one response, as blobs.
    """
    language = page_language(request)
    context: dict[str, Any] = {"page": page, "words": play_words(language), "place": place}
    response = render(request, "play/page.html", page_frame(language) | context)
    response["Cache-Control"] = "private, no-cache"
    return response
