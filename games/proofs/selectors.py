"""Read the log: checkpoints, tiles and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeVar

import msgspec
from django.conf import settings
from django.db.models import F, Max, Model, Q, QuerySet

from games.audit.keys import KeyRecord, decode_record
from games.audit.note import (
    LOG_KEY,
    SignedCheckpoint,
    VerifierKey,
    parse_checkpoint,
    parse_signatures,
)
from games.audit.proof import (
    FACTS_OF_RESULTS,
    RESULTS,
    EntryKind,
    InclusionProof,
    blinded,
    created_digest,
    entry_text,
    erased_digest,
    key_entry,
    kinds_of_row,
)
from games.audit.tiles import TILE_WIDTH, TileAddress, join_entries
from games.errors import GameError
from games.ledger import signing
from games.ledger.packed_facts import UnreadableFacts, unpack_facts
from games.ledger.rows import stamp
from games.ledger.signatures import key_id
from games.ledger.signing import PublicKey
from games.models import Game, MoveEvent, Seat, TableTerms
from games.proofs.log_tree import LogTree, read_hashes
from games.proofs.models import Checkpoint, Cosignature, LogEntry

M = TypeVar("M", bound=Model)

MAX_COMPARED: Final = 5
"""A proof uses the one of this many checkpoints that has the most cosignatures."""


ProvenEntry = Literal["ended", "begun", "opened", "created", "cancelled", "erased"]
"""What can be proven of a game; ``ended`` is its newest result, of any kind."""


class NotInLog(GameError):
    """The log has no such entry of the game, or is not signed with it yet."""

    code = "not_in_log"


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An entry of a game, a checkpoint that has it, and the cosignatures of that."""

    entry: LogEntry
    checkpoint: Checkpoint
    cosignatures: tuple[Cosignature, ...]

    @property
    def proof(self) -> InclusionProof:
        """The proof as a file has it."""
        signed = with_cosignatures(self.checkpoint, self.cosignatures)
        path = LogTree().inclusion(self.entry.number, self.checkpoint.size)
        return InclusionProof(self.entry.number, tuple(path), signed, tuple(key_records()))


# ---- keys


def log_vkey(public: str, origin: str = "") -> VerifierKey:
    """Return a key of the log under its name, or a former name."""
    return VerifierKey(origin or settings.LOG_ORIGIN, LOG_KEY, bytes.fromhex(public))


def key_records() -> list[KeyRecord]:
    """Return the records of keys in the log, the oldest first."""
    entries = LogEntry.objects.filter(kind="key").order_by("number")
    return [decode_record(text) for text in entries.values_list("text", flat=True)]


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


def inclusion(game: Game, *, entry: ProvenEntry = "ended", seat: int | None = None) -> Inclusion:
    """Return what proves the newest result of a game, or another entry of it.

    Of the newest checkpoints with the entry, the one with the most cosignatures is taken; of
    erasures the newest, or that of a seat. Raises ``NotInLog``.
    """
    entries = LogEntry.objects.filter(game_id=game.pk)
    entries = entries.filter(kind__in=RESULTS if entry == "ended" else [entry])
    if seat is not None:
        entries = entries.filter(length=seat)
    found = entries.order_by("number").last()
    if found is None:
        raise NotInLog()
    signed = Checkpoint.objects.filter(size__gt=found.number).prefetch_related("cosignatures")
    newest = [(one, tuple(one.cosignatures.all())) for one in signed[:MAX_COMPARED]]
    if not newest:
        raise NotInLog()
    checkpoint, cosignatures = max(newest, key=lambda one: (len(one[1]), one[0].size))
    return Inclusion(found, checkpoint, cosignatures)


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


def stored_entry_text(entry: LogEntry) -> bytes:
    """Return the text of an entry."""
    if entry.text:
        return key_entry(decode_record(entry.text))
    return entry_text(entry.kind, entry.digest, blinded(str(entry.game_id)))


# ---- rows that make entries


def rows_with_entries(after: int) -> QuerySet[MoveEvent]:
    """Return the rows after a key that may make entries, as inserted.

    They are the first row of each game, and the rows from the time of its end on: no row of a game
    is earlier than the one before it.
    """
    rows = MoveEvent.objects.filter(Q(seq=1) | Q(created_at__gte=F("game__ended_at")))
    rows = rows.filter(pk__gt=after)
    return with_facts(rows.order_by("pk"))


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
    return entries_of_terms(event.game.terms) + made if event.seq == 1 else made


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
    seats = seats.select_related("player").order_by("player__erased_at", "pk")
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


def entries_of_erasure(seat: Seat) -> list[LogEntry]:
    """Return the entry of an erased name."""
    if seat.player is None or seat.player.erased_at is None:
        return []
    digest = erased_digest(str(seat.game_id), seat.number, stamp(seat.player.erased_at))
    return [LogEntry(game_id=seat.game_id, kind="erased", length=seat.number, digest=digest)]


def log_size() -> int:
    """Return how many entries the log has, signed or not."""
    last: int | None = LogEntry.objects.aggregate(last=Max("number"))["last"]
    return 0 if last is None else last + 1
