"""Open a stream in a view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import Events, access_of
from games.api.http.parsing import read_flag, read_language, read_word
from games.api.http.problem_documents import RequestRefused, request_id
from games.api.lobby import LobbyQuery
from games.api.screens import read_included
from games.api.streams import sse
from games.api.streams.async_response import handover_of
from games.api.streams.game_events import GameOrder
from games.api.streams.game_stream import GameStream
from games.api.streams.lobby_stream import LobbyOrder, LobbyStream
from games.api.streams.open_stream import Stream
from games.api.streams.player_stream import Following, PlayerStream
from games.api.streams.stream_limits import free, lease
from games.api.streams.tournament_stream import TournamentOrder, TournamentStream
from games.api.streams.waking import Follower, Hub
from games.models import Game
from games.play.presence import note_here
from games.players.access import Access
from games.wording.language import language_of

MINE: Final = "mine"
"""The word for only the prompts that the caller can answer."""


def open_game_stream(request: Request, game: Game, after: int) -> HttpResponse:
    """Return the response that begins a stream of a game; the server continues it.

    A server without streams sends what there is, and a client that connects again goes on.
    """
    access = request.auth if isinstance(request.auth, Access) else None
    view, language = request.GET.get("as"), read_language(request)
    mine = read_word(request, "prompts", (MINE,)) == MINE
    order = GameOrder(game.pk, access, view, language, read_included(request), after, mine)
    stream = GameStream(order, request_id(), stays=read_flag(request, "stay"))
    return _begin(request, stream, lambda: stream.begin(game))


def open_player_stream(request: Request, resumed: datetime | None) -> HttpResponse:
    """Return the response that begins the stream of the caller's games."""
    access, language = access_of(request), read_language(request)
    wanted = Following(access, language, read_included(request), resumed)
    return _begin(request, PlayerStream(wanted, request_id()))


def open_lobby_stream(request: Request, wanted: LobbyQuery) -> HttpResponse:
    """Return the response that begins a stream of the lobby."""
    access = request.auth if isinstance(request.auth, Access) else None
    order = LobbyOrder(access, wanted, language_of(request))
    return _begin(request, LobbyStream(order, request_id()))


def open_tournament_stream(request: Request, tournament_id: UUID) -> HttpResponse:
    """Return the response that begins a stream of a tournament."""
    access = request.auth if isinstance(request.auth, Access) else None
    order = TournamentOrder(tournament_id, access)
    return _begin(request, TournamentStream(order, language_of(request), request_id()))


def _begin(
    request: Request, stream: Stream, first: Callable[[], None] = lambda: None
) -> HttpResponse:
    """Return the response of a stream; ``first`` reads what its request can read."""
    handover = handover_of(request)
    response = HttpResponse(content_type=Events.media_type)
    if request.method == "GET" and handover is not None:
        if request.META["SERVER_PROTOCOL"] == "HTTP/1.0":
            raise RequestRefused("http_version")
        access = request.auth if isinstance(request.auth, Access) else None
        stream.slots = lease(request, access)
        try:
            first()
        except BaseException:
            free(stream.slots)
            raise
        if access is not None:
            stream.caller = access.player
            note_here([access.player])
        handover.body = stream.body
    elif request.method == "GET":
        response.write(sse.OPENING + _run(_replay(stream, _Inline())))
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"  # nginx passes each event on at once
    return response


class _Inline(Hub):
    """Reads at once, in the thread of the view."""

    async def read(self, how: Callable[[Sequence[Any]], Sequence[Any]], order: Any) -> Any:
        """Return the result of one order."""
        return how([order])[0]

    def follow(self, follower: Follower, topics: Collection[str]) -> None:
        """Do nothing: a stream that ends at once needs no wake-ups."""


def _run(whole: Coroutine[Any, Any, bytes]) -> bytes:
    """Run a coroutine that waits for nothing, without an event loop."""
    try:
        whole.send(None)
    except StopIteration as done:
        return bytes(done.value)
    raise RuntimeError("a coroutine that waits")


async def _replay(stream: Stream, hub: Hub) -> bytes:
    """Return what there is to send now."""
    pieces = []
    while True:
        step = await stream.read(hub)
        pieces.append(step.piece)
        if not step.has_more:
            return b"".join(pieces)
