"""Read the log: checkpoints, tiles and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from django.conf import settings
from django.db.models import F, Max, Q, QuerySet

from games.audit.note import LOG_KEY, VerifierKey, parse_checkpoint, parse_signatures
from games.audit.note import Checkpoint as SignedCheckpoint
from games.audit.proof import FACTS_OF_KIND, EntryKind, InclusionProof, entry_text, kinds_of_row
from games.audit.tiles import TILE_WIDTH, TileAddress, join_entries
from games.checkpoints.log_tree import LogTree, read_hashes
from games.checkpoints.models import Checkpoint, Cosignature, LogEntry
from games.errors import GameError
from games.ledger.packed_facts import UnreadableFacts, unpack_facts
from games.ledger.signing import PublicKey
from games.models import Game, MoveEvent

MAX_COMPARED: Final = 5
"""A proof uses the one of this many checkpoints that has the most cosignatures."""


class NotInLog(GameError):
    """The log has no such entry of the game, or is not signed with it yet."""

    code = "not_in_log"
    status = 409


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
        return InclusionProof(self.entry.number, tuple(path), signed)


# ---- keys


def log_key(key: PublicKey) -> VerifierKey:
    """Return a key of the server under the name of its log."""
    return VerifierKey(settings.LOG_ORIGIN, LOG_KEY, bytes.fromhex(key.public))


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


def inclusion(game: Game, *, entry: Literal["begun", "ended"] = "ended") -> Inclusion:
    """Return what proves the newest result of a game, or its beginning.

    Of the newest checkpoints with the entry, the one with the most cosignatures is taken. Raises
    ``NotInLog``.
    """
    kinds: list[EntryKind] = ["begun"] if entry == "begun" else ["ended", "changed"]
    entries = LogEntry.objects.filter(game_id=game.pk, kind__in=kinds)
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
    return join_entries([stored_entry_text(entry) for entry in found.only("kind", "digest")])


def stored_entry_text(entry: LogEntry) -> bytes:
    """Return the text of an entry."""
    return entry_text(entry.kind, entry.digest)


# ---- rows that make entries


def rows_with_entries() -> QuerySet[MoveEvent]:
    """Return the rows that may make entries, in the order in which they were inserted.

    They are the first row of each game, and the rows from the time of its end on: no row of a game
    is earlier than the one before it.
    """
    rows = MoveEvent.objects.filter(Q(seq=1) | Q(created_at__gte=F("game__ended_at")))
    return with_facts(rows.order_by("pk"))


def with_facts(rows: QuerySet[MoveEvent]) -> QuerySet[MoveEvent]:
    """Read only the columns that ``kinds_of_event`` and entries need."""
    return rows.only("game_id", "seq", "digest", "facts", "created_at")


def kinds_of_event(event: MoveEvent) -> list[EntryKind]:
    """Return the kinds of the entries that a row makes; unreadable facts make none."""
    try:
        stored = unpack_facts(event.facts)
    except UnreadableFacts:
        stored = b""
    facts = [fact for fact in FACTS_OF_KIND.values() if b'"fact":"%b"' % fact.encode() in stored]
    return kinds_of_row(event.seq, facts)


def log_size() -> int:
    """Return how many entries the log has, signed or not."""
    last: int | None = LogEntry.objects.aggregate(last=Max("number"))["last"]
    return 0 if last is None else last + 1
