"""Entries of the log, and the proof that one is in it (c2sp.org/tlog-proof).

docs/log.md, *Verifying a game*, is the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from games.audit.note import (
    LOG_KEY,
    WITNESS_KEY,
    Checkpoint,
    NoteError,
    VerifierKey,
    decode_base64,
    encode_base64,
    parse_checkpoint,
    parse_vkey,
)
from games.audit.tiles import HASH_SIZE
from games.audit.tree import leaf_hash, verify_inclusion

ENTRY_FORMAT: Final = "fairdeal-log-v2"
PROOF_FORMAT: Final = "c2sp.org/tlog-proof@v1"

EntryKind = Literal["begun", "ended", "changed"]
KINDS: Final[tuple[EntryKind, ...]] = ("begun", "ended", "changed")
"""The kinds of entries, in the order in which those of one time are appended."""

FACTS_OF_KIND: Final[Mapping[EntryKind, str]] = {
    "ended": "game-ended",
    "changed": "result-changed",
}
"""The fact that makes a row an entry of a kind; row 1 is ``begun`` by its number."""

MAX_PATH_HASHES: Final = 63
"""The most hashes that a path has."""

ROW_LATE_SECONDS: Final = 60
"""A row is at most this much later than the cosignature of a checkpoint that has its entry."""

ROW_EARLY_SECONDS: Final = 600
"""A row is at most this much earlier than a checkpoint that has no entry for it."""


# ---- entries


def entry_text(kind: str, digest: str) -> bytes:
    """Return the entry of a row with a digest."""
    return f'{ENTRY_FORMAT}/{{"digest":"{digest}","kind":"{kind}"}}'.encode()


def entry_leaf(kind: str, digest: str) -> bytes:
    """Return the leaf hash of an entry."""
    return leaf_hash(entry_text(kind, digest))


def kinds_of_row(seq: int, facts: Sequence[str]) -> list[EntryKind]:
    """Return the kinds of a row's entries, given its number and its facts' names."""
    begun: list[EntryKind] = ["begun"] if seq == 1 else []
    return begun + [kind for kind, fact in FACTS_OF_KIND.items() if fact in facts]


class RowEntry(NamedTuple):
    """An entry for a row of a game: kind, row number, digest and time."""

    kind: EntryKind
    seq: int
    digest: str
    at: str

    @property
    def leaf(self) -> bytes:
        """The leaf hash."""
        return entry_leaf(self.kind, self.digest)

    @property
    def time(self) -> float:
        """The Unix time of the row; raises ValueError if ``at`` is not a time."""
        return datetime.strptime(self.at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC).timestamp()


def entries_of_rows(rows: Sequence[Mapping[str, Any]], digests: Sequence[str]) -> list[RowEntry]:
    """Return the entries that the rows of a bundle make, given the digest of each row."""
    return [
        RowEntry(kind, row["seq"], digest, row["at"])
        for row, digest in zip(rows, digests, strict=True)
        for kind in kinds_of_row(row["seq"], [fact["fact"] for fact in row["facts"]])
    ]


# ---- proofs


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """An entry's index, the path from its leaf to the root, and the checkpoint."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        """The form of a file."""
        hashes = "".join(f"{encode_base64(step)}\n" for step in self.path)
        return f"{PROOF_FORMAT}\nindex {self.index}\n{hashes}\n{self.checkpoint.note}"

    def leads_from(self, leaf: bytes) -> bool:
        """Whether the path leads from a leaf to the root that is signed."""
        signed = self.checkpoint
        return verify_inclusion(leaf, self.index, signed.size, self.path, signed.root)


LogFile: TypeAlias = InclusionProof | Checkpoint
"""What ``--checkpoint FILE`` takes: a proof, or a checkpoint alone."""

_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,17})")
_EXTRA: Final = re.compile(r"extra (\S*)")


def parse_log_file(source: bytes) -> LogFile:
    """Return the proof or the checkpoint of a file; raises ``NoteError``."""
    is_proof = source.startswith(f"{PROOF_FORMAT}\n".encode())
    return parse_proof(source) if is_proof else parse_checkpoint(source)


