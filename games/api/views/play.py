"""What a game waits for, and the command that answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import selectors, services
from games.api.http.base import (
    ApiView,
    answer,
    answer_bytes,
    answer_unless_known,
    caller,
    player_of,
)
from games.api.http.errors import Refused, refused_by
from games.api.http.parsing import digest_of, read_body, read_if_match, read_key
from games.api.openapi.schema import IF_MATCH, IF_NONE_MATCH, describe
from games.api.tables import prompts_now, told_outcome
from games.engine import (
    NOBODY,
    CallUno,
    CatchUno,
    Choose,
    Draw,
    IllegalMove,
    Move,
    Pass,
    Play,
    Resign,
    redact,
)
from games.errors import StaleSeq
from games.ledger.rows import Actor
from games.messages.addresses import game_path
from games.messages.game import (
    CallUnoAsked,
    CatchUnoAsked,
    ChooseAsked,
    DrawAsked,
    DryRunTold,
    MoveAsked,
    MoveTold,
    PassAsked,
    PlayAsked,
    PromptsTold,
    ResignAsked,
)
from games.models import Game
from games.players.models import Player
from games.players.scopes import PLAY
from games.services import Outcome
from games.viewers import view_name
from games.wording.labels import named_params
from games.wording.language import language_of

_move = msgspec.json.Decoder(MoveAsked)
_encode = msgspec.json.Encoder().encode


class Prompts(ApiView):
    """What a game waits for."""

    @describe(
        "prompts_list",
        "What the game waits for",
        "Which seat may answer, why, and every legal answer with the exact body to POST to"
        " moves/. The options of other seats are not told. Beside it stands what is open to you"
        " meanwhile: calling and catching UNO, resigning.",
        tag="play",
        replies={200: PromptsTold, 304: None},
        errors=(404,),
        parameters=(IF_NONE_MATCH,),
        headers={200: ("ETag",), 304: ("ETag",)},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller may see it."""
        player, language = player_of(request), language_of(request._request)
        game = selectors.game_for(game_id=game_id, player=player)
        seat = selectors.seat_of(game, player)
        view = view_name(NOBODY if seat is None else seat)
        tag = f'"{game.seq}-{view}-{language}"'
        return answer_unless_known(request, tag, lambda: prompts_now(game, player, language))


class MoveList(ApiView):
    """The command."""

    bucket = "moves"
    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "moves_create",
        "Make a move",
        "Always for your own seat. POST the body of an option of prompts/. If-Match with the seq"
        " that you build on is not required, but without it you may answer a question that you"
        " have not seen; nowhere is it required, so no 428 is ever sent. With an Idempotency-Key"
        " a repeated request is made once, as long as the game is kept. The reply has the events"
        " that it caused: one for the move and one for each of the choices that came with it.",
        tag="play",
        body=MoveAsked,
        replies={201: MoveTold},
        errors=(400, 403, 404, 409, 412, 413, 415, 422),
        parameters=(IF_MATCH,),
        once=True,
        headers={201: ("Location", "ETag")},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Make it, or refuse it with the rule and the open prompt."""
        return _answered(request, game_id, _make)


class MoveCheck(ApiView):
    """A move that is checked and not made."""

    bucket = "moves"
    scopes: ClassVar = {"POST": PLAY}

    @describe(
        "moves_check",
        "Check a move",
        "Nothing happens and nothing is stored: the reply says that the move is legal and, unless"
        " that depends on chance or hidden cards, what it would cause (without the choices). A"
        " move that is not legal is refused as moves/ refuses it.",
        tag="play",
        body=MoveAsked,
        replies={200: DryRunTold},
        errors=(400, 403, 404, 409, 412, 413, 415, 422),
        parameters=(IF_MATCH,),
        headers={200: ("ETag",)},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Check it."""
        return _answered(request, game_id, _check)


Command = Callable[[Request, UUID, int, MoveAsked, int | None], HttpResponse]
"""What is done with a move: the request, the game, the seat, the body, and the seq expected."""


def _answered(request: Request, game_id: UUID, command: Command) -> HttpResponse:
    asked = read_body(request, _move)
    player = caller(request)
    seat = seat_at(game_id, player)
    expected = read_if_match(request._request)
    try:
        return command(request, game_id, seat, asked, expected)
    except IllegalMove as error:
        raise _with_prompts(request, game_id, error) from error
    except StaleSeq as error:
        raise stale(game_id, player, expected or 0) from error


