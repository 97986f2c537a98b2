"""Tables: made, listed, joined, left, started."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from msgspec import UnsetType
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from games import selectors, services
from games.api.http.base import ApiView, answer, answer_unless_known, caller, player_of
from games.api.http.bot_games import admit
from games.api.http.errors import Flaw, Refused
from games.api.http.idempotency import once
from games.api.http.parsing import (
    read_body,
    read_flag,
    read_if_match,
    read_limit,
    read_word,
    wrong_cursor,
)
from games.api.openapi.schema import CURSOR, IF_MATCH, IF_NONE_MATCH, LIMIT, describe, query
from games.api.tables import (
    game_members,
    told_game,
    told_line,
    told_outcome,
    told_seats,
)
from games.api.views.play import stale
from games.engine import NOBODY, VARIANTS
from games.messages.addresses import game_path
from games.messages.game import (
    BotAsked,
    DressAsked,
    GameAsked,
    GamesTold,
    GameTold,
    InviteAsked,
    InvitedAsked,
    JoinAsked,
    Look,
    MeAsked,
    MoveTold,
    NewGameTold,
    NothingAsked,
    PlaceAsked,
    SeatsTold,
)
from games.models import Game
from games.players.models import Player
from games.players.scopes import CREATE, PLAY
from games.players.selectors import player_by_id
from games.services import Outcome, SeatSpec
from games.wording.language import language_of

_game = msgspec.json.Decoder(GameAsked)
_join = msgspec.json.Decoder(JoinAsked)
_invite = msgspec.json.Decoder(InviteAsked)
_dress = msgspec.json.Decoder(DressAsked)
_nothing = msgspec.json.Decoder(NothingAsked)

STATUSES: Final = tuple(str(status) for status in Game.Status.values)


class GameList(ApiView):
    """All tables that you may see."""

    scopes: ClassVar = {"POST": CREATE}
    queries: ClassVar = {"GET": frozenset({"variant", "status", "mine", "cursor", "limit"})}

    @describe(
        "games_list",
        "Games",
        "The games that you may see, newest first. Without a token: the open ones.",
        tag="games",
        replies={200: GamesTold},
        errors=(400,),
        parameters=(
            query("variant", "Of this variant only.", enum=tuple(VARIANTS)),
            query("status", "In this state only.", enum=STATUSES),
            query(
                "mine",
                "Those that you made, sit in or are invited to; it needs a token.",
                kind="boolean",
            ),
            CURSOR,
            LIMIT,
        ),
        public=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """A page of them."""
        plain = request._request
        player, mine = player_of(request), read_flag(plain, "mine")
        if mine and player is None:
            raise NotAuthenticated
        found = selectors.games_list(
            player=player,
            mine=mine,
            status=read_word(plain, "status", STATUSES) or "",
            variant=read_word(plain, "variant", tuple(VARIANTS)) or "",
        )
        limit = read_limit(plain)
        page = list(_after(plain, found)[: limit + 1])
        more = _next(plain, page[limit - 1]) if len(page) > limit else None
        return answer(GamesTold([told_line(game) for game in page[:limit]], more))

    @describe(
        "games_create",
        "Create a game",
        "Who sits where, seat 0 first, and with which options (see variants/). Your own seat is"
        ' {"kind": "me"}; leave it out to look on. With start, the game begins at once, and the'
        " reply has what that caused.",
        tag="games",
        body=GameAsked,
        replies={201: NewGameTold},
        errors=(400, 403, 409, 413, 415, 422),
        once=True,
        headers={201: ("Location", "ETag")},
    )
    def post(self, request: Request) -> HttpResponse:
        """Lay one."""
        asked = read_body(request, _game)
        return once(request, lambda: _lay(request, asked))


@transaction.atomic
def _lay(request: Request, asked: GameAsked) -> HttpResponse:
    player = caller(request)
    game = services.create_game(
        creator=player,
        variant=asked.variant,
        edition=asked.edition,
        seats=[_spec(at, seat) for at, seat in enumerate(asked.seats)],
        options=asked.options,
        access=asked.access,
        reveal=asked.reveal,
    )
    caused: dict[str, Any] = {"events": [], "prompts": [], "open": []}
    if asked.start:
        outcome = services.start_game(game_id=game.pk, player=player, admit=partial(admit, request))
        told = told_outcome(outcome, _viewer(outcome, player), language_of(request._request))
        caused, game = {name: told[name] for name in caused}, outcome.game
    return answer(
        NewGameTold(**game_members(game, player, language_of(request._request)), **caused),
        201,
        Location=game_path(game.pk),
        ETag=f'"{game.seq}"',
    )


def _spec(at: int, seat: PlaceAsked) -> SeatSpec:
    hero, look = seat.hero or "", look_of(seat.look)
    match seat:
        case MeAsked():
            return SeatSpec("player", hero=hero, look=look)
        case BotAsked(bot=bot):
            return SeatSpec("bot", bot=bot, hero=hero, look=look)
        case InvitedAsked(player=player):
            invited = _known(player, f"/seats/{at}/player")
            return SeatSpec("invited", invited, hero=hero, look=look)
        case _:
            return SeatSpec("open", hero=hero, look=look)


def look_of(look: Look) -> str:
    """A look as it is stored: "" is plain."""
    return "" if look == "plain" else look


def _dress_of(asked: JoinAsked | DressAsked) -> dict[str, str | None]:
    """The hero and the look asked for; None for what stays."""
    return {
        "hero": None if isinstance(asked.hero, UnsetType) else asked.hero or "",
        "look": None if isinstance(asked.look, UnsetType) else look_of(asked.look),
    }


def _known(player_id: UUID, pointer: str) -> Player:
    try:
        return player_by_id(player_id)
    except Player.DoesNotExist as error:
        flaw = Flaw("unknown_player", "", pointer=pointer)
        raise Refused("unknown_player", flaws=[flaw]) from error


def _viewer(outcome: Outcome, player: Player) -> int:
    seat = selectors.seat_of(outcome.game, player)
    return NOBODY if seat is None else seat


def _after(request: HttpRequest, found: QuerySet[Game]) -> QuerySet[Game]:
    cursor = request.GET.get("cursor")
    if cursor is None:
        return found
    try:
        moment, key = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        last, game_id = datetime.fromisoformat(moment), UUID(key)
    except (ValueError, binascii.Error) as error:
        raise wrong_cursor() from error
    if last.tzinfo is None:
        raise wrong_cursor()
    return found.filter(Q(created_at__lt=last) | Q(created_at=last, pk__gt=game_id))


def _next(request: HttpRequest, last: Game) -> str:
    cursor = base64.urlsafe_b64encode(f"{last.created_at.isoformat()} {last.pk}".encode())
    asked = {name: request.GET[name] for name in request.GET if name != "cursor"}
    return f"{request.path}?{urlencode(asked | {'cursor': cursor.decode()})}"


class GameOne(ApiView):
    """A table."""

    @describe(
        "games_retrieve",
        "A game",
        "As you may see it: from your seat, or as the public. Its ETag is its seq.",
        tag="games",
        replies={200: GameTold, 304: None},
        errors=(404,),
        parameters=(IF_NONE_MATCH,),
        headers={200: ("ETag",), 304: ("ETag",)},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller may see it. Before it begins, seats change without a number: no 304.

        Its ETag is the same in both languages and for all viewers, hence no-store: a browser must
        not match it with what it holds of another.
        """
        player, language = player_of(request), language_of(request._request)
        game = selectors.game_for(game_id=game_id, player=player)
        tag = f'"{game.seq}"'
        if game.seq:
            response = answer_unless_known(request, tag, lambda: told_game(game, player, language))
        else:
            response = answer(told_game(game, player, language), ETag=tag)
        response["Cache-Control"] = "private, no-store"
        return response


