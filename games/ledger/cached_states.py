"""The form of a state in the shared cache: bound to its row, and authenticated.

A state of the cache is the input of moves, and the cache is another process. So the bytes have a
message authentication code by a key of the server, over the state and all that it belongs to: its
game, its row, the digest of the row, the shape of states and the rules. What another party writes
into the cache, what is stale, and what another release wrote is no state: the rows are folded.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from hashlib import sha256
from typing import Final
from uuid import UUID

import msgspec
from django.conf import settings

from games.engine import STATE_SHAPE, State, decode_state, encode_state
from games.engine.rulebook import RULES_VERSION

CODE_SIZE: Final = 32
"""The number of bytes of the code, before those of the state."""


def pack(game_id: UUID, seq: int, digest: str, state: State) -> bytes:
    """Return the state after row ``seq``, whose digest is given, for the cache."""
    encoded = encode_state(state)
    return _code(game_id, seq, digest, encoded) + encoded


def unpack(packed: object, game_id: UUID, seq: int, digest: str) -> State | None:
    """Return the state in a value of the cache; None if it is not that of the row."""
    if not isinstance(packed, bytes):
        return None
    code, encoded = packed[:CODE_SIZE], packed[CODE_SIZE:]
    if not hmac.compare_digest(code, _code(game_id, seq, digest, encoded)):
        return None
    try:
        return decode_state(encoded)
    except msgspec.MsgspecError:
        return None


def _code(game_id: UUID, seq: int, digest: str, encoded: bytes) -> bytes:
    row = f"{STATE_SHAPE} {RULES_VERSION} {game_id} {seq} {digest} ".encode()
    return hmac.digest(_key_of(settings.SECRET_KEY), row + encoded, "sha256")


@lru_cache(maxsize=2)
def _key_of(secret: str) -> bytes:
    return sha256(f"fairdeal-cached-state/{secret}".encode()).digest()
