"""Signatures of moves and acts."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from games.engine import ACTS, RevokeKey
from games.errors import SignatureMissing, SignatureWrong
from games.ledger.heads import act_message, move_message
from games.ledger.rows import ActSignature, Signed
from games.ledger.signatures import verify
from games.models import Game
from games.play.commands import MoveCommand


def check_signature(game: Game, command: MoveCommand, unsigned: int = 0) -> None:
    """Check that a move or an act is signed if, and only if, who makes it has a key.

    A key that is revoked, or is so by the move, signs nothing; ``unsigned`` is the set of seats
    with such a key. A signed command names the row that it answers, which is the last one
    (``_check_now``). Raises ``SignatureMissing`` and ``SignatureWrong``.
    """
    move, is_act = command.move, isinstance(command.move, ACTS)
    is_revoked = isinstance(move, RevokeKey) or (
        not is_act and move.seat is not None and bool(unsigned >> move.seat & 1)
    )
    if not command.key or is_revoked:
        if command.signature:
            raise SignatureWrong
        return
    if not command.signature or command.expected is None:
        raise SignatureMissing
    if not verify(command.key, _message(game, command), command.signature):
        raise SignatureWrong


def _message(game: Game, command: MoveCommand) -> bytes:
    """Return the text that is signed of a move or an act which answers the last row."""
    actor, move = command.actor, msgspec.to_builtins(command.move)
    if not isinstance(command.move, ACTS):
        return move_message(
            game=str(game.pk), seq=game.seq, digest=game.head, move=move, choices=command.choices
        )
    return act_message(
        game=str(game.pk),
        seq=game.seq,
        digest=game.head,
        move=move,
        player=actor.player,
        reason=actor.reason,
        reference=actor.reference or None,
        second=actor.second or None,
    )


def signature_of(command: MoveCommand, last: int) -> Signed | None:
    """Return the signature of a move that is stored after row ``last``."""
    if isinstance(command.move, ACTS):
        return _signed_act(command, last)
    if not command.signature:
        return None
    answers = UNSET if command.answers in (None, last) else command.answers
    return Signed(choices=dict(command.choices), signature=command.signature, seq=answers)


def _signed_act(command: MoveCommand, last: int) -> Signed | None:
    """Return the signatures of an act that is stored after row ``last``."""
    seq = last if command.answers is None else command.answers
    own = ActSignature(seq, command.signature) if command.signature else None
    each = (command.proposed, own) if command.actor.second else (own,)
    return Signed(organisers=each) if any(each) else None
