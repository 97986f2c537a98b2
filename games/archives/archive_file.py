"""The file of an archived game: a ZIP of bundle, proof from the log, and rows.

It can be verified without a server: ``python -m games.audit bundle.json --checkpoint proof.txt``.
``rows.json`` has the rows as they are stored, for the way back. Nothing in it names a player.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

MEMBERS = {"bundle": "bundle.json", "proof": "proof.txt", "rows": "rows.json"}
"""The members of the ZIP, by the field that each has."""


class ArchiveRefused(Exception):
    """A game is not archived or restored; the message says why."""


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """The contents of a file, and the SHA-256 of all of it."""

    bundle: bytes
    proof: bytes
    rows: bytes
    sha256: str = ""


@contextmanager
def written_beside(path: Path, contents: ArchiveFile) -> Iterator[Path]:
    """Write a file for its owner alone, beside where it belongs; yield where it is.

    It is deleted afterwards, unless ``put_in_place`` has moved it.
    """
    with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for field, name in MEMBERS.items():
                archive.writestr(name, getattr(contents, field))
        file.flush()
        os.fsync(file.fileno())
    try:
        yield Path(file.name)
    finally:
        Path(file.name).unlink(missing_ok=True)


def put_in_place(new: Path, path: Path) -> None:
    """Rename a file, and return when the disk has its name."""
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_archive(path: Path) -> ArchiveFile:
    """Read a file; raises ``ArchiveRefused`` if it is none."""
    try:
        packed = path.read_bytes()
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            members = {field: archive.read(name) for field, name in MEMBERS.items()}
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise ArchiveRefused(f"{path}: {error}") from error
    return ArchiveFile(**members, sha256=sha256(packed).hexdigest())
