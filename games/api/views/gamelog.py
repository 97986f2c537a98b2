"""The log of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.api.caller_sight import sight_of
from games.api.http.api_view import ApiView, Json, answer, player_of
from games.api.http.parsing import read_limit, read_number, read_word
from games.api.http.problem_documents import RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import AFTER, AS, LIMIT, query
from games.api.views.history import cached_behind_head, next_page
from games.engine import NOBODY
from games.messages.records import LogEntryResponse, LogResponse
from games.models import Game
from games.play import selectors
from games.play.sight import Sight
from games.players.scopes import OPTIONAL
from games.replica import read_settled
from games.wording.language import language_of
from games.wording.log import as_csv, as_text, entries


class PlainText(Json):
    """Lines for people."""

    media_type = "text/plain"
    format = "txt"


class LogTable(Json):
    """A table for spreadsheets."""

    media_type = "text/csv"
    format = "csv"


Writer = Callable[[Iterator[LogEntryResponse]], Iterator[bytes]]
MY_TURN: Final = "my-turn"
SINCE: Final = query(
    "since",
    "With my-turn, from your last move on, that move included; needs a seat.",
    enum=(MY_TURN,),
)

WRITERS: Final[dict[str, Writer]] = {"text/plain": as_text, "text/csv": as_csv}
"""The function that renders the whole log, by media type."""


class GameLog(ApiView):
    """The log of a game."""

    scopes: ClassVar = {"GET": OPTIONAL}
    renderer_classes = (Json, PlainText, LogTable)
    whole_cost = 25
    page_unit = 20

    @describe(
        "log_list",
        LogResponse,
        parameters=(AFTER, SINCE, LIMIT, AS),
        texts=("text/plain", "text/csv"),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Get the log in words.

        Every event after a seq: when, who, the move, in sentences what happened and what it caused,
        and the rules behind that, in the language asked for and redacted for you. Refused moves
        follow the event after which they were tried, with the kind refused: your own while the game
        runs, all once it has opened. As application/json a page of limit events; as text/plain, or
        as text/csv for a spreadsheet, all of it (limit is for pages only). In a spreadsheet, a cell
        that would be taken for a formula begins with an apostrophe. Who may look as whom is as for
        position/. Text and CSV cost 25 units, a page one for each 20 of limit.
        """
        sight = sight_of(request, game_id, needs_rows=False)
        after, limit = _after(request, sight), read_limit(request)
        sight.note("log", sight.game.seq)
        kind = request.accepted_renderer.media_type
        if kind in WRITERS:
            lines = iter(read_settled(sight.game, lambda: [*_entries(request, sight, after, None)]))
            response: HttpResponseBase = _whole(sight.game, kind, WRITERS[kind](lines))
        else:
            response = _page(request, sight, after, limit)
        response["Content-Language"] = language_of(request)
        return response


def _after(request: Request, sight: Sight) -> int:
    """Return the event after which the log begins."""
    after = read_number(request, "after", 0)
    if read_word(request, "since", (MY_TURN,)) is None:
        return after
    seat = selectors.seat_of(sight.game, player_of(request))
    if seat is None:
        raise RequestRefused("not_seated")
    return max(after, selectors.last_move_of(game=sight.game, seat=seat) - 1)


def _entries(
    request: Request, sight: Sight, after: int, limit: int | None
) -> Iterator[LogEntryResponse]:
    """Return the log for the caller, who is *you* unless another view is asked for."""
    seat = selectors.seat_of(sight.game, player_of(request))
    is_other = "as" in request.GET and sight.viewer != seat
    own = NOBODY if seat is None or is_other else seat
    return entries(
        sight.game, sight.viewer, language_of(request), after=after, limit=limit, you=own
    )


def _page(request: Request, sight: Sight, after: int, limit: int) -> HttpResponse:
    game = sight.game
    found = read_settled(game, lambda: [*_entries(request, sight, after, limit)])
    more = next_page(request, game, found[-1].seq, limit) if found else None
    response = answer(LogResponse(found, game.seq, more))
    is_behind = more is not None and "since" not in request.GET
    return cached_behind_head(response, sight, is_behind=is_behind)


def _whole(game: Game, kind: str, lines: Iterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    if kind == LogTable.media_type:
        response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.csv"'
    response["Cache-Control"] = "no-store"
    return response
