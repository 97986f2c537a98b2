"""Entries of the log, and the proof of all that a game has there.

docs/log.md, *Verifying a game*, is the specification.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import zip_longest
from math import nan
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Meta

from games.audit.game_map import EMPTY, LEVELS, bucket_hash, bucket_of, map_root
from games.audit.keys import MAX_RECORDS, KeyRecord, decode_records
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

ENTRY_FORMAT: Final = "fairdeal-log-v4"
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
    return sha256(f"fairdeal-seal-v4/{word}/".encode() + canonical(content)).hexdigest()


def kinds_of_row(seq: int, facts: Sequence[Mapping[str, Any]]) -> list[EntryKind]:
    """Return the kinds of a row's entries, given its number and its facts."""
    kinds: list[EntryKind] = ["begun"] if seq == 1 else []
    ends = [fact for fact in facts if fact["fact"] == "game-ended"]
    if ends:
        kinds.append("void" if ends[-1].get("why") == "void" else "ended")
    if any(fact["fact"] == "result-changed" for fact in facts):
        kinds.append("changed")
    return kinds


def is_map(entry: bytes) -> bool:
    """Whether an entry says to be a map."""
    return entry.startswith(text_entry('{"kind":"map"'))


def text_entry(text: str) -> bytes:
    """Return the entry of no game with a JSON text: of keys, or of the map."""
    return f"{ENTRY_FORMAT}/{text}".encode()


def map_text(root: bytes) -> str:
    """Return the JSON of a map, the entry that ends each signed log."""
    return f'{{"kind":"map","root":"{root.hex()}"}}'


def key_records(entries: Iterable[bytes]) -> list[KeyRecord]:
    """Return the records of keys among entries; those that are none are left out."""
    contents = (entry.partition(b"/")[2] for entry in entries if b'"kind":"key"' in entry)
    return [record for content in contents for record in decode_records(b"[%b]" % content)]


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
    def logged(self) -> LoggedEntry:
        """The entry as it is in the log."""
        return LoggedEntry(self.digest, self.game, self.kind)

    @property
    def time(self) -> float:
        """The Unix time; NaN if ``at`` is not a time."""
        with suppress(ValueError):
            return datetime.strptime(f"{self.at}+0000", "%Y-%m-%dT%H:%M:%S.%fZ%z").timestamp()
        return nan


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

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class LoggedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a game as it is in the log; ``game`` is the blinded id."""

    digest: Hash
    game: Hash
    kind: Annotated[str, Meta(pattern=r"^[a-z]{1,20}\Z")]

    @property
    def leaf(self) -> bytes:
        """The leaf hash."""
        return leaf_hash(entry_text(self.kind, self.digest, self.game))


Index = Annotated[int, Meta(ge=0, lt=2**53)]
Path = Annotated[tuple[Hash, ...], Meta(max_length=MAX_PATH_HASHES)]

Bucket = tuple[tuple[Index, LoggedEntry, Path], ...]
"""The entries of a bucket: index in the log, entry, path to its root, which may be empty."""


class ProofExtra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line ``extra``: a bucket of the map, its path to the root, records of keys."""

    entries: Annotated[Bucket, Meta(min_length=1)]
    path: Annotated[tuple[Hash, ...], Meta(min_length=LEVELS, max_length=LEVELS)]
    records: Annotated[tuple[KeyRecord, ...], Meta(max_length=MAX_RECORDS)]


@dataclass(frozen=True, slots=True)
class GameProof:
    """All entries of the games of a bucket, and the map's path to a checkpoint."""

    extra: ProofExtra
    path: tuple[bytes, ...]
    checkpoint: SignedCheckpoint

    @property
    def records(self) -> tuple[KeyRecord, ...]:
        """The records of keys."""
        return self.extra.records

    @property
    def text(self) -> str:
        """The form of a file."""
        hashes = "".join(f"{encode_base64(step)}\n" for step in self.path)
        extra = encode_base64(canonical(msgspec.to_builtins(self.extra)))
        index = self.checkpoint.size - 1
        return f"{PROOF_FORMAT}\nextra {extra}\nindex {index}\n{hashes}\n{self.checkpoint.note}"

    def holds(self, game: str) -> bool:
        """Whether the bucket is that of the last map, and a game's entries are there."""
        bucket, value, before = bucket_of(self.extra.entries[0][1].game), EMPTY[0], -1
        size, top = self.checkpoint.size, self.checkpoint.root
        for index, entry, steps in self.extra.entries:
            if bucket_of(entry.game) != bucket or not before < index < size - 1:
                return False
            path = list(map(bytes.fromhex, steps))
            if entry.game == game and not verify_inclusion(entry.leaf, index, size, path, top):
                return False
            value, before = bucket_hash(value, index, entry.leaf), index
        root = map_root(bucket, value, list(map(bytes.fromhex, self.extra.path)))
        leaf = leaf_hash(text_entry(map_text(root)))
        return verify_inclusion(leaf, size - 1, size, self.path, top)

    def of_game(self, game: str) -> list[tuple[int, LoggedEntry]]:
        """Return the entries of a game with their indexes, given its blinded id."""
        return [(index, entry) for index, entry, _ in self.extra.entries if entry.game == game]


