"""How players meet: the lobby."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.game_queries import read_cursor
from games.api.http.api_view import ApiView, Events, Json, answer, player_of
from games.api.lobby import FREE, VARIANT, lobby_page, read_lobby_query
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, LIMIT
from games.api.streams.stream_requests import open_lobby_stream
from games.messages.game import LobbyResponse
from games.players.scopes import OPTIONAL
from games.wording.language import language_of


class Lobby(ApiView):
    """The open tables."""

    renderer_classes = (Json, Events)
    whole_cost = 5
    scopes: ClassVar = {"GET": OPTIONAL}

    @describe(
        "lobby_list",
        LobbyResponse,
        parameters=(VARIANT, FREE, CURSOR, LIMIT),
        stream="Messages named `tables`, each with the first page; and `problem`.",
    )
    def get(self, request: Request) -> HttpResponse:
        """List the tables that you may join.

        Open games with access `open` and a free seat, newest first. As text/event-stream a stream:
        a message `tables` has the whole first page, now and whenever it changes. At least every
        10 s there is a comment (`:`).
        """
        wanted = read_lobby_query(request)
        if isinstance(request.accepted_renderer, Events):
            return open_lobby_stream(request, wanted)
        after = read_cursor(request, wanted.search)
        return answer(lobby_page(wanted, player_of(request), language_of(request), after))
