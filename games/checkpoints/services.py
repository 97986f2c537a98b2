"""Write the log: append what games began, ended or changed, and sign it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Max

from games.audit.note import Checkpoint as SignedCheckpoint
from games.audit.note import SignatureLine
from games.audit.proof import KINDS, entry_leaf
from games.audit.tiles import TILE_WIDTH
from games.audit.tree import root_of
from games.checkpoints.log_tree import LogTree, read_hashes
from games.checkpoints.models import Checkpoint, LogBookmark, LogEntry, LogTile
from games.checkpoints.selectors import (
    kinds_of_event,
    latest_checkpoint,
    log_key,
    log_size,
    rows_with_entries,
)
from games.ledger import signing
from games.ledger.rows import now, stamp
from games.models import MoveEvent

AT_ONCE: Final = 500
"""How many rows are appended in one transaction."""

SETTLED: Final = timedelta(minutes=2)
"""The time after which no transaction can still commit a row with a lower key."""

LOCK: Final = 0x6661697264656C
"""The number of the lock that is held while the log is written."""


class LogBroken(Exception):
    """The log does not extend what was signed, so it must not be signed again."""


def append_new(*, search_all: bool = False) -> int:
    """Append the entries that the log lacks; return how many these were.

    It searches the rows that were inserted since it last ran, or all rows of all games. It may run
    at any time and several times at once: each entry is appended once.
    """
    bookmark = LogBookmark.objects.first()
    known = bookmark.event if bookmark else 0
    settled = _settled_event(known)
    appended, after, is_last = 0, 0 if search_all else known, False
    while not is_last:
        many, after, is_last = _append_some(after)
        appended += many
    if settled > known:
        LogBookmark.objects.update_or_create(pk=1, defaults={"event": settled})
    return appended


def _settled_event(known: int) -> int:
    """Return the highest key below which every row is committed."""
    rows = MoveEvent.objects.filter(pk__gt=known, created_at__lt=now() - SETTLED)
    last: int | None = rows.order_by().aggregate(last=Max("pk"))["last"]
    return known if last is None else last


@transaction.atomic
def _append_some(after: int) -> tuple[int, int, bool]:
    """Append entries of some rows; return how many, the last key, and if all are done."""
    _lock()
    rows = list(rows_with_entries().filter(pk__gt=after)[:AT_ONCE])
    logged = LogEntry.objects.filter(game_id__in={row.game_id for row in rows})
    known = set(logged.values_list("game_id", "kind", "length"))
    new = [
        (row.created_at, KINDS.index(kind), row.pk, kind, row)
        for row in rows
        for kind in kinds_of_event(row)
        if (row.game_id, kind, row.seq) not in known
    ]
    first = log_size()
    entries = [
        LogEntry(
            number=first + at,
            game_id=row.game_id,
            kind=kind,
            length=row.seq,
            digest=row.digest,
            leaf=entry_leaf(kind, row.digest).hex(),
        )
        for at, (*_, kind, row) in enumerate(sorted(new, key=lambda one: one[:3]))
    ]
    LogEntry.objects.bulk_create(entries)
    _store_full_tiles(first, first + len(entries))
    return len(entries), rows[-1].pk if rows else after, len(rows) < AT_ONCE


def _store_full_tiles(before: int, size: int) -> None:
    """Store the roots of the tiles that became full when the log grew."""
    level = 0
    while before < size:
        before, size = before // TILE_WIDTH, size // TILE_WIDTH
        for number in range(before, size):
            hashes = read_hashes(level, number * TILE_WIDTH, (number + 1) * TILE_WIDTH)
            LogTile.objects.create(level=level, number=number, root=root_of(hashes).hex())
        level += 1


def make_checkpoint(*, search_all: bool = False) -> Checkpoint | None:
    """Append what is missing and sign the log; None if nothing is new."""
    append_new(search_all=search_all)
    return _sign()


@transaction.atomic
def _sign() -> Checkpoint | None:
    _lock()
    size, latest = log_size(), latest_checkpoint()
    tree = LogTree()
    if latest is not None:
        _check_extends(tree, size, latest)
        if size == latest.size:
            return None
    if not size:
        return None
    root, key = tree.root(size), log_key(signing.public_key())
    signed = SignedCheckpoint(settings.LOG_ORIGIN, size, root)
    signature = bytes.fromhex(signing.sign(signed.text.encode()))
    note = signed.with_lines(SignatureLine(key.name, key.id, signature)).note
    return Checkpoint.objects.create(size=size, root=root.hex(), at=stamp(now()), note=note)


def _check_extends(tree: LogTree, size: int, latest: Checkpoint) -> None:
    """Raise ``LogBroken`` if the log does not begin with what was signed last."""
    if size < latest.size:
        raise LogBroken(f"the log has {size} entries; {latest.size} were signed")
    if tree.root(latest.size).hex() != latest.root:
        raise LogBroken(f"the first {latest.size} entries are not those that were signed")


def _lock() -> None:
    """Lock the log for other writers until the transaction ends.

    SQLite's transactions wait for each other anyway.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
