"""How many streams of spectators a game has, in all processes.

Each process that has streams notes its number of them, in one key of the cache for each game. What
a process that was killed has noted expires by itself. No spectator is named.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from time import time
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from games.players.access import UNAVAILABLE

NOTED_SECONDS: Final = 30
"""How long a number counts that its process does not note again."""

logger = logging.getLogger(__name__)


def note_watchers(process: str, watchers: Mapping[UUID, int]) -> None:
    """Note how many streams of spectators a process has of games; 0 for none any more.

    Of two processes that write at once one may be lost, until it notes its number again.
    """
    moment = int(time())
    try:
        stored = cache.get_many([watchers_key(game) for game in watchers])
        noted = {}
        for game, count in watchers.items():
            key = watchers_key(game)
            noted[key] = _current(stored.get(key), moment) | {process: [count, moment]}
        cache.set_many(noted, NOTED_SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; spectators are not counted.")


def count_watchers(stored: Any) -> int:
    """Return how many spectators a stored value of ``watchers_key`` counts."""
    return sum(count for count, _ in _current(stored, int(time())).values())


def watchers_key(game: UUID) -> str:
    """Return the key of the cache that has the spectators of a game."""
    return f"watchers:{game.hex}"


def _current(stored: Any, moment: int) -> dict[str, list[int]]:
    """Return the numbers that still count, by process."""
    noted: dict[str, list[int]] = stored or {}
    return {process: one for process, one in noted.items() if moment - one[1] < NOTED_SECONDS}
