"""The pages on which people play: each runs the client in games/static/play."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from csp.decorators import csp_replace, csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cards.language import set_name
from cards.models import Edition
from cards.selectors import text_of
from games.pages.front_page import shown_games, shown_heroes, shown_pictures
from games.pages.judge_pages import directs, is_judge
from games.pages.link_previews import link_preview
from games.pages.play_words import play_words
from games.pages.visitor_sight import replay_place
from games.players.browser_sessions import TOKEN, left_players
from games.tournaments.models import TableGame
from games.wording.language import Language
from games.wording.page_texts import page_language
from games.wording.variant_texts import VARIANT_NAMES

CLIENT: Final = (Path(__file__).parents[1] / "static").resolve()
"""The folder whose modules import each other by relative addresses."""

IMPORT: Final = re.compile(r'^(?:import|}).*"(\..+)";$', re.MULTILINE)


@cache
def modules_of(page: str) -> tuple[str, ...]:
    """Return the module of a page and all that it imports, to be loaded at once."""
    found = [CLIENT / "play" / "pages" / f"{page}.js"]
    for module in found:
        imported = [(module.parent / name).resolve() for name in IMPORT.findall(module.read_text())]
        found += [one for one in dict.fromkeys(imported) if one not in found]
    return tuple(str(module.relative_to(CLIENT)) for module in found)


@csp_update({"img-src": ["blob:"]})  # type: ignore[arg-type]
@ensure_csrf_cookie
@require_safe
def play_page(request: HttpRequest, *, page: str, **place: UUID | str) -> HttpResponse:
    """Return a page that runs the client.

    ``place`` is the game or the code of its address.

    The client draws the pictures of cards from one response, as blobs.
    """
    game_id = place.get("game_id")
    preview = link_preview(request, game_id) if isinstance(game_id, UUID) else None
    if page == "replay" and isinstance(game_id, UUID):
        place |= replay_place(request, game_id, is_embedded=False)
    context: dict[str, Any] = {"modules": modules_of(page), "place": place, "preview": preview}
    if page == "table" and isinstance(game_id, UUID):
        tables = TableGame.objects.filter(game=game_id).select_related("tournament")
        context["table_of"] = tables.first()
    context["judges"] = is_judge(request)
    if page == "table" and isinstance(game_id, UUID) and context["judges"]:
        context["directs"] = directs(request, game_id)
    return _shown(request, page, context)


@csp_replace({"frame-ancestors": ["*"]})
@csp_update({"img-src": ["blob:"]})  # type: ignore[arg-type]
@xframe_options_exempt
@require_safe
def embed_page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the replay of a game, which other sites may show in a frame.

    It has nothing that acts, and sets no cookie.
    """
    place = {"game_id": game_id, "embedded": ""}
    place |= replay_place(request, game_id, is_embedded=True)
    return _shown(request, "embed", {"modules": modules_of("replay"), "place": place})


def _front(request: HttpRequest, language: Language) -> dict[str, Any]:
    """Return the games of the front page: that of the edition in its address, or all."""
    hash = request.GET.get("edition", "")
    if not hash:
        return {"games": shown_games(language), "pictures": shown_pictures(language)}
    try:
        edition = text_of(hash)
    except Edition.DoesNotExist as error:
        raise Http404 from error
    return {
        "edition": {"hash": hash, "name": set_name(edition, language)},
        "games": shown_games(language, edition.variant),
        "heroes": shown_heroes(edition, language),
        "pictures": shown_pictures(language, hash),
    }


def _shown(request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
    language = page_language(request)
    judges = bool(context.get("judges"))
    context |= {
        "words": play_words(language, judges=judges),
        "has_session": TOKEN in request.session,
    }
    context["left"] = left_players(request.session)
    if page == "front":
        context |= _front(request, language)
    context["variants"] = [(code, name.to(language)) for code, name in VARIANT_NAMES.items()]
    response = render(request, [f"play/{page}.html", "play/page.html"], context)
    response["Cache-Control"] = "private, no-cache"
    return response
