"""Games: create, list, join, leave, start."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, ClassVar, TypedDict
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import HttpResponse
from msgspec import UnsetType
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from games.api.game_queries import (
    SEARCH,
    next_address,
    read_cursor,
    read_search,
    visible_to,
)
from games.api.http.api_view import ApiView, answer, caller, player_of
from games.api.http.bot_games import admit
from games.api.http.conditional import answer_if_changed, read_if_match
from games.api.http.idempotency import once
from games.api.http.parsing import read_body, read_flag, read_limit
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.http.table_limits import check_waiting, origin_of
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, IF_MATCH, IF_NONE_MATCH, LIMIT, query
from games.api.receipts import render_receipt, signed_terms
from games.api.refused_moves import stale_move
from games.api.replies import (
    game_members,
    render_game,
    render_outcome,
    render_summary,
)
from games.engine import NOBODY
from games.errors import SetupRefused
from games.messages.addresses import game_path
from games.messages.game_messages import (
    BotSeatRequest,
    GameRequest,
    GameResponse,
    GamesResponse,
    InvitedSeatRequest,
    InviteRequest,
    JoinRequest,
    MySeatRequest,
    NewGameResponse,
    SeatPatch,
    SeatRequest,
    StartRequest,
)
from games.messages.prompt_messages import MoveResponse
from games.messages.table_messages import Look
from games.models import Game
from games.officials.grants import name_organisers
from games.play import openings, seating, selectors
from games.play.commands import Outcome
from games.play.listed import directed_games, own_games, own_seats
from games.play.seating import Contribution, SeatSpec
from games.play.table_news import read_table
from games.players.models import Player
from games.players.scopes import CREATE, OPTIONAL, PLAY
from games.players.selectors import player_by_id
from games.replica import read_late
from games.search.listing import find_games
from games.wording.language import language_of

_game = msgspec.json.Decoder(GameRequest)
_join = msgspec.json.Decoder(JoinRequest)
_invite = msgspec.json.Decoder(InviteRequest)
_patch = msgspec.json.Decoder(SeatPatch)
_start_body = msgspec.json.Decoder(StartRequest)


class GameList(ApiView):
    """The games that the caller may see."""

    scopes: ClassVar = {"GET": OPTIONAL, "POST": CREATE}

    @describe(
        "games_list",
        GamesResponse,
        parameters=(
            *SEARCH,
            query(
                "mine",
                "Those that you created, have a seat in or are invited to; needs a token.",
                kind="boolean",
            ),
            query(
                "directed",
                "Those that you may direct, unless you have a seat there; needs a token.",
                kind="boolean",
            ),
            CURSOR,
            LIMIT,
        ),
    )
    def get(self, request: Request) -> HttpResponse:
        """List games.

        The games that you may see, newest first unless sorted; without a token, the open ones. A
        search looks at a limited number of games (2000 of those that an index finds): a page may be
        short or empty while `next` has the address of the following one.
        """
        player, mine = player_of(request), read_flag(request, "mine")
        directed = read_flag(request, "directed")
        if (mine or directed) and player is None:
            raise NotAuthenticated
        search, sources = read_search(request), visible_to(request)
        if player and (mine or directed):
            sources = [directed_games(player)] if directed else own_games(player)
        limit, after = read_limit(request), read_cursor(request, search)
        read = partial(find_games, search, sources, limit=limit, after=after)
        # A player may have moved just now.
        page = read() if player else read_late(read)
        seats = own_seats(page.games, player)
        games = [render_summary(game, seats.get(game.pk)) for game in page.games]
        return answer(GamesResponse(games, next_address(request, page)))

    @describe(
        "games_create",
        {201: NewGameResponse},
        body=GameRequest,
        headers=("Location", "ETag"),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a game.

        With the seats in order, seat 0 first, and options (see variants/). Your own seat is
        {"kind": "me"}; leave it out to watch. With start, the game starts at once, and the response
        has the events of the start, unless players must open their shares first: then its status is
        `opening`. With start_when_full, it starts by itself once its last seat is taken.
        """
        body = read_body(request, _game)
        return once(request, lambda: _create(request, body))


@transaction.atomic
def _create(request: Request, body: GameRequest) -> HttpResponse:
    player, language = caller(request), language_of(request)
    game = seating.create_game(
        creator=player,
        variant=body.variant,
        edition=body.edition,
        seats=[_spec(at, seat) for at, seat in enumerate(body.seats)],
        options=body.options,
        access=body.access,
        reveal=body.reveal,
        chance=body.chance,
        directors=body.directors,
        start_when_full=body.start_when_full,
        phrases=body.phrases,
        origin=origin_of(request),
    )
    if body.organisers:
        name_organisers(
            game,
            [
                (_known(one.player, f"/organisers/{at}/player"), one.key)
                for at, one in enumerate(body.organisers)
            ],
        )
    signed: dict[str, Any] = {"terms": None, "receipt": render_receipt(game)}
    caused: dict[str, Any] = {"events": [], "prompts": [], "open": []}
    outcome = _deal(request, game.pk) if body.start else deal_if_full(request, game)
    if outcome is not None:
        game = outcome.game
        signed = signed_terms(game)
        if outcome.rows:
            started = render_outcome(outcome, _viewer(outcome, player), language)
            caused = {name: getattr(started, name) for name in caused}
    check_waiting(request, game)
    members = game_members(game, player, language) | signed
    return answer(
        NewGameResponse(**members, **caused),
        201,
        Location=game_path(game.pk),
        ETag=f'"{game.seq}"',
    )


