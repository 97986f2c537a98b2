"""ZIP archives: evidence that a page saved, and tournaments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from games.audit.bundle import MAX_BYTES

SUFFIX: Final = ".zip"

MAX_FILES: Final = 100
"""How many files of an archive are read."""

MAX_ARCHIVE_BYTES: Final = 4 * 1024**3
"""The most bytes of a tournament's archive, unpacked."""

TOURNAMENT: Final = "tournament.json"
RESULTS: Final = "results.csv"
BUNDLES: Final = "bundles"
"""The members of a tournament's archive; the last is the folder of its games."""

_BUNDLE: Final = re.compile(rf"{BUNDLES}/[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}\.json")


class TournamentArchive(NamedTuple):
    """A tournament that was unpacked: the files in its folder.

    ``bundles`` are those of its games, named by their ids; ``strangers`` are the names of members
    that do not belong there, which were left out.
    """

    folder: Path
    bundles: tuple[Path, ...]
    strangers: tuple[str, ...]

    def read(self, name: str) -> bytes:
        """Return the bytes of a member; none if it is missing."""
        file = self.folder / name
        return file.read_bytes() if file.is_file() else b""


class Unpacked(NamedTuple):
    """Files and folders to judge, and the tournaments by the names of their archives."""

    names: list[str]
    tournaments: dict[str, TournamentArchive]


@contextmanager
def unpacked(names: Sequence[str]) -> Iterator[Unpacked]:
    """Yield names of files and folders, for an archive that of a folder.

    The folder has the files of the archive, or the games of the tournament, and is deleted at the
    end. No file has more bytes than one that is too large for a bundle. Raises OSError, and
    ``BadZipFile`` for a file that is no archive.
    """
    with TemporaryDirectory(prefix="fairdeal-") as parent:
        found = Unpacked([], {})
        for at, name in enumerate(names):
            if not name.endswith(SUFFIX):
                found.names.append(name)
                continue
            folder = Path(parent, str(at), Path(name).stem)
            with ZipFile(name) as archive:
                if not {TOURNAMENT, RESULTS}.isdisjoint(archive.namelist()):
                    found.tournaments[name] = _unpack_tournament(archive, folder)
                    folder /= BUNDLES
                else:
                    _unpack(archive, folder)
            found.names.append(str(folder))
        yield found


def _unpack(archive: ZipFile, folder: Path) -> None:
    folder.mkdir(parents=True)
    for member in archive.infolist()[:MAX_FILES]:
        if not member.is_dir():
            _write(archive, member, folder / PurePosixPath(member.filename).name)


def _write(archive: ZipFile, member: ZipInfo, file: Path) -> int:
    """Write a member to a file; return how many bytes it has there."""
    with archive.open(member) as source:
        return file.write_bytes(source.read(MAX_BYTES + 1))


def _unpack_tournament(archive: ZipFile, folder: Path) -> TournamentArchive:
    (folder / BUNDLES).mkdir(parents=True)
    bundles, strangers, written = list[Path](), list[str](), 0
    for member in archive.infolist():
        name = member.filename
        if member.is_dir():
            continue
        is_game = _BUNDLE.fullmatch(name) is not None
        if not (is_game or name in (TOURNAMENT, RESULTS)) or (folder / name).exists():
            strangers.append(name)
            continue
        written += _write(archive, member, folder / name)
        if written > MAX_ARCHIVE_BYTES:
            raise BadZipFile(f"{archive.filename} is too large")
        bundles += [folder / name] if is_game else []
    return TournamentArchive(folder, tuple(bundles), tuple(strangers))
