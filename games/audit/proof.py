"""Entries of the log, and the proof that one is in it (c2sp.org/tlog-proof).

docs/log.md, *Verifying a game*, is the specification.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from games.audit.keys import KeyRecord, decode_records, encode_records
from games.audit.note import (
    LOG_KEY,
    WITNESS_KEY,
    NoteError,
    SignedCheckpoint,
    VerifierKey,
    decode_base64,
    encode_base64,
    parse_checkpoint,
    parse_vkey,
)
from games.audit.tiles import HASH_SIZE
from games.audit.tree import leaf_hash, verify_inclusion
from games.ledger.sealing import canonical

ENTRY_FORMAT: Final = "fairdeal-log-v3"
PROOF_FORMAT: Final = "c2sp.org/tlog-proof@v1"

EntryKind = Literal["created", "opened", "begun", "ended", "void", "changed", "cancelled", "erased"]
KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
"""The kinds of entries, in the order in which those of one time are appended."""

RESULTS: Final[tuple[EntryKind, ...]] = ("ended", "void", "changed")
"""The kinds whose row has a result of the game."""

FACTS_OF_RESULTS: Final = ("game-ended", "result-changed")
"""The facts that make a row an entry; row 1 is ``begun`` by its number."""

MAX_PATH_HASHES: Final = 63
"""The most hashes that a path has."""

ROW_LATE_SECONDS: Final = 60
"""A row is at most this much later than the cosignature of a checkpoint that has its entry."""

ROW_EARLY_SECONDS: Final = 600
"""A row is at most this much earlier than a checkpoint that has no entry for it."""


# ---- entries


def blinded(game: str) -> str:
    """Return the hash that stands for a game's id in its entries."""
    return sha256(f"{ENTRY_FORMAT}/game/{game}".encode()).hexdigest()


def entry_text(kind: str, digest: str, game: str) -> bytes:
    """Return the entry of a digest; ``game`` is the blinded id."""
    return f'{ENTRY_FORMAT}/{{"digest":"{digest}","game":"{game}","kind":"{kind}"}}'.encode()


def created_digest(game: str, commitment: str) -> str:
    """Return the digest of the entries ``created`` and ``cancelled`` of a game."""
    return _digest("created", {"commitment": commitment, "game": game})


def erased_digest(game: str, seat: int, at: str) -> str:
    """Return the digest of the entry ``erased`` of the name of a seat."""
    return _digest("erased", {"at": at, "game": game, "seat": seat})


def erased_entry(game: str, seat: int, at: str) -> GameEntry:
    """Return the entry of the erased name of a seat."""
    return GameEntry("erased", 0, erased_digest(game, seat, at), at, blinded(game))


def _digest(word: str, content: object) -> str:
    return sha256(f"fairdeal-seal-v3/{word}/".encode() + canonical(content)).hexdigest()


def kinds_of_row(seq: int, facts: Sequence[Mapping[str, Any]]) -> list[EntryKind]:
    """Return the kinds of a row's entries, given its number and its facts."""
    kinds: list[EntryKind] = ["begun"] if seq == 1 else []
    ends = [fact for fact in facts if fact["fact"] == "game-ended"]
    if ends:
        kinds.append("void" if ends[-1].get("why") == "void" else "ended")
    if any(fact["fact"] == "result-changed" for fact in facts):
        kinds.append("changed")
    return kinds


def key_entry(record: KeyRecord) -> bytes:
    """Return the entry of a record of keys."""
    return f"{ENTRY_FORMAT}/{record.text}".encode()


def key_records(entries: Iterable[bytes]) -> list[KeyRecord]:
    """Return the records of keys among entries; those that are none are left out."""
    contents = (entry.partition(b"/")[2] for entry in entries if b'"kind":"key"' in entry)
    return [record for content in contents for record in decode_records(b"[%b]" % content)]


class OpenGame(NamedTuple):
    """A game without an end: kind and number of its last entry, blinded id."""

    kind: str
    number: int
    game: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number} {self.game}"


def open_games(entries: Iterable[bytes]) -> list[OpenGame]:
    """Return the games that by the entries of a log have no end."""
    found: dict[str, OpenGame] = {}
    for number, text in enumerate(entries):
        entry = json.loads(text.partition(b"/")[2])
        kind, game = entry["kind"], entry.get("game")
        if kind in ("created", "opened", "begun"):
            found[game] = OpenGame(kind, number, game)
        elif kind in ("ended", "void", "cancelled"):
            found.pop(game, None)
    return sorted(found.values(), key=lambda one: one.number)


class GameEntry(NamedTuple):
    """An entry of a game: kind, number of the row, digest, time and blinded id.

    ``seq`` is 0 if it is of no row. Erasures and ``opened`` have a time; else ``at`` is empty.
    """

    kind: EntryKind
    seq: int
    digest: str
    at: str
    game: str

    @property
    def leaf(self) -> bytes:
        """The leaf hash."""
        return leaf_hash(entry_text(self.kind, self.digest, self.game))

    @property
    def order(self) -> tuple[int, int]:
        """What ascends with the index in the log; an erasure has no such place."""
        return self.seq, KINDS.index(self.kind)

    @property
    def time(self) -> float:
        """The Unix time; raises ValueError if ``at`` is not a time."""
        return datetime.strptime(self.at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC).timestamp()


