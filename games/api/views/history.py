"""What has happened, and the table as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games import selectors
from games.api.base import ApiView, Json, answer, player_of
from games.api.differences import changed_fields, changed_zones
from games.api.errors import Refused
from games.api.parsing import MOST_IN_PAGE, MOST_SEQ, read_limit, read_number
from games.api.positions import told_table
from games.api.schema import AFTER, AS, AT, LIMIT, describe, query
from games.api.serializers import EventsTold, EventTold
from games.api.shapes import PositionDiffTold, TablePositionTold
from games.api.sight import Sight, sight_of
from games.models import Game

_encode = msgspec.json.Encoder().encode

PAST: Final = "private, max-age=60, immutable"
"""While a game runs, what is behind the head stays as it is; its end opens what was hidden."""

ENDED: Final = "private, max-age=31536000, immutable"
"""Nothing of a finished game changes."""


FROM: Final = query(
    "from",
    "After this event; without it the one before `to`.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)
TO: Final = query(
    "to",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)


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
        "At the head, or after event `at`; as your own seat or as the public, and once the game is"
        " over as any seat or in full. An arbiter, who has the scope audit:live and no seat in the"
        " game, may do so while it runs, and each such look is put on record. What it tells can be"
        " sent to rulings/ as it stands.",
        tag="history",
        replies={200: TablePositionTold},
        errors=(400, 403, 404, 409),
        parameters=(AT, AS),
        headers={200: ("ETag",)},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller asks, and may see it."""
        sight = sight_of(request, game_id)
        at = read_number(request._request, "at", sight.game.seq)
        told = _table(sight, at)
        sight.note("position", at)
        return _kept(answer(told, ETag=f'"{at}"'), sight, at)


def _table(sight: Sight, at: int) -> TablePositionTold:
    state = selectors.state_after(game=sight.game, at=at)
    view = selectors.view_of(selectors.ruleset_for(sight.game), state, sight.viewer)
    return told_table(view, state, at)


def _kept(response: HttpResponse, sight: Sight, at: int) -> HttpResponse:
    """What is behind the head stays as it is; what an arbiter sees is kept nowhere."""
    if sight.is_arbiter:
        response["Cache-Control"] = "no-store"
    elif at < sight.game.seq or sight.game.status == Game.Status.OVER:
        response["Cache-Control"] = lasting(sight.game)
    return response


class PositionDiff(ApiView):
    """What changed from one position to another."""

    queries: ClassVar = {"GET": frozenset({"from", "to", "as"})}

    @describe(
        "position_diff",
        "What changed between two events",
        "The zones and the members that differ between the position after event `from` and that"
        " after event `to`, as the same viewer sees both: who may look as whom is as for position/."
        " Of a zone that you do not see into only the number of cards is compared.",
        tag="history",
        replies={200: PositionDiffTold},
        errors=(400, 403, 404, 409),
        parameters=(FROM, TO, AS),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller asks, and may see it."""
        plain, sight = request._request, sight_of(request, game_id)
        to = read_number(plain, "to", sight.game.seq)
        since = read_number(plain, "from", max(1, to - 1))
        before, after = _table(sight, since), _table(sight, to)
        sight.note("position/diff", max(since, to))
        fields, zones = changed_fields(before, after), changed_zones(before, after)
        told = PositionDiffTold(since, to, after.view, fields, zones)
        return _kept(answer(told), sight, max(since, to))