def _deal(request: Request, game_id: UUID, without: Collection[int] = ()) -> Outcome:
    """Start a game, unless it is not ready or a limit on games with bots is reached."""
    table = openings.ready_table(game_id=game_id, player=caller(request), without=without)
    admit(request, table.game)
    return openings.deal_table(table)


def deal_if_full(request: Request, game: Game) -> Outcome | None:
    """Start a game that starts by itself if its last seat has been taken.

    It is part of that transaction. Limits on games with bots are as for any start: if one is
    reached, the seat is not taken.
    """
    table = openings.full_table(game)
    if table is None:
        return None
    admit(request, table.game)
    return openings.deal_table(table)


def seat_by(
    request: Request, body: JoinRequest, game_id: UUID, *, is_welcome: bool = False
) -> Game:
    """Seat the caller as a body asks for."""
    return seating.join_game(
        game_id=game_id,
        player=caller(request),
        seat=body.seat,
        own=_own(body),
        is_welcome=is_welcome,
        origin=origin_of(request),
        **_hero_and_look(body),
    )


def answer_seated(request: Request, game: Game) -> HttpResponse:
    """Return the response to a caller who has taken a seat, which may start the game."""
    outcome = deal_if_full(request, game)
    game = game if outcome is None else outcome.game
    check_waiting(request, game)
    seated = msgspec.structs.replace(
        render_game(game, caller(request), language_of(request)), receipt=render_receipt(game)
    )
    return answer(seated, 201, ETag=f'"{game.seq}"')


def _spec(at: int, seat: SeatRequest) -> SeatSpec:
    hero, look = seat.hero or "", look_of(seat.look)
    match seat:
        case MySeatRequest():
            return SeatSpec("player", hero=hero, look=look, own=_own(seat))
        case BotSeatRequest(bot=bot):
            return SeatSpec("bot", bot=bot, hero=hero, look=look)
        case InvitedSeatRequest(player=player):
            invited = _known(player, f"/seats/{at}/player")
            return SeatSpec("invited", invited, hero=hero, look=look)
        case _:
            return SeatSpec("open", hero=hero, look=look)


def look_of(look: Look) -> str:
    """Return a look as it is stored; "" is plain."""
    return "" if look == "plain" else look


class _HeroAndLook(TypedDict):
    """The hero and the look of a body; None for one that does not change."""

    hero: str | None
    look: str | None


def _hero_and_look(body: JoinRequest | SeatPatch) -> _HeroAndLook:
    return {
        "hero": None if isinstance(body.hero, UnsetType) else body.hero or "",
        "look": None if isinstance(body.look, UnsetType) else look_of(body.look),
    }


def _own(body: MySeatRequest | JoinRequest | SeatPatch) -> Contribution:
    """Return what a player contributes to a seat."""
    return Contribution(body.share_commitment, body.key)


def _known(player_id: UUID, pointer: str) -> Player:
    try:
        return player_by_id(player_id)
    except Player.DoesNotExist as error:
        flaw = Flaw("unknown_player", "", pointer=pointer)
        raise RequestRefused("unknown_player", flaws=[flaw]) from error


def _viewer(outcome: Outcome, player: Player) -> int:
    seat = selectors.seat_of(outcome.game, player)
    return NOBODY if seat is None else seat


