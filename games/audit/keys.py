"""Keys of a server that vouch for each other: the entries ``key`` of the log.

docs/log.md, *Keys*, is the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from games.ledger.sealing import canonical
from games.ledger.signatures import verify

MAX_RECORDS: Final = 100
"""The most records that a file has."""

KeyUse = Literal["log", "signing"]
"""What a key signs: checkpoints of the log, or heads and bundles."""

Public = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Signature = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", max_length=128)]


class KeyRecord(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="key"
):
    """A key of the log vouches for another key, which signs that too.

    ``by`` is the key of the log, ``signatures`` those of ``by`` and of ``key``. A ``key`` for the
    ``log`` replaces ``by``.
    """

    by: Public
    key: Public
    signatures: tuple[Signature, Signature]
    use: KeyUse

    @property
    def is_signed(self) -> bool:
        """Whether both keys signed."""
        message = key_message(self.by, self.key, self.use)
        pairs = zip((self.by, self.key), self.signatures, strict=True)
        return all(verify(public, message, signature) for public, signature in pairs)

    @property
    def text(self) -> str:
        """The canonical JSON, which is that of the entry."""
        return canonical(msgspec.to_builtins(self)).decode()


def key_message(by: str, key: str, use: KeyUse) -> bytes:
    """Return the message that both keys of a record sign."""
    return b"fairdeal-log-v4/key/" + canonical({"by": by, "key": key, "use": use})


class KnownKeys(NamedTuple):
    """The public keys that are trusted, by use."""

    signing: frozenset[str]
    log: frozenset[str]


def follow(trusted: Collection[str], records: Sequence[KeyRecord]) -> KnownKeys:
    """Return the keys that count, given those that are trusted for both uses.

    A key of the log that announced a trusted key counts for the log, and so does each to which one
    that counts hands over; all that these announce count for signing. Records that lack a
    signature are ignored.
    """
    announced = [one for one in records if one.use == "signing"]
    logs = {one.by for one in announced if one.key in trusted and one.is_signed}
    log = follow_log({*trusted, *logs}, records)
    signing = {one.key for one in announced if one.by in log and one.is_signed}
    return KnownKeys(frozenset({*trusted, *signing}), log)


def follow_log(keys: Collection[str], records: Sequence[KeyRecord]) -> frozenset[str]:
    """Return some keys of a log, and all to which records hand it over from them."""
    known = set(keys)
    handovers = [one for one in records if one.use == "log"]
    while more := {
        one.key for one in handovers if one.by in known and one.key not in known and one.is_signed
    }:
        known |= more
    return frozenset(known)


def connected(keys: Collection[str], records: Sequence[KeyRecord]) -> dict[str, frozenset[str]]:
    """Return each key with all that records connect with it, in either direction."""
    pairs = [{one.by, one.key} for one in set(records) if len(keys) > 1 and one.is_signed]
    owners = {}
    for key in keys:
        known = {key}
        while more := {one for pair in pairs if pair & known for one in pair - known}:
            known |= more
        owners[key] = frozenset(known)
    return owners


def successor(log: str, records: Sequence[KeyRecord]) -> str:
    """Return the key of the log to which a key was handed over; itself if it was not."""
    for one in records:
        if one.use == "log" and one.by == log and one.is_signed:
            log = one.key
    return log


# ---- files


class _PublicKey(msgspec.Struct, frozen=True):
    public: Public


class KeysFile(msgspec.Struct, frozen=True):
    """What ``GET keys/`` returns, as far as a verifier reads it."""

    results: list[_PublicKey]
    records: Annotated[list[KeyRecord], Meta(max_length=MAX_RECORDS)]

    @property
    def keys(self) -> list[str]:
        """The public keys."""
        return [one.public for one in self.results]


def read_keys_file(source: bytes) -> KeysFile:
    """Return the keys of a file; raises ValueError for another file."""
    try:
        return msgspec.json.decode(source, type=KeysFile)
    except msgspec.MsgspecError as error:
        raise ValueError(f"not the keys of a server: {error}") from None


def decode_records(source: bytes) -> tuple[KeyRecord, ...]:
    """Return the records of a canonical array; none if it is anything else."""
    try:
        found = msgspec.json.decode(source, type=list[KeyRecord])
    except (msgspec.MsgspecError, UnicodeError):
        return ()
    is_canonical = encode_records(found) == source and len(found) <= MAX_RECORDS
    return tuple(found) if is_canonical else ()


def encode_records(records: Sequence[KeyRecord]) -> bytes:
    """Return records as a canonical array."""
    content: Any = msgspec.to_builtins(records)
    return canonical(content)


def decode_record(text: str) -> KeyRecord:
    """Return the record of a stored entry."""
    return msgspec.json.decode(text, type=KeyRecord)
