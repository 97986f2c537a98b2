"""Share pictures of games, for previews of links on other sites."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.caller_sight import sight_of
from games.api.http.api_view import ApiView, Json
from games.api.http.conditional import unchanged
from games.api.http.parsing import read_language, read_number
from games.api.openapi.operation import describe
from games.api.openapi.parameters import AT, IF_NONE_MATCH, LANG
from games.api.png_drawing import png_of
from games.api.share_drawing import draw_table
from games.api.views.editions import PICTURE_POLICY, Svg
from games.api.views.history import cached_behind_head, is_settled
from games.engine import NOBODY
from games.play import selectors
from games.players.scopes import OPTIONAL
from games.wording.person_names import viewpoint_at
from games.wording.variant_texts import VARIANT_NAMES


class Png(BaseRenderer):
    """Declares the format; the view renders the picture itself."""

    media_type = "image/png"
    format = "png"
    charset = None


class SharePicture(ApiView):
    """The share picture of a game."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 5}
    renderer_classes: Sequence[type[BaseRenderer]] = (Svg, Json)

    @describe(
        "games_picture",
        errors=(409,),
        parameters=(AT, LANG, IF_NONE_MATCH),
        contents={Svg.media_type: {"type": "string"}},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get the share picture of a game.

        An SVG image of 1200 by 630 pixels for `og:image` and the like: the table as the public sees
        it at the head, or after event `at`. It has the top card, the color in play, whose turn it
        is or who won, and the seats with their numbers of cards, never a hand. Who may see it is as
        for position/. The language is `lang`, else that of `Accept-Language`. Costs five units.
        """
        return _answer(request, game_id, Svg.media_type)


class SharePng(ApiView):
    """The share picture of a game as PNG."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 50}
    renderer_classes: Sequence[type[BaseRenderer]] = (Png, Json)

    @describe(
        "games_picture_png",
        errors=(409,),
        parameters=(AT, LANG, IF_NONE_MATCH),
        contents={Png.media_type: {"type": "string", "format": "binary"}},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get the share picture of a game as PNG.

        The same as `picture.svg`, for platforms that take no SVG. Costs fifty units.
        """
        return _answer(request, game_id, Png.media_type)


_HEAD: Final = "fairdeal.picture_head"
"""The member of the environment that holds the seq at which a request came."""


def _answer(request: Request, game_id: UUID, kind: str) -> HttpResponse:
    """Return the picture, whose ETag is the hash of the SVG, or 304."""
    sight, language = sight_of(request, game_id), read_language(request)
    game = sight.game
    # A picture that is drawn meanwhile is of the same event when the request is answered again.
    at = read_number(request, "at", request.META.setdefault(_HEAD, game.seq))
    state = selectors.state_after(game=game, at=at)
    sight.note("picture", at)
    table = selectors.table_of(game)
    view = selectors.view_of(table.ruleset, state, NOBODY)
    drawn = draw_table(
        viewpoint_at(table, view, language), VARIANT_NAMES[game.variant].to(language)
    )
    tag = f'"{sha256(drawn.encode()).hexdigest()}"'
    response = unchanged(request, tag)
    if response is None:
        body = png_of(request, tag, drawn) if kind == Png.media_type else drawn.encode()
        response = HttpResponse(body, content_type=kind, headers={"ETag": tag})
    response["Content-Language"] = language
    response["Content-Security-Policy"] = PICTURE_POLICY
    settled = is_settled(sight, at, is_named="at" in request.GET)
    return cached_behind_head(response, sight, is_behind=settled)