class GameOne(ApiView):
    """A game."""

    scopes: ClassVar = {"GET": OPTIONAL, "DELETE": CREATE}

    @describe("games_retrieve", GameResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get a game.

        From your seat, or as the public sees it. The ETag is the seq, with the seats that are away.
        """
        # No 304 before it starts and after its end, since seats and the rematch change without a
        # new seq. The ETag is the same in both languages and for all viewers, hence no-store: a
        # browser must not match it with a response that it has for another.
        player, language = player_of(request), language_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        tag = f'"{game.seq}"'
        if game.status == Game.Status.OPEN and player is not None:
            game = seating.touch_table(game, player)
        if game.status == Game.Status.RUNNING:
            away = "".join(f"-{seat}-{since}" for seat, since in read_table(game).away)
            tag = f'"{game.seq}-away{away}"' if away else tag
            response = answer_if_changed(request, tag, lambda: render_game(game, player, language))
        else:
            response = answer(render_game(game, player, language), ETag=tag)
        response["Cache-Control"] = "private, no-store"
        return response

    @describe("games_cancel", {204: None}, errors=(409,))
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Cancel a game before it starts.

        Only its host may, with or without a seat; not a host in place of one who is away. The game
        is over, without a winner.
        """
        seating.close_table(game_id=game_id, by=caller(request))
        return HttpResponse(status=204)


class SeatList(ApiView):
    """The seats of a game."""

    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "seats_join",
        {201: GameResponse},
        body=JoinRequest,
        body_optional=True,
        headers=("ETag",),
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take a seat.

        The seat of the body, else the one reserved for you, else the first open seat. In a game
        with heroes also the hero, and how it looks. If it is the last seat of a game with
        `start_when_full`, the response has the game that has started; limits are as for start/.
        """
        body = read_body(request, _join, default=b"{}")

        @transaction.atomic
        def carry_out() -> HttpResponse:
            return answer_seated(request, seat_by(request, body, game_id))

        return once(request, carry_out)


class SeatOne(ApiView):
    """A seat of a game."""

    scopes: ClassVar = {"PUT": CREATE, "PATCH": PLAY, "DELETE": PLAY}

    @describe("seats_invite", GameResponse, body=InviteRequest, errors=(409,), headers=("ETag",))
    def put(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Invite a player or a bot to a seat.

        Only the host of the game may, to a seat that is free, reserved, or `away`, whose player
        then loses it. A player takes the seat by POST seats/; a bot has it at once.
        """
        body = read_body(request, _invite)
        player = caller(request)
        selectors.game_for(game_id=game_id, player=player)
        if (body.player is None) == (body.bot is None):
            raise SetupRefused("seat_needs_player", "/player")
        with transaction.atomic():
            if body.player is not None:
                invited = _known(body.player, "/player")
                game = seating.invite(game_id=game_id, by=player, seat=seat, player=invited)
            else:
                bot = body.bot or ""
                game = seating.seat_bot(game_id=game_id, by=player, seat=seat, bot=bot)
            outcome = deal_if_full(request, game)
            game = game if outcome is None else outcome.game
        return answer(render_game(game, player, language_of(request)), ETag=f'"{game.seq}"')

    @describe("seats_update", GameResponse, body=SeatPatch, errors=(409, 422), headers=("ETag",))
    def patch(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Change the hero of a seat, or its look.

        Before the game starts: another hero (null for a random one), or another look. You choose
        for your own seat, also while it is only reserved for you; the host of the game chooses for
        bots and empty seats. No two seats have the same hero. A look changes nothing in the game.
        """
        body = read_body(request, _patch)
        player = caller(request)
        game = seating.set_hero(
            game_id=game_id, player=player, seat=seat, own=_own(body), **_hero_and_look(body)
        )
        return answer(render_game(game, player, language_of(request)), ETag=f'"{game.seq}"')

    @describe("seats_leave", {204: None}, errors=(409,))
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Leave or free a seat.

        Leave your own seat, or decline an invitation to it, before the game starts. If the host of
        the game leaves, it is cancelled. The host may free every other seat: its player gets
        `unseated` in me/events/, and may sit down again only if invited. In a running game, make
        the move resign.
        """
        player = caller(request)
        game = selectors.game_for(game_id=game_id, player=player)
        seats = selectors.seats_of(game)
        if seat >= len(seats):
            raise RequestRefused("no_such_seat", {"seat": seat, "most": len(seats) - 1})
        if seats[seat].player_id == player.pk:
            seating.leave_game(game_id=game_id, player=player)
        elif player.pk in (game.creator_id, game.returns_to):
            seating.free_seat(game_id=game_id, by=player, seat=seat)
        else:
            raise RequestRefused("not_allowed", {"reason": "seat"})
        return HttpResponse(status=204)


class GameStart(ApiView):
    """The start of a game."""

    scopes: ClassVar = {"POST": CREATE}

    @describe(
        "games_start",
        {201: MoveResponse, 202: GameResponse},
        body=StartRequest,
        body_optional=True,
        parameters=(IF_MATCH,),
        headers={201: ("Location", "ETag"), 202: ("ETag",)},
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start a game.

        Only the host of the game may, when every seat is taken. The seats of `without` are left out
        before, and the others close up: seats that are free, reserved or `away`. The response has
        the events of the start. If players must open their shares, it is 202 with the game, whose
        status is `opening`. Both have the `terms` that were fixed before the deal, and the
        `receipt` of them.
        """
        body = read_body(request, _start_body, default=b"{}")
        expected = read_if_match(request)
        return once(request, lambda: _start(request, game_id, expected, body))


@transaction.atomic
def _start(
    request: Request, game_id: UUID, expected: int | None, asked: StartRequest
) -> HttpResponse:
    player = caller(request)
    if expected not in (None, 0):
        game = selectors.game_for(game_id=game_id, player=player)
        seat = selectors.seat_of(game, player)
        raise stale_move(game, seat, expected, language_of(request))
    outcome = _deal(request, game_id, asked.without)
    if not outcome.rows:
        waiting = render_game(outcome.game, player, language_of(request))
        return answer(waiting, 202, ETag=f'"{outcome.game.seq}"')
    body = msgspec.structs.replace(
        render_outcome(outcome, _viewer(outcome, player), language_of(request)),
        **signed_terms(outcome.game),
    )
    seq = outcome.game.seq
    return answer(body, 201, Location=game_path(game_id, f"events/{seq}/"), ETag=f'"{seq}"')
