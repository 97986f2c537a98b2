"""The form of a state in the shared cache: bound to its row, and authenticated.

A cached state is the input of moves, and the cache is another process. So each value begins with a
message authentication code (HMAC-SHA-256, by a key derived from ``SECRET_KEY``) over the state and
what it is bound to: game, row, digest of the row, shape of states, version of the rules. A value
that is stale, or written by another party or another release, is ignored: the rows are folded.
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
    """Encode the state after row ``seq`` for the cache: code, then state."""
    encoded = encode_state(state)
    return _code(game_id, seq, digest, encoded) + encoded


def unpack(packed: object, game_id: UUID, seq: int, digest: str) -> State | None:
    """Decode a value of the cache; None unless it is the state after row ``seq``."""
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
