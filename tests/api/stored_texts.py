"""All that the server stores, as text: every column, every key of the cache, every memory.

A value is also decoded, decompressed and decrypted, as often as that yields anything.
"""

import base64
import gc
import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from django.contrib.sessions.backends.db import SessionStore
from django.core import signing
from django.core.cache import cache
from django.db import connection

from games.api.http.idempotency import _cipher
from games.ledger.packed_facts import unpack_facts
from games.ledger.recent import Recent

SALT: Final = SessionStore().key_salt
Opener = Callable[[bytes], object]


def stored_values() -> Iterator[tuple[str, Any]]:
    """Yield each stored value with the name of its place."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for column in connection.introspection.get_table_description(cursor, table):
                cursor.execute(f'SELECT "{column.name}" FROM "{table}"')
                for (value,) in cursor.fetchall():
                    yield f"{table}.{column.name}", value
    for key, packed in _cached():
        yield f"cache: {key}", key
        yield f"cache: {key}", packed
    for one in gc.get_objects():
        if type(one) is Recent:
            yield "memory", repr(one._kept)


def _cached() -> Iterator[tuple[str, Any]]:
    """Yield each key of the cache, in memory or in Redis, with what is stored under it."""
    backend: Any = cache
    begin = f"{backend.key_prefix}:"
    if hasattr(backend, "_cache") and hasattr(backend._cache, "get_client"):
        redis = backend._cache.get_client()
        for key in redis.scan_iter(f"{begin}*"):
            value = redis.get(key) if redis.type(key) == b"string" else None
            yield key.decode(), value
    else:
        yield from [one for one in backend._cache.items() if one[0].startswith(begin)]


def texts(value: Any, *openers: Opener, depth: int = 3) -> Iterator[str]:
    """Yield a value as text, and what it is when it is opened in any way."""
    raw = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
    yield raw.decode("utf-8", "replace")
    for opener in (*OPENERS, *openers) if depth else ():
        with suppress(Exception):
            if opened := opener(raw):
                yield from texts(opened, *openers, depth=depth - 1)


def _files(raw: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return b"\n".join(archive.read(name) for name in archive.namelist())


OPENERS: Final[tuple[Opener, ...]] = (
    gzip.decompress,
    zlib.decompress,
    unpack_facts,
    _files,
    lambda raw: base64.b64decode(raw, validate=True),
    lambda raw: raw.decode("unicode_escape") if b"\\u" in raw else None,
    lambda raw: signing.loads(raw.decode(), salt=SALT),
)


def decrypting(name: str) -> Opener:
    """Return the opener of what is encrypted under an idempotency key."""
    return lambda raw: _cipher(name).decrypt(raw)


def places_of(*parts: str, openers: tuple[Opener, ...] = ()) -> set[str]:
    """Return the places where any of these texts is stored, in small or capital letters."""
    wanted = [part.casefold() for part in parts]
    return {
        place
        for place, value in stored_values()
        if any(part in text.casefold() for text in texts(value, *openers) for part in wanted)
    }
