"""Find the holder of a token: in the cache, because every request needs it.

The cache holds what a token gives access to for a minute. Revoking a token, or deactivating its
account, leaves a mark there, which a concurrent lookup cannot overwrite.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from hashlib import sha512
from typing import Final
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from redis import RedisError

from games.players.models import Player, Token

SECONDS: Final = 60
FORBIDDEN: Final = b""
UNAVAILABLE: Final = (RedisError, OSError)

logger = logging.getLogger(__name__)


class Access(msgspec.Struct, frozen=True, array_like=True):
    """The player of a token, and what the token may be used for."""

    token: UUID
    player: UUID
    user: int
    name: str
    is_guest: bool
    scopes: tuple[str, ...]
    expiry: float | None

    def holder(self) -> Player:
        """The player, without asking the database."""
        player = Player(id=self.player, user_id=self.user, name=self.name, is_guest=self.is_guest)
        player._state.adding = False
        player._state.db = "default"
        return player


_decode = msgspec.msgpack.Decoder(Access).decode


Read = Callable[[str], bytes | None]
"""A function that returns the value of a key of the cache; None if there is none."""


def find_stored(digest: str, read: Read | None = None) -> Access | None:
    """Return the access of the token with a digest; None if it is unknown or ended.

    ``read`` is used in place of ``cache.get``, and may raise ``UNAVAILABLE``.
    """
    cached = _cached(digest, read or cache.get)
    if cached == FORBIDDEN:
        return None
    found = (_read(cached) if cached else None) or _look_up(digest)
    if found is None or (found.expiry is not None and found.expiry <= _now()):
        return None
    return found


def digest_of(secret: str) -> str:
    """Return the digest of a token's secret, under which the token is stored."""
    return sha512(secret.encode()).hexdigest()


def _read(cached: bytes) -> Access | None:
    """Return what the cache holds; None for a value that this version has not written."""
    try:
        return _decode(cached)
    except msgspec.MsgspecError:
        logger.warning("The cache holds no access under a token; it is looked up.")
        return None


def forbid(digests: Iterable[str]) -> None:
    """Mark tokens in the cache, so that no request is let in by an old entry.

    The mark outlives any entry that a concurrent lookup could still add: an entry is only added if
    the key is not in the cache. The caller changes the database: without the tokens, or with an
    inactive account.
    """
    cache.set_many({_key(digest): FORBIDDEN for digest in digests}, 2 * SECONDS)


def forget(digests: Iterable[str]) -> None:
    """Remove tokens from the cache, because their players or scopes have changed."""
    cache.delete_many([_key(digest) for digest in digests])


def valid_tokens(tokens: Collection[UUID]) -> set[UUID]:
    """Return which of some tokens are valid, by the database and not the cache."""
    found: set[UUID] = set()
    wanted = list(tokens)
    for at in range(0, len(wanted), 500):
        lasting = Q(expiry=None) | Q(expiry__gt=timezone.now())
        kept = Token.objects.filter(lasting, id__in=wanted[at : at + 500], user__is_active=True)
        found.update(kept.order_by().values_list("id", flat=True))
    return found


def _key(digest: str) -> str:
    return f"token:{digest[:40]}"


def _now() -> float:
    return timezone.now().timestamp()


def _cached(digest: str, read: Read) -> bytes | None:
    try:
        cached = read(_key(digest))
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a token is looked up in the database.")
        return None
    return cached


def _look_up(digest: str) -> Access | None:
    found = access_by(digest=digest)
    if found is None:
        return None
    try:
        cache.add(_key(digest), msgspec.msgpack.encode(found), SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a token is not kept in it.")
    return found


def access_by(**known: str | UUID) -> Access | None:
    """Return the access of the token with a digest or id, by the database."""
    token = (
        Token.objects.select_related("user__player")
        .filter(**known, user__is_active=True, user__player__isnull=False)
        .first()
    )
    if token is None:
        return None
    _mark_used(token)
    player = token.user.player
    return Access(
        token=token.id,
        player=player.id,
        user=token.user_id,
        name=player.name,
        is_guest=player.is_guest,
        scopes=tuple(token.scopes),
        expiry=token.expiry.timestamp() if token.expiry else None,
    )


def _mark_used(token: Token) -> None:
    """Store the time of the last use, at most once a minute to save writes."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(seconds=SECONDS):
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
