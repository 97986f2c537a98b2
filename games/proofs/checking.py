"""Compare the games with the log and with its signed checkpoints."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Max

from games.audit.game_map import GameMap
from games.audit.keys import decode_record
from games.audit.log_order import GameOrder
from games.audit.note import (
    NoteError,
    SignatureLine,
    SignedCheckpoint,
    parse_checkpoint,
    parse_signatures,
)
from games.audit.proof import KINDS, EntryKind, blinded, kinds_of_row, map_text
from games.audit.tiles import TILE_WIDTH
from games.audit.tree import GrowingTree, leaf_hash
from games.ledger import sealing, store
from games.ledger.rows import now
from games.ledger.terms import terms_digest
from games.models import Game, MoveEvent, TableTerms
from games.proofs.cosigning import witnesses
from games.proofs.models import Checkpoint, LogEntry, LogTile, MapNode
from games.proofs.selectors import (
    entries_of_creation,
    entries_of_erasure,
    entries_of_event,
    entries_of_terms,
    entry_at,
    erased_seats,
    lock_log,
    log_keys,
    log_vkey,
    stored_entry_text,
    stored_nodes,
    with_facts,
)

LATE: Final = timedelta(minutes=10)
"""The age by which a row must have an entry."""

AT_ONCE: Final = 100
"""How many games, or checkpoints, are read at once."""

TILE_HEIGHT: Final = TILE_WIDTH.bit_length() - 1
"""The levels of the tree from one level of tiles to the next."""


class LogFinding(msgspec.Struct, frozen=True):
    """An error in the log: at an entry, at a row, or at the checkpoint of a size.

    ``entry_missing``: the numbers have a gap, or an older row has no entry; ``game_altered``: the
    game, its terms or its rows do not give its entry, or are gone; ``entry_altered``: the entry
    does not give the leaf that is stored beside it; ``contradiction``: it cannot follow the one
    before it of its game; ``cut``: the log is shorter than a checkpoint; ``root_altered``: the tree
    over the games does not give a root that is signed, or stored of a full tile; ``map_altered``: a
    map, or what is stored of the last one, is not that of the entries before it;
    ``signature_wrong``: no known key made a signature of a checkpoint.
    """

    kind: str
    at: int
    game: str = ""


def findings(*, restored: bool = False) -> Iterator[LogFinding]:
    """Rebuild the tree from the rows, and compare it with every checkpoint.

    Each entry is read once, with the rows of its game up to it. Of the tree only its edge and the
    roots of its full tiles are in memory. With ``restored`` the server did not run since its last
    row, so only rows before that can be late.
    """
    rebuilt, order, games = _Rebuilt(), GameOrder(), GameMap()
    last_map, stored_nodes = _stored_map()
    for entry in LogEntry.objects.order_by("number").select_related("game").iterator():
        while rebuilt.size < entry.number:
            yield LogFinding("entry_missing", rebuilt.size)
            rebuilt.add(b"")
        if entry.kind in KINDS and order.add(entry_at(entry)):
            yield LogFinding("contradiction", entry.number, str(entry.game_id))
        stated = leaf_hash(stored_entry_text(entry))
        leaf = stated if entry.text else _leaf_from_game(entry)
        if leaf != stated:
            yield LogFinding("game_altered", entry.number, str(entry.game_id))
        if entry.leaf != stated.hex():
            yield LogFinding("entry_altered", entry.number, str(entry.game_id))
        if entry.kind == "key" and not decode_record(entry.text).is_signed:
            yield LogFinding("signature_wrong", entry.number)
        if entry.kind == "map":
            is_told = entry.text == map_text(games.root)
            if not is_told or (entry.number == last_map and games.nodes != stored_nodes):
                yield LogFinding("map_altered", entry.number)
        elif entry.game_id is not None:
            games.add(blinded(str(entry.game_id)), entry.number, bytes.fromhex(entry.leaf))
        rebuilt.add(leaf or b"")
    yield from _unlogged(_last_row_at() if restored else now())
    yield from _wrong_tiles(rebuilt)
    yield from rebuilt.wrong_checkpoints()


@transaction.atomic
def _stored_map() -> tuple[int | None, dict[int, bytes]]:
    """Return the number of the last map, and the nodes that are stored of it."""
    lock_log(to_read=True)
    maps = LogEntry.objects.filter(kind="map")
    return maps.aggregate(last=Max("number"))["last"], stored_nodes(MapNode.objects.all())


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


def _last_row_at() -> datetime:
    """Return the time of the latest row; the current time without rows."""
    last: datetime | None = MoveEvent.objects.aggregate(last=Max("created_at"))["last"]
    return last or now()


def _unlogged(moment: datetime) -> Iterator[LogFinding]:
    """Yield what at a moment has been without an entry for too long.

    The facts of all rows are read: the columns of a game could hide its end.
    """
    late = moment - LATE
    rows = with_facts(MoveEvent.objects.filter(created_at__lt=late).order_by("game", "seq"))
    seats = erased_seats(None).filter(player__erased_at__lt=late)
    for games in _games():
        logged = LogEntry.objects.filter(game_id__in=games)
        known = {_place(one) for one in logged}
        made = [
            *map(entries_of_creation, Game.objects.filter(created_at__lt=late, pk__in=games)),
            *map(entries_of_terms, TableTerms.objects.filter(created_at__lt=late, game__in=games)),
            *map(entries_of_event, rows.filter(game_id__in=games)),
            *map(entries_of_erasure, seats.filter(game_id__in=games)),
        ]
        missing = {_place(one) for one in chain.from_iterable(made)} - known
        for game, length, _ in sorted(missing):
            yield LogFinding("entry_missing", length, game)


def _place(entry: LogEntry) -> tuple[str, int, str]:
    """Return what no two entries have in common: game, row, and kind."""
    return str(entry.game_id), entry.length, entry.kind


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
    keys = [log_vkey(key.public, signed.origin) for key in log_keys()]
    is_stated = (signed.size, signed.root.hex()) == (one.size, one.root)
    is_by_log = any(signed.signed_by(key) for key in keys)
    return is_stated and is_by_log and all(_is_cosigned(signed, line) for line in lines)


def _is_cosigned(signed: SignedCheckpoint, line: SignatureLine) -> bool:
    """Whether the witness of a line made it; the key of a former witness is not known."""
    keys = [one.key for one in witnesses() if (one.key.name, one.key.id) == line[:2]]
    return not keys or signed.with_lines(line).cosigned_at(keys[0]) is not None


def _leaf_from_game(entry: LogEntry) -> bytes | None:
    """Return the leaf that a game gives; None if unreadable, or there is none."""
    try:
        made = list(_entries_from_game(entry))
    except (msgspec.MsgspecError, LookupError, ValueError):
        return None
    fits = (leaf_hash(stored_entry_text(one)) for one in made if one.kind == entry.kind)
    return next(fits, None)


def _entries_from_game(entry: LogEntry) -> Iterator[LogEntry]:
    """Yield the entries that the subject of an entry makes now."""
    game, length = entry.game, entry.length
    if game is None:
        return
    if entry.kind == "erased":
        seats = erased_seats(None).filter(game=game.pk, number=length)
        yield from chain.from_iterable(map(entries_of_erasure, seats))
    elif entry.kind == "opened":
        for terms in TableTerms.objects.filter(game=game.pk):
            terms.digest = terms_digest(msgspec.json.decode(terms.text))
            yield from entries_of_terms(terms)
    elif length == 0:
        yield from entries_of_creation(game)
    else:
        digest, kinds = _last_row(game, length)
        for kind in kinds:
            yield LogEntry(game_id=game.pk, kind=kind, length=length, digest=digest)


def _last_row(game: Game, length: int) -> tuple[str, list[EntryKind]]:
    """Return the digest of row ``length`` and its effect on the game."""
    digest, seq, facts = sealing.GENESIS, 0, []
    for row in store.history(game, until=length):
        content = row.to_dict()
        digest = sealing.digest(digest, sealing.seal(content, row.hidden(), game.secret))
        seq, facts = row.seq, content["facts"]
    if seq != length:
        raise LookupError(f"the game has no row {length}")
    return digest, kinds_of_row(seq, facts)
