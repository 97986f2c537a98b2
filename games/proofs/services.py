"""Write the log: append what happened to games, and sign it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from operator import attrgetter
from typing import Final, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Max, Model, QuerySet

from games.audit.keys import KeyRecord, KeyUse, follow, key_message
from games.audit.note import SignatureLine, SignedCheckpoint
from games.audit.proof import KINDS, key_entry
from games.audit.tiles import TILE_WIDTH
from games.audit.tree import leaf_hash, root_of
from games.ledger import signing
from games.ledger.rows import now, stamp
from games.ledger.signing import SecretKey
from games.models import MoveEvent
from games.proofs.log_tree import LogTree, read_hashes
from games.proofs.models import Checkpoint, LogBookmark, LogEntry, LogTile
from games.proofs.selectors import (
    cancelled_games,
    closed_tables,
    created_games,
    entries_of_creation,
    entries_of_erasure,
    entries_of_event,
    entries_of_terms,
    erased_seats,
    key_records,
    latest_checkpoint,
    log_size,
    log_vkey,
    rows_with_entries,
    stored_entry_text,
)

M = TypeVar("M", bound=Model)

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

    It searches what was stored since it last ran, or all games. It may run at any time and several
    times at once: each entry is appended once.
    """
    bookmark = LogBookmark.objects.first() or LogBookmark(pk=1, event=0)
    before = now() - SETTLED
    # After a clock that was set back, rows may be older than the bookmark.
    since = min(bookmark.at, before) if bookmark.at and not search_all else None
    settled = _settled_event(bookmark.event)
    # What happened to a game first is searched first. Entries of what happens meanwhile bring
    # those along that must stand before them.
    appended = _append_all(created_games(since), "created_at", entries_of_creation)
    appended += _append_all(closed_tables(since), "created_at", entries_of_terms)
    rows = rows_with_entries(0 if search_all else bookmark.event)
    appended += _append_all(rows, "created_at", entries_of_event)
    appended += _append_all(cancelled_games(since), "ended_at", entries_of_creation)
    appended += _append_all(erased_seats(since), "player.erased_at", entries_of_erasure)
    LogBookmark.objects.update_or_create(pk=1, defaults={"event": settled, "at": before})
    return appended


def _settled_event(known: int) -> int:
    """Return the highest key below which every row is committed."""
    rows = MoveEvent.objects.filter(pk__gt=known, created_at__lt=now() - SETTLED)
    last: int | None = rows.order_by().aggregate(last=Max("pk"))["last"]
    return known if last is None else last


def _append_all(found: QuerySet[M], at: str, entries_of: Callable[[M], list[LogEntry]]) -> int:
    """Append the entries of all rows found, some in a transaction; return how many."""
    rows = found.iterator(chunk_size=AT_ONCE)
    appended = 0
    while some := list(islice(rows, AT_ONCE)):
        made = [(attrgetter(at)(row), entry) for row in some for entry in entries_of(row)]
        appended += _append(made)
    return appended


@transaction.atomic
def _append(made: list[tuple[datetime, LogEntry]]) -> int:
    """Append the entries that are new in the order of their times; return how many."""
    _lock()
    logged = LogEntry.objects.filter(game_id__in={entry.game_id for _, entry in made})
    known = set(logged.values_list("game_id", "kind", "length"))
    new = [one for one in made if (one[1].game_id, one[1].kind, one[1].length) not in known]
    new.sort(key=lambda one: (one[0], KINDS.index(one[1].kind)))
    first = log_size()
    for number, (_, entry) in enumerate(new, first):
        entry.number, entry.leaf = number, leaf_hash(stored_entry_text(entry)).hex()
    LogEntry.objects.bulk_create(entry for _, entry in new)
    _store_full_tiles(first, first + len(new))
    return len(new)


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
    _append_keys()
    append_new(search_all=search_all)
    return _sign()


@transaction.atomic
def _append_keys() -> None:
    """Append what the log lacks about its keys.

    Its key announces the signing key, and takes over from the one before. Raises ``LogBroken`` if
    that one does not sign.
    """
    _lock()
    records, key, latest = key_records(), signing.log_key(), latest_checkpoint()
    last = next((one.key if one.use == "log" else one.by for one in reversed(records)), key.public)
    new = []
    # A log under another name begins with another key.
    is_same = latest is not None and latest.note.startswith(f"{settings.LOG_ORIGIN}\n")
    if last != key.public and is_same:
        before = signing.log_key_before()
        if before is None or before.public != last:
            raise LogBroken("LOG_KEY was changed, and LOG_KEY_BEFORE is not the key before it")
        new.append(_record(before, key, "log"))
    if signing.public_key().public not in follow([key.public], [*records, *new]).signing:
        new.append(_record(key, signing.signing_key(), "signing"))
    first = log_size()
    for number, record in enumerate(new, first):
        leaf = leaf_hash(key_entry(record)).hex()
        LogEntry.objects.create(number=number, kind="key", length=0, leaf=leaf, text=record.text)
    _store_full_tiles(first, first + len(new))


def _record(by: SecretKey, key: SecretKey, use: KeyUse) -> KeyRecord:
    message = key_message(by.public, key.public, use)
    return KeyRecord(by.public, key.public, (by.sign(message), key.sign(message)), use)


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
    root = tree.root(size)
    signed = SignedCheckpoint(settings.LOG_ORIGIN, size, root)
    note = signed.with_lines(*_signature_lines(signed.text.encode())).note
    return Checkpoint.objects.create(size=size, root=root.hex(), at=stamp(now()), note=note)


def _signature_lines(text: bytes) -> Iterator[SignatureLine]:
    """Yield the signatures by the key of the log, and by the one before it."""
    for key in (signing.log_key(), signing.log_key_before()):
        if key is not None:
            vkey = log_vkey(key.public)
            yield SignatureLine(vkey.name, vkey.id, bytes.fromhex(key.sign(text)))


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