def _make(
    request: Request, game_id: UUID, seat: int, asked: MoveAsked, expected: int | None
) -> HttpResponse:
    plain = request._request
    language = language_of(plain)
    outcome = services.submit_move(
        game_id=game_id,
        seat=seat,
        move=move_of(asked, seat),
        actor=Actor(kind="player", player=str(caller(request).pk)),
        expected=expected,
        key=read_key(plain),
        body_digest=digest_of(plain),
        choices=choices_of(asked),
        reply=lambda outcome: _encode(told_outcome(outcome, seat, language)),
    )
    return reply_of(game_id, outcome)


class _Seq(msgspec.Struct):
    seq: int


_seq = msgspec.json.Decoder(_Seq)


def reply_of(game_id: UUID, outcome: Outcome) -> HttpResponse:
    """The reply to a command, or the one that its key was answered with before."""
    seq = _seq.decode(outcome.reply).seq if outcome.replayed else outcome.game.seq
    response = answer_bytes(
        outcome.reply, 201, Location=game_path(game_id, f"events/{seq}/"), ETag=f'"{seq}"'
    )
    if outcome.replayed:
        response["Idempotent-Replayed"] = "true"
    return response


def _check(
    request: Request, game_id: UUID, seat: int, asked: MoveAsked, expected: int | None
) -> HttpResponse:
    forecast = services.dry_run(
        game_id=game_id, seat=seat, move=move_of(asked, seat), expected=expected
    )
    seq, decision = forecast.game.seq, forecast.decision
    told: dict[str, Any] = {"legal": True, "seq": seq, "depends_on_hidden": decision is None}
    if decision is not None:
        told["facts"] = [redact(fact, seat) for fact in decision.facts]
        told["rulings"] = decision.rulings
    return answer(told, ETag=f'"{seq}"')


def move_of(asked: MoveAsked, seat: int) -> Move:
    """The move that a body asks for, made for a seat."""
    match asked:
        case PlayAsked(card=card, uno=uno):
            return Play(seat, card, uno)
        case DrawAsked():
            return Draw(seat)
        case PassAsked():
            return Pass(seat)
        case ChooseAsked(option=option):
            return Choose(seat, str(option))
        case CallUnoAsked():
            return CallUno(seat)
        case CatchUnoAsked(seat=target):
            return CatchUno(seat, target)
        case ResignAsked():
            return Resign(seat)


def choices_of(asked: MoveAsked) -> dict[str, object]:
    """The answers that come with a move, by the kind of question."""
    match asked:
        case PlayAsked(choices=choices) | ChooseAsked(choices=choices) if choices is not None:
            given = msgspec.structs.asdict(choices)
            return {kind: value for kind, value in given.items() if value is not None}
        case _:
            return {}


# Whose seat


def seat_at(game_id: UUID, player: Player) -> int:
    """The caller's seat in a game; a game that one may not see is not there."""
    seat = selectors.known_seat(game_id, player)
    if seat is None:
        game = selectors.game_for(game_id=game_id, player=player)
        seat = selectors.seat_of(game, player)
    if seat is None:
        raise Refused("not_seated")
    return seat


# Refusals that help


def _with_prompts(request: Request, game_id: UUID, error: IllegalMove) -> Refused:
    player, language = caller(request), language_of(request._request)
    game = selectors.game_for(game_id=game_id, player=player)
    refused = refused_by(error)
    refused.words = named_params(selectors.ruleset_for(game).edition, refused.params, language)
    refused.more |= msgspec.structs.asdict(prompts_now(game, player, language))
    return refused


def stale(game_id: UUID, player: Player, expected: int) -> Refused:
    """A command that builds on an old seq: the events that its sender missed."""
    game = selectors.game_for(game_id=game_id, player=player)
    return missed_by(game, selectors.viewer_of(game=game, player=player), expected)


def missed_by(game: Game, viewer: int, expected: int) -> Refused:
    """What a viewer missed who builds on an old seq, or that there is no such seq yet."""
    seq, headers = game.seq, {"ETag": f'"{game.seq}"'}
    if expected > seq:
        params = {"expected": expected, "seq": seq}
        return Refused("seq_ahead", params, more={"seq": seq}, headers=headers)
    missed = selectors.events(game=game, viewer=viewer, after=expected)
    more = {"seq": seq, "events": missed}
    return Refused("stale_seq", {"seq": seq}, more=more, headers=headers)
