"""The digest chain over a game's rows, in which hidden parts stand as salted commitments.

A sealed row is public: a holder of the sealed rows can check the chain, and one who is given the
opening of a hidden part can check that part too. Nothing here knows what a row is about, except
that it has a ``seq``. The format is described in docs/event-format.md.
"""

import hmac
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, Literal, TypedDict

import msgspec
import rfc8785

FORMAT: Final = "fairdeal-seal-v1"
"""The name of everything in this module; another way of sealing gets another name."""

GENESIS: Final = "0" * 64
"""The digest before the first row."""

SALT_SIZE: Final = 16
"""How many bytes a salt has."""

SMALLEST_SEED: Final = 32
"""How many bytes of secret the salts are made from, at least."""

Row = dict[str, Any]
"""A row as JSON values; its ``seq`` is its number in its game, from 1."""


class Opening(TypedDict):
    """A hidden value and the salt, in hexadecimal, that open a commitment."""

    value: Any
    salt: str


class Finding(msgspec.Struct, frozen=True):
    """Something wrong with a chain, at the rows ``first`` to ``last``.

    ``altered``: the row does not fit onto the row before it; ``missing``: rows are absent before
    later ones; ``inserted``: there is a row too many (0: one without a number); ``cut``: the end is
    absent; ``head``: all rows fit, but their last digest is not the one noted elsewhere.
    """

    kind: Literal["altered", "missing", "inserted", "cut", "head"]
    first: int
    last: int


# ---- canonical JSON

_PLAIN: Final = frozenset((str, bool, type(None)))
_LARGEST: Final = 2**53 - 1
_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: Any) -> bytes:
    """Return the one way to write a JSON value, that of RFC 8785.

    Values are objects with text as keys, arrays (lists or tuples), text, booleans, null, and
    integers that every reader of JSON holds exactly. Anything else, floats too, is a ValueError.
    """
    try:
        # Both write the same when all keys are ASCII, and the first is fifty times as quick.
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
    """Return the salt of the hidden part at a path of a row, which only the seed gives.

    The salt of one part tells nothing about that of any other.
    """
    if len(seed) < SMALLEST_SEED:
        raise ValueError(f"a seed has at least {SMALLEST_SEED} bytes, not {len(seed)}")
    return hmac.digest(seed, b"%b%d%b" % (_SALT, seq, path.encode()), "sha256")[:SALT_SIZE]


def commit(salt: bytes, value: Any) -> str:
    """Return what stands for a hidden value: it binds to the value, and does not tell it."""
    if len(salt) != SALT_SIZE:
        raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(salt)}")
    return sha256(_HIDDEN + salt + canonical(value)).hexdigest()


def opens(commitment: str, value: Any, salt: str) -> bool:
    """Whether a value and its salt (hexadecimal) are what a commitment was made of."""
    try:
        return commit(bytes.fromhex(salt), value) == commitment
    except (TypeError, ValueError):
        return False


# ---- rows


def seal(row: Row, hidden: Sequence[str], seed: bytes) -> Row:
    """Return the row with ``{"commitment": …}`` in the place of every hidden part.

    Hidden parts are named by JSON pointers, none inside another. The row stays as it is; the result
    shares the parts of it that are not hidden.
    """
    sealed = row.copy()
    for path, steps in zip(hidden, _apart(tuple(hidden)), strict=True):
        holder, key = _slot(sealed, path, steps)
        holder[key] = {"commitment": commit(salt(seed, row["seq"], path), holder[key])}
    return sealed


def seal_seen(row: Row, hidden: Mapping[str, Mapping[str, str]]) -> Row:
    """Return the sealed row of one that a viewer sees in part.

    A hidden part that is seen has its ``salt`` (hexadecimal) by its path; any other stands in the
    row as null, and has its ``commitment``. Anything else is a ValueError.
    """
    sealed = row.copy()
    for (path, given), steps in zip(hidden.items(), _apart(tuple(hidden)), strict=True):
        holder, key = _slot(sealed, path, steps)
        if given.keys() == {"salt"}:
            holder[key] = {"commitment": commit(bytes.fromhex(given["salt"]), holder[key])}
        elif given.keys() == {"commitment"} and holder[key] is None:
            holder[key] = {"commitment": given["commitment"]}
        else:
            raise ValueError(f"what is at {path} is neither opened nor hidden")
    return sealed


def openings(
    row: Row, hidden: Sequence[str], seed: bytes, allowed: Container[str]
) -> dict[str, Opening]:
    """Return what opens the hidden parts of a row that a viewer is allowed to see, by their paths.

    What is allowed but not hidden needs no opening, and gets none.
    """
    opened = {}
    for path in hidden:
        if path in allowed:
            holder, key = _slot(row.copy(), path)
            opened[path] = Opening(value=holder[key], salt=salt(seed, row["seq"], path).hex())
    return opened


def reveal(sealed: Row, opened: Mapping[str, Opening]) -> Row:
    """Return a sealed row with the opened values back in their places.

    A ValueError names the path whose opening is not what the sealed row commits to.
    """
    row = sealed.copy()
    for path, opening in opened.items():
        holder, key = _slot(row, path)
        hiding = holder[key]
        if not isinstance(hiding, dict) or hiding.keys() != {"commitment"}:
            raise ValueError(f"nothing is hidden at {path}")
        if not opens(hiding["commitment"], opening["value"], opening["salt"]):
            raise ValueError(f"the opening does not fit the commitment at {path}")
        holder[key] = opening["value"]
    return row


