"""Presence: when a player last read an open game or the lobby, or had a stream.

It is one key of the cache for each player. No move reads or writes it, and it never decides alone:
without the cache, or shortly after it was emptied, no player counts as away.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from time import time
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from games.players.access import UNAVAILABLE

_SINCE: Final = "here:since"
"""The key of the time since which the cache has been asked often enough, and was not emptied."""

logger = logging.getLogger(__name__)


def note_here(players: Iterable[UUID]) -> None:
    """Note that players are there now."""
    try:
        cache.set_many({_key(one): int(time()) for one in players}, settings.TABLE_IDLE_SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; no player counts as away.")


def seconds_away(players: Collection[UUID]) -> dict[UUID, float]:
    """Return for how many seconds players have been away, so far as is known.

    It is 0 if the cache does not respond, and at most the time since it last began to: a cache that
    was lost or emptied has no players, who are there all the same. A player who was never noted has
    been away for all of that time.
    """
    moment = time()
    try:
        since = cache.get(_SINCE) or int(moment)
        cache.set(_SINCE, since, settings.HOST_AWAY_SECONDS / 2)
        seen = cache.get_many([_key(one) for one in players])
    except UNAVAILABLE:
        logger.warning("The cache does not answer; no player counts as away.")
        return dict.fromkeys(players, 0.0)
    known = moment - since
    return {one: min(known, moment - seen.get(_key(one), 0)) for one in players}


def _key(player: UUID) -> str:
    return f"here:{player.hex}"
