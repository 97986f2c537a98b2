"""Compare the games with the log and with its signed checkpoints."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final
from uuid import UUID

import msgspec

from games.audit.note import Checkpoint as SignedCheckpoint
from games.audit.note import NoteError, SignatureLine, parse_checkpoint, parse_signatures
from games.audit.proof import EntryKind, entry_leaf, kinds_of_row
from games.audit.tiles import TILE_WIDTH
from games.audit.tree import GrowingTree, leaf_hash
from games.checkpoints.cosigning import witnesses
from games.checkpoints.models import Checkpoint, LogEntry, LogTile
from games.checkpoints.selectors import (
    kinds_of_event,
    log_key,
    stored_entry_text,
    with_facts,
)
from games.ledger import sealing, signing, store
from games.ledger.rows import now
from games.models import Game, MoveEvent

LATE: Final = timedelta(minutes=10)
"""The age by which a row must have an entry."""

AT_ONCE: Final = 100
"""How many games, or checkpoints, are read at once."""

TILE_HEIGHT: Final = TILE_WIDTH.bit_length() - 1
"""The levels of the tree from one level of tiles to the next."""


class LogFinding(msgspec.Struct, frozen=True):
    """An error in the log: at an entry, at a row, or at the checkpoint of a size.

    ``entry_missing``: the numbers have a gap, or an older row has no entry; ``game_altered``: the
    rows of the game do not give its entry; ``entry_altered``: the entry does not give the leaf that
    is stored beside it; ``cut``: the log is shorter than a checkpoint; ``root_altered``: the tree
    over the games does not give a root that is signed, or stored of a full tile;
    ``signature_wrong``: no known key made a signature of a checkpoint.
    """

    kind: str
    at: int
    game: str = ""


def findings() -> Iterator[LogFinding]:
    """Rebuild the tree from the rows, and compare it with every checkpoint.

    Each entry is read once, with the rows of its game up to it. Of the tree only its edge and the
    roots of its full tiles are in memory.
    """
    rebuilt = _Rebuilt()
    for entry in LogEntry.objects.order_by("number").select_related("game").iterator():
        while rebuilt.size < entry.number:
            yield LogFinding("entry_missing", rebuilt.size)
            rebuilt.add(b"")
        leaf = _leaf_from_rows(entry)
        stated = leaf_hash(stored_entry_text(entry))
        if leaf != stated:
            yield LogFinding("game_altered", entry.number, str(entry.game_id))
        if entry.leaf != stated.hex():
            yield LogFinding("entry_altered", entry.number, str(entry.game_id))
        rebuilt.add(leaf or b"")
    yield from _unlogged()
    yield from _wrong_tiles(rebuilt)
    yield from rebuilt.wrong_checkpoints()


class _Rebuilt:
    """The tree over the games, which is compared with each checkpoint as it grows."""

    def __init__(self) -> None:
        self._tree = GrowingTree()
        self.tile_roots: dict[tuple[int, int], str] = {}
        self._found: list[LogFinding] = []
        signed = Checkpoint.objects.order_by("size").prefetch_related("cosignatures")
        self._checkpoints = signed.iterator(chunk_size=AT_ONCE)
        self._next = next(self._checkpoints, None)
        self._compare()

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return self._tree.size

    def add(self, leaf: bytes) -> None:
        """Add a leaf; note roots of full tiles; compare checkpoints of this size."""
        roots = self._tree.add(leaf)
        for level, root in enumerate(roots[TILE_HEIGHT::TILE_HEIGHT]):
            width = TILE_WIDTH ** (level + 1)
            self.tile_roots[level, self.size // width - 1] = root.hex()
        self._compare()

    def wrong_checkpoints(self) -> Iterator[LogFinding]:
        """Yield what is wrong with checkpoints, after the last leaf."""
        yield from self._found
        while self._next is not None:
            yield LogFinding("cut", self._next.size)
            yield from _wrong_signature(self._next)
            self._next = next(self._checkpoints, None)

    def _compare(self) -> None:
        """Compare the checkpoints of the present size."""
        while self._next is not None and self._next.size <= self.size:
            if self._tree.root.hex() != self._next.root:
                self._found.append(LogFinding("root_altered", self._next.size))
            self._found += _wrong_signature(self._next)
            self._next = next(self._checkpoints, None)


def _unlogged() -> Iterator[LogFinding]:
    """Yield the rows that have been without an entry for too long.

    The facts of all rows are read: the columns of a game could hide its end.
    """
    rows = MoveEvent.objects.filter(created_at__lt=now() - LATE).order_by("pk")
    for games in _games():
        logged = LogEntry.objects.filter(game_id__in=games)
        known = set(logged.values_list("game_id", "kind", "length"))
        for row in with_facts(rows.filter(game_id__in=games)):
            for kind in kinds_of_event(row):
                if (row.game_id, kind, row.seq) not in known:
                    yield LogFinding("entry_missing", row.seq, str(row.game_id))


def _games() -> Iterator[list[UUID]]:
    """Yield the ids of all games, some at a time."""
    ids = Game.objects.order_by("pk").values_list("pk", flat=True)
    some = list(ids[:AT_ONCE])
    while some:
        yield some
        some = list(ids.filter(pk__gt=some[-1])[:AT_ONCE])


def _wrong_tiles(rebuilt: _Rebuilt) -> Iterator[LogFinding]:
    for tile in LogTile.objects.iterator():
        if rebuilt.tile_roots.get((tile.level, tile.number)) != tile.root:
            yield LogFinding("root_altered", (tile.number + 1) * TILE_WIDTH ** (tile.level + 1))


def _wrong_signature(one: Checkpoint) -> Iterator[LogFinding]:
    if not _is_signed(one):
        yield LogFinding("signature_wrong", one.size)


def _is_signed(one: Checkpoint) -> bool:
    """Whether the log's signature and each witness's cosignature are valid."""
    try:
        signed = parse_checkpoint(one.note.encode())
        lines = parse_signatures("".join(stored.line for stored in one.cosignatures.all()))
    except NoteError:
        return False
    keys = map(log_key, signing.public_keys())
    is_stated = (signed.size, signed.root.hex()) == (one.size, one.root)
    is_by_log = any(signed.signed_by(key) for key in keys)
    return is_stated and is_by_log and all(_is_cosigned(signed, line) for line in lines)


def _is_cosigned(signed: SignedCheckpoint, line: SignatureLine) -> bool:
    """Whether the witness of a line made it; the key of a former witness is not known."""
    keys = [one.key for one in witnesses() if (one.key.name, one.key.id) == line[:2]]
    return not keys or signed.with_lines(line).cosigned_at(keys[0]) is not None


def _leaf_from_rows(entry: LogEntry) -> bytes | None:
    """Return the leaf of a game's rows; None if unreadable, or there is none."""
    try:
        digest, kinds = _last_row(entry.game, entry.length)
    except (msgspec.MsgspecError, LookupError, ValueError):
        return None
    kind = next((one for one in kinds if one == entry.kind), None)
    return entry_leaf(kind, digest) if kind else None


def _last_row(game: Game, length: int) -> tuple[str, list[EntryKind]]:
    """Return the digest of row ``length`` and its effect on the game."""
    digest, seq, facts = sealing.GENESIS, 0, []
    for row in store.history(game, until=length):
        content = row.to_dict()
        digest = sealing.digest(digest, sealing.seal(content, row.hidden(), game.secret))
        seq, facts = row.seq, content["facts"]
    if seq != length:
        raise LookupError(f"the game has no row {length}")
    return digest, kinds_of_row(seq, [fact["fact"] for fact in facts])