def parse_proof(source: bytes) -> InclusionProof:
    """Return the proof of a text; raises ``NoteError``. An ``extra`` line is ignored."""
    head, separator, note = source.partition(b"\n\n")
    try:
        format, *lines = head.decode().split("\n")
    except UnicodeDecodeError as error:
        raise NoteError("a proof is UTF-8") from error
    if format != PROOF_FORMAT or not separator:
        raise NoteError(f"a proof begins with {PROOF_FORMAT}, and has a checkpoint")
    if lines and (extra := _EXTRA.fullmatch(lines[0])):
        decode_base64(extra[1])
        lines = lines[1:]
    index = _INDEX.fullmatch(lines[0]) if lines else None
    if index is None:
        raise NoteError("a proof has the index of the entry")
    return InclusionProof(int(index[1]), parse_path(lines[1:]), parse_checkpoint(note))


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

    def times(self, checkpoint: Checkpoint) -> list[int]:
        """Return the times of the valid cosignatures, one for each witness."""
        times = (checkpoint.cosigned_at(key) for key in self.witnesses)
        return [time for time in times if time is not None]

    def is_met(self, checkpoint: Checkpoint) -> bool:
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
    entries: Sequence[RowEntry],
    *,
    log: VerifierKey | None = None,
    signer: bytes | None = None,
    policy: WitnessPolicy | None = None,
) -> Iterator[ProofFinding]:
    """Verify proofs and checkpoints against the entries that the rows of a game make.

    ``log`` is the key of the log; without it, it is ``signer``, the key that signed the bundle,
    under the name that each checkpoint says. Times are compared only with cosignatures that the
    policy checks. Of a file that the log did not sign nothing else is verified.
    """
    signed = [one for one in files if _is_signed(one, log, signer)]
    for _ in range(len(files) - len(signed)):
        yield ProofFinding("log-signature")
    proven = [_proven_entry(one, entries) for one in signed]
    for one, entry in zip(signed, proven, strict=True):
        if policy is not None and not policy.is_met(_checkpoint_of(one)):
            yield ProofFinding("witnesses")
        if isinstance(one, InclusionProof):
            yield from _entry_findings(entry, entries)
    if policy is not None:
        yield from _time_findings(signed, proven, policy)


def _is_signed(one: LogFile, log: VerifierKey | None, signer: bytes | None) -> bool:
    checkpoint = _checkpoint_of(one)
    key = log or (VerifierKey(checkpoint.origin, LOG_KEY, signer) if signer else None)
    return key is not None and checkpoint.origin == key.name and checkpoint.signed_by(key)


def _checkpoint_of(one: LogFile) -> Checkpoint:
    return one.checkpoint if isinstance(one, InclusionProof) else one


def _proven_entry(one: LogFile, entries: Sequence[RowEntry]) -> RowEntry | None:
    """Return the entry that a proof is about; None for a checkpoint alone."""
    if not isinstance(one, InclusionProof):
        return None
    return next((entry for entry in entries if one.leads_from(entry.leaf)), None)


def _entry_findings(proven: RowEntry | None, entries: Sequence[RowEntry]) -> Iterator[ProofFinding]:
    if proven is None:
        yield ProofFinding("log")
    elif proven.kind != "begun" and proven != _last_result(entries):
        yield ProofFinding("log", proven.seq)


def _last_result(entries: Sequence[RowEntry]) -> RowEntry | None:
    results = [entry for entry in entries if entry.kind != "begun"]
    return max(results, key=lambda entry: (entry.seq, KINDS.index(entry.kind)), default=None)


def _time_findings(
    files: Sequence[LogFile], proven: Sequence[RowEntry | None], policy: WitnessPolicy
) -> Iterator[ProofFinding]:
    proofs = [
        (one, entry)
        for one, entry in zip(files, proven, strict=True)
        if isinstance(one, InclusionProof) and entry is not None
    ]
    for one, entry in proofs:
        if times := policy.times(one.checkpoint):
            yield from _late(entry, max(times) + ROW_LATE_SECONDS)
    for alone in files:
        if isinstance(alone, Checkpoint) and (times := policy.times(alone)):
            for one, entry in proofs:
                if alone.size <= one.index:
                    yield from _early(entry, max(times) - ROW_EARLY_SECONDS)


def _late(entry: RowEntry, latest: float) -> Iterator[ProofFinding]:
    if _time(entry) is None or entry.time > latest:
        yield ProofFinding("log-time", entry.seq)


def _early(entry: RowEntry, earliest: float) -> Iterator[ProofFinding]:
    if _time(entry) is None or entry.time < earliest:
        yield ProofFinding("log-time", entry.seq)


def _time(entry: RowEntry) -> float | None:
    try:
        return entry.time
    except ValueError:
        return None
