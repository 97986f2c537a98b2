"""Moves and acts over HTTP, made once for each idempotency key."""

from __future__ import annotations

from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import answer_bytes, caller
from games.api.http.parsing import RECEIPT, digest_of, prefers_receipt, read_key
from games.api.http.problem_documents import RequestRefused
from games.api.replies import render_outcome
from games.api.screens import NOTHING, Included
from games.errors import NotStarted, StaleSeq
from games.ledger.store import Conflict, RequestKey
from games.messages.addresses import game_path
from games.models import Game
from games.play import selectors, services
from games.play.services import MoveCommand, MoveRefused
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

    A repeated request gets the stored response. A new key moves the game on, or conflicts with the
    stored key when it is written: so a key is looked up only after the move has failed.
    """
    key = _key_of(request)
    attempt = partial(_attempt, request, command, viewer, included, key)
    try:
        return services.attempt_unlocked(game, attempt)
    except FAILURES as error:
        if key and (stored := services.stored_response(game.pk, key)):
            return _replay(game.pk, stored)
        if not isinstance(error, Conflict | MoveRefused):
            raise
        refused = error if isinstance(error, MoveRefused) else None
    try:
        return services.attempt_locked(game.pk, command, attempt, refused)
    except FAILURES:
        if key and (stored := services.stored_response(game.pk, key)):
            return _replay(game.pk, stored)
        raise


def replayed(request: Request, game: Game) -> HttpResponse | None:
    """Return the stored response of a request that was made before with its key."""
    key = _key_of(request)
    stored = services.stored_response(game.pk, key) if key else None
    return _replay(game.pk, stored) if stored else None


FAILURES: Final = (Conflict, MoveRefused, NotStarted, StaleSeq)
"""The errors of a move that a repeated request may have, since the game has moved on."""


def _attempt(
    request: Request,
    command: MoveCommand,
    viewer: int,
    included: Included,
    key: RequestKey | None,
    game: Game,
) -> HttpResponse:
    """Decide the move, render the response, and commit both."""
    outcome = services.decide_move(game, command)
    has_receipt, language = prefers_receipt(request), language_of(request)
    rendered = render_outcome(outcome, viewer, language, included, has_receipt=has_receipt)
    body = _encode(rendered)
    services.commit_move(outcome, key, body)
    response = _respond(game.pk, body)
    if has_receipt:
        response["Preference-Applied"] = RECEIPT
    return response


def _key_of(request: Request) -> RequestKey | None:
    name = read_key(request)
    return RequestKey(str(caller(request).pk), name, digest_of(request)) if name else None


class _Sent(msgspec.Struct):
    """What the headers need of a response; one without events is of a held move."""

    seq: int
    events: list[msgspec.Raw]


_sent: Final = msgspec.json.Decoder(_Sent)


def _replay(game_id: UUID, stored: bytes) -> HttpResponse:
    response = _respond(game_id, stored)
    response["Idempotent-Replayed"] = "true"
    return response


def _respond(game_id: UUID, body: bytes) -> HttpResponse:
    sent = _sent.decode(body)
    if not sent.events:
        return answer_bytes(body, 202, ETag=f'"{sent.seq}"')
    location = game_path(game_id, f"events/{sent.seq}/")
    return answer_bytes(body, 201, Location=location, ETag=f'"{sent.seq}"')


def missed_by(game: Game, viewer: int, expected: int) -> RequestRefused:
    """Return the problem of a seq that is ahead, or behind (with the events since)."""
    seq, headers = game.seq, {"ETag": f'"{game.seq}"'}
    if expected > seq:
        params = {"expected": expected, "seq": seq}
        return RequestRefused("seq_ahead", params, more={"seq": seq}, headers=headers)
    missed = selectors.events(game=game, viewer=viewer, after=expected)
    more = {"seq": seq, "events": missed}
    return RequestRefused("stale_seq", {"seq": seq}, more=more, headers=headers)
