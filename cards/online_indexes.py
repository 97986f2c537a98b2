"""Operations of migrations that change indexes while the server runs.

PostgreSQL builds them without locking the table (``CONCURRENTLY``), which no transaction may hold:
the migration has ``atomic = False``. SQLite builds them as always.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db.migrations import AddIndex, RemoveIndex


class _Online:
    """An operation that runs as ``online`` on PostgreSQL, as ``plain`` elsewhere."""

    online: ClassVar[Any]
    plain: ClassVar[Any]

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Do the operation."""
        kind = self._kind(schema_editor)
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Undo it."""
        kind = self._kind(schema_editor)
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)

    def _kind(self, schema_editor: Any) -> Any:
        return self.online if schema_editor.connection.vendor == "postgresql" else self.plain


class AddIndexOnline(_Online, AddIndexConcurrently):
    """Add an index while rows are written."""

    online, plain = AddIndexConcurrently, AddIndex


class RemoveIndexOnline(_Online, RemoveIndexConcurrently):
    """Remove an index while rows are written."""

    online, plain = RemoveIndexConcurrently, RemoveIndex
