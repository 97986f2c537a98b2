"""The page /verify/, which verifies bundles in the browser."""

from __future__ import annotations

from uuid import UUID

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.audit.finding_texts import FINDINGS
from games.errors import GameError
from games.pages.limits import costs
from games.pages.verdicts import VerdictShown, verdict_on
from games.pages.visitor_sight import usual_sight
from games.wording.page_texts import page_language
from games.wording.verifier_texts import TEXTS


@require_safe
@costs(4)
def verifier_page(request: HttpRequest) -> HttpResponseBase:
    """Return the page, which may not connect to any server, this one included.

    Opened with ``?game=`` it may connect to this server, gets the file of that game, and says so.
    """
    policy = {"connect-src": [SELF if _game(request) else NONE]}
    return csp_replace(policy)(_page)(request)


def _page(request: HttpRequest) -> HttpResponse:
    language = page_language(request)
    findings = {f"code_{code}": text for code, text in FINDINGS.items()}
    words = {name: text.to(language) for name, text in {**TEXTS, **findings}.items()}
    game = _game(request)
    server = game and _verdict_of_server(request, game)
    context = {"v": words, "words": words.items(), "game": game, "server": server}
    return render(request, "audit/verify.html", context)


def _game(request: HttpRequest) -> UUID | None:
    """Return the game that the page is opened for."""
    try:
        return UUID(request.GET.get("game", ""))
    except ValueError:
        return None


def _verdict_of_server(request: HttpRequest, game: UUID) -> VerdictShown | None:
    """Return the verdict of the server; None without an end or a visible game."""
    try:
        sight = usual_sight(request, game)
    except GameError:
        return None
    return verdict_on(sight.game, page_language(request))
