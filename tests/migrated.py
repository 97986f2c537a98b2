"""An SQLite database with all tables, migrated once in a run of the tests."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VARIABLE = "MIGRATED_DATABASE"
"""Says to every process of a run, and to those that tests start, where it is."""


def copy_migrated(file: Path) -> None:
    """Copy it to this place; the first process that asks for it makes it."""
    made = Path(os.environ[VARIABLE])
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _migrate(made)
    shutil.copyfile(made, file)
    file.chmod(0o600)


def _migrate(file: Path) -> None:
    unfinished = file.with_suffix(".unfinished")
    given = os.environ | {"DATABASE_URL": f"sqlite:///{unfinished}", "ENGINE": "python"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env=given, check=True)
    unfinished.rename(file)
