"""How players meet: the lobby, and rematches."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.game_queries import read_cursor
from games.api.http.api_view import ApiView, Events, Json, answer, caller, player_of
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.lobby import FREE, VARIANT, lobby_page, read_lobby_query
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, LIMIT
from games.api.streams.stream_requests import open_lobby_stream
from games.api.views.games import answer_seated
from games.messages.game import GameResponse, LobbyResponse, RematchRequest
from games.play.meeting import take_rematch
from games.play.presence import note_here
from games.play.seating import Contribution
from games.players.scopes import CREATE, OPTIONAL
from games.wording.language import language_of

_rematch = msgspec.json.Decoder(RematchRequest)


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
        after, player = read_cursor(request, wanted.search), player_of(request)
        if player is not None:
            note_here([player.pk])
        return answer(lobby_page(wanted, player, language_of(request), after))


class GameRematch(ApiView):
    """The table that follows a game."""

    scopes: ClassVar = {"POST": CREATE}

    @describe(
        "games_rematch",
        {201: GameResponse},
        body=RematchRequest,
        body_optional=True,
        headers=("ETag",),
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take your seat in a rematch.

        For players of a game that is over. The first request makes the table, whose host is its
        player: the same variant, options, access and bots, and each player one seat further. The
        other players are invited to theirs. They take them by the same request, which finds that
        table, or by POST seats/. The game starts when all seats are taken. Its edition is the same
        unless that is not offered any more, its heroes are dealt by lot, and organisers are not
        named again.
        """
        body = read_body(request, _rematch, default=b"{}")
        own = Contribution(body.share_commitment, body.key)

        @transaction.atomic
        def carry_out() -> HttpResponse:
            player = caller(request)
            return answer_seated(request, take_rematch(game_id=game_id, player=player, own=own))

        return once(request, carry_out)
