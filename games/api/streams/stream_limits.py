"""How many streams a caller has open, counted in the cache for all processes.

A slot is leased, and its stream renews the lease. That of a killed process expires by itself.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.core.cache import cache

from games.api.http.problem_documents import retry_later
from games.api.http.throttling import address_of
from games.players.access import UNAVAILABLE, Access
from games.wording.language import HasMeta

LEASE_SECONDS: Final = 30
"""How long a slot stays taken without being renewed."""

RENEW_SECONDS: Final = 10
"""How often a process renews the slots of its streams."""

logger = logging.getLogger(__name__)


def lease(request: HasMeta, access: Access | None) -> str:
    """Take a slot of the caller; return its key, "" without a limit or a cache.

    Raises ``too_many_streams`` if all are taken.
    """
    limit: int = settings.API_STREAMS["player" if access else "address"]
    if not limit:
        return ""
    caller = f"p{access.player.hex}" if access else f"a{address_of(request)}"
    first = secrets.randbelow(limit)
    try:
        for nth in range(limit):
            key = f"stream:{caller}:{(first + nth) % limit}"
            if cache.add(key, 1, LEASE_SECONDS):
                return key
    except UNAVAILABLE:
        logger.warning("The cache does not answer; streams are not counted.")
        return ""
    raise retry_later("too_many_streams", LEASE_SECONDS, limit=limit)


def renew(keys: Collection[str]) -> None:
    """Renew the leases of open streams."""
    try:
        cache.set_many(dict.fromkeys(filter(None, keys), 1), LEASE_SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; streams are not counted.")


def free(key: str) -> None:
    """Release a slot."""
    try:
        if key:
            cache.delete(key)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a slot of a stream expires by itself.")
