"""Moves and acts over HTTP, made once for each idempotency key."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import answer_bytes, caller
from games.api.http.parsing import RECEIPT, digest_of, prefers_receipt, read_key
from games.api.replies import render_outcome
from games.api.screens import NOTHING, Included
from games.ledger.store import RequestKey
from games.messages.addresses import game_path
from games.models import Game
from games.play.services import (
    AlreadyMade,
    MoveCommand,
    Outcome,
    Response,
    stored_response,
    submit_move,
)
from games.wording.language import language_of

_encode: Final = msgspec.json.Encoder().encode


def run_command(
    request: Request,
    game: Game,
    command: MoveCommand,
    viewer: int,
    included: Included = NOTHING,
) -> HttpResponse:
    """Make a move on a game as it was read; return the response for a viewer.

    A repeated request gets the stored response.
    """
    has_receipt, language = prefers_receipt(request), language_of(request)

    def render(outcome: Outcome) -> bytes:
        return _encode(render_outcome(outcome, viewer, language, included, has_receipt=has_receipt))

    try:
        made = submit_move(game, command, Response(render, _key_of(request)))
    except AlreadyMade as repeated:
        return _replay(game.pk, repeated.response)
    response = _respond(game.pk, made.response, made.game.seq, is_held=made.held is not None)
    if has_receipt:
        response["Preference-Applied"] = RECEIPT
    return response


def replayed(request: Request, game: Game) -> HttpResponse | None:
    """Return the stored response of a request that was made before with its key."""
    key = _key_of(request)
    stored = stored_response(game.pk, key) if key else None
    return _replay(game.pk, stored) if stored else None


def _key_of(request: Request) -> RequestKey | None:
    name = read_key(request)
    return RequestKey(str(caller(request).pk), name, digest_of(request)) if name else None


class _Sent(msgspec.Struct):
    """What the headers need of a response; one without events is of a held move."""

    seq: int
    events: list[msgspec.Raw]


_sent: Final = msgspec.json.Decoder(_Sent)


def _replay(game_id: UUID, stored: bytes) -> HttpResponse:
    sent = _sent.decode(stored)
    response = _respond(game_id, stored, sent.seq, is_held=not sent.events)
    response["Idempotent-Replayed"] = "true"
    return response


def _respond(game_id: UUID, body: bytes, seq: int, *, is_held: bool) -> HttpResponse:
    if is_held:
        return answer_bytes(body, 202, ETag=f'"{seq}"')
    location = game_path(game_id, f"events/{seq}/")
    return answer_bytes(body, 201, Location=location, ETag=f'"{seq}"')
