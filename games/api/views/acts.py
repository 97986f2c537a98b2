"""What an organiser does to a game."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import selectors
from games.api.http.base import ApiView, caller
from games.api.http.errors import Refused
from games.api.http.parsing import digest_of, read_body, read_if_match, read_key
from games.api.openapi.schema import IF_MATCH, describe
from games.api.tables import told_outcome
from games.api.views.play import missed_by, reply_of
from games.directing.services import direct, organiser_of
from games.engine import NOBODY, Act, Correct, Remove, Void
from games.errors import StaleSeq
from games.ledger.rows import EVERYTHING
from games.messages.game import ActAsked, CorrectAsked, MoveTold, RemoveAsked
from games.players.scopes import DIRECT
from games.wording.language import language_of

_act = msgspec.json.Decoder(ActAsked)
_encode = msgspec.json.Encoder().encode


class ActList(ApiView):
    """What an organiser does to a game."""

    scopes: ClassVar = {"POST": DIRECT}

    @describe(
        "acts_create",
        "Direct a game",
        "For an organiser: a token with the scope tournament:direct, and no seat in the game, now"
        " or before. Remove a seat from a running game (its player is out of all of it, and the"
        " last one left wins); void a game, running or over (no seat wins it); correct the result"
        " of one that is over, or void, to another winner. The reason is required, and shown to all"
        " who see the game. Each act is an event of its own: nothing is changed or deleted, and"
        " a game that is over by an act opens as any other does. If-Match and Idempotency-Key are"
        " those of moves/; the reply shows the game as the public sees it.",
        tag="direct",
        body=ActAsked,
        replies={201: MoveTold},
        errors=(400, 403, 404, 409, 412, 413, 415, 422),
        parameters=(IF_MATCH,),
        once=True,
        headers={201: ("Location", "ETag")},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Do it, or tell why not."""
        asked, plain = read_body(request, _act), request._request
        expected, language = read_if_match(plain), language_of(plain)
        try:
            outcome = direct(
                game_id=game_id,
                act=act_of(asked),
                organiser=organiser_of(caller(request)),
                reason=asked.reason,
                expected=expected,
                key=read_key(plain),
                body_digest=digest_of(plain),
                reply=lambda outcome: _encode(told_outcome(outcome, NOBODY, language)),
            )
        except StaleSeq as error:
            raise _stale(game_id, expected or 0) from error
        return reply_of(game_id, outcome)


def act_of(asked: ActAsked) -> Act:
    """The act that a body asks for."""
    match asked:
        case RemoveAsked(seat=seat):
            return Remove(seat)
        case CorrectAsked(winner=winner):
            return Correct(winner=winner)
        case _:
            return Void()


def _stale(game_id: UUID, expected: int) -> Refused:
    game = selectors.stored_game(game_id)
    return missed_by(game, EVERYTHING if game.is_opened else NOBODY, expected)
