"""The file that an auditor downloads. docs/bundle.md is its specification."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.ledger.sealing import Row, seal, seal_seen

FORMAT: Final = "fairdeal-bundle-v1"
"""The name of the file's shape; another shape gets another name."""

HEAD: Final = "fairdeal-head-v1"
"""What the signed text of a head begins with."""

FULL: Final = "full"
"""The view from which nothing is hidden."""

BESIDE: Final = ("digest", "hidden")
"""The members of an event that are not of its row."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts of a bundle."""


class Head(Part, frozen=True):
    """How far a game had come: its last row's number and digest, and what binds its seed."""

    game: str
    seq: int
    digest: str
    commitment: str


class Rulebook(Part, frozen=True):
    """Which rulebook the server had when it made the file; every row names its own version."""

    version: str
    digest: str


class Result(Part, frozen=True):
    """How the game ended; no seat won if ``winner`` is null."""

    winner: int | None
    why: str


class Refused(Part, frozen=True):
    """A move that the rules refused, after row ``seq``.

    ``before`` are moves of the same request that had been accepted and were undone with it.
    """

    seq: int
    seat: int
    actor: dict[str, Any]
    before: list[dict[str, Any]]
    move: dict[str, Any]
    code: str
    rule: str
    params: dict[str, Any]
    at: str


class Signature(Part, frozen=True):
    """By whose key, and the signatures of the head and of the whole file without this part."""

    algorithm: str
    key: str
    public: str
    head: str
    bundle: str


class Bundle(Part, frozen=True, kw_only=True):
    """A game as one viewer may know it.

    An event is a row without its ``game``, with its ``digest`` and what is ``hidden`` in it: an
    array of paths where the seed opens them, else an object that has for each path the salt of what
    this viewer saw, or the commitment of what not.
    """

    format: str
    seal: str
    algorithm: str
    view: str
    head: Head
    setup: dict[str, Any]
    edition: dict[str, Any]
    rules: Rulebook
    result: Result | None
    seed: str | None
    events: list[dict[str, Any]]
    refusals: list[Refused]
    signature: Signature | None = None

    @property
    def secret(self) -> bytes | None:
        """The seed as bytes; None where it is not told, or is none."""
        try:
            return bytes.fromhex(self.seed) if self.seed is not None else None
        except ValueError:
            return None


_decode = msgspec.json.Decoder(Bundle).decode
_encode = msgspec.json.Encoder(order="sorted").encode


def decode_bundle(source: bytes) -> Bundle:
    """Read a file; raises ``msgspec.MsgspecError`` for one of another shape."""
    return _decode(source)


def encode_bundle(bundle: Bundle) -> bytes:
    """Write a file, as canonical JSON."""
    return _encode(bundle)


def written(value: Any) -> bytes:
    """A value as it is signed and hashed: canonical, with ASCII keys and whole numbers.

    Any other is no part of a bundle; its bytes are those of nothing else, so that it shows.
    """
    return _encode(value)


def head_message(head: Head) -> bytes:
    """What is signed of a head: the same for every viewer."""
    return f"{HEAD}/".encode() + _encode(head)


def bundle_message(bundle: Bundle) -> bytes:
    """What is signed of a whole file: all of it but the signatures."""
    parts = {name: getattr(bundle, name) for name in bundle.__struct_fields__}
    del parts["signature"]
    return f"{FORMAT}/".encode() + _encode(parts)


def sealed_row(event: dict[str, Any], game: str, seed: bytes | None) -> Row:
    """The row of an event as it stands in the chain; a ValueError where it cannot be sealed."""
    row = {"game": game, **event}
    for name in BESIDE:
        del row[name]
    hidden = event["hidden"]
    if isinstance(hidden, dict):
        return seal_seen(row, hidden)
    if seed is None:
        raise ValueError("what the seed opens cannot be sealed without it")
    return seal(row, hidden, seed)
