"""Calls and catches that a window holds in secret until it closes.

See common.uno.window. Nothing that others read changes while a move is held: not the rows, the
head, the seq and the state. The caller that holds one, or closes the window, has locked the game.
"""

from __future__ import annotations

from typing import Final

import msgspec
from django.db import IntegrityError, transaction

from games.engine import CallUno, CatchUno, Seat, State
from games.ledger.move_receipts import ReceiptRest, RequestKey
from games.ledger.rows import Actor, Signed
from games.ledger.store import Conflict, insert_receipt
from games.models import Game, HeldMove

_actor: Final = msgspec.json.Decoder(Actor)
_move: Final[msgspec.json.Decoder[CallUno | CatchUno]] = msgspec.json.Decoder(CallUno | CatchUno)
_signed: Final = msgspec.json.Decoder(Signed)


def known_to(game: Game, state: State, seat: Seat | None) -> State:
    """Return the state of a game with the calls and catches that are held for a seat."""
    if state.window is None or seat is None or seat < 0:
        return state
    own = HeldMove.objects.filter(game_id=game.pk, seat=seat).order_by("id")
    return with_held(state, tuple(own.values_list("seat", "target")))


def with_held(state: State, pairs: tuple[tuple[Seat, Seat], ...]) -> State:
    """Return a state in which pairs of seats are held, if it has a window."""
    if state.window is None:
        return state
    known = state.copy()
    known.window = msgspec.structs.replace(state.window, held=pairs)
    return known


def held_move(
    game: Game, move: CallUno | CatchUno, actor: Actor, signed: Signed | None
) -> HeldMove:
    """Return a call or a catch to be held; it answers the last row."""
    return HeldMove(
        game_id=game.pk,
        seq=game.seq,
        seat=move.seat,
        target=move.target if isinstance(move, CatchUno) else move.seat,
        actor=_text(actor),
        move=_text(move),
        signed="" if signed is None else _text(signed),
    )


def hold(held: HeldMove, key: RequestKey | None, rest: ReceiptRest) -> None:
    """Store a held move, and the receipt of its request; ``Conflict`` for a used key."""
    try:
        with transaction.atomic():
            held.save(force_insert=True)
            if key is not None:
                insert_receipt(held.game_id, key, held.seq, rest)
    except IntegrityError as error:
        raise Conflict from error


def move_of(held: HeldMove) -> CallUno | CatchUno:
    """Return a held move as the rules read it."""
    return _move.decode(held.move)


def actor_of(held: HeldMove) -> Actor:
    """Return who made a held move."""
    return _actor.decode(held.actor)


def signed_of(held: HeldMove) -> Signed:
    """Return the signature of a held move; without one all its members are unset."""
    return _signed.decode(held.signed or "{}")


def take_held(game: Game) -> list[HeldMove]:
    """Delete the held moves of a game whose window closes, and return them in order."""
    held = list(HeldMove.objects.filter(game_id=game.pk).order_by("id"))
    HeldMove.objects.filter(game_id=game.pk).delete()
    return held


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
