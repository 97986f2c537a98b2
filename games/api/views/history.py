"""What has happened, and the table as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games import selectors
from games.api.base import ApiView, Json, answer, player_of
from games.api.errors import Refused, wrong_parameter
from games.api.parsing import MOST_IN_PAGE, read_limit, read_number
from games.api.schema import AFTER, AS, AT, LIMIT, describe
from games.api.serializers import EventsTold, EventTold, PositionTold
from games.api.tables import FULL, PUBLIC, told_position
from games.engine import NOBODY
from games.errors import NotAllowed
from games.models import Game
from games.rows import EVERYTHING

_encode = msgspec.json.Encoder().encode

PAST: Final = "private, max-age=60, immutable"
"""While a game runs, what is behind the head stays as it is; its end opens what was hidden."""

ENDED: Final = "private, max-age=31536000, immutable"
"""Nothing of a finished game changes."""


class Lines(Json):
    """One JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"


def lasting(game: Game) -> str:
    """How long what is behind the head may be kept."""
    return ENDED if game.status == Game.Status.OVER else PAST


class EventList(ApiView):
    """The history of a game."""

    renderer_classes = (Json, Lines)
    queries: ClassVar = {"GET": frozenset({"after", "limit"})}

    @describe(
        "events_list",
        "What has happened",
        "The events after a seq, redacted for you; once the game is over nothing is hidden any"
        " more. As application/json a page; as application/x-ndjson all of them, one a line"
        " (limit is for pages only). A page that does not reach the head does not change while"
        " the game runs, and says so in Cache-Control.",
        tag="history",
        replies={200: EventsTold},
        errors=(400, 404, 406),
        parameters=(AFTER, LIMIT),
        lines=EventTold,
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """A page, or all."""
        plain, player = request._request, player_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        viewer = selectors.viewer_of(game=game, player=player)
        after, limit = read_number(plain, "after", 0), read_limit(plain)
        if isinstance(request.accepted_renderer, Lines):
            lines = StreamingHttpResponse(
                _lines(game, viewer, after), content_type=Lines.media_type
            )
            lines["Cache-Control"] = ENDED if game.status == Game.Status.OVER else "no-store"
            return lines
        return _page(plain, game, viewer, after, limit)


def _page(request: HttpRequest, game: Game, viewer: int, after: int, limit: int) -> HttpResponse:
    items = selectors.events(game=game, viewer=viewer, after=after, limit=limit)
    reached = after + len(items)
    more = None
    if items and reached < game.seq:
        more = f"{request.path}?after={reached}&limit={limit}"
    response = answer({"results": items, "seq": game.seq, "next": more})
    if more is not None or game.status == Game.Status.OVER:
        response["Cache-Control"] = lasting(game)
    return response


def _lines(game: Game, viewer: int, after: int) -> Iterator[bytes]:
    while after < game.seq:
        for told in selectors.events(game=game, viewer=viewer, after=after, limit=MOST_IN_PAGE):
            yield _encode(told) + b"\n"
        after += MOST_IN_PAGE


class EventOne(ApiView):
    """One event: the permalink of a seq."""

    @describe(
        "events_retrieve",
        "One event",
        "The permalink of a seq.",
        tag="history",
        replies={200: EventTold},
        errors=(404,),
        public=True,
    )
    def get(self, request: Request, game_id: UUID, seq: int) -> HttpResponse:
        """As the caller may see it."""
        player = player_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        if not 1 <= seq <= game.seq:
            raise Refused("not_found")
        viewer = selectors.viewer_of(game=game, player=player)
        found = selectors.events(game=game, viewer=viewer, after=seq - 1, limit=1)
        return answer(found[0], Cache_Control=lasting(game))


class Position(ApiView):
    """The table as it is, or as it was."""

    queries: ClassVar = {"GET": frozenset({"at", "as"})}

    @describe(
        "position_retrieve",
        "The table after an event",
        "At the head, or after event ``at``; as your own seat, as the public, or, once the game"
        " is over, as any seat or in full.",
        tag="history",
        replies={200: PositionTold},
        errors=(400, 403, 404, 409),
        parameters=(AT, AS),
        headers={200: ("ETag",)},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller asks, and may see it."""
        plain, player = request._request, player_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        wanted, at = _read_as(plain), read_number(plain, "at", game.seq)
        if not game.seq:
            raise Refused("not_started")
        try:
            viewer = selectors.viewer_of(game=game, player=player, wanted=wanted)
        except NotAllowed as error:
            raise Refused("not_your_view") from error
        view = selectors.position(game=game, viewer=viewer, at=at)
        response = answer(told_position(view, at), ETag=f'"{at}"')
        if at < game.seq or game.status == Game.Status.OVER:
            response["Cache-Control"] = lasting(game)
        return response


def _read_as(request: HttpRequest) -> int | None:
    given = request.GET.get("as")
    if given in (None, PUBLIC, FULL):
        return {None: None, PUBLIC: NOBODY, FULL: EVERYTHING}[given]
    seat = re.fullmatch(r"seat:([0-9])", given or "")
    if seat is None:
        raise wrong_parameter("as", f"{PUBLIC}, {FULL} or seat:N")
    return int(seat[1])
