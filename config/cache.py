"""Django's Redis cache with MessagePack and one client for each server.

Django stores pickles: a client that can write them to the Redis can run code in the server.
This cache stores MessagePack behind a tag. Any other value, such as a pickle, counts as absent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from django.core.cache.backends import redis
from redis.exceptions import ResponseError

TAG: Final = b"fd1:"
"""The prefix of every stored value that is not an integer."""

Counter = tuple[str, int, int]
"""A key, the seconds until it expires, and what to add to it."""

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

    def get_and_count(self, key: str, counters: Sequence[Counter]) -> tuple[Any, list[int]]:
        """Add to counters and return a value and the counts, in one round trip.

        The value is None if there is none or it is unreadable. The counters expire.
        """
        value, *counts = self.run_together(("GET", key), *_adding(counters))
        try:
            return None if value is None else Serializer().loads(value), counts[::2]
        except Unreadable:
            logger.warning("The cache has an unreadable value under %s.", key)
            return None, counts[::2]

    def count(self, counters: Sequence[Counter]) -> list[int]:
        """Add to counters that expire, and return the counts, in one round trip."""
        return self.run_together(*_adding(counters))[::2]

    def set_and_publish(
        self, key: str, value: Any, seconds: int, channel: str, message: str
    ) -> None:
        """Set a value and publish a message, in one round trip."""
        packed = Serializer().dumps(value)
        self.run_together(("SET", key, packed, "EX", seconds), ("PUBLISH", channel, message))

    def add_together(self, keys: Sequence[str], value: Any, seconds: int) -> list[bool]:
        """Set those of some keys that are absent, in one round trip; return which were."""
        packed = Serializer().dumps(value)
        sets = [("SET", key, packed, "EX", seconds, "NX") for key in keys]
        return [reply is not None for reply in self.run_together(*sets)]

    def lengths(self, names: Sequence[str]) -> list[int]:
        """Return the lengths of lists outside the cache, in one round trip."""
        return self.run_together(*(("LLEN", name) for name in names))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the readable values by key, read in one round trip."""
        names, found = list(keys), dict[Any, Any]()
        values = self.run_together(("MGET", *names))[0] if names else []
        for key, value in zip(names, values, strict=True):
            try:
                found |= {} if value is None else {key: Serializer().loads(value)}
            except Unreadable:
                logger.warning("The cache has an unreadable value under %s.", key)
        return found

    def set_many(self, data: Any, timeout: Any) -> None:
        """Set values that expire, in one round trip; without a timeout as Django does."""
        if timeout is None or timeout <= 0:
            super().set_many(data, timeout)
            return
        packed = ((key, Serializer().dumps(value)) for key, value in data.items())
        self.run_together(*(("SET", key, value, "EX", int(timeout)) for key, value in packed))


def _adding(counters: Sequence[Counter]) -> Iterator[tuple[Any, ...]]:
    for key, seconds, amount in counters:
        yield "INCRBY", key, amount
        yield "EXPIRE", key, seconds


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
