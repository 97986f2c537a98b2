"""Wake-ups: a hint to the streams, after a commit, that something has changed.

A message names what has changed, and never its content: each reader looks in the database, which
is the source. A lost message costs a reader no more than the second until it looks by itself.
"""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache
from django.db import transaction

CHANNEL: Final = "fairdeal:wakeups"
"""The channel of Redis; what other servers on it announce are ids that no stream here waits for."""

PAUSE_SECONDS: Final = 1.0
"""After a failure nothing is announced for this time, so that no request waits for a lost Redis."""

logger = logging.getLogger(__name__)

_silent_until = 0.0


def of_game(game_id: UUID) -> str:
    """Return the topic of a game."""
    return f"game:{game_id}"


def of_player(player_id: UUID) -> str:
    """Return the topic of a player: seats, invitations and tokens."""
    return f"player:{player_id}"


def after_commit(*topics: str) -> None:
    """Announce topics when the transaction has been committed."""
    transaction.on_commit(lambda: announce(*topics), robust=True)


def announce(*topics: str) -> None:
    """Publish topics in Redis; without Redis, readers poll the database."""
    global _silent_until
    client: Any = getattr(cache, "_cache", None)
    if not topics or not hasattr(client, "get_client") or monotonic() < _silent_until:
        return
    try:
        client.get_client(None, write=True).publish(CHANNEL, " ".join(topics))
    except Exception:
        _silent_until = monotonic() + PAUSE_SECONDS
        logger.warning("Redis does not answer; streams look for themselves.")
