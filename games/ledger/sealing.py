"""The digest chain over a game's rows; hidden parts are salted commitments.

Sealed rows can be published: they verify the chain, and with the opening of a hidden part, that
part. Of the content of a row, this module only knows its ``seq``. docs/event-format.md specifies
the format.
"""

import hmac
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final
from unicodedata import normalize

import msgspec
import rfc8785

from games.json_pointers import changed

FORMAT: Final = "fairdeal-seal-v4"
"""The name of the format."""

GENESIS: Final = "0" * 64
"""The digest before the first row."""

DIGEST_SIZE: Final = 32
"""The bytes of a digest."""

SALT_SIZE: Final = 16
"""The bytes of a salt."""

SMALLEST_SEED: Final = 32
"""The least number of bytes of a seed."""

Row = dict[str, Any]
"""A row as JSON values; its ``seq`` is its number in its game, from 1."""


# ---- canonical JSON

_PLAIN: Final = frozenset((str, bool, type(None)))
_LARGEST: Final = 2**53 - 1
_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: Any) -> bytes:
    """Return the canonical form of a JSON value (RFC 8785).

    Values are objects with text as keys, arrays (lists or tuples), text, booleans, null, and
    integers within ±(2^53 - 1). All others, floats too, are a ValueError.
    """
    try:
        # With ASCII keys only, both give the same bytes, and the first is fifty times as fast.
        return _encode(value) if _has_ascii_keys(value) else rfc8785.dumps(value)
    except UnicodeEncodeError:
        raise ValueError("text with half of a character has no canonical form") from None


def _has_ascii_keys(value: Any) -> bool:
    """Whether all keys inside a value are ASCII; refuses what has no canonical form."""
    if type(value) in _PLAIN:
        return True
    ascii_keys = True
    parts = [value]
    for part in parts:
        kind = type(part)
        if kind in _PLAIN:
            continue
        if kind is int:
            if not -_LARGEST <= part <= _LARGEST:
                raise ValueError("an integer this large has no canonical form")
        elif kind is list or kind is tuple:
            parts.extend(part)
        elif kind is dict:
            ascii_keys &= _are_ascii(part)
            parts.extend(part.values())
        else:
            raise ValueError(f"{kind.__name__} has no canonical form")
    return ascii_keys


def _are_ascii(keys: Mapping[Any, Any]) -> bool:
    try:
        return "".join(keys).isascii()
    except TypeError:
        raise ValueError("a key that is not text has no canonical form") from None


# ---- commitments

_SALT: Final = f"{FORMAT}/salt/".encode()
_HIDDEN: Final = f"{FORMAT}/hidden/".encode()


def salt(seed: bytes, seq: int, path: str) -> bytes:
    """Return the salt of the hidden part at a path of a row; it follows from the seed.

    The salt of one part reveals nothing about that of another.
    """
    if len(seed) < SMALLEST_SEED:
        raise ValueError(f"a seed has at least {SMALLEST_SEED} bytes, not {len(seed)}")
    return hmac.digest(seed, b"%b%d%b" % (_SALT, seq, path.encode()), "sha256")[:SALT_SIZE]


def commit(salt: bytes, value: Any) -> str:
    """Return the commitment to a value: it binds to the value without revealing it."""
    return commit_bytes(salt, canonical(value))


def commit_bytes(salt: bytes, value: bytes) -> str:
    """Return the commitment to a value that is written as canonical JSON."""
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return sha256(_HIDDEN + salt + value).hexdigest()


# ---- names and refusals

_NAME: Final = f"{FORMAT}/name/".encode()
_REFUSAL: Final = f"{FORMAT}/refusal/".encode()


def commit_name(salt: bytes, name: str) -> str:
    """Return the commitment to a display name, normalized to form C.

    The salt is random: a commitment whose salt is deleted can no longer be opened.
    """
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return sha256(_NAME + salt + normalize("NFC", name).encode()).hexdigest()


def refusal_path(nth: int) -> str:
    """Return the path of the nth refusal after a row, which is its hidden part."""
    return f"/refused/{nth}"


def link(previous: str, commitment: str) -> str:
    """Return the link of a refusal, which depends on all refusals up to it.

    The link before the first refusal after a row is the digest of that row.
    """
    return sha256(_REFUSAL + _digest_bytes(previous) + _digest_bytes(commitment)).hexdigest()


# ---- rows


class HiddenPart(msgspec.Struct, frozen=True, array_like=True):
    """The salt (hexadecimal) and the commitment of a hidden part of a row."""

    salt: str
    commitment: str


def seal_parts(row: Row, hidden: Sequence[str], seed: bytes) -> tuple[Row, dict[str, HiddenPart]]:
    """Return the sealed row, and the values committed to by JSON pointer."""
    _check_apart(tuple(hidden))
    parts = {}

    def hide(path: str, value: Any) -> dict[str, str]:
        own = salt(seed, row["seq"], path)
        parts[path] = HiddenPart(own.hex(), commit(own, value))
        return {"commitment": parts[path].commitment}

    sealed: Row = changed(row, hidden, hide)
    return sealed, parts


def seal(row: Row, hidden: Sequence[str], seed: bytes) -> Row:
    """Return the row with ``{"commitment": …}`` in place of each hidden part.

    Hidden parts are named by JSON pointers, none inside another. The row is not changed; the result
    shares its parts that are not hidden.
    """
    sealed, _ = seal_parts(row, hidden, seed)
    return sealed


@lru_cache(maxsize=4096)
def _check_apart(paths: tuple[str, ...]) -> None:
    """Raise ValueError for hidden parts inside one another, and for a hidden ``seq``."""
    for outer, inner in pairwise(sorted(f"{path}/" for path in paths)):
        if inner.startswith(outer):
            raise ValueError(f"{inner[:-1]} is hidden twice")
    if "/seq" in paths:
        raise ValueError("the number of a row is never hidden")


# ---- the chain

_ROW: Final = f"{FORMAT}/row/".encode()


def digest(previous: str, sealed: Row) -> str:
    """Return the digest of a sealed row; it depends on every row before, too."""
    return digest_of_bytes(previous, canonical(sealed))


def digest_of_bytes(previous: str, sealed: bytes) -> str:
    """Return the digest of a sealed row that is written as canonical JSON."""
    return sha256(_ROW + _digest_bytes(previous) + sealed).hexdigest()


def _digest_bytes(digits: str) -> bytes:
    found = bytes.fromhex(digits)
    if len(found) != DIGEST_SIZE:
        raise ValueError(f"a digest has 64 hexadecimal digits, not {len(digits)}")
    return found
