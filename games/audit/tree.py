"""The Merkle tree of RFC 9162, section 2.1: root, proofs, verification.

A tree is given by its leaf hashes. A proof only needs the roots of parts of the tree, so a caller
with cached roots does not read every leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

EMPTY: Final = sha256().digest()
"""The root of the empty tree."""

Subtree = Callable[[int, int], bytes]
"""A function that returns the root over the leaves from one index up to another."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of an entry, which differs from that of any node."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node over its two children."""
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """Return the size of the left subtree: the largest power of two below ``size``."""
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over leaf hashes."""
    if not leaves:
        return EMPTY
    level = list(leaves)
    while len(level) > 1:
        above = [node_hash(left, right) for left, right in zip(level[::2], level[1::2])]  # noqa: B905
        level = above + level[len(level) & ~1 :]
    return level[0]


class GrowingTree:
    """A tree to which leaves are added one by one.

    It has only the roots of its complete parts, one for each bit of its size, the largest first.
    """

    def __init__(self) -> None:
        self.size = 0
        self._parts: list[bytes] = []

    def add(self, leaf: bytes) -> list[bytes]:
        """Add a leaf hash; return the roots of the complete subtrees that end with it.

        The subtree at index ``height`` has 2^height leaves.
        """
        self.size += 1
        roots = [leaf]
        while self.size >> len(roots) << len(roots) == self.size:
            roots.append(node_hash(self._parts.pop(), roots[-1]))
        self._parts.append(roots[-1])
        return roots

    @property
    def root(self) -> bytes:
        """The root over all leaves."""
        if not self._parts:
            return EMPTY
        *others, root = self._parts
        for part in reversed(others):
            root = node_hash(part, root)
        return root


def subtrees(leaves: Sequence[bytes]) -> Subtree:
    """Return the function for the roots of parts of a tree with these leaf hashes."""
    return lambda start, end: root_of(leaves[start:end])


def inclusion_proof(subtree: Subtree, index: int, size: int) -> list[bytes]:
    """Return the inclusion proof of the leaf at an index, from the leaf upwards."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    path: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
    return path[::-1]


def consistency_proof(subtree: Subtree, first: int, second: int) -> list[bytes]:
    """Return the consistency proof of a tree with a smaller one."""
    if not 0 < first <= second:
        raise ValueError(f"a tree of {second} leaves does not go on from one of {first}")
    path: list[bytes] = []
    start, end = 0, second
    while end != first:
        middle = start + split(end - start)
        if first <= middle:
            path.append(subtree(middle, end))
            end = middle
        else:
            path.append(subtree(start, middle))
            start = middle
    if start:
        path.append(subtree(start, end))
    return path[::-1]


def verify_inclusion(
    leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes
) -> bool:
    """Whether a proof shows that a leaf hash is at an index of a tree."""
    if not 0 <= index < size:
        return False
    here, last, made = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if here & 1 or here == last:
            made = node_hash(sibling, made)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            made = node_hash(made, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and made == root
