"""The views of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

import segno
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods

from games.api.search_exports import MAX_BUNDLES, MAX_RESULTS, bundles_zip, results_csv
from games.audit.bundle import encode_bundle
from games.engine import NOBODY
from games.errors import GameError, GameNotFound
from games.ledger.rows import EVERYTHING
from games.ledger.signatures import fingerprint
from games.ledger.signing import public_key
from games.models import Game
from games.officials.looks import may_look_live
from games.pages.forms import Search
from games.pages.game_list import ListedGame, listed_games
from games.pages.limits import costs
from games.pages.ruling_form import desk_for
from games.pages.scene import scene_of
from games.pages.sheet import sheet_of
from games.pages.visitor_sight import read_at, sight_of, usual_sight
from games.play.listed import GameSource
from games.play.sight import Sight, visible_games
from games.proofs.bundle_making import bundle_of
from games.replica import read_late, read_settled
from games.search.listing import Place, decode_place, encode_place, find_games
from games.wording.log import as_csv, as_text, entries
from games.wording.page_texts import page_language
from games.wording.variant_texts import VARIANT_NAMES

PAGE: Final = 25
"""How many games a page of the list has."""

EXPORT_ROUNDS: Final = 40
"""How often an export looks at more games, until it has as many as it may have."""

REPLAYED: Final = {"at": "at", "as": "as", "beside": "beside", "from": "since"}
"""The members of addresses of events, and what the replay calls them."""

LOGS: Final = {"txt": ("text/plain", as_text), "csv": ("text/csv", as_csv)}
"""The media type and the writer of a log, by the suffix of its address."""

View = Callable[..., HttpResponseBase]


def page(view: View, methods: Sequence[str] = ("GET", "HEAD")) -> View:
    """Keep a page out of caches, and answer a ``GameError`` with the page for 404."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **kwargs)
        except GameError:
            response = shown(request, "missing", {}, 404)
        response["Cache-Control"] = "private, no-store"
        return response

    return require_http_methods(list(methods))(answered)


