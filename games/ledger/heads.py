"""The head of a game, which the server signs, and the signed text of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from games.engine.zones import MAX_SEATS
from games.ledger.sealing import canonical

HEAD: Final = "fairdeal-head-v4"
"""The beginning of the signed text of a head."""

SHARE: Final = "fairdeal-share-v4"
"""The beginning of the signed text of an opened share."""

MOVE: Final = "fairdeal-move-v4"
"""The beginning of the signed text of a move."""

ACT: Final = "fairdeal-act-v4"
"""The beginning of the signed text of an organiser's act."""

HashText = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hexadecimal: a digest, a commitment, a seed, a share or a public key."""

KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", max_length=16)]
"""The id of a key."""

SignatureText = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", max_length=128)]
"""An Ed25519 signature in hexadecimal."""

UuidText = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", max_length=36),
    Meta(extra_json_schema={"format": "uuid"}),
]
"""The id of a game or a player."""


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many moves were refused after a row, and the last link of their chain."""

    count: Annotated[int, Meta(ge=1)]
    head: HashText


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a game: its last row's number and digest, and refusals since.

    Before the start ``seq`` is 0. The digest is then that of the terms, or 64 zeros until they are
    fixed. ``commitment`` is that to the server's part of the seed.
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


class OpenedShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A share that a seat has opened: by its commitment, and when it was received."""

    game: UuidText
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    commitment: HashText
    at: str


class SignedShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opened share with the server's signature: proof that the seat did open it.

    ``key`` and ``public`` are those of a ``SignedHead``.
    """

    share: OpenedShare
    key: KeyId
    public: HashText
    signature: SignatureText


def head_message(head: Head) -> bytes:
    """Return the signed text of a head, which is the same for every viewer."""
    return f"{HEAD}/".encode() + canonical(msgspec.to_builtins(head))


def share_message(share: OpenedShare) -> bytes:
    """Return the signed text of an opened share."""
    return f"{SHARE}/".encode() + canonical(msgspec.to_builtins(share))


def move_message(
    *, game: str, seq: int, digest: str, move: Mapping[str, Any], choices: Mapping[str, Any]
) -> bytes:
    """Return the text that a player signs of a move that answers row ``seq``.

    ``digest`` is that of the row, ``move`` the move as rows have it; ``choices`` are those of the
    request, {} without any.
    """
    row = {"digest": digest, "game": game, "seq": seq}
    signed = row | {"choices": dict(choices), "move": dict(move)}
    return f"{MOVE}/".encode() + canonical(signed)


def act_message(
    *,
    game: str,
    seq: int,
    digest: str,
    move: Mapping[str, Any],
    player: str,
    reason: str,
    reference: str | None,
    second: str | None,
) -> bytes:
    """Return the text that an organiser signs of an act that answers row ``seq``.

    ``player`` is the organiser whose act it is. ``second`` is None in what this one signs, and the
    other's own id in what the second one does.
    """
    row = {"digest": digest, "game": game, "seq": seq, "move": dict(move)}
    actor = {"player": player, "reason": reason, "reference": reference, "second": second}
    return f"{ACT}/".encode() + canonical(row | actor)
