"""Seeded shuffles and picks that anybody can recompute, and the commitment to their seed."""

from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import Final, TypeVar

CardT = TypeVar("CardT", str, int)

ALGORITHM: Final = "fairdeal-shake256-v1"
"""The name of everything in this module; another way of shuffling gets another name."""

SEED_SIZE: Final = 32
"""How many bytes a seed has."""

LARGEST_PICK: Final = 65_536
"""The most possibilities one pick can have: a pick reads the stream two bytes at a time."""


class Chance:
    """All the luck of one game, as a function of its seed.

    The same seed, number and cards give the same answer for ever, on every machine. Answers with
    different numbers, and shuffles and picks with the same number, are independent of each other.
    """

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        self._seed = _checked(seed)

    def shuffle(self, cards: Sequence[CardT], nth: int) -> tuple[CardT, ...]:
        """Return the cards in the order of the game's nth shuffle; the last one lies on top.

        Only which cards there are matters, not the order they are given in: they are sorted first,
        codes by their characters.
        """
        pile = sorted(cards)
        stream = shake_256(self._message("shuffle", nth))
        last, read, until = len(pile) - 1, 0, len(pile)
        while last > 0:
            for word in unpack(f">{until - read}H", stream.digest(2 * until)[2 * read :]):
                count = last + 1
                if word < LARGEST_PICK - LARGEST_PICK % count:
                    chosen = word % count
                    pile[last], pile[chosen] = pile[chosen], pile[last]
                    last -= 1
                    if not last:
                        break
            read, until = until, 2 * until
        return tuple(pile)

    def pick(self, count: int, nth: int) -> int:
        """Return the game's nth pick: a number from 0 to count - 1, each as likely as any other."""
        if not 1 <= count <= LARGEST_PICK:
            raise ValueError(f"a pick is among 1 to {LARGEST_PICK} possibilities, not {count}")
        return _below(count, _words(self._message("pick", nth), 1))

    def _message(self, purpose: str, nth: int) -> bytes:
        if nth < 0:
            raise ValueError(f"shuffles and picks are numbered from 0, not {nth}")
        return f"{ALGORITHM}/{purpose}/{nth}/".encode() + self._seed


def commitment(seed: bytes) -> str:
    """Return what is published of a seed before the first card is dealt, in hexadecimal.

    It binds its publisher to the seed and reveals nothing of it.
    """
    return sha256(f"{ALGORITHM}/commitment/".encode() + _checked(seed)).hexdigest()


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    return seed


def _words(message: bytes, expected: int) -> Iterator[int]:
    """Yield the 16-bit numbers of the message's stream, without end."""
    stream = shake_256(message)
    read, until = 0, expected
    while True:
        yield from unpack(f">{until - read}H", stream.digest(2 * until)[2 * read :])
        read, until = until, 2 * until


def _below(count: int, words: Iterator[int]) -> int:
    """Return the first word that divides evenly among count, as a number below count."""
    limit = LARGEST_PICK - LARGEST_PICK % count
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % count
