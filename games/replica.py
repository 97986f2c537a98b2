"""Read from a standby of PostgreSQL (``REPLICA_URL``) what may be late.

``read_late`` and ``read_settled`` name such reads. All others use the primary; so do these within a
transaction, and while the replica does not answer or is more than ``REPLICA_LAG_SECONDS`` behind.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections

from games.models import Game

T = TypeVar("T")
P = ParamSpec("P")

logger = logging.getLogger(__name__)

REPLICA: Final = "replica"
"""The alias of the standby in ``DATABASES``."""

CHECK_SECONDS: Final = 1.0
"""How long a process relies on the lag that it has measured."""

LOST_SECONDS: Final = 10.0
"""How long a process leaves a replica alone that has not answered."""

HEAD: Final = "SELECT pg_current_wal_lsn()::text, clock_timestamp()"
"""Reads the end of the log of the primary, and its time."""

BEHIND: Final = """
SELECT CASE WHEN pg_last_wal_replay_lsn() >= %s::pg_lsn THEN 0
ELSE greatest(0, extract(epoch FROM %s - pg_last_xact_replay_timestamp())) END::float8
WHERE pg_is_in_recovery()
"""
"""Reads how many seconds a standby is behind a head; no row if it is no standby any more."""

_is_late: Final[ContextVar[bool]] = ContextVar("is_late", default=False)


class Router:
    """Send reads that may be late to the replica, and all others to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        """Return the replica for a late read outside of transactions."""
        is_alone = _is_late.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block
        return REPLICA if is_alone else DEFAULT_DB_ALIAS

    def db_for_write(self, model: Any, **hints: Any) -> str:
        """Return the primary, also for an object that the replica returned."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        """Allow all relations: both databases have the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Allow migrations of the primary; the replica follows it."""
        return db == DEFAULT_DB_ALIAS


def lag() -> float | None:
    """Return by how many seconds the replica is behind, None if it is no standby.

    Raises the errors of both databases.
    """
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(HEAD)
        head = cursor.fetchone()
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(BEHIND, head)
        found = cursor.fetchone()
    return None if found is None else found[0]


@dataclass
class _Replica:
    """Whether the replica was near when this process asked it last."""

    is_near: bool = False
    until: float = -inf

    def check(self) -> bool:
        """Return whether to read from the replica; measure its lag if that is due."""
        if REPLICA not in connections or connections[DEFAULT_DB_ALIAS].in_atomic_block:
            return False
        if monotonic() >= self.until:
            # Other threads use the last result meanwhile.
            self.until = monotonic() + CHECK_SECONDS
            try:
                behind = lag()
                self.is_near = behind is not None and behind <= settings.REPLICA_LAG_SECONDS
                if behind is None:
                    # REPLICA_URL may name the standby beside it.
                    connections[REPLICA].close()
            except Error as error:
                self.give_up(error)
        return self.is_near

    def give_up(self, error: Error) -> None:
        """Leave the replica alone for some time."""
        logger.warning("The replica does not answer (%s).", type(error).__name__)
        self.is_near, self.until = False, monotonic() + LOST_SECONDS
        connections[REPLICA].close()


_replica: Final = _Replica()


def read_late(read: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
    """Call what only reads, and may miss what was written last.

    It reads from the replica if that is near; if that fails, again from the primary.
    """
    if _replica.check():
        before = _is_late.set(True)
        try:
            return read(*args, **options)
        except Error as error:
            _replica.give_up(error)
        finally:
            _is_late.reset(before)
    return read(*args, **options)


def read_settled(of: Game, read: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
    """Call what only reads rows of a game; from the replica if it is finished there.

    ``of`` is the game as the primary has it. A replica with the same last row lacks none.
    """
    if of.is_finished and _replica.check() and read_late(_has_last_row, of):
        return read_late(read, *args, **options)
    return read(*args, **options)


def _has_last_row(game: Game) -> bool:
    return Game.objects.filter(pk=game.pk, head=game.head, refused_head=game.refused_head).exists()
