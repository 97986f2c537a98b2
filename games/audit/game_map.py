"""The map of the log, by which a proof shows all entries of a game.

docs/log.md, *The map*, is the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, repeat
from typing import Final

from games.audit.tree import node_hash

LEVELS: Final = 16
"""The levels of nodes above the buckets, of which there are 2^16."""

EMPTY: Final = tuple(
    accumulate(repeat(bytes(32), LEVELS + 1), lambda below, _: node_hash(below, below))
)
"""The hash of a node of each level without an entry, from that of a bucket up."""


def bucket_of(game: str) -> int:
    """Return the number of the bucket that has the entries of a blinded id."""
    return int(game[:4], 16)


def bucket_hash(before: bytes, index: int, leaf: bytes) -> bytes:
    """Return the hash of a bucket with one more entry, of an index in the log."""
    return sha256(b"fairdeal-log-v4/map/" + before + index.to_bytes(8, "big") + leaf).digest()


def map_root(bucket: int, value: bytes, path: Sequence[bytes]) -> bytes:
    """Return the root to which the hash of a bucket leads."""
    for sibling in path:
        value = node_hash(sibling, value) if bucket & 1 else node_hash(value, sibling)
        bucket >>= 1
    return value


def around(bucket: int) -> Iterator[tuple[int, int]]:
    """Yield the places from a bucket up to the root, each with its sibling."""
    place = _place(bucket)
    while place > 1:
        yield place, place ^ 1
        place >>= 1


def _place(bucket: int) -> int:
    return (1 << LEVELS) + bucket


class GameMap:
    """The nodes of the map that are not empty, by place.

    The root is 1; 2n and 2n + 1 are below n. Given the nodes around some buckets, entries of these
    can be added.
    """

    def __init__(self, nodes: Mapping[int, bytes] | None = None) -> None:
        self.nodes = dict(nodes or {})
        self._changed = set[int]()

    def add(self, game: str, index: int, leaf: bytes) -> None:
        """Add an entry of a game, given its blinded id."""
        place = _place(bucket_of(game))
        self.nodes[place] = bucket_hash(self._node(place), index, leaf)
        self._changed.add(place)

    def empty(self, buckets: Iterable[int]) -> None:
        """Take all entries out of some buckets."""
        for place in map(_place, buckets):
            self.nodes[place] = EMPTY[0]
            self._changed.add(place)

    @property
    def root(self) -> bytes:
        """The root over all buckets."""
        changed, self._changed = self._changed, set()
        for _ in range(LEVELS):
            changed = {place >> 1 for place in changed}
            for place in changed:
                left, right = self._node(2 * place), self._node(2 * place + 1)
                self.nodes[place] = node_hash(left, right)
        return self._node(1)

    def path(self, bucket: int) -> list[bytes]:
        """Return the path from a bucket to the root, from below."""
        _ = self.root
        return [self._node(sibling) for _, sibling in around(bucket)]

    def _node(self, place: int) -> bytes:
        return self.nodes.get(place) or EMPTY[LEVELS + 1 - place.bit_length()]
