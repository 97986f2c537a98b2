"""Receipts of moves: which rows a request with an idempotency key has written.

They hold no response and no name. The response to a repeated request is rendered again, from the
rows (``games.play.submitting.outcome_of``).
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec

from games.engine import Seat
from games.errors import KeyReused
from games.ledger.heads import Refused
from games.models import MoveReceipt


@dataclass(frozen=True, slots=True)
class RequestKey:
    """An idempotency key, its player, and the digest of the request."""

    scope: str
    name: str
    request_digest: str

    @property
    def digests(self) -> tuple[bytes, bytes]:
        """The digests under which a move is stored: of the key, and of the request."""
        return _short_digest(f"{self.scope}\n{self.name}"), _short_digest(self.request_digest)


def _short_digest(text: str) -> bytes:
    return sha256(text.encode()).digest()[:16]


class ReceiptRest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the response to a command has, and its rows do not.

    ``unused`` names the choices that no question used, ``held`` the pairs of seats that were held
    for the caller's seat (common.uno.window), ``refused`` what had been refused since the last row.
    """

    unused: tuple[str, ...] = ()
    held: tuple[tuple[Seat, Seat], ...] = ()
    refused: Refused | None = None


_rest: Final = msgspec.json.Decoder(ReceiptRest)

INSERT: Final = (
    f"INSERT INTO {MoveReceipt._meta.db_table} (game_id, key, request, seq, events, rest)"
    " VALUES (%s, %s, %s, %s, %s, %s)"
)


def values_of(
    game_pk: UUID | str, key: RequestKey, seq: int, events: int, rest: ReceiptRest
) -> list[Any]:
    """Return the values to ``INSERT``; the last of ``events`` rows is ``seq``."""
    text = "" if rest == ReceiptRest() else msgspec.json.encode(rest).decode()
    return [game_pk, *key.digests, seq, events, text]


def rest_of(receipt: MoveReceipt) -> ReceiptRest:
    """Return what a receipt has besides the rows."""
    return _rest.decode(receipt.rest or "{}")


def find_receipt(game_id: UUID, key: RequestKey) -> MoveReceipt | None:
    """Return the receipt that a game has under a key; raises ``KeyReused``."""
    name, request = key.digests
    found = MoveReceipt.objects.filter(game_id=game_id, key=name).first()
    if found is not None and bytes(found.request) != request:
        raise KeyReused
    return found
