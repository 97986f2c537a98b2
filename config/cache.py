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
from redis.exceptions import ResponseError

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

    def run_together(self, *commands: Sequence[Any]) -> list[Any]:
        """Execute commands in one round trip, and return the replies of Redis.

        It neither retries nor measures, so it takes a third of the steps of redis-py's pipeline. An
        error of a command is raised after all replies have been read.
        """
        pool = self.get_client(write=True).connection_pool
        connection = pool.get_connection()
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            replies = [_reply_of(connection) for _ in commands]
        except BaseException:
            connection.disconnect()
            raise
        finally:
            pool.release(connection)
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise reply
        return replies

    def get_and_count(self, key: str, counter: str, seconds: int, amount: int) -> tuple[Any, int]:
        """Add to a counter and return a value and the count, in one round trip.

        The value is None if there is none or it is unreadable. The counter expires.
        """
        value, count, _ = self.run_together(
            ("GET", key), ("INCRBY", counter, amount), ("EXPIRE", counter, seconds)
        )
        try:
            return None if value is None else Serializer().loads(value), count
        except Unreadable:
            logger.warning("The cache has an unreadable value under %s.", key)
            return None, count

    def count(self, counter: str, seconds: int, amount: int) -> int:
        """Add to a counter that expires, and return the count."""
        count, _ = self.run_together(("INCRBY", counter, amount), ("EXPIRE", counter, seconds))
        return int(count)

    def set_and_publish(
        self, key: str, value: Any, seconds: int, channel: str, message: str
    ) -> None:
        """Set a value and publish a message, in one round trip."""
        packed = Serializer().dumps(value)
        self.run_together(("SET", key, packed, "EX", seconds), ("PUBLISH", channel, message))

    def lengths(self, names: Sequence[str]) -> list[int]:
        """Return the lengths of lists outside the cache, in one round trip."""
        return self.run_together(*(("LLEN", name) for name in names))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the readable values by key."""
        absent = object()
        found = {key: self.get(key, absent) for key in keys}
        return {key: value for key, value in found.items() if value is not absent}


def _reply_of(connection: Any) -> Any:
    """Return the next reply on a connection; one that is an error too."""
    try:
        return connection.read_response()
    except ResponseError as error:
        return error


class RedisCache(redis.RedisCache):
    """The cache backend for ``CACHES`` if ``REDIS_URL`` is set."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
