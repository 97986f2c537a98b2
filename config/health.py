"""Whether the server lives, and whether it can serve: for those who run it."""

from collections.abc import Callable

from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


class NotReady(Exception):
    """A part is there but not fit for use; the message says why and tells nothing secret."""


def check_database() -> None:
    """The database answers a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def check_cache() -> None:
    """The cache gives back what it was given."""
    cache.set("readyz", "here", timeout=30)
    if cache.get("readyz") != "here":
        raise NotReady("does not keep what it is given")


def check_migrations() -> None:
    """Every migration has been applied."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise NotReady("some are not applied")


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
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
    """The database, the cache and the migrations are as they must be: 200, else 503."""
    results = {name: result_of(check) for name, check in CHECKS.items()}
    ready = all(result == "ok" for result in results.values())
    body = {"status": "ready" if ready else "not ready", "checks": results}
    return JsonResponse(body, status=200 if ready else 503)
