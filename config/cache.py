"""Django's Redis cache with MessagePack and one client for each server.

Django stores pickles: a client that can write them to the Redis can run code in the server.
This cache stores MessagePack behind a tag. Any other value, such as a pickle, counts as absent.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.core.cache.backends import redis

TAG: Final = b"fd1:"
"""The prefix of every stored value that is not an integer."""

logger = logging.getLogger(__name__)

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class Unreadable(ValueError):
    """A stored value that this cache did not write."""


class Serializer:
    """Encode JSON values and bytes; integers are text, so that Redis can count."""

    def dumps(self, obj: Any) -> Any:
        """Encode a value."""
        return obj if type(obj) is int else TAG + _encode(obj)

    def loads(self, data: Any) -> Any:
        """Decode a value, or raise ``Unreadable``."""
        try:
            return _decode(data[len(TAG) :]) if data.startswith(TAG) else int(data)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Unreadable from error


class Client(redis.RedisCacheClient):
    """A cache client that reuses its thread-safe, costly Redis clients."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, serializer=Serializer, **options)
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the Redis client for reading or writing."""
        client = self._clients.get(write)
        if client is None:
            client = self._clients[write] = super().get_client(key, write=write)
        return client

    def get(self, key: Any, default: Any) -> Any:
        """Return the value of a key, or the default if there is none or it is unreadable."""
        try:
            return super().get(key, default)
        except Unreadable:
            logger.warning("The cache has an unreadable value under %s.", key)
            return default

    def get_and_count(self, key: str, counter: str, seconds: int, amount: int) -> tuple[Any, int]:
        """Add to a counter and return a value and the count, in one round trip.

        The value is None if there is none or it is unreadable. The counter expires.
        """
        pipeline = self.get_client(key, write=True).pipeline(transaction=False)
        pipeline.get(key)
        pipeline.incr(counter, amount)
        pipeline.expire(counter, seconds)
        value, count, _ = pipeline.execute()
        try:
            return None if value is None else Serializer().loads(value), int(count)
        except Unreadable:
            logger.warning("The cache has an unreadable value under %s.", key)
            return None, int(count)

    def set_and_publish(
        self, key: str, value: Any, seconds: int, channel: str, message: str
    ) -> None:
        """Set a value and publish a message, in one round trip."""
        pipeline = self.get_client(key, write=True).pipeline(transaction=False)
        pipeline.set(key, Serializer().dumps(value), ex=seconds)
        pipeline.publish(channel, message)
        pipeline.execute()

    def lengths(self, names: Sequence[str]) -> list[int]:
        """Return the lengths of lists outside the cache, in one round trip."""
        pipeline = self.get_client().pipeline(transaction=False)
        for name in names:
            pipeline.llen(name)
        found: list[int] = pipeline.execute()
        return found

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the readable values by key."""
        absent = object()
        found = {key: self.get(key, absent) for key in keys}
        return {key: value for key, value in found.items() if value is not absent}


class RedisCache(redis.RedisCache):
    """The cache backend for ``CACHES`` if ``REDIS_URL`` is set."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