class SeatList(ApiView):
    """The seats of a table."""

    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "seats_list",
        "Who sits where",
        "Clockwise.",
        tag="games",
        replies={200: SeatsTold},
        errors=(404,),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """All seats."""
        player = player_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        return answer(SeatsTold(told_seats(game, player)))

    @describe(
        "seats_join",
        "Sit down",
        "On the seat named, else on the one kept for you, else on the first open one; in a game"
        " with heroes also with which hero, and how it looks.",
        tag="games",
        body=JoinAsked,
        body_optional=True,
        replies={201: GameTold},
        errors=(400, 403, 404, 409, 413, 415, 422),
        once=True,
        headers={201: ("ETag",)},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Join."""
        asked = read_body(request, _join, default=b"{}")
        player = caller(request)

        def carry_out() -> HttpResponse:
            dress = _dress_of(asked)
            game = services.join_game(game_id=game_id, player=player, seat=asked.seat, **dress)
            return answer(
                told_game(game, player, language_of(request._request)), 201, ETag=f'"{game.seq}"'
            )

        return once(request, carry_out)


class SeatOne(ApiView):
    """A seat of a table."""

    scopes: ClassVar = {"PUT": CREATE, "PATCH": PLAY, "DELETE": PLAY}

    @describe(
        "seats_invite",
        "Keep a seat for a player",
        "Only who made the game can; the player takes the seat by joining.",
        tag="games",
        body=InviteAsked,
        replies={200: GameTold},
        errors=(400, 403, 404, 409, 413, 415),
        headers={200: ("ETag",)},
    )
    def put(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Invite."""
        asked = read_body(request, _invite)
        player = caller(request)
        selectors.game_for(game_id=game_id, player=player)
        invited = _known(asked.player, "/player")
        game = services.invite(game_id=game_id, by=player, seat=seat, player=invited)
        return answer(told_game(game, player, language_of(request._request)), ETag=f'"{game.seq}"')

    @describe(
        "seats_dress",
        "Choose a hero, or how it looks",
        "Before the game begins: another hero for a seat (null for one by lot), or another look."
        " You choose for your own seat; for a bot’s, or one that is still empty, who made the"
        " game does. A hero is played once at a table; a look changes nothing in the game.",
        tag="games",
        body=DressAsked,
        replies={200: GameTold},
        errors=(400, 403, 404, 409, 413, 415, 422),
        headers={200: ("ETag",)},
    )
    def patch(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Choose."""
        asked = read_body(request, _dress)
        player = caller(request)
        dress = _dress_of(asked)
        game = services.dress_seat(game_id=game_id, player=player, seat=seat, **dress)
        return answer(told_game(game, player, language_of(request._request)), ETag=f'"{game.seq}"')

    @describe(
        "seats_leave",
        "Leave a seat",
        "Leave your own seat, or decline an invitation to it, before the game begins. When who"
        " made the game leaves, it is cancelled. In a running game resign instead: that is a"
        " move.",
        tag="games",
        replies={204: None},
        errors=(400, 403, 404, 409),
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Leave."""
        player = caller(request)
        game = selectors.game_for(game_id=game_id, player=player)
        seats = selectors.seats_of(game)
        if seat >= len(seats):
            raise Refused("no_such_seat", {"seat": seat, "most": len(seats) - 1})
        if seats[seat].player_id != player.pk:
            raise Refused("not_allowed", {"reason": "seat"})
        services.leave_game(game_id=game_id, player=player)
        return HttpResponse(status=204)


class Start(ApiView):
    """The beginning of a game."""

    scopes: ClassVar = {"POST": CREATE}

    @describe(
        "games_start",
        "Begin",
        "Only who made the game can, when every seat is taken. The reply has what that caused.",
        tag="games",
        body=NothingAsked,
        body_optional=True,
        replies={201: MoveTold},
        errors=(400, 403, 404, 409, 412, 413, 415, 422),
        parameters=(IF_MATCH,),
        once=True,
        headers={201: ("Location", "ETag")},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Begin."""
        read_body(request, _nothing, default=b"{}")
        expected = read_if_match(request._request)
        return once(request, lambda: _start(request, game_id, expected))


@transaction.atomic
def _start(request: Request, game_id: UUID, expected: int | None) -> HttpResponse:
    player = caller(request)
    if expected not in (None, 0):
        raise stale(game_id, player, expected)
    outcome = services.start_game(game_id=game_id, player=player, admit=partial(admit, request))
    told = told_outcome(outcome, _viewer(outcome, player), language_of(request._request))
    seq = outcome.game.seq
    return answer(told, 201, Location=game_path(game_id, f"events/{seq}/"), ETag=f'"{seq}"')
