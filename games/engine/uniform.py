"""Uniform picks and shuffles, from the 16-bit numbers of a SHAKE-256 stream."""

from collections.abc import Iterator
from hashlib import shake_256
from struct import unpack
from typing import Final, TypeVar

T = TypeVar("T")

LARGEST_PICK: Final = 65_536
"""The largest number of possibilities of a pick, which reads the stream by two bytes."""


def shuffle_in_place(pile: list[T], message: bytes) -> None:
    """Put a list into the random order that the stream of a message gives."""
    stream = shake_256(message)
    last, read, until = len(pile) - 1, 0, len(pile)
    while last > 0:
        words: tuple[int, ...] = unpack(f">{until - read}H", stream.digest(2 * until)[2 * read :])
        for word in words:
            count = last + 1
            if word < LARGEST_PICK - LARGEST_PICK % count:
                chosen = word % count
                pile[last], pile[chosen] = pile[chosen], pile[last]
                last -= 1
                if not last:
                    break
        read, until = until, 2 * until


def pick_below(count: int, message: bytes) -> int:
    """Return a number below count, from the first of a stream that gives no bias."""
    limit = LARGEST_PICK - LARGEST_PICK % count
    words = _words(message)
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % count


def _words(message: bytes) -> Iterator[int]:
    """Yield the 16-bit numbers of a message's stream, which has no end."""
    stream = shake_256(message)
    read, until = 0, 1
    while True:
        yield from unpack(f">{until - read}H", stream.digest(2 * until)[2 * read :])
        read, until = until, 2 * until
