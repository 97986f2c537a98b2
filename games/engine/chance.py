"""Seeded, recomputable shuffles and picks, and how their seed is mixed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

from games.engine.uniform import LARGEST_PICK, pick_below, shuffle_in_place

CardT = TypeVar("CardT", str, int)

ALGORITHM: Final = "fairdeal-shake256-v3"
"""The name of this algorithm; any change to the results of this module changes the name."""

SEED_SIZE: Final = 32
"""The length in bytes of a game's seed, of the server's part of it, and of a share."""


class Chance:
    """The source of chance of one game, a pure function of its seed.

    The same seed, number and cards give the same result in every version and on every machine.
    Results with different numbers, and a shuffle and a pick with the same number, are independent.
    """

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        self._seed = _checked(seed)

    def shuffle(self, cards: Sequence[CardT], nth: int) -> tuple[CardT, ...]:
        """Return the cards in the order of the game's nth shuffle; the last one is on top.

        The order in which they are given does not matter: they are sorted first, codes by their
        characters. Raises ValueError for more than ``LARGEST_PICK`` cards.
        """
        if len(cards) > LARGEST_PICK:
            raise ValueError(f"a shuffle is of at most {LARGEST_PICK} cards, not {len(cards)}")
        pile = sorted(cards)
        shuffle_in_place(pile, self._message("shuffle", nth))
        return tuple(pile)

    def pick(self, count: int, nth: int) -> int:
        """Return the game's nth pick: a uniform number from 0 to count - 1."""
        if not 1 <= count <= LARGEST_PICK:
            raise ValueError(f"a pick is among 1 to {LARGEST_PICK} possibilities, not {count}")
        return pick_below(count, self._message("pick", nth))

    def _message(self, purpose: str, nth: int) -> bytes:
        if nth < 0:
            raise ValueError(f"shuffles and picks are numbered from 0, not {nth}")
        return f"{ALGORITHM}/{purpose}/{nth}/".encode() + self._seed


def commitment(server_seed: bytes) -> str:
    """Return the hexadecimal commitment to the server's seed.

    It is published when the game is created.
    It binds the publisher to the seed and reveals nothing of it.
    """
    return sha256(f"{ALGORITHM}/commitment/".encode() + _checked(server_seed)).hexdigest()


def share_commitment(share: bytes) -> str:
    """Return the commitment to a player's share, in hexadecimal."""
    return sha256(f"{ALGORITHM}/share/".encode() + _checked(share)).hexdigest()


def mix_seed(server_seed: bytes, shares: Sequence[str | None]) -> bytes:
    """Return the server's seed mixed with the players' shares.

    ``shares`` has the share of each seat in hexadecimal, or None.
    """
    mixed = msgspec.json.encode(shares)
    return sha256(f"{ALGORITHM}/seed/".encode() + _checked(server_seed) + mixed).digest()


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    return seed
