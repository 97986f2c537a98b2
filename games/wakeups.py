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

LOBBY: Final = "lobby"
"""The topic of the tables that any player may join."""

logger = logging.getLogger(__name__)

_silent_until = 0.0


def of_game(game_id: UUID) -> str:
    """Return the topic of a game."""
    return f"game:{game_id}"


def of_player(player_id: UUID) -> str:
    """Return the topic of a player: seats, invitations and tokens."""
    return f"player:{player_id}"


def is_of_player(topic: str) -> bool:
    """Whether a topic is that of a player."""
    return topic.startswith("player:")


def after_commit(*topics: str) -> None:
    """Announce topics when the transaction has been committed."""
    transaction.on_commit(lambda: announce(*topics), robust=True)


def announce(*topics: str) -> None:
    """Publish topics in Redis; without Redis, readers poll the database."""
    client = _client()
    if not topics or client is None:
        return
    try:
        client.get_client(None, write=True).publish(CHANNEL, " ".join(topics))
    except Exception:
        _fall_silent()


def store_and_announce(key: str, value: bytes, seconds: int, *topics: str) -> None:
    """Set a value in the cache and publish topics, in one round trip to Redis.

    Raises the error of a cache that does not take the value.
    """
    client = _client()
    if not topics or client is None:
        cache.set(key, value, seconds)
        return
    try:
        client.set_and_publish(cache.make_key(key), value, seconds, CHANNEL, " ".join(topics))
    except Exception:
        _fall_silent()
        raise


def _client() -> Any:
    """Return the cache's client; None without Redis, and shortly after a failure."""
    client: Any = getattr(cache, "_cache", None)
    return client if hasattr(client, "get_client") and monotonic() >= _silent_until else None


def _fall_silent() -> None:
    global _silent_until
    _silent_until = monotonic() + PAUSE_SECONDS
    logger.warning("Redis does not answer; streams look for themselves.")
