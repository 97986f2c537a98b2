"""Read the log: checkpoints, tiles and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import chain
from typing import Final, TypeVar, cast
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import F, Max, Model, Q, QuerySet

from games.audit.game_map import GameMap, around, bucket_of
from games.audit.keys import MAX_RECORDS, KeyRecord, decode_record
from games.audit.log_order import GameEntryAt
from games.audit.note import (
    LOG_KEY,
    SignedCheckpoint,
    VerifierKey,
    parse_checkpoint,
    parse_signatures,
)
from games.audit.proof import (
    FACTS_OF_RESULTS,
    EntryKind,
    GameProof,
    LoggedEntry,
    ProofExtra,
    blinded,
    created_digest,
    entry_text,
    erased_digest,
    kinds_of_row,
    text_entry,
)
from games.audit.tiles import TILE_WIDTH, TileAddress, join_entries
from games.errors import GameError
from games.ledger import signing
from games.ledger.packed_facts import UnreadableFacts, unpack_facts
from games.ledger.rows import stamp
from games.ledger.signatures import key_id
from games.ledger.signing import PublicKey
from games.models import NOT_LOGGED, Game, MoveEvent, Seat, TableTerms
from games.proofs.log_tree import LogTree, read_hashes
from games.proofs.models import Checkpoint, Cosignature, LogEntry, MapNode

M = TypeVar("M", bound=Model)

LOCK: Final = 0x6661697264656C
"""The number of the lock that is held while the log is written."""

MAX_NEWER_ENTRIES: Final = 500
"""How many entries a cosigned checkpoint may lack at most, to be that of a proof."""

AT_ONCE: Final = 500
"""How many nodes of the map one query reads, by their places."""


class NotInLog(GameError):
    """The log has no entry of the game, or is not signed with one yet."""

    code = "not_in_log"


# ---- keys


def log_vkey(public: str, origin: str = "") -> VerifierKey:
    """Return a key of the log under its name, or a former name."""
    return VerifierKey(origin or settings.LOG_ORIGIN, LOG_KEY, bytes.fromhex(public))


def key_records() -> list[KeyRecord]:
    """Return the records of keys in the log, the oldest first."""
    entries = LogEntry.objects.filter(kind="key").order_by("number")
    return [decode_record(text) for text in entries.values_list("text", flat=True)]


def shown_records() -> list[KeyRecord]:
    """Return the newest records, as many as a verifier reads.

    They are connected: each is by the key of the log to which those before it lead.
    """
    return key_records()[-MAX_RECORDS:]


def signing_keys() -> list[PublicKey]:
    """Return the keys of heads and bundles: the one in use, then those before it."""
    now = signing.public_key()
    return [now, *_retired(now.public, [one.key for one in key_records() if one.use == "signing"])]


def log_keys() -> list[PublicKey]:
    """Return the keys of the log: the one in use, then those before it."""
    now = signing.log_key().public
    records = key_records()
    others = [key for one in records for key in (one.by, *([one.key] if one.use == "log" else []))]
    return [PublicKey(key_id(now), now), *_retired(now, others)]


def _retired(now: str, keys: Iterable[str]) -> list[PublicKey]:
    """Return other keys than the present one, the latest first."""
    others = [key for key in dict.fromkeys(keys) if key != now]
    return [PublicKey(key_id(key), key, retired=True) for key in reversed(others)]


# ---- checkpoints and proofs


def latest_checkpoint() -> Checkpoint | None:
    """Return the newest checkpoint; None before the first."""
    return Checkpoint.objects.first()


def signed_size() -> int:
    """Return how many entries the newest checkpoint has."""
    latest = latest_checkpoint()
    return latest.size if latest else 0


def with_cosignatures(
    checkpoint: Checkpoint, cosignatures: Iterable[Cosignature]
) -> SignedCheckpoint:
    """Return a checkpoint as it is served: its note, and the lines of its witnesses."""
    lines = [line for one in cosignatures for line in parse_signatures(one.line)]
    return parse_checkpoint(checkpoint.note.encode()).with_lines(*lines)


def signed_entries(game: Game, latest: Checkpoint) -> QuerySet[LogEntry]:
    """Return the entries of a game in the log as it was signed last."""
    return LogEntry.objects.filter(game_id=game.pk, number__lt=latest.size).order_by("number")


@transaction.atomic
def proof_of(game: Game) -> GameProof:
    """Return the proof of what the log has of a game; raises ``NotInLog``."""
    lock_log(to_read=True)
    latest = latest_checkpoint()
    newest = signed_entries(game, latest).last() if latest else None
    if latest is None or newest is None:
        raise NotInLog()
    signed_size, latest = latest.size, _cosigned_with(newest, latest) or latest
    bucket, last, tree = bucket_of(blinded(str(game.pk))), latest.size - 1, LogTree()

    def path(one: LogEntry) -> tuple[str, ...]:
        """Return the path of an entry of the game; none of those beside it in the bucket."""
        steps = tree.inclusion(one.number, latest.size) if one.game_id == game.pk else ()
        return tuple(step.hex() for step in steps)

    entries = LogEntry.objects.filter(bucket=bucket, number__lt=last).order_by("number")
    extra = ProofExtra(
        tuple((one.number, _logged(one), path(one)) for one in entries),
        tuple(node.hex() for node in _map_at(last, bucket, signed_size).path(bucket)),
        tuple(shown_records()),
    )
    signed = with_cosignatures(latest, latest.cosignatures.all())
    return GameProof(extra, tuple(tree.inclusion(last, latest.size)), signed)


def _cosigned_with(entry: LogEntry, latest: Checkpoint) -> Checkpoint | None:
    """Return the newest cosigned checkpoint with an entry.

    None if it is too old, or if keys that sign the log now have not signed it.
    """
    least = max(entry.number, latest.size - MAX_NEWER_ENTRIES)
    signed = Checkpoint.objects.filter(size__gt=least, cosignatures__isnull=False)
    found = signed.order_by("-size").first()
    return found if found and _signers(latest) <= _signers(found) else None


def _signers(checkpoint: Checkpoint) -> set[tuple[str, bytes]]:
    lines = parse_checkpoint(checkpoint.note.encode()).signatures
    return {(line.name, line.key_id) for line in lines}


def _map_at(last: int, bucket: int, signed_size: int) -> GameMap:
    """Return the map of entry ``last`` around a bucket, without what was signed since."""
    newer = LogEntry.objects.filter(number__gt=last, number__lt=signed_size)
    changed = {one for one in newer.values_list("bucket", flat=True) if one is not None}
    games = map_around([bucket, *changed])
    games.empty(changed)
    older = LogEntry.objects.filter(bucket__in=changed, number__lt=last).order_by("number")
    for one in older:
        games.add(blinded(str(one.game_id)), one.number, bytes.fromhex(one.leaf))
    return games


def _logged(entry: LogEntry) -> LoggedEntry:
    return LoggedEntry(entry.digest, blinded(str(entry.game_id)), entry.kind)


def map_around(buckets: Iterable[int]) -> GameMap:
    """Return the map as it was last signed: its nodes around some buckets."""
    places = sorted({1, *chain.from_iterable(chain.from_iterable(map(around, buckets)))})
    found = GameMap()
    for first in range(0, len(places), AT_ONCE):
        some = places[first : first + AT_ONCE]
        found.nodes |= stored_nodes(MapNode.objects.filter(place__in=some))
    return found


def stored_nodes(nodes: QuerySet[MapNode]) -> dict[int, bytes]:
    """Return the hashes of nodes by their place."""
    return {place: bytes.fromhex(value) for place, value in nodes.values_list("place", "value")}


def lock_log(*, to_read: bool = False) -> None:
    """Lock the log for other writers until the transaction ends.

    SQLite's transactions wait for each other, or see nothing of each other, anyway.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        lock = "pg_advisory_xact_lock_shared" if to_read else "pg_advisory_xact_lock"
        with database.cursor() as cursor:
            cursor.execute(f"SELECT {lock}(%s)", [LOCK])


