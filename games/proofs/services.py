"""Write the log: append what happened to games, and sign it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain, islice
from operator import attrgetter
from typing import Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet

from games.audit.game_map import bucket_of
from games.audit.keys import KeyRecord, KeyUse, follow, key_message
from games.audit.log_order import GameOrder
from games.audit.note import SignatureLine, SignedCheckpoint
from games.audit.proof import KINDS, blinded, map_text
from games.audit.tiles import TILE_WIDTH
from games.audit.tree import leaf_hash, root_of
from games.errors import GameError
from games.ledger import signing
from games.ledger.rows import now, stamp
from games.ledger.signing import SecretKey
from games.models import Game, TableTerms
from games.proofs.log_tree import LogTree, read_hashes
from games.proofs.models import Checkpoint, LogBookmark, LogEntry, LogTile, MapNode
from games.proofs.selectors import (
    cancelled_games,
    closed_tables,
    created_games,
    entries_of_creation,
    entries_of_erasure,
    entries_of_event,
    entries_of_terms,
    entry_at,
    erased_seats,
    key_records,
    latest_checkpoint,
    lock_log,
    log_size,
    log_vkey,
    map_around,
    not_logged_games,
    rows_with_entries,
    stored_entry_text,
)

M = TypeVar("M", bound=Model)

AT_ONCE: Final = 500
"""How many rows are appended in one transaction."""

GAMES_A_RUN: Final = 20_000
"""How many games a run searches: all are once, newest first, after an upgrade to this search."""

SETTLED: Final = timedelta(minutes=2)
"""The time after which no transaction can still commit what has an earlier time."""


class LogBroken(GameError):
    """The log does not extend what was signed, so it must not be signed again.

    ``why`` is for the operator.
    """

    code = "log_broken"

    def __init__(self, why: str) -> None:
        super().__init__()
        self.args = (why,)


def append_new(*, search_all: bool = False) -> int:
    """Append the entries that the log lacks; return how many these were.

    It searches the games of which it may lack a row, or all, and for what is in no row, what was
    stored since it last ran. It may run at any time and several
    times at once: each entry is appended once.
    """
    bookmark, before = LogBookmark.objects.first(), now() - SETTLED
    # After a clock that was set back, rows may be older than the bookmark.
    last = bookmark and bookmark.at
    since = min(last, before) if last and not search_all else None
    held = set[UUID]()
    # What happened to a game first is searched first. Entries of what happens meanwhile bring
    # those along that must stand before them.
    appended = _append_all(created_games(since), "created_at", entries_of_creation, held)
    appended += _append_all(closed_tables(since), "created_at", entries_of_terms, held)
    begun = Game.objects.filter(seq__gt=0).order_by("-created_at").only("seq", "logged_seq")
    appended += _append_rows(begun if search_all else not_logged_games()[:GAMES_A_RUN], held)
    appended += _append_all(cancelled_games(since), "ended_at", entries_of_creation, held)
    appended += _append_all(erased_seats(since), "player.erased_at", entries_of_erasure, held)
    # After a clock that was set, the search may have missed what stands before an entry.
    appended += sum(_append([(before, one) for one in _entries_of(game)], set()) for game in held)
    first = {"event": 0, "at": before}
    LogBookmark.objects.update_or_create(pk=1, defaults={"at": before}, create_defaults=first)
    return appended


def _append_rows(games: QuerySet[Game], held: set[UUID]) -> int:
    """Append the entries of the rows of games; return how many.

    A game is noted as logged up to the row that it had when it was read, once its entries are in
    the log. What is held back is searched again.
    """
    found, appended = games.iterator(chunk_size=AT_ONCE), 0
    while some := list(islice(found, AT_ONCE)):
        rows = rows_with_entries([game.pk for game in some])
        appended += _append_all(rows, "created_at", entries_of_event, held)
        for game in some:
            if game.pk not in held and game.logged_seq < game.seq:
                Game.objects.filter(pk=game.pk).update(logged_seq=game.seq)
    return appended


def _entries_of(game: UUID) -> Iterator[LogEntry]:
    """Yield the entries of a game, those of rows in their order."""
    yield from chain.from_iterable(map(entries_of_creation, Game.objects.filter(pk=game)))
    yield from chain.from_iterable(map(entries_of_event, rows_with_entries([game])))
    seats = erased_seats(None).filter(game=game)
    yield from chain.from_iterable(map(entries_of_erasure, seats))


def _append_all(
    found: QuerySet[M], at: str, entries_of: Callable[[M], list[LogEntry]], held: set[UUID]
) -> int:
    """Append the entries of all rows found, some in a transaction; return how many.

    ``held`` gets the games of which an entry cannot stand in the log yet.
    """
    rows = found.iterator(chunk_size=AT_ONCE)
    appended = 0
    while some := list(islice(rows, AT_ONCE)):
        made = [(attrgetter(at)(row), entry) for row in some for entry in entries_of(row)]
        appended += _append(made, held)
    return appended


@transaction.atomic
def _append(made: list[tuple[datetime, LogEntry]], held: set[UUID]) -> int:
    """Append the entries that are new in the order of their times; return how many.

    One that cannot follow those of its game is held back.
    """
    lock_log()
    logged = LogEntry.objects.filter(game_id__in={entry.game_id for _, entry in made})
    known, order = set[tuple[UUID | None, str, int]](), GameOrder()
    for one in logged.order_by("number"):
        known.add((one.game_id, one.kind, one.length))
        order.add(entry_at(one))
    # Several names of a game that are erased bring along the same entries.
    found: dict[tuple[UUID | None, str, int], tuple[datetime, LogEntry]] = {}
    for at, one in made:
        found.setdefault((one.game_id, one.kind, one.length), (at, one))
    new = [found[place] for place in found if place not in known]
    new.sort(key=lambda one: (one[0], KINDS.index(one[1].kind)))
    fitting = []
    for _, one in new:
        if order.add(entry_at(one)) is None:
            fitting.append(one)
        elif one.game_id:
            held.add(one.game_id)
    return _store(fitting)


def _store(new: Sequence[LogEntry]) -> int:
    """Store entries after those that the log has; return how many."""
    first = log_size()
    for number, entry in enumerate(new, first):
        entry.number, entry.leaf = number, leaf_hash(stored_entry_text(entry)).hex()
        if entry.game_id is not None:
            entry.bucket = bucket_of(blinded(str(entry.game_id)))
    LogEntry.objects.bulk_create(new)
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
def log_opening(terms: TableTerms) -> None:
    """Append that a table has closed, and sign the log, before any share is opened.

    It is in the transaction that closes the table. So nothing can change the terms once a share is
    seen, and a client opens its share with the proof in hand.
    """
    _append_keys()
    _append([(terms.created_at, one) for one in entries_of_terms(terms)], set())
    _sign()


@transaction.atomic
def _append_keys() -> None:
    """Append what the log lacks about its keys.

    Its key announces the signing key, and takes over from the one before. Raises ``LogBroken`` if
    that one does not sign.
    """
    lock_log()
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
    _store([LogEntry(kind="key", length=0, text=record.text) for record in new])


def _record(by: SecretKey, key: SecretKey, use: KeyUse) -> KeyRecord:
    message = key_message(by.public, key.public, use)
    return KeyRecord(by.public, key.public, (by.sign(message), key.sign(message)), use)


@transaction.atomic
def _sign() -> Checkpoint | None:
    lock_log()
    size, latest = log_size(), latest_checkpoint()
    tree = LogTree()
    if latest is not None:
        _check_extends(tree, size, latest)
        if size == latest.size:
            return None
    if not size:
        return None
    _append_map()
    size += 1
    root = LogTree().root(size)
    signed = SignedCheckpoint(settings.LOG_ORIGIN, size, root)
    note = signed.with_lines(*_signature_lines(signed.text.encode())).note
    return Checkpoint.objects.create(size=size, root=root.hex(), at=stamp(now()), note=note)


def _append_map() -> None:
    """Append the root of the map, with the entries since the last one."""
    before = LogEntry.objects.filter(kind="map").order_by("number").last()
    entries = LogEntry.objects.filter(bucket__isnull=False).order_by("number")
    new = list(entries.filter(number__gt=before.number) if before else entries)
    buckets = {bucket_of(blinded(str(entry.game_id))) for entry in new}
    games = map_around(buckets)
    for entry in new:
        games.add(blinded(str(entry.game_id)), entry.number, bytes.fromhex(entry.leaf))
    root = games.root
    MapNode.objects.bulk_create(
        [MapNode(place=place, value=node.hex()) for place, node in games.nodes.items()],
        update_conflicts=True,
        unique_fields=["place"],
        update_fields=["value"],
    )
    _store([LogEntry(kind="map", length=0, text=map_text(root))])


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
    try:
        root = tree.root(latest.size).hex()
    except (LookupError, ValueError):
        root = ""  # entries are missing, or a leaf is no hash
    if root != latest.root:
        raise LogBroken(f"the first {latest.size} entries are not those that were signed")
