"""What the audit sends and reads: the log of finished games, the rulings desk, the log in words.

The OpenAPI components are made of these structs, as of those in ``serializers``.
"""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from games.api.serializers import Time, Told

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256, in hexadecimal."""


class CheckpointTold(Told, frozen=True):
    """The log of finished games as it was signed: the root of the tree over its first ``size``
    entries, and when. ``signature`` is over the bytes of ``message``, by the key of keys/ with the
    id ``key``."""

    size: int
    root: Hash
    at: Time
    key: str
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]
    message: str


class CheckpointsTold(Told, frozen=True):
    """A page of checkpoints, largest first; ``next`` is the address of the next page."""

    results: list[CheckpointTold]
    next: str | None


class InclusionTold(Told, frozen=True):
    """The proof that a game stands in a checkpoint (RFC 9162, section 2.1.3).

    ``entry`` is what the leaf is the hash of: the game with the number of its rows and the digest
    of the last one when it ended. ``number`` is the leaf's index, from 0; ``path`` has the hashes
    that lead from it to the root, leaf side first.
    """

    game: UUID
    number: int
    length: int
    digest: Hash
    entry: str
    leaf: Hash
    path: list[Hash]
    checkpoint: CheckpointTold


class ConsistencyTold(Told, frozen=True):
    """The proof that the log of the first checkpoint was only added to (RFC 9162, section
    2.1.4)."""

    first: CheckpointTold
    second: CheckpointTold
    path: list[Hash]