# ---- tiles


def read_tile(address: TileAddress, size: int) -> bytes | None:
    """Return a tile of the first ``size`` entries; None if they do not fill it."""
    start = address.number * TILE_WIDTH
    end = start + address.width
    if address.level is None:
        return _entries(start, end) if end <= size else None
    has = size // TILE_WIDTH**address.level
    return b"".join(read_hashes(address.level, start, end)) if end <= has else None


def _entries(start: int, end: int) -> bytes:
    found = LogEntry.objects.filter(number__gte=start, number__lt=end).order_by("number")
    return join_entries(list(map(stored_entry_text, found)))


def entry_at(entry: LogEntry) -> GameEntryAt:
    """Return an entry of a game as its order needs it."""
    return GameEntryAt(cast(EntryKind, entry.kind), entry.number, str(entry.game_id))


def stored_entry_text(entry: LogEntry) -> bytes:
    """Return the text of an entry."""
    if entry.text:
        return text_entry(entry.text)
    return entry_text(entry.kind, entry.digest, blinded(str(entry.game_id)))


# ---- rows that make entries


def not_logged_games() -> QuerySet[Game]:
    """Return the games with rows that may make entries, the newest first.

    They are found by what they are, and not by when they became so: one whose transaction commits
    late is found then, and each shard finds its own.
    """
    return Game.objects.filter(NOT_LOGGED).order_by("-created_at").only("seq", "logged_seq")


