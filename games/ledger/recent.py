"""A size-limited cache in process memory; the oldest values are dropped first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """A cache of the ``most`` values that were stored last, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, or None."""
        return self._kept.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value under a key, in place of an earlier one."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Drop the value of a key, if there is one."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._kept.clear()
