"""Presence: when a player last read a game or the lobby, moved, or had a stream.

It is one key of the cache for each player, and it never decides alone: without the cache, or
shortly after it was emptied, no player counts as away.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from time import time
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from games.ledger.recent import Recent
from games.players.access import UNAVAILABLE

_SINCE: Final = "here:since"
"""The key of the time since which the cache has been asked often enough, and was not emptied."""

NOTE_SECONDS: Final = 5
"""For how long a process does not note a player again, so that a move needs not ask the cache."""

_KEPT_SECONDS: Final = 7 * 86_400
"""How long it is known when a player was there; who was noted before that has been away since."""

logger = logging.getLogger(__name__)


def note_here(players: Iterable[UUID]) -> None:
    """Note that players are there now; a process notes each once in some seconds."""
    moment = int(time())
    due = [one for one in players if not 0 <= moment - (_noted.get(one) or 0) < NOTE_SECONDS]
    if not due:
        return
    try:
        cache.set_many({_key(one): moment for one in due}, _KEPT_SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; no player counts as away.")
        return
    for one in due:
        _noted.put(one, moment)


_noted: Final[Recent[UUID, int]] = Recent(5000)


def seconds_away(players: Collection[UUID]) -> dict[UUID, float]:
    """Return for how many seconds players have been away, so far as is known.

    It is 0 if the cache does not respond, and at most the time since it last began to: a cache that
    was lost or emptied has no players, who are there all the same. A player who was never noted has
    been away for all of that time.
    """
    moment = time()
    return {one: moment - last for one, last in _last_contacts(players, moment).items()}


def away_since(
    players: Collection[UUID],
    least: float | None = None,
    stored: Mapping[str, Any] | None = None,
) -> dict[UUID, int]:
    """Return the players who are away, and since when, in whole seconds of Unix time.

    They have been so for more than ``least`` seconds, by default ``HOST_AWAY_SECONDS``. ``stored``
    has the values of ``contact_keys`` if they have been read.
    """
    moment, least = time(), settings.HOST_AWAY_SECONDS if least is None else least
    last = _last_contacts(players, moment, stored)
    return {one: int(since) for one, since in last.items() if moment - since > least}


def contact_keys(players: Iterable[UUID]) -> list[str]:
    """Return the keys of the cache that say since when players have been away."""
    return [_SINCE, *map(_key, players)]


def _last_contacts(
    players: Collection[UUID], moment: float, stored: Mapping[str, Any] | None = None
) -> dict[UUID, float]:
    try:
        seen = cache.get_many(contact_keys(players)) if stored is None else stored
        since = _since(seen, moment)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; no player counts as away.")
        return dict.fromkeys(players, moment)
    begun = max(since, int(moment) - _KEPT_SECONDS)
    return {one: max(begun, seen.get(_key(one), 0)) for one in players}


def _since(seen: Mapping[str, Any], moment: float) -> int:
    """Return since when the cache has been asked; store it again before it expires."""
    global _renewed
    since, lasts = int(seen.get(_SINCE) or moment), settings.HOST_AWAY_SECONDS / 2
    if _SINCE not in seen or not 0 <= moment - _renewed < lasts / 4:
        cache.set(_SINCE, since, lasts)
        _renewed = moment
    return since


_renewed = 0.0


def _key(player: UUID) -> str:
    return f"here:{player.hex}"