def rows_with_entries(games: Iterable[UUID]) -> QuerySet[MoveEvent]:
    """Return the rows of games that may make entries, in their order.

    They are the first row of each game, and the rows from the time of its end on: no row of a game
    is earlier than the one before it.
    """
    rows = MoveEvent.objects.filter(Q(seq=1) | Q(created_at__gte=F("game__ended_at")))
    return with_facts(rows.filter(game__in=games).order_by("game", "seq"))


def with_facts(rows: QuerySet[MoveEvent]) -> QuerySet[MoveEvent]:
    """Read only the columns that ``entries_of_event`` needs."""
    rows = rows.select_related("game__terms")
    columns = ("seq", "digest", "facts", "created_at")
    return rows.only("game__commitment", "game__why", "game__terms__digest", *columns)


def entries_of_event(event: MoveEvent) -> list[LogEntry]:
    """Return the entries of a row; row 1 brings those of what came before it."""
    made = [
        LogEntry(game_id=event.game_id, kind=kind, length=event.seq, digest=event.digest)
        for kind in _kinds_of_event(event)
    ]
    return _entries_of_table(event.game) + made if event.seq == 1 else made


def _kinds_of_event(event: MoveEvent) -> list[EntryKind]:
    """Return the kinds of the entries of a row; unreadable facts make none."""
    facts = []
    with suppress(UnreadableFacts, msgspec.MsgspecError):
        stored = unpack_facts(event.facts)
        # Few rows have a result, so the others are not decoded.
        if any(b'"fact":"%b"' % fact.encode() in stored for fact in FACTS_OF_RESULTS):
            facts = msgspec.json.decode(stored)
    return kinds_of_row(event.seq, facts)


# ---- entries of no row


def created_games(since: datetime | None) -> QuerySet[Game]:
    """Return the games created after a time, or all."""
    return _after("created_at", since, _games().order_by("created_at", "pk"))


def _games() -> QuerySet[Game]:
    return Game.objects.only("commitment", "why", "created_at", "ended_at")


def closed_tables(since: datetime | None) -> QuerySet[TableTerms]:
    """Return the terms of the tables closed after a time, or all."""
    terms = TableTerms.objects.select_related("game").order_by("created_at", "pk")
    terms = terms.only("digest", "created_at", "game__commitment", "game__why")
    return _after("created_at", since, terms)


def cancelled_games(since: datetime | None) -> QuerySet[Game]:
    """Return the games cancelled after a time, or all."""
    games = _games().filter(why__in=Game.CANCELLED).order_by("ended_at", "pk")
    return _after("ended_at", since, games)


def erased_seats(since: datetime | None) -> QuerySet[Seat]:
    """Return the seats of closed tables whose names were erased after a time."""
    has_terms = Q(game__seq__gt=0) | Q(game__status=Game.Status.OPENING)
    seats = Seat.objects.filter(has_terms, player__erased_at__isnull=False)
    seats = seats.select_related("player", "game__terms").order_by("player__erased_at", "pk")
    return _after("player__erased_at", since, seats)


def _after(column: str, since: datetime | None, rows: QuerySet[M]) -> QuerySet[M]:
    return rows if since is None else rows.filter(**{f"{column}__gt": since})


def entries_of_creation(game: Game) -> list[LogEntry]:
    """Return the entries of a created game: ``created``, and ``cancelled`` if it is."""
    kinds = ["created", "cancelled"] if game.why in Game.CANCELLED else ["created"]
    digest = created_digest(str(game.pk), game.commitment)
    return [LogEntry(game_id=game.pk, kind=kind, length=0, digest=digest) for kind in kinds]


def entries_of_terms(terms: TableTerms) -> list[LogEntry]:
    """Return the entry of a closed table, after that of the creation."""
    opened = LogEntry(game_id=terms.game_id, kind="opened", length=0, digest=terms.digest)
    return [*entries_of_creation(terms.game), opened]


def _entries_of_table(game: Game) -> list[LogEntry]:
    """Return the entries of a game before its rows; ``opened`` only if it has terms."""
    terms = getattr(game, "terms", None)
    return entries_of_creation(game) if terms is None else entries_of_terms(terms)


def entries_of_erasure(seat: Seat) -> list[LogEntry]:
    """Return the entry of an erased name, after that of the terms."""
    if seat.player is None or seat.player.erased_at is None:
        return []
    digest = erased_digest(str(seat.game_id), seat.number, stamp(seat.player.erased_at))
    erased = LogEntry(game_id=seat.game_id, kind="erased", length=seat.number, digest=digest)
    return [*_entries_of_table(seat.game), erased]


def log_size() -> int:
    """Return how many entries the log has, signed or not."""
    last: int | None = LogEntry.objects.aggregate(last=Max("number"))["last"]
    return 0 if last is None else last + 1
