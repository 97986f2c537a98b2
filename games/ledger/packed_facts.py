"""The facts of a row as the database has them: compressed JSON.

Most facts are like those of every other game, so they are compressed with a dictionary of frequent
ones (RFC 1951, RFC 1950 section 2.2). The first byte is the version, and names the dictionary.
docs/event-format.md specifies the format.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

VERSION: Final = 1
"""The version of new rows: the first byte."""

MAX_SIZE: Final = 1 << 24
"""The most bytes that stored facts may have when they are decompressed."""

_RAW: Final = -15
_SHORT: Final = -14
"""A window for the dictionary and facts of 10 kB: half the memory to copy for a row."""

_LEVEL: Final = 6


class UnreadableFacts(ValueError):
    """Stored facts that are not of a known version, or not compressed as it says."""


@cache
def dictionary(version: int) -> bytes:
    """Return the dictionary of a version: a file beside this one that never changes."""
    return (Path(__file__).parent / f"facts-{version}.dict").read_bytes()


@cache
def _compressor() -> Any:
    """Return a compressor that has read the dictionary.

    A copy of it takes a tenth of the time of another one.
    """
    return zlib.compressobj(_LEVEL, zlib.DEFLATED, _SHORT, zdict=dictionary(VERSION))


def pack_facts(facts: bytes) -> bytes:
    """Return facts, given as JSON, as they are stored."""
    work = _compressor().copy()
    return b"%c%b%b" % (VERSION, work.compress(facts), work.flush())


def unpack_facts(stored: bytes | memoryview | str) -> bytes:
    """Return stored facts as JSON; raises ``UnreadableFacts``."""
    packed = stored.encode() if isinstance(stored, str) else bytes(stored)
    if not packed.startswith(b"%c" % VERSION):
        raise UnreadableFacts("the facts are of an unknown version")
    work = zlib.decompressobj(_RAW, zdict=dictionary(VERSION))
    try:
        facts = work.decompress(packed[1:], MAX_SIZE)
    except zlib.error:
        raise UnreadableFacts("the facts cannot be decompressed") from None
    if not work.eof or work.unused_data:
        raise UnreadableFacts("the facts end early, or late")
    return facts
