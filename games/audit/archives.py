"""Evidence that a page saved: a ZIP archive with the files of a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from games.audit.bundle import MAX_BYTES

SUFFIX: Final = ".zip"

MAX_FILES: Final = 100
"""How many files of an archive are read."""


@contextmanager
def unpacked(names: Sequence[str]) -> Iterator[list[str]]:
    """Yield names of files and folders: for an archive, a folder of its files.

    No file has more bytes than one that is too large for a bundle. The folders are deleted at the
    end. Raises OSError, and ``BadZipFile`` for a file that is no archive.
    """
    with TemporaryDirectory(prefix="fairdeal-") as parent:
        yield [
            str(_unpack(name, Path(parent, str(at), Path(name).stem)))
            if name.endswith(SUFFIX)
            else name
            for at, name in enumerate(names)
        ]


def _unpack(name: str, folder: Path) -> Path:
    folder.mkdir(parents=True)
    with ZipFile(name) as archive:
        for member in archive.infolist()[:MAX_FILES]:
            if not member.is_dir():
                with archive.open(member) as source:
                    content = source.read(MAX_BYTES + 1)
                (folder / PurePosixPath(member.filename).name).write_bytes(content)
    return folder
