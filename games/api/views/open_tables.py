"""How players meet: the lobby, links, and rematches."""

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
from games.api.http.table_limits import origin_of
from games.api.http.throttling import guessing
from games.api.lobby import FREE, VARIANT, OpenTables, lobby_page, read_lobby_query
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, LIMIT
from games.api.qr_codes import qr_code
from games.api.streams.stream_requests import open_lobby_stream
from games.api.views.games import answer_seated, seat_by
from games.errors import LinkNotFound, NotOpen, UnknownLink
from games.messages.game_messages import (
    GameResponse,
    JoinRequest,
    LinkResponse,
    LobbyResponse,
    OpenTableResponse,
    RematchRequest,
)
from games.models import Game
from games.play.meeting import link_to, linked_game, take_rematch
from games.play.presence import note_here
from games.play.seating import Contribution
from games.players.scopes import CREATE, OPTIONAL, PLAY
from games.wording.language import language_of

_join = msgspec.json.Decoder(JoinRequest)
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
        messages=LobbyResponse,
    )
    def get(self, request: Request) -> HttpResponse:
        """List the tables that you may join.

        Open games with access `open` and a free seat, newest first. As text/event-stream a stream:
        a message `tables` has the whole first page, now and whenever it changes, at most once in a
        second. At least every 10 s there is a comment (`:`).
        """
        wanted = read_lobby_query(request)
        if isinstance(request.accepted_renderer, Events):
            return open_lobby_stream(request, wanted)
        after, player = read_cursor(request, wanted.search), player_of(request)
        if player is not None:
            note_here([player.pk])
        return answer(lobby_page(wanted, player, language_of(request), after))


class GameLinks(ApiView):
    """The link to a table."""

    scopes: ClassVar = {"POST": CREATE}

    @describe("links_create", {201: LinkResponse}, errors=(409,))
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Create a link to your table.

        Only the host of an open game may. A player who opens `url`, or sends the code of 8 letters
        to links/{code}/, takes a seat, also in a game by invitation. The code is the same each
        time, and ends when the game starts or is cancelled.
        """
        code = link_to(game_id=game_id, host=caller(request))
        path = f"/join/{code}/"
        url = request.build_absolute_uri(path)
        return answer(LinkResponse(code, url, path, qr_code(url)), 201, Cache_Control="no-store")


class LinkOne(ApiView):
    """The table of a link."""

    scopes: ClassVar = {"GET": OPTIONAL, "POST": PLAY}

    @describe("links_retrieve", OpenTableResponse)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get the table of a link.

        As in lobby/. Wrong codes are limited by caller and by address, and so for POST.
        """
        game, player = _linked_game(request, code), player_of(request)
        return answer(OpenTables([game]).render(game, player, language_of(request)))

    @describe(
        "links_join",
        {201: GameResponse},
        body=JoinRequest,
        body_optional=True,
        headers=("ETag",),
        once=True,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Take a seat by a link.

        As by POST games/{id}/seats/, and also in a game by invitation.
        """
        body = read_body(request, _join, default=b"{}")

        @transaction.atomic
        def carry_out() -> HttpResponse:
            game = _linked_game(request, code)
            try:
                game = seat_by(request, body, game.pk, is_welcome=True)
            except NotOpen as error:
                raise LinkNotFound from error
            return answer_seated(request, game)

        return once(request, carry_out)


def _linked_game(request: Request, code: str) -> Game:
    """Return the open game of a code, unless many wrong ones were sent."""
    with guessing(request, UnknownLink):
        return linked_game(code)


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
            origin = origin_of(request)
            game = take_rematch(game_id=game_id, player=player, own=own, origin=origin)
            return answer_seated(request, game)

        return once(request, carry_out)
