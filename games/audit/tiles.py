"""The addresses and the contents of tiles (c2sp.org/tlog-tiles)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

TILE_WIDTH: Final = 256
"""How many hashes, or entries, a full tile has."""

HASH_SIZE: Final = 32
"""The bytes of a hash."""

_ADDRESS: Final = re.compile(
    r"(?P<level>entries|0|[1-9][0-9]?)/(?P<number>(?:x[0-9]{3}/){0,4}[0-9]{3})"
    r"(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)


class TileAddress(NamedTuple):
    """Level of a tile (None for entries), its number, and its count of hashes."""

    level: int | None
    number: int
    width: int = TILE_WIDTH

    def __str__(self) -> str:
        level = "entries" if self.level is None else self.level
        partial = f".p/{self.width}" if self.width < TILE_WIDTH else ""
        return f"tile/{level}/{number_path(self.number)}{partial}"


def number_path(number: int) -> str:
    """Return a tile's number in groups of three digits; all but the last have ``x``."""
    groups = [f"{number % 1000:03d}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03d}")
    return "/".join(reversed(groups))


def parse_address(text: str) -> TileAddress | None:
    """Return the tile of an address after ``tile/``; None for other texts."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    level = None if found["level"] == "entries" else int(found["level"])
    number = int(found["number"].replace("x", "").replace("/", ""))
    width = int(found["width"] or TILE_WIDTH)
    address = TileAddress(level, number, width)
    return address if str(address) == f"tile/{text}" else None


def tiles_of(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield number and width of the tiles with the hashes ``start`` to ``end`` - 1.

    The last one is as wide as a log with ``end`` hashes makes it.
    """
    if start < end:
        for number in range(start // TILE_WIDTH, (end - 1) // TILE_WIDTH + 1):
            yield number, min(TILE_WIDTH, end - number * TILE_WIDTH)


def join_entries(entries: Sequence[bytes]) -> bytes:
    """Return the content of a tile of entries."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def split_entries(tile: bytes) -> list[bytes]:
    """Return the entries of a tile; raises ValueError if its last one is not whole."""
    entries, at = [], 0
    while at < len(tile):
        start = at + 2
        at = start + int.from_bytes(tile[at:start], "big")
        if start > len(tile) or at > len(tile):
            raise ValueError("the last entry of the tile is cut off")
        entries.append(tile[start:at])
    return entries
