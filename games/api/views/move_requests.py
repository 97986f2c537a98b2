"""Prompts, moves, and checks of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.http import HttpResponse
from prometheus_client import Counter
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer, caller, player_of
from games.api.http.conditional import answer_if_changed, read_if_match
from games.api.http.parsing import RECEIPT, prefers_receipt, read_body, read_signature
from games.api.http.problem_documents import RequestRefused
from games.api.move_commands import run_command
from games.api.openapi.operation import Component, describe
from games.api.openapi.parameters import IF_MATCH, IF_NONE_MATCH, MOVE_SIGNATURE, PREFER
from games.api.receipts import render_receipt
from games.api.refused_moves import game_at, refused_move, stale_move, unreadable_move
from games.api.screens import INCLUDE, Included, read_included, render_screen, screen_tag
from games.api.sent_moves import choices_of, move_of
from games.engine import NOBODY, redact
from games.errors import GameNotFound, StaleSeq
from games.ledger.rows import Actor
from games.messages.move_messages import MoveRequest
from games.messages.prompt_messages import DryRunResponse, MoveResponse, PromptsResponse
from games.models import Game
from games.play import deciding, selectors
from games.play.commands import MoveCommand, MoveRefused
from games.play.selectors import Sitting
from games.players.models import Player
from games.players.scopes import OPTIONAL, PLAY
from games.wording.language import language_of

REFUSED: Final = Counter("fairdeal_moves_refused", "Moves of players that a rule refused.")
CONFLICTING: Final = Counter(
    "fairdeal_moves_conflicting", "Moves of players that named another event than the last."
)

_move = msgspec.json.Decoder(MoveRequest)


class Prompts(ApiView):
    """The open prompts of a game."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe("prompts_list", PromptsResponse, parameters=(INCLUDE, IF_NONE_MATCH))
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List prompts.

        What the game waits for: the seat that may answer, why, and every legal answer with the
        exact body to POST to moves/. The options of other seats are null. `open` lists what you may
        do at any time: call UNO, catch a player, resign. While a bot plays for you the options are
        null, and `open` has `take-back` alone. With `include` the response also has the
        table in words, what has happened since your last move, and the texts of the cards in sight:
        all that a screen shows, in at most 25 kB compressed.
        """
        player, language = player_of(request), language_of(request)
        game = selectors.game_for(game_id=game_id, player=player)
        seat = selectors.seat_of(game, player)
        viewer, included = NOBODY if seat is None else seat, read_included(request)
        tag = screen_tag(game, viewer, language, included)
        return answer_if_changed(
            request, tag, lambda: render_screen(game, viewer, language, included)
        )


class MoveList(ApiView):
    """The moves of a game."""

    bucket = "moves"
    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "moves_create",
        {201: MoveResponse, 202: MoveResponse},
        body=Component("MoveBody"),
        parameters=(INCLUDE, IF_MATCH, MOVE_SIGNATURE, PREFER),
        headers={
            201: ("Location", "ETag", "Preference-Applied"),
            202: ("ETag", "Preference-Applied"),
        },
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Make a move.

        Always for your own seat. POST the body of an option of prompts/. If-Match with the seq that
        you build on is not required, but without it you may answer a question that you have not
        seen. No 428 is ever sent. A repeat of a request with the same Idempotency-Key in the same
        game gets the same response as long as the rows of the game are stored: its events and the
        position, prompts and sentences after them, rendered again, without names that were erased
        since. The response has the events of the move: one for the move, and one for each of its
        choices. If your seat has a key, sign the move
        (event-format.md) and send the signature as Move-Signature, with If-Match. While the game
        waits for calls and catches (common.uno.window), one is answered with 202: it is held in
        secret and has no events before the window closes. `call-judge`, `cancel-call`,
        `claim-absent`, `stand-in` and `revoke-key` are no options of prompts/; the last one is sent
        unsigned.
        With `Prefer: receipt` the
        response has the signed head. `include` is as for prompts/; the table is always included. A
        refusal has the included parts too, so that you can redraw your screen from it.
        """
        return _run(request, game_id, _make)


class MoveCheck(ApiView):
    """A move to check."""

    bucket = "moves"
    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "moves_check",
        DryRunResponse,
        body=Component("MoveBody"),
        errors=(422,),
        parameters=(INCLUDE, IF_MATCH),
        headers=("ETag",),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Check a move.

        Nothing is stored. The response says that the move is legal and, unless that depends on
        chance or hidden cards, what it would cause (without the choices). An illegal move is
        refused as by moves/, with the parts that `include` names.
        """
        return _run(request, game_id, _check)


Handler = Callable[[Request, Game, MoveCommand, Included], HttpResponse]
"""A function that makes or checks one kind of move."""


def _run(request: Request, game_id: UUID, handle: Handler) -> HttpResponse:
    player, language, included = caller(request), language_of(request), read_included(request)
    try:
        body = read_body(request, _move)
    except RequestRefused as problem:
        raise unreadable_move(problem, game_id, player, language, included) from problem
    game, sitting = seat_at(game_id, player)
    seat = sitting.seat
    actor = Actor(kind="player", player=str(player.pk))
    expected = read_if_match(request)
    command = MoveCommand(
        move_of(body, seat),
        actor,
        expected,
        choices_of(body),
        key=sitting.key,
        signature=read_signature(request),
    )
    try:
        return handle(request, game, command, included)
    except MoveRefused as refused:
        refusal = refused_move(refused, seat, language, included)
        if handle is _make and prefers_receipt(request):
            refusal.more["receipt"] = render_receipt(refused.game)
            refusal.headers["Preference-Applied"] = RECEIPT
        raise refusal from refused
    except StaleSeq as error:
        game = game_at(game, error.head)
        raise stale_move(game, seat, expected or 0, language, included) from error


def _make(request: Request, game: Game, command: MoveCommand, included: Included) -> HttpResponse:
    try:
        return run_command(request, game, command, _viewer_of(command), included)
    except MoveRefused:
        REFUSED.inc()
        raise
    except StaleSeq:
        CONFLICTING.inc()
        raise


def _check(_: Request, game: Game, command: MoveCommand, included: Included) -> HttpResponse:
    decision = deciding.dry_run(game, command)
    body = DryRunResponse(legal=True, seq=game.seq, depends_on_hidden=decision is None)
    if decision is not None:
        viewer = _viewer_of(command)
        facts = tuple(redact(fact, viewer) for fact in decision.facts)
        body = msgspec.structs.replace(body, facts=facts, rulings=decision.rulings)
    return answer(body, ETag=f'"{game.seq}"')


def _viewer_of(command: MoveCommand) -> int:
    return NOBODY if command.move.seat is None else command.move.seat


def seat_at(game_id: UUID, player: Player) -> tuple[Game, Sitting]:
    """Return a game and the seat in it of the caller."""
    game = selectors.stored_game(game_id)
    sitting = selectors.sitting_of(game, player)
    if sitting is None:
        if not selectors.may_see(game, player):
            raise GameNotFound
        raise RequestRefused("not_seated")
    return game, sitting
