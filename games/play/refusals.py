"""Refused moves, counted and sealed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from games.engine import ACTS, RevokeKey
from games.ledger import sealing, store
from games.models import Game, Refusal
from games.play.commands import MoveCommand, MoveRefused
from games.play.move_signatures import signature_of

MAX_REFUSALS: Final = 20
"""The number of refused moves stored for a seat at a seq; the others are counted."""

NOT_RECORDED: Final = frozenset(("already_held", "bot_plays", "seat_without_key"))
"""The codes of refusals by what the rules do not know, so that no verifier could judge them."""

MAX_REFUSED_LENGTH: Final = 1000
"""The number of characters of a refused move that are stored."""


def last_time(game: Game) -> datetime:
    """Return the time of the last row of a game, or of the last refusal after it."""
    last = last_refusal(game) if game.refused else None
    return game.changed_at if last is None else last.created_at


def last_refusal(game: Game) -> Refusal | None:
    """Return the last refusal after the last row of a game."""
    return Refusal.objects.filter(game_id=game.pk, seq=game.seq).order_by("nth").last()


def record_refusal(game: Game, command: MoveCommand, refused: MoveRefused) -> None:
    """Count a refused move of a running game, and store it up to a limit a seat.

    The game is locked, at the row at which the move was refused. The link of the stored refusal
    seals it, and the next row has the last link. Organisers' acts, moves after the end, a key
    revoked in vain (it is not signed) and what the rules alone would not refuse are not recorded.
    """
    seat = command.move.seat
    if isinstance(command.move, ACTS) or seat is None or game.status != Game.Status.RUNNING:
        return
    if refused.code in NOT_RECORDED or isinstance(command.move, RevokeKey):
        return
    game.refused += 1
    if store.count_refusal(game.pk, game.seq, seat) <= MAX_REFUSALS:
        refusal = _next_refusal(game, seat, command, refused)
        refusal.save(force_insert=True)
        game.refused_head = refusal.link
    Game.objects.filter(pk=game.pk).update(refused=game.refused, refused_head=game.refused_head)


def _next_refusal(game: Game, seat: int, command: MoveCommand, refused: MoveRefused) -> Refusal:
    """Return a refusal, linked to the one before it or to the last row."""
    last, signed = last_refusal(game), signature_of(command, game.seq)
    refusal = Refusal(
        game_id=game.pk,
        seq=game.seq,
        nth=1 if last is None else last.nth + 1,
        seat=seat,
        actor=_text(command.actor),
        before=_text(refused.before),
        move=_short(_text(refused.move)),
        code=refused.code,
        rule=refused.rule,
        params=_text(refused.params),
        signed="" if signed is None else _text(signed),
        created_at=refused.at if last is None else max(refused.at, last.created_at),
    )
    part = store.hidden_refusal(game, refusal)
    refusal.link = sealing.link(game.refused_head or game.head, part.commitment)
    return refusal


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _short(move: str) -> str:
    """Return a move as JSON text, cut if it is too long."""
    return move if len(move) <= MAX_REFUSED_LENGTH else _text(move[:MAX_REFUSED_LENGTH])
