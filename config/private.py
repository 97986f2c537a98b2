"""Restrict DATA_DIR to the server's user: it has keys, seeds and hands."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

PRIVATE: Final = ("fairdeal.sqlite3*", "*-key", "redis.*", "celerybeat-schedule*", "lock")
"""The names of the files that the server stores in its folder."""


def make_private_folder(folder: Path) -> None:
    """Create the folder if needed, and deny other users access to it.

    A folder that others may write to, such as ``/tmp``, is not changed: it has other uses.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _restrict(folder, 0o700, unless=stat.S_IWOTH | stat.S_ISVTX)
    for file in folder.iterdir():
        # SQLite and Redis may delete a file during this loop.
        with suppress(FileNotFoundError):
            if any(fnmatch(file.name, name) for name in PRIVATE) and not file.is_symlink():
                _restrict(file, 0o600 if file.is_file() else 0o700)


def make_private_file(file: Path) -> None:
    """Deny other users access to a database and its side files; create it if needed.

    SQLite gives its side files the mode of the database. If the folder cannot be used, SQLite
    reports it when it opens the database.
    """
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        for found in (file, *(Path(f"{file}{end}") for end in ("-wal", "-shm"))):
            with suppress(FileNotFoundError):
                _restrict(found, 0o600)
    except OSError:
        return


def _restrict(path: Path, mode: int, *, unless: int = 0) -> None:
    """Set the mode of a path if others have access to it and this user may change it."""
    found = path.stat()
    is_ours = os.geteuid() in (0, found.st_uid)
    if is_ours and found.st_mode & 0o077 and not found.st_mode & unless:
        path.chmod(mode)
