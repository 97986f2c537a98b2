"""The folder of a witness: keys, last checkpoint, evidence."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games.audit.keys import (
    KeyRecord,
    decode_records,
    encode_records,
    follow,
    successor,
)
from games.audit.note import (
    LOG_KEY,
    WITNESS_KEY,
    Checkpoint,
    NoteError,
    SignerKey,
    VerifierKey,
    parse_checkpoint,
    parse_secret,
    parse_vkey,
)
from games.audit.tiles import HASH_SIZE, TILE_WIDTH, TileAddress, split_hashes
from games.audit.tree import root_of

KEY_FILE: Final = "key"
LOG_FILE: Final = "log"
CHECKPOINT_FILE: Final = "checkpoint"
RECORDS_FILE: Final = "records"
LOCK_FILE: Final = "lock"
EVIDENCE: Final = "evidence-"


class StateError(Exception):
    """The folder cannot be used as asked; the message says why."""


class WitnessState:
    """The folder of a witness, locked for other processes."""

    def __init__(self, folder: Path, *, log: VerifierKey | None = None, name: str = "") -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._lock = self._locked()
        try:
            self.log = self._log_key(log)
            self.key = self._own_key(name)
            self.last = self._last_checkpoint()
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        """Unlock the folder."""
        os.close(self._lock)

    def _locked(self) -> int:
        lock = os.open(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock_file(lock)
        except OSError as error:
            os.close(lock)
            raise StateError(f"another witness uses {self.folder}") from error
        return lock

    def _log_key(self, given: VerifierKey | None) -> VerifierKey:
        stored = self._read(LOG_FILE)
        if stored is None:
            if given is None:
                raise StateError("the key of the log is not known: give it with --log")
            if given.kind != LOG_KEY:
                raise StateError("the key given with --log is not that of a log")
            self._write(LOG_FILE, f"{given}\n".encode())
            return given
        known = parse_vkey(stored.decode().strip())
        former = follow([known.public.hex()], decode_records(self._read(RECORDS_FILE) or b"")).log
        if given is not None and (given.name != known.name or given.public.hex() not in former):
            raise StateError(f"{self.folder} is about another log: {known}")
        return known

    def _own_key(self, name: str) -> SignerKey:
        stored = self._read(KEY_FILE)
        if stored is not None:
            return parse_secret(stored.decode().strip())
        if not name:
            raise StateError("the witness has no key yet: name it with --name")
        try:
            key = SignerKey(name, WITNESS_KEY, os.urandom(32))
            parse_vkey(str(key.verifier))
        except NoteError as error:
            raise StateError("the name of a witness has no spaces and no plus sign") from error
        self._write(KEY_FILE, f"{key.secret_text()}\n".encode())
        return key

    def _last_checkpoint(self) -> Checkpoint | None:
        stored = self._read(CHECKPOINT_FILE)
        if stored is None:
            return None
        last = parse_checkpoint(stored)
        if last.cosigned_at(self.key.verifier) is None:
            raise StateError(f"{CHECKPOINT_FILE} is not cosigned by {self.key.name}")
        return last

    def save(self, cosigned: Checkpoint) -> None:
        """Replace the last checkpoint; it is on the disk when this returns."""
        self._write(CHECKPOINT_FILE, cosigned.note.encode())
        self.last = cosigned

    def follow(self, records: Sequence[KeyRecord]) -> None:
        """Store records of keys of a verified log, and the key to which they hand it over."""
        handed = [one for one in records if one.use == "log"]
        if not handed:
            return
        stored = [*decode_records(self._read(RECORDS_FILE) or b""), *handed]
        self._write(RECORDS_FILE, encode_records(stored))
        public = bytes.fromhex(successor(self.log.public.hex(), handed))
        self.log = VerifierKey(self.log.name, LOG_KEY, public)
        self._write(LOG_FILE, f"{self.log}\n".encode())

    # ---- tiles

    def full_tile(self, number: int) -> list[bytes] | None:
        """Return a full tile of level 0 that was verified before; None if there is none."""
        tile = self._read(str(TileAddress(0, number)))
        return split_hashes(tile) if tile and len(tile) == TILE_WIDTH * HASH_SIZE else None

    def save_full_tiles(self, leaves: Sequence[bytes], start: int) -> None:
        """Store the full tiles of a verified log that begin at an index or after."""
        for number in range(start // TILE_WIDTH, len(leaves) // TILE_WIDTH):
            name = str(TileAddress(0, number))
            if not (self.folder / name).exists():
                self._write(name, b"".join(leaves[number * TILE_WIDTH : (number + 1) * TILE_WIDTH]))

    # ---- evidence

    def store_evidence(self, new: Checkpoint, leaves: Sequence[bytes] = ()) -> Path | None:
        """Store two checkpoints that do not fit; None if they are stored already.

        The files are ``old``, ``new``; ``leaves``: those of the tiles, if they were read; and
        ``records``, if the log was handed over to another key.
        """
        old = self.last.note.encode() if self.last else b""
        for known in self.folder.glob(f"{EVIDENCE}*"):
            files = (known / "old", known / "new")
            stored = [file.read_bytes() if file.is_file() else b"" for file in files]
            if stored == [old, new.note.encode()]:
                return None
        at = int(time.time())
        while (folder := self.folder / f"{EVIDENCE}{at}").exists():
            at += 1
        for name, content in (
            ("old", old),
            ("new", new.note.encode()),
            ("leaves", b"".join(leaves)),
            (RECORDS_FILE, self._read(RECORDS_FILE) or b""),
        ):
            if content or name in ("old", "new"):
                self._write(f"{folder.name}/{name}", content)
        return folder

    # ---- files

    def _read(self, name: str) -> bytes | None:
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None

    def _write(self, name: str, content: bytes) -> None:
        """Write a file that appears whole or not at all."""
        path = self.folder / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.new")
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        draft.replace(path)
        _sync_folder(path.parent)


def _lock_file(file: int) -> None:
    """Lock an open file until it is closed; OSError if it is locked already."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk; Windows does so itself."""
    if sys.platform != "win32":
        parent = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(parent)
        finally:
            os.close(parent)


def proven_by(folder: Path, log: VerifierKey) -> str | None:
    """Return what evidence proves without a trusted witness: "fork" or "rewritten".

    A fork is two checkpoints of one size that the log signed with two roots. A rewritten log is
    two signed checkpoints, and leaves that give the root of the larger one, but of which the first
    ones do not give the root of the smaller one. None if it proves neither.
    """
    try:
        old, new = (parse_checkpoint((folder / name).read_bytes()) for name in ("old", "new"))
    except (NoteError, OSError):
        return None
    records = folder / RECORDS_FILE
    known = decode_records(records.read_bytes()) if records.is_file() else ()
    keys = follow([log.public.hex()], known).log
    named = [VerifierKey(log.name, LOG_KEY, bytes.fromhex(key)) for key in keys]
    for one in (old, new):
        if one.origin != log.name or not any(map(one.signed_by, named)):
            return None
    if old.size == new.size:
        return "fork" if old.root != new.root else None
    path = folder / "leaves"
    leaves = split_hashes(path.read_bytes()) if path.is_file() else []
    smaller, larger = sorted((old, new), key=lambda one: one.size)
    if len(leaves) != larger.size or root_of(leaves) != larger.root:
        return None
    return "rewritten" if root_of(leaves[: smaller.size]) != smaller.root else None
