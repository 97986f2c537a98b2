"""Health endpoints for operators: /healthz (liveness) and /readyz (readiness)."""

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

from games.engine import engine_kind

logger = logging.getLogger(__name__)


class NotReady(Exception):
    """A component is available but not usable; the message says why, without secrets."""


def check_database() -> None:
    """Check that the database answers a query and is not a read-only replica."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only" if is_postgresql else "SELECT 'off'")
        if cursor.fetchone() != ("off",):
            raise NotReady("is read-only")


def check_cache() -> None:
    """Check that the cache returns a stored value."""
    cache.set("readyz", "here", timeout=30)
    if cache.get("readyz") != "here":
        raise NotReady("does not store values")


def check_disk() -> None:
    """Check that the database's disk has space and accepts writes.

    It writes at most every 10 s.
    """
    if connection.vendor == "sqlite":
        check_free_space(database_folder())
    outcome = _last_write.outcome(time.monotonic())
    if outcome:
        raise NotReady(outcome)


def check_free_space(folder: Path) -> None:
    """Check that a file system has ``MIN_FREE_MB`` of free space."""
    found = os.statvfs(folder)
    if found.f_bavail * found.f_frsize < settings.MIN_FREE_MB * 1_000_000:
        raise NotReady(f"has less than {settings.MIN_FREE_MB} MB free")


def database_folder() -> Path:
    """Return the folder of SQLite's files."""
    return Path(str(connection.settings_dict["NAME"])).parent


PROBE_SECONDS: Final = 10.0
"""How long the result of a write is reused, so that frequent probes write rarely."""

PROBE_BYTES: Final = 256 * 1024


@dataclass
class LastWrite:
    """The result of the last attempted write: its failure, "" if it succeeded."""

    failure: str = ""
    at: float = -inf

    def outcome(self, now: float) -> str:
        """Return the failure of the last write; write again if that was too long ago."""
        if now - self.at >= PROBE_SECONDS:
            self.failure, self.at = try_to_write(), now
        return self.failure


_last_write: Final = LastWrite()


def try_to_write() -> str:
    """Write temporary data; return the failure without details, "" if there is none."""
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
    """Write an unnamed temporary file and flush it to the disk."""
    with TemporaryFile(dir=folder) as file:
        file.write(bytes(PROBE_BYTES))
        file.flush()
        os.fsync(file.fileno())


def write_in_postgresql() -> None:
    """Run a query that spills to a temporary file: it writes no row, table or log.

    The file is on the disk of the data unless ``temp_tablespaces`` says otherwise.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(SPILL)


SPILL: Final = "SELECT count(*) FROM generate_series(1, 20000)"


def check_migrations() -> None:
    """Check that all migrations are applied."""
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
    """Run a check; return "ok", its reason, or the class of the error."""
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
    """Return 200 if the process is alive. No component is checked."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Return 200 if database, disk, cache and migrations pass, else 503."""
    results = {name: result_of(check) for name, check in CHECKS.items()}
    wrong = {name: result for name, result in results.items() if result != "ok"}
    ready = not wrong
    if wrong:
        logger.warning("Not ready: %s.", "; ".join(f"{name} {wrong[name]}" for name in wrong))
    body = {
        "status": "ready" if ready else "not ready",
        "engine": engine_kind(),
        "checks": results,
    }
    return JsonResponse(body, status=200 if ready else 503)
