"""Django's Redis cache: plain values instead of pickles, and one client for each server.

Django stores pickles: a client that can write them to the Redis can run code in the server.
This cache stores MessagePack behind a tag. Any other value, such as a pickle, counts as absent.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from django.core.cache.backends import redis

TAG: Final = b"fd1:"
"""What every stored value but a whole number begins with."""

logger = logging.getLogger(__name__)

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class Unreadable(ValueError):
    """A stored value that this cache has not written."""


class Serializer:
    """Values of JSON, and bytes. Whole numbers stay what Redis can count."""

    def dumps(self, obj: Any) -> Any:
        """Return what Redis stores for a value."""
        return obj if type(obj) is int else TAG + _encode(obj)

    def loads(self, data: Any) -> Any:
        """Return the value; raises ``Unreadable``."""
        try:
            return _decode(data[len(TAG) :]) if data.startswith(TAG) else int(data)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Unreadable from error


class Client(redis.RedisCacheClient):
    """Keeps its clients: they are safe among threads, and making one costs more than asking it."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, serializer=Serializer, **options)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """A client for reading or writing, made once."""
        client = self._kept.get(write)
        if client is None:
            client = self._kept[write] = super().get_client(key, write=write)
        return client

    def get(self, key: Any, default: Any) -> Any:
        """Return the value of a key; the default if there is none that can be read."""
        try:
            return super().get(key, default)
        except Unreadable:
            logger.warning("The cache has an unreadable value under %s.", key)
            return default

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the values that are there and can be read, by key."""
        absent = object()
        found = {key: self.get(key, absent) for key in keys}
        return {key: value for key, value in found.items() if value is not absent}


class RedisCache(redis.RedisCache):
    """The cache that ``CACHES`` names if there is a Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
