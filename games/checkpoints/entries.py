"""What is hashed and what is signed, to the byte."""

from __future__ import annotations

from typing import Final

from games.checkpoints.tree import leaf_hash
from games.ledger.sealing import canonical

LOG_FORMAT: Final = "fairdeal-log-v1"
CHECKPOINT_FORMAT: Final = "fairdeal-checkpoint-v1"


def entry_of(game: str, length: int, digest: str) -> str:
    """The entry of a finished game: its id, how many rows it had at its end, the last digest."""
    told = canonical({"game": game, "length": length, "digest": digest})
    return f"{LOG_FORMAT}/{told.decode()}"


def leaf_of(game: str, length: int, digest: str) -> bytes:
    """The leaf hash of a finished game."""
    return leaf_hash(entry_of(game, length, digest).encode())


def message_of(size: int, root: str, at: str) -> str:
    """What is signed of a checkpoint."""
    told = canonical({"size": size, "root": root, "at": at})
    return f"{CHECKPOINT_FORMAT}/{told.decode()}"
