"""Keep the files of DATA_DIR to the user the server runs as: they hold keys, seeds and hands."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

PRIVATE: Final = ("fairdeal.sqlite3*", "*-key", "redis.*", "celerybeat-schedule*", "lock")
"""The names of the files that the server keeps in its folder."""


def make_private_folder(folder: Path) -> None:
    """Make the folder if it is missing; close it, and the server's files in it, to other users.

    A folder that others may write to, such as ``/tmp``, stays as it is: it serves more than this.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close(folder, 0o700, unless=stat.S_IWOTH | stat.S_ISVTX)
    for file in folder.iterdir():
        # SQLite and Redis may take a file away while this looks at it.
        with suppress(FileNotFoundError):
            if any(fnmatch(file.name, name) for name in PRIVATE) and not file.is_symlink():
                _close(file, 0o600 if file.is_file() else 0o700)


def make_private_file(file: Path) -> None:
    """Close a database and the files beside it to other users; create it empty if it is not there.

    SQLite gives the files that it adds the mode of the database. What is wrong with the folder, it
    says itself when it is asked.
    """
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        for found in (file, *(Path(f"{file}{end}") for end in ("-wal", "-shm"))):
            with suppress(FileNotFoundError):
                _close(found, 0o600)
    except OSError:
        return


def _close(path: Path, mode: int, *, unless: int = 0) -> None:
    """Take a path's mode away from others, if it belongs to this user."""
    found = path.stat()
    is_ours = os.geteuid() in (0, found.st_uid)
    if is_ours and found.st_mode & 0o077 and not found.st_mode & unless:
        path.chmod(mode)
