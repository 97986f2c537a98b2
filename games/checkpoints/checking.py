"""Whether the games are still those that were signed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.checkpoints.entries import leaf_of, message_of
from games.checkpoints.models import Checkpoint, LogEntry
from games.checkpoints.tree import root_of
from games.ledger import sealing, signing, store
from games.models import Game


class LogFinding(msgspec.Struct, frozen=True):
    """Something wrong with the log, at an entry or at the checkpoint of a size.

    ``entry_missing``: there is a gap in the numbers; ``game_altered``: the rows of the game no
    longer give its entry; ``entry_altered``: the entry does not give the leaf stored beside it;
    ``cut``: the log is shorter than what was signed; ``root_altered``: the tree over the games is
    not the one signed; ``signature_wrong``: no known key has signed it.
    """

    kind: str
    at: int
    game: str = ""


def findings() -> Iterator[LogFinding]:
    """Rebuild the tree from the rows of the games, and compare it with every checkpoint."""
    leaves: list[bytes] = []
    for entry in LogEntry.objects.order_by("number").select_related("game"):
        while len(leaves) < entry.number:
            yield LogFinding("entry_missing", len(leaves))
            leaves.append(b"")
        leaf = _leaf_from_rows(entry)
        if leaf is None or leaf != leaf_of(str(entry.game_id), entry.length, entry.digest):
            yield LogFinding("game_altered", entry.number, str(entry.game_id))
        if entry.leaf != leaf_of(str(entry.game_id), entry.length, entry.digest).hex():
            yield LogFinding("entry_altered", entry.number, str(entry.game_id))
        leaves.append(leaf or b"")
    for one in Checkpoint.objects.order_by("size"):
        yield from _check(one, leaves)


def _check(one: Checkpoint, leaves: list[bytes]) -> Iterator[LogFinding]:
    if one.size > len(leaves):
        yield LogFinding("cut", one.size)
    elif root_of(leaves[: one.size]).hex() != one.root:
        yield LogFinding("root_altered", one.size)
    message = message_of(one.size, one.root, one.at).encode()
    keys = [key.public for key in signing.public_keys() if key.id == one.key]
    if not any(signing.verify(key, message, one.signature) for key in keys):
        yield LogFinding("signature_wrong", one.size)


def _leaf_from_rows(entry: LogEntry) -> bytes | None:
    """The leaf that the rows of a game give up to its end; None where they cannot be read."""
    try:
        digest, length = _digest_of_rows(entry.game, entry.length)
    except (msgspec.MsgspecError, LookupError, ValueError):
        return None
    return leaf_of(str(entry.game_id), length, digest)


def _digest_of_rows(game: Game, length: int) -> tuple[str, int]:
    digest, rows = sealing.GENESIS, 0
    for row in store.history(game, until=length):
        sealed = sealing.seal(row.told(), row.hidden(), game.secret)
        digest, rows = sealing.digest(digest, sealed), row.seq
    return digest, rows
