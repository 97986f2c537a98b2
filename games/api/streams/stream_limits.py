"""How many streams an address and a player have open, for all processes.

They are counted in the cache. A slot is leased, and its stream renews the lease. That of a killed
process expires by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from random import choice, shuffle
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache

from games.api.http.problem_documents import RequestRefused, retry_later
from games.api.http.throttling import address_of
from games.players.access import UNAVAILABLE, Access
from games.wording.language import HasMeta

LEASE_SECONDS: Final = 30
"""How long a slot stays taken without being renewed."""

RENEW_SECONDS: Final = 10
"""How often a process renews the slots of its streams."""

logger = logging.getLogger(__name__)


def lease(request: HasMeta, access: Access | None) -> tuple[str, ...]:
    """Take a slot of the address, and one of the player; return their keys.

    There is no key for what has no limit, and none without a cache. Raises ``too_many_streams`` if
    all slots of the address or of the player are taken.
    """
    limits: dict[str, int] = settings.API_STREAMS
    callers = {f"a{address_of(request)}": limits["address"]}
    if access is not None:
        callers[f"p{access.player.hex}"] = limits["player"]
    slots = {one: [f"stream:{one}:{nth}" for nth in range(most)] for one, most in callers.items()}
    # Most are vacant, and reading them all costs more than the rest.
    guessed = [choice(keys) for keys in slots.values() if keys]
    taken: list[str] = []
    try:
        taken += _take(guessed)
        for keys in filter(None, slots.values()):
            if not set(keys) & set(taken):
                taken.append(_vacant(keys))
    except RequestRefused:
        free(taken)
        raise
    except UNAVAILABLE:
        logger.warning("The cache does not answer; streams are not counted.")
    return tuple(taken)


def _take(keys: list[str]) -> list[str]:
    """Take those of some slots that are vacant, in one round trip."""
    client: Any = getattr(cache, "_cache", None)
    if hasattr(client, "add_together"):
        made = client.add_together([cache.make_key(key) for key in keys], 1, LEASE_SECONDS)
    else:
        made = [cache.add(key, 1, LEASE_SECONDS) for key in keys]
    return [key for key, is_added in zip(keys, made, strict=True) if is_added]


def _vacant(keys: list[str]) -> str:
    """Take any of some slots; raises ``too_many_streams`` if all are taken."""
    vacant = list(set(keys) - set(cache.get_many(keys)))
    shuffle(vacant)  # so that requests at the same time try others
    for key in vacant:
        if cache.add(key, 1, LEASE_SECONDS):
            return key
    raise retry_later("too_many_streams", LEASE_SECONDS, limit=len(keys))


def renew(keys: Collection[str]) -> None:
    """Renew the leases of open streams."""
    try:
        cache.set_many(dict.fromkeys(keys, 1), LEASE_SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; streams are not counted.")


def free(keys: Collection[str]) -> None:
    """Release slots."""
    try:
        cache.delete_many(list(filter(None, keys)))
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a slot of a stream expires by itself.")
