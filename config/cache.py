"""Django's Redis cache with one client kept for each server, instead of one made for each call."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends import redis


class Client(redis.RedisCacheClient):
    """Keeps its clients: they are safe among threads, and making one costs more than asking it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """A client for reading or writing, made once."""
        client = self._kept.get(write)
        if client is None:
            client = self._kept[write] = super().get_client(key, write=write)
        return client


class RedisCache(redis.RedisCache):
    """The cache that ``CACHES`` names where there is a Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
