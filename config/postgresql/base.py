"""Replace a closed database connection without a check for each request.

Between two requests the server may close a connection: it restarts, fails over, or an operator
ends its sessions. Django can ask ``SELECT 1`` at the start of each request to notice, which is one
round trip in three of a move. This backend notices when the first statement fails.

Only a statement that cannot have changed anything is executed again: a ``SELECT`` outside of a
transaction, when nothing else has succeeded on the connection since the request (or the task)
began. Before any other first statement, and before a transaction begins, the connection is checked
as Django does. A connection that breaks later fails the request: its writes may be committed.

A session that takes no writes is closed too: its server has become a standby, and ``DATABASE_URL``
may name the primary beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.postgresql import base
from django.db.utils import InterfaceError, OperationalError

Execute = Callable[[Any, Any, bool, dict[str, Any]], Any]


class DatabaseWrapper(base.DatabaseWrapper):
    """A PostgreSQL connection that its first statement of a request tests."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.is_proven = False
        self.execute_wrappers.append(self._first_of_a_request)

    def get_connection_params(self) -> dict[str, Any]:
        """Return the parameters of the connection.

        Raises ``ImproperlyConfigured`` for parameters that are bound on the server: a move is
        several statements in one text (``games.ledger.store``), and a prepared text holds only one.
        """
        if self.settings_dict["OPTIONS"].get("server_side_binding"):
            raise ImproperlyConfigured("DATABASE_URL must not set server_side_binding")
        params: dict[str, Any] = super().get_connection_params()
        return params

    def connect(self) -> None:
        """Connect; a new session is alive, one from the pool may have been closed."""
        super().connect()
        self.is_proven = self.pool is None

    def close_if_unusable_or_obsolete(self) -> None:
        """Require a new proof of the connection: a request or a task begins or ends."""
        super().close_if_unusable_or_obsolete()
        self.is_proven = False

    def is_usable(self) -> bool:
        """Whether the server answers, and takes writes."""
        if self.connection is None:
            return False
        try:
            found = self.connection.execute("SHOW transaction_read_only").fetchone()
        except psycopg.Error:
            return False
        return bool(found == ("off",))

    def set_autocommit(self, autocommit: bool, *args: Any, **options: Any) -> None:
        """Check the connection before a transaction begins."""
        if not autocommit:
            self._prove()
        super().set_autocommit(autocommit, *args, **options)

    def chunked_cursor(self) -> Any:
        """Check the connection first: a server-side cursor cannot move to another."""
        self._prove()
        return super().chunked_cursor()

    def _first_of_a_request(
        self, execute: Execute, sql: Any, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if self.is_proven or self.in_atomic_block:
            return execute(sql, params, many, context)
        if not _only_reads(sql):
            if self._prove():
                context["cursor"].cursor = self.create_cursor()
            return execute(sql, params, many, context)
        try:
            result = execute(sql, params, many, context)
        except (OperationalError, InterfaceError):
            if not self._prove():
                raise
            context["cursor"].cursor = self.create_cursor()
            result = execute(sql, params, many, context)
        self.is_proven = True
        return result

    def _prove(self) -> bool:
        """Make sure that the connection is alive; return whether it had to be replaced."""
        self.ensure_connection()
        is_dead = not self.is_proven and not self.is_usable()
        if is_dead:
            self.close()
            if self.pool:
                self.pool.check()
            self.ensure_connection()
        self.is_proven = True
        return is_dead


def _only_reads(sql: Any) -> bool:
    return isinstance(sql, str) and sql[:7].upper() == "SELECT " and ";" not in sql
