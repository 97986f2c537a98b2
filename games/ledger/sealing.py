"""The digest chain over a game's rows; hidden parts are salted commitments.

Sealed rows can be published: they verify the chain, and with the opening of a hidden part, that
part. Of the content of a row, this module only knows its ``seq``. docs/event-format.md specifies
the format.
"""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict
from unicodedata import normalize

import msgspec
import rfc8785

from games.json_pointers import changed, value_at

if TYPE_CHECKING:
    from hashlib import _Hash

FORMAT: Final = "fairdeal-seal-v3"
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


class Opening(TypedDict):
    """A hidden value and the salt, in hexadecimal, that open a commitment."""

    value: Any
    salt: str


class SealFinding(msgspec.Struct, frozen=True):
    """An error in a chain, at the rows ``first`` to ``last``.

    ``altered``: the row does not follow from the row before it; ``missing``: rows are absent before
    later ones; ``inserted``: there is an additional row (0: one without a number); ``cut``: the end
    is absent; ``head``: the chain is valid, but its last digest is not the one stored elsewhere.
    """

    kind: Literal["altered", "missing", "inserted", "cut", "head"]
    first: int
    last: int


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

_BLOCK_SIZE: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def salt(seed: bytes, seq: int, path: str) -> bytes:
    """Return the salt of the hidden part at a path of a row; it follows from the seed.

    The salt of one part reveals nothing about that of another.
    """
    if len(seed) < SMALLEST_SEED:
        raise ValueError(f"a seed has at least {SMALLEST_SEED} bytes, not {len(seed)}")
    inner, outer = _keyed(seed)
    text, keyed = inner.copy(), outer.copy()
    text.update(b"%b%d%b" % (_SALT, seq, path.encode()))
    keyed.update(text.digest())
    return keyed.digest()[:SALT_SIZE]


@lru_cache(maxsize=64)
def _keyed(seed: bytes) -> tuple["_Hash", "_Hash"]:
    """Return the two hashes of HMAC-SHA-256 (RFC 2104) with a key and no text yet.

    They are the inner and the outer one. A game has thousands of salts under one key, and with
    copies of these a salt takes half the time that it takes with a copy of ``hmac.HMAC``.
    """
    key = (seed if len(seed) <= _BLOCK_SIZE else sha256(seed).digest()).ljust(_BLOCK_SIZE, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))


def commit(salt: bytes, value: Any) -> str:
    """Return the commitment to a value: it binds to the value without revealing it."""
    return commit_bytes(salt, canonical(value))


def commit_bytes(salt: bytes, value: bytes) -> str:
    """Return the commitment to a value that is written as canonical JSON."""
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return sha256(_HIDDEN + salt + value).hexdigest()


def opens(commitment: str, value: Any, salt: str) -> bool:
    """Return whether a value and its salt (hexadecimal) are those of a commitment."""
    try:
        return commit(bytes.fromhex(salt), value) == commitment
    except (TypeError, ValueError):
        return False


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


def openings(
    row: Row, hidden: Sequence[str], seed: bytes, allowed: Container[str]
) -> dict[str, Opening]:
    """Return the openings of the hidden parts that a viewer may see, by path."""
    return {
        path: Opening(value=value_at(row, path), salt=salt(seed, row["seq"], path).hex())
        for path in hidden
        if path in allowed
    }


def reveal(sealed: Row, opened: Mapping[str, Opening]) -> Row:
    """Return a sealed row with the opened values in place of their commitments.

    A ValueError names the path whose opening is not what the sealed row commits to.
    """

    def open_part(path: str, hiding: Any) -> Any:
        opening = opened[path]
        if not isinstance(hiding, dict) or hiding.keys() != {"commitment"}:
            raise ValueError(f"nothing is hidden at {path}")
        if not opens(hiding["commitment"], opening["value"], opening["salt"]):
            raise ValueError(f"the opening does not fit the commitment at {path}")
        return opening["value"]

    row: Row = changed(sealed, opened, open_part)
    return row


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


def verify_chain(
    rows: Sequence[Row],
    digests: Sequence[str],
    *,
    length: int | None = None,
    head: str | None = None,
) -> list[SealFinding]:
    """Return what is wrong with sealed rows and their stored digests.

    ``length`` is the number of rows of the game: without it, rows cut off or added at the end are
    not found. ``head`` is the last digest as stored elsewhere: without it, a rebuilt chain is not.
    """
    links = _by_number(rows, digests)
    findings = [SealFinding("inserted", 0, 0) for _ in links.pop(0, [])]
    if length is not None:
        findings += [SealFinding("inserted", seq, seq) for seq in links if seq > length]
        links = {seq: standing for seq, standing in links.items() if seq <= length}
    previous = GENESIS
    reached = 0
    for seq, standing in sorted(links.items()):
        if seq > reached + 1:
            findings.append(SealFinding("missing", reached + 1, seq - 1))
        row, stored = _genuine(standing, previous, links.get(seq + 1, []))
        findings += [SealFinding("inserted", seq, seq)] * (len(standing) - 1)
        if seq == reached + 1 and not _follows(previous, row, stored):
            findings.append(SealFinding("altered", seq, seq))
        previous, reached = stored, seq
    if length is not None and reached < length:
        findings.append(SealFinding("cut", reached + 1, length))
    if head is not None and not findings and previous != head:
        findings.append(SealFinding("head", reached, reached))
    return sorted(findings, key=lambda finding: finding.first)


_Link = tuple[Row, str]


def _by_number(rows: Sequence[Row], digests: Sequence[str]) -> dict[int, list[_Link]]:
    """Return the rows with their digests by number; 0 has those without one."""
    links: defaultdict[int, list[_Link]] = defaultdict(list)
    for row, stored in zip(rows, digests, strict=True):
        seq = row.get("seq")
        links[seq if type(seq) is int and seq > 0 else 0].append((row, stored))
    return dict(links)


def _genuine(standing: list[_Link], previous: str, later: list[_Link]) -> _Link:
    """Return, of rows with one number, the one that fits its neighbours best."""
    if len(standing) == 1:
        return standing[0]

    def fit(link: _Link) -> int:
        row, stored = link
        after = any(_follows(stored, *following) for following in later)
        return after + _follows(previous, row, stored)

    return max(standing, key=fit)


def _follows(previous: str, row: Row, stored: str) -> bool:
    """Return whether a digest is that of a row.

    A row without canonical form was never sealed. To look for one in each part would take longer
    than the rest; the bytes of such a row are the canonical form of no other row.
    """
    try:
        written = _encode(row)
        if not written.isascii():
            written = canonical(row)
        return digest_of_bytes(previous, written) == stored
    except (TypeError, ValueError):
        return False