def shown(
    request: HttpRequest, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a template in the language of the request."""
    return render(request, f"audit/{name}.html", context, status=status)


@page
@costs(2)
def find(request: HttpRequest) -> HttpResponse:
    """List the matching games in pages, without a count, which would read them all."""
    language = page_language(request)
    search = Search(request.GET, language)
    query = search.query()
    after = _place(request, query.sort)
    visible = _visible(request)

    def read() -> tuple[list[ListedGame], Place | None]:
        page = find_games(query, visible, limit=PAGE, after=after)
        return listed_games(page.games, language, query), page.more

    found, more = read_late(read)
    context = {
        "search": search,
        "query": query,
        "found": found,
        "is_later": after is not None,
        "next": more and encode_place(more),
        "most": {"csv": MAX_RESULTS, "zip": MAX_BUNDLES},
    }
    return shown(request, "find", context)


def _visible(request: HttpRequest) -> list[GameSource]:
    """Return the games that a visitor may see."""
    user = request.user if isinstance(request.user, User) else None
    return visible_games(caller=user, may_arbitrate=may_look_live(request.user))


def _place(request: HttpRequest, sort: str) -> Place | None:
    """Return the place that the page begins after; None if it cannot be read."""
    try:
        return decode_place(request.GET.get("after", ""), sort)
    except ValueError:
        return None


@page
@costs(20)
def results(request: HttpRequest) -> HttpResponseBase:
    """Download the results of the matching games as a table."""
    games = _first(request, MAX_RESULTS)
    return _download(results_csv(games), "text/csv; charset=utf-8", "csv")


@page
@costs(250)
def bundles(request: HttpRequest) -> HttpResponseBase:
    """Download the bundles of the matching games as an archive."""
    games = _first(request, MAX_BUNDLES, Q(seq__gt=0))
    archive = bundles_zip(games, lambda game_id: _bundle_sight(usual_sight(request, game_id)))
    return _download(archive, "application/zip", "zip")


def _download(parts: Iterator[bytes], media_type: str, suffix: str) -> HttpResponseBase:
    response = StreamingHttpResponse(parts, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="fairdeal-games.{suffix}"'
    return response


def _first(request: HttpRequest, most: int, condition: Q | None = None) -> list[Game]:
    """Return the first games of a search, of those that meet a condition."""
    query = Search(request.GET, page_language(request)).query()
    visible = [one.narrowed(condition or Q()) for one in _visible(request)]
    return read_late(find_games, query, visible, limit=most, rounds=EXPORT_ROUNDS).games


@page
@costs(4)
def game(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Show the verdict on a game, and what proves it.

    An address of an event or of a view leads to the replay.
    """
    sight = usual_sight(request, game_id)
    place = {new: request.GET[old] for old, new in REPLAYED.items() if old in request.GET}
    if place:
        query = urlencode({"at": sight.game.seq} | place, safe=":")
        return redirect(f"{reverse('play-replay', args=[game_id])}?{query}")
    sight.note("page", sight.game.seq)
    return shown(request, "game", _scene(request, sight))


@page
@costs(4)
def sheet(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show one event as a sheet to print: the table, and the rules in full."""
    sight = sight_of(request, game_id)
    at = read_at(request, sight.game.seq)
    if not sight.game.seq:
        raise GameNotFound
    sight.note("page", at)
    there = f"{reverse('play-replay', args=[game_id])}?at={at}{sight.suffix}"
    context = _scene(request, sight) | {"address": request.build_absolute_uri(there)}
    said = context["scene"].said
    context |= {"at": at, "event": sheet_of(sight, at, said), "seen_as": said.viewer(sight.viewer)}
    bundle_address = request.build_absolute_uri(reverse("audit:bundle", args=[game_id]))
    context |= {"bundle_address": bundle_address, "qr": _qr_code(bundle_address)}
    context |= {"origin": settings.LOG_ORIGIN}
    context |= {"release": settings.RELEASE, "key": public_key().id}
    return shown(request, "sheet", context)


def _qr_code(text: str) -> SafeString:
    """Return a QR code as an SVG element, black on white."""
    code = segno.make_qr(text).svg_inline(omitsize=True, svgclass="qr", light="white")
    return mark_safe(code)


def _scene(request: HttpRequest, sight: Sight) -> dict[str, Any]:
    """Return the context of the page of a game, and of its sheets."""
    scene = scene_of(sight, page_language(request))
    context = {"scene": scene, "sight": sight, "game": sight.game}
    return context | {"fingerprint": fingerprint(public_key().public)}


@partial(page, methods=("GET", "HEAD", "POST"))
@costs(4)
def rulings(request: HttpRequest) -> HttpResponse:
    """Show the rulings desk with a position of a game, or one written by hand."""
    language = page_language(request)
    variants = [(code, name.to(language)) for code, name in VARIANT_NAMES.items()]
    return shown(request, "rulings", {"desk": desk_for(request, language), "variants": variants})


@page
@costs(5)
def bundle(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Download the bundle of a game, as the user may see it.

    While it runs, an arbiter gets the public bundle too: the seed would give away all chance to
    come.
    """
    sight = sight_of(request, game_id)
    viewer = _bundle_sight(sight).viewer
    made = encode_bundle(read_settled(sight.game, bundle_of, game=sight.game, viewer=viewer))
    sight.note("bundle", sight.game.seq)
    response = HttpResponse(made, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="fairdeal-{sight.game.pk}.json"'
    return response


def _bundle_sight(sight: Sight) -> Sight:
    """Return as whom a bundle is made: that of a running game never for all cards."""
    is_too_early = sight.viewer == EVERYTHING and not sight.game.is_finished
    return replace(sight, viewer=NOBODY) if is_too_early else sight


@page
@costs(5)
def log(request: HttpRequest, game_id: UUID, kind: str) -> HttpResponse:
    """Download the whole log of a game, as text or CSV."""
    sight = sight_of(request, game_id)
    if kind not in LOGS or not sight.game.seq:
        raise GameNotFound
    media_type, write = LOGS[kind]
    language = page_language(request)
    read = partial(entries, sight.game, sight.viewer, language, after=0, limit=None)
    lines = iter(read_settled(sight.game, lambda: list(read())))
    sight.note("log", sight.game.seq)
    response = HttpResponse(b"".join(write(lines)), content_type=f"{media_type}; charset=utf-8")
    if kind == "csv":
        response["Content-Disposition"] = f'attachment; filename="game-{sight.game.pk}.csv"'
    return response
