"""The list of games, and one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.arbiters.services import may_look_live
from games.audit import encode_bundle
from games.audits.bundles import bundle_of
from games.engine import NOBODY, VARIANTS
from games.errors import GameError, GameNotFound
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.pages.forms import Search
from games.pages.limits import costs
from games.pages.rulings import desk_for
from games.pages.scene import scene_of
from games.pages.selectors import find_games, listed
from games.pages.sight import player_of, sight_of
from games.wording.log import as_csv, as_text, entries
from games.wording.pages import language_of, words_in

PAGE: Final = 25
"""How many games stand on a page of the list."""

LOGS: Final = {"txt": ("text/plain", as_text), "csv": ("text/csv", as_csv)}
"""What writes a log, by the ending of its address."""

View = Callable[..., HttpResponse]


def page(view: View, methods: Sequence[str] = ("GET", "HEAD")) -> View:
    """Keep a page out of caches, and show a page of its own for what is not there."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except GameError:
            response = shown(request, "missing", {}, status=404)
        response["Cache-Control"] = "private, no-store"
        return response

    return require_http_methods(list(methods))(answered)


def shown(
    request: HttpRequest, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page in the language asked for."""
    language = language_of(request)
    common = {"w": words_in(language), "lang": language}
    return render(request, f"audit/{name}.html", common | context, status=status)


@page
@costs(2)
def find(request: HttpRequest) -> HttpResponse:
    """The games that fit, in pages; they are not counted, which would read all of them."""
    language = language_of(request)
    search = Search(request.GET, words_in(language))
    found = find_games(
        wanted=search.wanted(),
        player=player_of(request),
        is_auditor=may_look_live(request.user),
    )
    number = _page_number(request)
    first = (number - 1) * PAGE
    games = list(found[first : first + PAGE + 1])
    context = {
        "search": search,
        "found": listed(games[:PAGE], language),
        "page": number,
        "newer": number - 1,
        "older": number + 1 if len(games) > PAGE else 0,
    }
    return shown(request, "find", context)


def _page_number(request: HttpRequest) -> int:
    """Return the number of the page asked for; 1 if it is not a number."""
    given = request.GET.get("page", "")
    return int(given) if re.fullmatch(r"[1-9][0-9]{0,6}", given) else 1


@page
@costs(4)
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game at one of its events; without ``at`` where it stands."""
    sight = sight_of(request, game_id)
    at = read_at(request, sight.game.seq)
    sight.note("page", at)
    scene = scene_of(sight, at, language_of(request))
    return shown(request, "game", {"scene": scene, "sight": sight, "game": sight.game})


def read_at(request: HttpRequest, last: int) -> int:
    """The event that is asked for; raises ``GameNotFound`` where the game has none such."""
    given = request.GET.get("at", "")
    if not given:
        return last
    if not (given.isascii() and given.isdigit() and len(given) < 10 and 1 <= int(given) <= last):
        raise GameNotFound
    return int(given)


@partial(page, methods=("GET", "HEAD", "POST"))
@costs(4)
def rulings(request: HttpRequest) -> HttpResponse:
    """The rulings desk, with a position of a game or one written by hand."""
    desk = desk_for(request, language_of(request))
    return shown(request, "rulings", {"desk": desk, "variants": VARIANTS.values()})


@page
@costs(5)
def bundle(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Download the bundle of a game, as the user may see it.

    While it runs an arbiter too gets what is public: with the seed would go all luck to come.
    """
    sight = sight_of(request, game_id)
    is_too_early = sight.viewer == EVERYTHING and sight.game.status != Game.Status.OVER
    viewer = NOBODY if is_too_early else sight.viewer
    made = encode_bundle(bundle_of(game=sight.game, viewer=viewer))
    sight.note("bundle", sight.game.seq)
    response = HttpResponse(made, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="fairdeal-{sight.game.pk}.json"'
    return response


@page
@costs(5)
def log(request: HttpRequest, game_id: UUID, kind: str) -> HttpResponse:
    """The game in words, whole, as text or as a table."""
    sight = sight_of(request, game_id)
    if kind not in LOGS or not sight.game.seq:
        raise GameNotFound
    media_type, write = LOGS[kind]
    told = entries(sight.game, sight.viewer, language_of(request), after=0, limit=None)
    sight.note("log", sight.game.seq)
    response = HttpResponse(b"".join(write(told)), content_type=f"{media_type}; charset=utf-8")
    if kind == "csv":
        response["Content-Disposition"] = f'attachment; filename="game-{sight.game.pk}.csv"'
    return response
