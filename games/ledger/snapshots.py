"""Snapshots: the states of a game after every 256th row, stored in the cache.

They save the readers of a long game from folding it from its first row. No move and no audit rests
on one. A snapshot has the form of ``cached_states``: one that is stale, or was not written by this
release of the server, is ignored. It may be deleted at any time. It holds hidden cards, as the
state at the head does.
"""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from django.core.cache import cache

from games.engine import STATE_SHAPE, State
from games.ledger.cached_states import pack, unpack

logger = logging.getLogger(__name__)

SNAPSHOT_ROWS: Final = 256
"""How many rows are between two snapshots of a game."""

SNAPSHOT_CACHE_SECONDS: Final = 24 * 60 * 60
"""After how many seconds a snapshot expires."""


def seqs(after: int, until: int) -> range:
    """Return the seqs of snapshots after ``after`` up to ``until``, last first."""
    last = until - until % SNAPSHOT_ROWS
    return range(last, after, -SNAPSHOT_ROWS)


def save(game_id: UUID, seq: int, digest: str, state: State) -> None:
    """Store the state after row ``seq`` in the cache, if it is every 256th row."""
    if seq % SNAPSHOT_ROWS:
        return
    try:
        value = pack(game_id, seq, digest, state)
        cache.set(_key(game_id, seq), value, SNAPSHOT_CACHE_SECONDS)
    except Exception:
        logger.warning("The cache did not take a snapshot of game %s.", game_id, exc_info=True)


def latest(game_id: UUID, after: int, until: int) -> tuple[int, bytes]:
    """Return the latest snapshot after ``after`` up to ``until``, with its seq.

    It is not checked: see ``opened``. Without a snapshot the seq is 0.
    """
    try:
        for seq in seqs(after, until):
            found = cache.get(_key(game_id, seq))
            if isinstance(found, bytes):
                return seq, found
    except Exception:
        logger.warning("The cache did not return snapshots of game %s.", game_id, exc_info=True)
    return 0, b""


def opened(snapshot: bytes, game_id: UUID, seq: int, digest: str) -> State | None:
    """Return the state of a snapshot, or None if it is not that of the row."""
    return unpack(snapshot, game_id, seq, digest)


def _key(game_id: UUID, seq: int) -> str:
    return f"snapshot:{STATE_SHAPE}:{game_id}:{seq}"
