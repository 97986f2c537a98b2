"""Moves and acts over HTTP, made once for each idempotency key."""

from __future__ import annotations

from typing import Final

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import answer_bytes, caller
from games.api.http.parsing import RECEIPT, digest_of, prefers_receipt, read_key
from games.api.replies import render_outcome
from games.api.screens import NOTHING, Included
from games.ledger.move_receipts import RequestKey, find_receipt
from games.messages.addresses import game_path
from games.models import Game, MoveReceipt
from games.play.commands import MoveCommand, Outcome
from games.play.submitting import AlreadyMade, Response, outcome_of, submit_move
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

    A repeated request gets the same response, rendered again.
    """

    def render(outcome: Outcome) -> bytes:
        return _render(request, outcome, viewer, included)

    try:
        made = submit_move(game, command, Response(render, _key_of(request)))
    except AlreadyMade as repeated:
        return _replay(request, repeated.receipt, viewer, included)
    return _respond(request, made, made.response)


def replayed(request: Request, game: Game, viewer: int) -> HttpResponse | None:
    """Return the response to a request that was made before with its key."""
    key = _key_of(request)
    receipt = find_receipt(game.pk, key) if key else None
    return _replay(request, receipt, viewer, NOTHING) if receipt else None


def _key_of(request: Request) -> RequestKey | None:
    name = read_key(request)
    return RequestKey(str(caller(request).pk), name, digest_of(request)) if name else None


def _render(request: Request, outcome: Outcome, viewer: int, included: Included) -> bytes:
    has_receipt, language = prefers_receipt(request), language_of(request)
    return _encode(render_outcome(outcome, viewer, language, included, has_receipt=has_receipt))


def _replay(
    request: Request, receipt: MoveReceipt, viewer: int, included: Included
) -> HttpResponse:
    outcome = outcome_of(receipt)
    response = _respond(request, outcome, _render(request, outcome, viewer, included))
    response["Idempotent-Replayed"] = "true"
    return response


def _respond(request: Request, outcome: Outcome, body: bytes) -> HttpResponse:
    """Return the response to a command; one without rows is held."""
    seq = outcome.game.seq
    headers = {"ETag": f'"{seq}"'}
    if outcome.rows:
        headers["Location"] = game_path(outcome.game.pk, f"events/{seq}/")
    if prefers_receipt(request):
        headers["Preference-Applied"] = RECEIPT
    return answer_bytes(body, 201 if outcome.rows else 202, **headers)
