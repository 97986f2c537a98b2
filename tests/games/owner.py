"""The database as its owner has it: nothing guards the rows."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

from cards.append_only import drop_statements, install


@contextmanager
def owned() -> Iterator[CursorWrapper]:
    """Let the owner change rows; they are guarded again afterwards."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in drop_statements(connection):
            cursor.execute(statement)
        yield cursor
        connection.check_constraints()
    install(connection)


def owner_changes(*statements: str) -> None:
    """Change rows as the owner of the database."""
    with owned() as cursor:
        for statement in statements:
            cursor.execute(statement)