@lru_cache(maxsize=4096)
def _apart(paths: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The steps of each path; refuses hidden parts inside one another, and a hidden ``seq``."""
    for outer, inner in pairwise(sorted(f"{path}/" for path in paths)):
        if inner.startswith(outer):
            raise ValueError(f"{inner[:-1]} is hidden twice")
    if "/seq" in paths:
        raise ValueError("the number of a row is never hidden")
    return tuple(_steps(path) for path in paths)


def _steps(path: str) -> tuple[str, ...]:
    """The member names and indexes that a JSON pointer goes through."""
    if not path.startswith("/"):
        raise ValueError(f"{path!r} does not point into a row")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))


def _slot(row: Row, path: str, steps: Sequence[str] = ()) -> tuple[Any, str | int]:
    """What holds the part at a path of a row, and the part's key in it.

    What lies between is copied on the way, so that the part can be replaced in a copied row.
    """
    *between, last = steps or _steps(path)
    holder: Any = row
    try:
        for step in between:
            key = _key(holder, step)
            holder[key] = holder = _copied(holder[key])
        return holder, _key(holder, last)
    except (LookupError, ValueError):
        raise ValueError(f"the row has nothing at {path}") from None


def _key(holder: Any, step: str) -> str | int:
    """The key that a step of a JSON pointer means in an object or an array; it is there."""
    if isinstance(holder, dict):
        if step not in holder:
            raise LookupError
        return step
    if str(range(len(holder))[int(step)]) != step:
        raise LookupError
    return int(step)


def _copied(part: Any) -> Any:
    """A copy of an object or an array."""
    if isinstance(part, dict):
        return part.copy()
    if isinstance(part, list | tuple):
        return list(part)
    raise LookupError


# ---- the chain

_ROW: Final = f"{FORMAT}/row/".encode()


def digest(previous: str, sealed: Row) -> str:
    """Return the digest of a sealed row: it depends on the row and on every row before it."""
    return _digest(previous, canonical(sealed))


def _digest(previous: str, sealed: bytes) -> str:
    before = bytes.fromhex(previous)
    if len(before) != sha256().digest_size:
        raise ValueError("the digest before a row has 64 hexadecimal digits")
    return sha256(_ROW + before + sealed).hexdigest()


def verify_chain(
    rows: Sequence[Row],
    digests: Sequence[str],
    *,
    length: int | None = None,
    head: str | None = None,
) -> list[Finding]:
    """Return what is wrong with sealed rows and the digests stored beside them; [] if nothing is.

    Without ``length``, how many rows the game has, an end cut off or a row put after it does not
    show; without ``head``, the last digest as stored elsewhere, a rebuilt chain does not.
    """
    links = _by_number(rows, digests)
    findings = [Finding("inserted", 0, 0) for _ in links.pop(0, [])]
    if length is not None:
        findings += [Finding("inserted", seq, seq) for seq in links if seq > length]
        links = {seq: standing for seq, standing in links.items() if seq <= length}
    previous = GENESIS
    reached = 0
    for seq, standing in sorted(links.items()):
        if seq > reached + 1:
            findings.append(Finding("missing", reached + 1, seq - 1))
        row, stored = _genuine(standing, previous, links.get(seq + 1, []))
        findings += [Finding("inserted", seq, seq)] * (len(standing) - 1)
        if seq == reached + 1 and not _follows(previous, row, stored):
            findings.append(Finding("altered", seq, seq))
        previous, reached = stored, seq
    if length is not None and reached < length:
        findings.append(Finding("cut", reached + 1, length))
    if head is not None and not findings and previous != head:
        findings.append(Finding("head", reached, reached))
    return sorted(findings, key=lambda finding: finding.first)


_Link = tuple[Row, str]


def _by_number(rows: Sequence[Row], digests: Sequence[str]) -> dict[int, list[_Link]]:
    """The rows with their digests by number; 0 has those without one."""
    links: defaultdict[int, list[_Link]] = defaultdict(list)
    for row, stored in zip(rows, digests, strict=True):
        seq = row.get("seq")
        links[seq if type(seq) is int and seq > 0 else 0].append((row, stored))
    return dict(links)


def _genuine(standing: list[_Link], previous: str, later: list[_Link]) -> _Link:
    """Of several rows with one number, that which fits best between its neighbours."""
    if len(standing) == 1:
        return standing[0]

    def fit(link: _Link) -> int:
        row, stored = link
        after = any(_follows(stored, *following) for following in later)
        return after + _follows(previous, row, stored)

    return max(standing, key=fit)


def _follows(previous: str, row: Row, stored: str) -> bool:
    """Whether a digest is that of a row.

    A row without canonical form was never sealed. To check each part for one would take longer
    than the rest; what is written here of such a row is no other row's canonical form.
    """
    try:
        written = _encode(row)
        if not written.isascii():
            written = canonical(row)
        return _digest(previous, written) == stored
    except (TypeError, ValueError):
        return False
