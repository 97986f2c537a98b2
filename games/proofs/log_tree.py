"""The tree over the stored log, read tile by tile.

Nothing is read that the tiles on the way do not hold: a root, a proof or a tile takes at most one
query a tile, and two or three tiles a level.
"""

from __future__ import annotations

from games.audit.tiles import TILE_WIDTH
from games.audit.tree import consistency_proof, inclusion_proof, node_hash, root_of, split
from games.proofs.models import LogEntry, LogTile


def read_hashes(level: int, start: int, end: int) -> list[bytes]:
    """Return the stored hashes of a level in a half-open range of numbers."""
    if level == 0:
        entries = LogEntry.objects.filter(number__gte=start, number__lt=end).order_by("number")
        texts = list(entries.values_list("leaf", flat=True))
    else:
        tiles = LogTile.objects.filter(level=level - 1, number__gte=start, number__lt=end)
        texts = list(tiles.order_by("number").values_list("root", flat=True))
    return [bytes.fromhex(text) for text in texts]


class LogTree:
    """Roots and proofs over the first entries of the log; tiles are read once."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[int, int], list[bytes]] = {}

    def root(self, size: int) -> bytes:
        """Return the root over the first ``size`` entries."""
        return self._subtree(0, size) if size else root_of([])

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Return the path of an entry to the root over the first ``size`` entries."""
        return inclusion_proof(self._subtree, index, size)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """Return the proof that the log of one size continues that of a smaller one."""
        return consistency_proof(self._subtree, first, second) if first else []

    def _subtree(self, start: int, end: int) -> bytes:
        """Return the root over a part of the tree, of those that RFC 9162 makes of it."""
        size = end - start
        if size & (size - 1):
            middle = start + split(size)
            return node_hash(self._subtree(start, middle), self._subtree(middle, end))
        # The part is full: its hashes on the highest level that has some of them are in one tile.
        level = (size.bit_length() - 1) // (TILE_WIDTH.bit_length() - 1)
        unit = TILE_WIDTH**level
        number, first = divmod(start // unit, TILE_WIDTH)
        hashes = self._tile(level, number)[first : first + size // unit]
        if len(hashes) != size // unit:
            raise LookupError(f"the log lacks hashes of tile {number} on level {level}")
        return root_of(hashes)

    def _tile(self, level: int, number: int) -> list[bytes]:
        known = self._tiles.get((level, number))
        if known is None:
            start = number * TILE_WIDTH
            known = self._tiles[level, number] = read_hashes(level, start, start + TILE_WIDTH)
        return known
