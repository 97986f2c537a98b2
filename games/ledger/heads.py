"""The head of a game, which the server signs, and the signed text of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from games.ledger.sealing import canonical

HEAD: Final = "fairdeal-head-v2"
"""The beginning of the signed text of a head."""

MOVE: Final = "fairdeal-move-v2"
"""The beginning of the signed text of a move."""

HashText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hexadecimal: a digest, a commitment, a seed, a share or a public key."""

KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", max_length=16)]
"""The id of a key."""

SignatureText = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", max_length=128)]
"""An Ed25519 signature in hexadecimal."""

UuidText = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", max_length=36),
]
"""The id of a game or a player."""


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many moves were refused after a row, and the last link of their chain."""

    count: Annotated[int, Meta(ge=1)]
    head: HashText


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a game: its last row's number and digest, and refusals since.

    Before the start ``seq`` is 0 and the digest is 64 zeros. ``commitment`` is that to the
    server's part of the seed.
    """

    game: UuidText
    seq: Annotated[int, Meta(ge=0)]
    digest: HashText
    refused: Refused | None
    commitment: HashText


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head with the server's signature: proof of every row up to it.

    ``key`` is the id of the key, ``public`` the key itself; all are hexadecimal.
    """

    head: Head
    key: KeyId
    public: HashText
    signature: SignatureText


def head_message(head: Head) -> bytes:
    """Return the signed text of a head, which is the same for every viewer."""
    return f"{HEAD}/".encode() + canonical(msgspec.to_builtins(head))


def move_message(
    *, game: str, seq: int, move: Mapping[str, Any], choices: Mapping[str, Any]
) -> bytes:
    """Return the text that a player signs of a move that answers row ``seq``.

    ``move`` is the move as rows have it; ``choices`` are those of the request, {} without any.
    """
    signed = {"choices": dict(choices), "game": game, "move": dict(move), "seq": seq}
    return f"{MOVE}/".encode() + canonical(signed)
