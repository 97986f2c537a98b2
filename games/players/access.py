"""From a token's secret to who holds it: quick, because every request asks.

What a token stands for is kept in the cache for a minute. A revoked token leaves a mark there
that a slower reader cannot overwrite.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha512
from typing import Final
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.utils import timezone
from redis import RedisError

from games.players.models import Player, Token

SECONDS: Final = 60
FORBIDDEN: Final = b""
UNAVAILABLE: Final = (RedisError, OSError)

logger = logging.getLogger(__name__)


class Access(msgspec.Struct, frozen=True, array_like=True):
    """What a token stands for."""

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


def find(secret: str) -> Access | None:
    """Return whom a secret stands for; None if it is unknown, expired or revoked."""
    digest = sha512(secret.encode()).hexdigest()
    kept = _kept(digest)
    if kept == FORBIDDEN:
        return None
    found = (_read(kept) if kept else None) or _look_up(digest)
    if found is None or (found.expiry is not None and found.expiry <= _now()):
        return None
    return found


def _read(kept: bytes) -> Access | None:
    """Return what the cache holds; None for a value that this version has not written."""
    try:
        return _decode(kept)
    except msgspec.MsgspecError:
        logger.warning("The cache holds no access under a token; it is looked up.")
        return None


def forbid(digests: Iterable[str]) -> None:
    """Refuse revoked tokens at once, also where a slower reader has just found them stored."""
    cache.set_many({_key(digest): FORBIDDEN for digest in digests}, 2 * SECONDS)


def forget(digests: Iterable[str]) -> None:
    """What tokens stand for has changed."""
    cache.delete_many([_key(digest) for digest in digests])


def _key(digest: str) -> str:
    return f"token:{digest[:40]}"


def _now() -> float:
    return timezone.now().timestamp()


def _kept(digest: str) -> bytes | None:
    try:
        kept: bytes | None = cache.get(_key(digest))
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a token is looked up in the database.")
        return None
    return kept


def _look_up(digest: str) -> Access | None:
    token = (
        Token.objects.select_related("user__player")
        .filter(digest=digest, user__is_active=True, user__player__isnull=False)
        .first()
    )
    if token is None:
        return None
    _mark_used(token)
    player = token.user.player
    found = Access(
        token=token.id,
        player=player.id,
        user=token.user_id,
        name=player.name,
        is_guest=player.is_guest,
        scopes=tuple(token.scopes),
        expiry=token.expiry.timestamp() if token.expiry else None,
    )
    try:
        cache.add(_key(digest), msgspec.msgpack.encode(found), SECONDS)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; a token is not kept in it.")
    return found


def _mark_used(token: Token) -> None:
    """At most once a minute: the time of the last use is no reason to write at each request."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(seconds=SECONDS):
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
