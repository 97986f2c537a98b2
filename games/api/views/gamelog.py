"""The log of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.api.http.base import ApiView, Json, answer
from games.api.http.parsing import read_limit, read_number
from games.api.openapi.schema import AFTER, AS, LIMIT, describe
from games.api.sight import Sight, sight_of
from games.api.views.history import kept_behind_head, next_page
from games.messages.audit import LogEntryTold, LogTold
from games.models import Game
from games.wording.language import language_of
from games.wording.log import as_csv, as_text, entries


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
    whole_cost = 5
    queries: ClassVar = {"GET": frozenset({"after", "limit", "as"})}

    @describe(
        "log_list",
        "The log in words",
        "Every event after a seq with who, when, the move and the title of each rule that applied,"
        " in the language asked for and redacted for you. As application/json a page; as"
        " text/plain, or as text/csv for a spreadsheet, all of it (limit is for pages only). In a"
        " spreadsheet, a cell that would be taken for a formula begins with an apostrophe. Who may"
        " look as whom is as for position/.",
        tag="history",
        replies={200: LogTold},
        errors=(400, 403, 404, 406),
        parameters=(AFTER, LIMIT, AS),
        texts=("text/plain", "text/csv"),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """A page, or all."""
        plain, sight = request._request, sight_of(request, game_id, is_begun=False)
        after, limit = read_number(plain, "after", 0), read_limit(plain)
        sight.note("log", sight.game.seq)
        kind = request.accepted_renderer.media_type
        if kind in WRITERS:
            told = entries(sight.game, sight.viewer, language_of(plain), after=after, limit=None)
            response: HttpResponseBase = _whole(sight.game, kind, WRITERS[kind](told))
        else:
            response = _page(request, sight, after, limit)
        response["Content-Language"] = language_of(plain)
        return response


def _page(request: Request, sight: Sight, after: int, limit: int) -> HttpResponse:
    plain, game = request._request, sight.game
    found = list(entries(game, sight.viewer, language_of(plain), after=after, limit=limit))
    more = next_page(plain, game, after + len(found), limit) if found else None
    response = answer(LogTold(found, game.seq, more))
    return kept_behind_head(response, sight, is_behind=more is not None)


def _whole(game: Game, kind: str, lines: Iterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    if kind == Table.media_type:
        response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.csv"'
    response["Cache-Control"] = "no-store"
    return response