LogFile: TypeAlias = GameProof | SignedCheckpoint
"""What ``--checkpoint FILE`` takes: a proof, or a checkpoint alone."""

_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,17})")
_EXTRA: Final = re.compile(r"extra (\S*)")


def parse_log_file(source: bytes) -> LogFile:
    """Return the proof or the checkpoint of a file; raises ``NoteError``."""
    is_proof = source.startswith(f"{PROOF_FORMAT}\n".encode())
    return parse_proof(source) if is_proof else parse_checkpoint(source)


def parse_proof(source: bytes) -> GameProof:
    """Return the proof of a text; raises ``NoteError``."""
    head, separator, note = source.partition(b"\n\n")
    try:
        format, *lines = head.decode().split("\n")
    except UnicodeDecodeError as error:
        raise NoteError("a proof is UTF-8") from error
    if format != PROOF_FORMAT or not separator:
        raise NoteError(f"a proof begins with {PROOF_FORMAT}, and has a checkpoint")
    extra = _EXTRA.fullmatch(lines[0]) if lines else None
    index = _INDEX.fullmatch(lines[1]) if lines[1:] else None
    if extra is None or index is None:
        raise NoteError("a proof has the entries of a game, and the index of the map")
    path, checkpoint = parse_path(lines[2:]), parse_checkpoint(note)
    if int(index[1]) != checkpoint.size - 1:
        raise NoteError("the map is the last entry of a signed log")
    return GameProof(_parse_extra(decode_base64(extra[1])), path, checkpoint)


def _parse_extra(source: bytes) -> ProofExtra:
    try:
        extra = msgspec.json.decode(source, type=ProofExtra)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NoteError(f"the line extra has no entries: {error}") from None
    if canonical(msgspec.to_builtins(extra)) != source:
        raise NoteError("the line extra is not canonical JSON")
    return extra


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
    signed = [one for one in files if is_log_signed(one, log, keys)]
    for _ in range(len(files) - len(signed)):
        yield ProofFinding("log-signature")
    for one in signed:
        if policy is not None and not policy.is_met(_checkpoint_of(one)):
            yield ProofFinding("witnesses")
    proofs = [one for one in signed if isinstance(one, GameProof)]
    for proof in proofs:
        yield from _entry_findings(proof, entries)
    if policy is not None:
        yield from _time_findings(signed, proofs, entries, policy)


def is_log_signed(file: LogFile, log: VerifierKey | None, keys: Collection[str]) -> bool:
    """Whether a key of the log signed the checkpoint of a file; see ``log_findings``."""
    one = _checkpoint_of(file)
    if log is not None and (one.origin != log.name or one.signed_by(log)):
        return one.origin == log.name
    return any(one.signed_by(VerifierKey(one.origin, LOG_KEY, bytes.fromhex(key))) for key in keys)


def _checkpoint_of(one: LogFile) -> SignedCheckpoint:
    return one.checkpoint if isinstance(one, GameProof) else one


def _entry_findings(proof: GameProof, entries: Sequence[GameEntry]) -> Iterator[ProofFinding]:
    """Yield where the log and a game differ.

    The entries there are the first that the game gives. A name may be erased after the file was
    made, and a file may have no names, so ``erased`` is not compared. If the log has a result, it
    has the newest.
    """
    game = entries[0].game
    listed = [entry for _, entry in proof.of_game(game)]
    logged = [one for one in listed if one.kind != "erased" and one.kind in KINDS]
    if not proof.holds(game) or not logged:
        yield ProofFinding("log")
        return
    given = [entry for entry in entries if entry.kind != "erased"]
    for one, entry in zip_longest(logged, given):
        if one is None and not (logged and logged[-1].kind in RESULTS and entry.kind in RESULTS):
            return
        if one is None or entry is None or entry.logged != one:
            yield ProofFinding("log", entry.seq if entry else given[-1].seq)
            return


def _time_findings(
    files: Sequence[LogFile],
    proofs: Sequence[GameProof],
    entries: Sequence[GameEntry],
    policy: WitnessPolicy,
) -> Iterator[ProofFinding]:
    made = {entry.logged: entry for entry in entries if entry.at}
    listed = [
        (policy.times(proof.checkpoint), index, made[one])
        for proof in proofs
        for index, one in proof.of_game(entries[0].game)
        if one in made
    ]
    for times, _, entry in listed:
        if times and not entry.time <= max(times) + ROW_LATE_SECONDS:
            yield ProofFinding("log-time", entry.seq)
    for alone in files:
        if isinstance(alone, SignedCheckpoint) and (times := policy.times(alone)):
            for _, index, entry in listed:
                if alone.size <= index and not entry.time >= max(times) - ROW_EARLY_SECONDS:
                    yield ProofFinding("log-time", entry.seq)