def entries_of_game(
    game: str,
    commitment: str,
    terms: tuple[str, str] | None = None,
    rows: Sequence[Mapping[str, Any]] = (),
    digests: Sequence[str] = (),
) -> list[GameEntry]:
    """Return the entries of a game, given its head, its rows and the digest of each.

    ``terms`` are the digest and the time of row 0.
    """
    of_rows = [
        GameEntry(kind, row["seq"], digest, row["at"], blinded(game))
        for row, digest in zip(rows, digests, strict=True)
        for kind in kinds_of_row(row["seq"], row["facts"])
    ]
    created = GameEntry("created", 0, created_digest(game, commitment), "", blinded(game))
    opened = [GameEntry("opened", 0, *terms, blinded(game))] if terms else []
    return [created, *opened, *of_rows]


# ---- proofs


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """An entry's index, its path to the root, the checkpoint, records of keys."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: SignedCheckpoint
    records: tuple[KeyRecord, ...] = ()

    @property
    def text(self) -> str:
        """The form of a file."""
        hashes = "".join(f"{encode_base64(step)}\n" for step in self.path)
        extra = f"extra {encode_base64(encode_records(self.records))}\n" if self.records else ""
        return f"{PROOF_FORMAT}\n{extra}index {self.index}\n{hashes}\n{self.checkpoint.note}"

    def leads_from(self, leaf: bytes) -> bool:
        """Whether the path leads from a leaf to the root that is signed."""
        signed = self.checkpoint
        return verify_inclusion(leaf, self.index, signed.size, self.path, signed.root)


LogFile: TypeAlias = InclusionProof | SignedCheckpoint
"""What ``--checkpoint FILE`` takes: a proof, or a checkpoint alone."""

_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,17})")
_EXTRA: Final = re.compile(r"extra (\S*)")


def parse_log_file(source: bytes) -> LogFile:
    """Return the proof or the checkpoint of a file; raises ``NoteError``."""
    is_proof = source.startswith(f"{PROOF_FORMAT}\n".encode())
    return parse_proof(source) if is_proof else parse_checkpoint(source)


def parse_proof(source: bytes) -> InclusionProof:
    """Return the proof of a text; raises ``NoteError``.

    An ``extra`` line that has no records of keys is ignored.
    """
    head, separator, note = source.partition(b"\n\n")
    try:
        format, *lines = head.decode().split("\n")
    except UnicodeDecodeError as error:
        raise NoteError("a proof is UTF-8") from error
    if format != PROOF_FORMAT or not separator:
        raise NoteError(f"a proof begins with {PROOF_FORMAT}, and has a checkpoint")
    records: tuple[KeyRecord, ...] = ()
    if lines and (extra := _EXTRA.fullmatch(lines[0])):
        records = decode_records(decode_base64(extra[1]))
        lines = lines[1:]
    index = _INDEX.fullmatch(lines[0]) if lines else None
    if index is None:
        raise NoteError("a proof has the index of the entry")
    path, checkpoint = parse_path(lines[1:]), parse_checkpoint(note)
    return InclusionProof(int(index[1]), path, checkpoint, records)


def parse_path(lines: Sequence[str]) -> tuple[bytes, ...]:
    """Return the hashes of a path, one a line; raises ``NoteError``."""
    path = tuple(map(decode_base64, lines))
    if len(path) > MAX_PATH_HASHES or any(len(step) != HASH_SIZE for step in path):
        raise NoteError(f"a path has at most {MAX_PATH_HASHES} hashes of 32 bytes")
    return path


# ---- witnesses


@dataclass(frozen=True, slots=True)
class WitnessPolicy:
    """How many cosignatures a checkpoint must have, by different witnesses of a list."""

    needed: int
    witnesses: tuple[VerifierKey, ...]

    def __str__(self) -> str:
        keys = ",".join(map(str, self.witnesses))
        return f"{self.needed}of{len(self.witnesses)}:{keys}"

    def times(self, checkpoint: SignedCheckpoint) -> list[int]:
        """Return the times of the valid cosignatures, one for each witness."""
        times = (checkpoint.cosigned_at(key) for key in self.witnesses)
        return [time for time in times if time is not None]

    def is_met(self, checkpoint: SignedCheckpoint) -> bool:
        """Whether enough witnesses cosigned."""
        return len(self.times(checkpoint)) >= self.needed


_POLICY: Final = re.compile(r"([1-9][0-9]?)of([1-9][0-9]?):(.+)")


def parse_policy(text: str) -> WitnessPolicy:
    """Return the policy of ``KofN:VKEY,…``; raises ``NoteError``."""
    found = _POLICY.fullmatch(text)
    if found is None:
        raise NoteError("a policy has the form KofN:VKEY,VKEY,…")
    needed, many = int(found[1]), int(found[2])
    keys = tuple(map(parse_vkey, found[3].split(",")))
    if any(key.kind != WITNESS_KEY for key in keys):
        raise NoteError("a policy names keys of witnesses, of type 4")
    if len({key.name for key in keys}) != len(keys) or len({key.public for key in keys}) != many:
        raise NoteError(f"a policy {needed}of{many} names {many} different witnesses")
    if needed > many:
        raise NoteError(f"{needed} of {many} witnesses cannot sign")
    return WitnessPolicy(needed, keys)


# ---- verification of a game

ProofCode = Literal["log-signature", "witnesses", "log", "log-time"]


class ProofFinding(NamedTuple):
    """What is wrong with a proof or checkpoint of a game, at a row (0: at none)."""

    code: ProofCode
    seq: int = 0


def log_findings(
    files: Sequence[LogFile],
    entries: Sequence[GameEntry],
    *,
    log: VerifierKey | None = None,
    keys: Collection[str] = (),
    policy: WitnessPolicy | None = None,
) -> Iterator[ProofFinding]:
    """Verify proofs and checkpoints against the entries of a game.

    ``log`` is the key of the log, ``keys`` are others that count in its place: under the same
    name, or without ``log`` under the name that each checkpoint says. Times are compared only with
    cosignatures that the policy checks. Of a file that the log did not sign nothing else is
    verified.
    """
    signed = [one for one in files if _is_signed(_checkpoint_of(one), log, keys)]
    for _ in range(len(files) - len(signed)):
        yield ProofFinding("log-signature")
    proven = [_proven_entry(one, entries) for one in signed]
    proofs = [
        (one, entry)
        for one, entry in zip(signed, proven, strict=True)
        if isinstance(one, InclusionProof) and entry is not None
    ]
    for one, entry in zip(signed, proven, strict=True):
        if policy is not None and not policy.is_met(_checkpoint_of(one)):
            yield ProofFinding("witnesses")
        if isinstance(one, InclusionProof):
            yield from _entry_findings(entry, entries)
    yield from _order_findings(one for one in proofs if one[1].kind != "erased")
    if policy is not None:
        yield from _time_findings(signed, [one for one in proofs if one[1].at], policy)


def _is_signed(one: SignedCheckpoint, log: VerifierKey | None, keys: Collection[str]) -> bool:
    if log is not None and (one.origin != log.name or one.signed_by(log)):
        return one.origin == log.name
    return any(one.signed_by(VerifierKey(one.origin, LOG_KEY, bytes.fromhex(key))) for key in keys)


def _checkpoint_of(one: LogFile) -> SignedCheckpoint:
    return one.checkpoint if isinstance(one, InclusionProof) else one


def _proven_entry(one: LogFile, entries: Sequence[GameEntry]) -> GameEntry | None:
    """Return the entry that a proof is about; None for a checkpoint alone."""
    if not isinstance(one, InclusionProof):
        return None
    return next((entry for entry in entries if one.leads_from(entry.leaf)), None)


def _entry_findings(
    proven: GameEntry | None, entries: Sequence[GameEntry]
) -> Iterator[ProofFinding]:
    if proven is None:
        yield ProofFinding("log")
    elif proven.kind in RESULTS and proven != _last_result(entries):
        yield ProofFinding("log", proven.seq)


def _last_result(entries: Sequence[GameEntry]) -> GameEntry | None:
    results = [entry for entry in entries if entry.kind in RESULTS]
    return max(results, key=lambda entry: entry.order, default=None)


def _order_findings(proofs: Iterable[tuple[InclusionProof, GameEntry]]) -> Iterator[ProofFinding]:
    """Yield the entries with an index below that of what came before."""
    ordered = sorted((entry.order, proof.index) for proof, entry in proofs)
    for (_, before), ((seq, _), after) in pairwise(ordered):
        if after < before:
            yield ProofFinding("log", seq)


def _time_findings(
    files: Sequence[LogFile],
    proofs: Sequence[tuple[InclusionProof, GameEntry]],
    policy: WitnessPolicy,
) -> Iterator[ProofFinding]:
    for one, entry in proofs:
        if times := policy.times(one.checkpoint):
            yield from _late(entry, max(times) + ROW_LATE_SECONDS)
    for alone in files:
        if isinstance(alone, SignedCheckpoint) and (times := policy.times(alone)):
            for one, entry in proofs:
                if alone.size <= one.index:
                    yield from _early(entry, max(times) - ROW_EARLY_SECONDS)


def _late(entry: GameEntry, latest: float) -> Iterator[ProofFinding]:
    if _time(entry) is None or entry.time > latest:
        yield ProofFinding("log-time", entry.seq)


def _early(entry: GameEntry, earliest: float) -> Iterator[ProofFinding]:
    if _time(entry) is None or entry.time < earliest:
        yield ProofFinding("log-time", entry.seq)


def _time(entry: GameEntry) -> float | None:
    try:
        return entry.time
    except ValueError:
        return None
