"""The log of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games import selectors
from games.api.base import ApiView, Json, answer, player_of
from games.api.gamelog import as_csv, as_text, entries
from games.api.parsing import read_limit, read_number
from games.api.schema import AFTER, LIMIT, describe
from games.api.shapes import LogEntryTold, LogTold
from games.api.views.history import ENDED, lasting
from games.api.words import language_of
from games.models import Game


class PlainText(Json):
    """Lines for people."""

    media_type = "text/plain"
    format = "txt"


class Table(Json):
    """A table for spreadsheets."""

    media_type = "text/csv"
    format = "csv"


Writer = Callable[[Iterator[LogEntryTold]], Iterator[bytes]]
WRITERS: Final[dict[str, Writer]] = {"text/plain": as_text, "text/csv": as_csv}
"""What writes the whole log, by its format."""


class GameLog(ApiView):
    """A game in words."""

    renderer_classes = (Json, PlainText, Table)
    queries: ClassVar = {"GET": frozenset({"after", "limit"})}

    @describe(
        "log_list",
        "The log in words",
        "Every event after a seq with who, when, the move and the title of each rule that applied,"
        " in the language asked for and redacted for you. As application/json a page; as"
        " text/plain, or as text/csv for a spreadsheet, all of it (limit is for pages only). In a"
        " spreadsheet, a cell that would be taken for a formula begins with an apostrophe.",
        tag="history",
        replies={200: LogTold},
        errors=(400, 404, 406),
        parameters=(AFTER, LIMIT),
        texts=("text/plain", "text/csv"),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """A page, or all."""
        plain, player = request._request, player_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        viewer = selectors.viewer_of(game=game, player=player)
        after, limit = read_number(plain, "after", 0), read_limit(plain)
        kind = request.accepted_renderer.media_type
        if kind in WRITERS:
            told = entries(game, viewer, language_of(plain), after=after, limit=None)
            response: HttpResponseBase = _whole(game, kind, WRITERS[kind](told))
        else:
            response = _page(request, game, viewer, after, limit)
        response["Content-Language"] = language_of(plain)
        return response


def _page(request: Request, game: Game, viewer: int, after: int, limit: int) -> HttpResponse:
    plain = request._request
    found = list(entries(game, viewer, language_of(plain), after=after, limit=limit))
    reached, more = after + len(found), None
    if found and reached < game.seq:
        more = f"{plain.path}?after={reached}&limit={limit}"
    response = answer(LogTold(found, game.seq, more))
    if more is not None or game.status == Game.Status.OVER:
        response["Cache-Control"] = lasting(game)
    return response


def _whole(game: Game, kind: str, lines: Iterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    if kind == Table.media_type:
        response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.csv"'
    response["Cache-Control"] = ENDED if game.status == Game.Status.OVER else "no-store"
    return response
