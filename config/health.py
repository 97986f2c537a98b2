"""Whether the server lives, and whether it can serve: for those who run it."""

import errno
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    connection,
    connections,
    transaction,
)
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


class NotReady(Exception):
    """A part is there but not fit for use; the message says why and tells nothing secret."""


def check_database() -> None:
    """The database answers a query, and is not a read-only copy."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only" if is_postgresql else "SELECT 'off'")
        if cursor.fetchone() != ("off",):
            raise NotReady("is read-only")


def check_cache() -> None:
    """The cache gives back what it was given."""
    cache.set("readyz", "here", timeout=30)
    if cache.get("readyz") != "here":
        raise NotReady("does not keep what it is given")


def check_disk() -> None:
    """The disk of the database has room; something is written to it at most every 10 s."""
    if connection.vendor == "sqlite":
        check_free_space(database_folder())
    outcome = _last_write.outcome(time.monotonic())
    if outcome:
        raise NotReady(outcome)


def check_free_space(folder: Path) -> None:
    """A file system has as much room left as the settings want."""
    found = os.statvfs(folder)
    if found.f_bavail * found.f_frsize < settings.MIN_FREE_MB * 1_000_000:
        raise NotReady(f"has less than {settings.MIN_FREE_MB} MB free")


def database_folder() -> Path:
    """Return the folder of SQLite's files."""
    return Path(str(connection.settings_dict["NAME"])).parent


PROBE_SECONDS: Final = 10.0
"""For how long the outcome of a write counts, so that asking often does not write often."""

PROBE_BYTES: Final = 256 * 1024


@dataclass
class LastWrite:
    """The outcome of the last write that was tried: what went wrong, "" if nothing did."""

    said: str = ""
    at: float = -inf

    def outcome(self, now: float) -> str:
        """Return what the last write came to, and write first if that was long ago."""
        if now - self.at >= PROBE_SECONDS:
            self.said, self.at = try_to_write(), now
        return self.said


_last_write: Final = LastWrite()


def try_to_write() -> str:
    """Write something that vanishes again; return what goes wrong, without details."""
    try:
        if connection.vendor == "sqlite":
            write_a_file(database_folder())
        else:
            write_in_postgresql()
    except OSError as error:
        return f"takes no writes ({errno.errorcode.get(error.errno or 0, 'OSError')})"
    except DatabaseError as error:
        return f"takes no writes ({type(error.__cause__ or error).__name__})"
    return ""


def write_a_file(folder: Path) -> None:
    """Write a file that has no name, and have it reach the disk."""
    with TemporaryFile(dir=folder) as file:
        file.write(bytes(PROBE_BYTES))
        file.flush()
        os.fsync(file.fileno())


def write_in_postgresql() -> None:
    """Have a query overflow its memory into a temporary file: no row, no table, no log is written.

    The file is on the disk of the data, unless ``temp_tablespaces`` says otherwise.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(SPILL)


SPILL: Final = "SELECT count(*) FROM generate_series(1, 20000)"


def check_migrations() -> None:
    """Every migration has been applied."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise NotReady("some are not applied")


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "disk": check_disk,
    "cache": check_cache,
    "migrations": check_migrations,
}


def result_of(check: Callable[[], None]) -> str:
    """Run a check: "ok", what it says is wrong, or the kind of the error without its details."""
    try:
        check()
    except NotReady as reason:
        return str(reason)
    except Exception as error:
        return f"does not answer ({type(error).__name__})"
    return "ok"


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process lives. Nothing else is asked."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """The database, its disk, the cache and the migrations are as they must be: 200, else 503."""
    results = {name: result_of(check) for name, check in CHECKS.items()}
    wrong = {name: result for name, result in results.items() if result != "ok"}
    ready = not wrong
    if wrong:
        logger.warning("Not ready: %s.", "; ".join(f"{name} {wrong[name]}" for name in wrong))
    body = {"status": "ready" if ready else "not ready", "checks": results}
    return JsonResponse(body, status=200 if ready else 503)
