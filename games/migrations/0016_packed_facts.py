"""Store the facts of a row as compressed bytes (games/ledger/packed_facts.py)."""

from collections.abc import Callable
from typing import Any

from django.db import migrations, models

from games.ledger.packed_facts import pack_facts, unpack_facts

TABLE = "games_moveevent"
AT_ONCE = 1000


class AlterFacts(migrations.AlterField):
    """Make texts bytes, and compress them; and back."""

    def database_forwards(self, app_label: str, editor: Any, before: Any, after: Any) -> None:
        if editor.connection.vendor == "postgresql":
            alter(editor, "bytea", "convert_to(facts, 'UTF8')")
        else:
            super().database_forwards(app_label, editor, before, after)
            editor.execute(f"UPDATE {TABLE} SET facts = CAST(facts AS BLOB)")
        rewrite_all(editor, pack_facts)

    def database_backwards(self, app_label: str, editor: Any, before: Any, after: Any) -> None:
        rewrite_all(editor, unpack_facts)
        if editor.connection.vendor == "postgresql":
            alter(editor, "text", "convert_from(facts, 'UTF8')")
        else:
            editor.execute(f"UPDATE {TABLE} SET facts = CAST(facts AS TEXT)")
            super().database_forwards(app_label, editor, before, after)


def alter(editor: Any, kind: str, using: str) -> None:
    """Change the type of the column, which rewrites the table."""
    editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    editor.execute(f"ALTER TABLE {TABLE} ALTER facts TYPE {kind} USING {using}")


def rewrite_all(editor: Any, written: Callable[[bytes], bytes]) -> None:
    """Write the facts of all rows anew.

    The triggers that refuse it are installed again after the migration.
    """
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_change ON {TABLE}")
    else:
        editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_update")
    with editor.connection.cursor() as cursor:
        facts_of = f"SELECT game_id, seq, facts FROM {TABLE}"
        cursor.execute(f"{facts_of} ORDER BY game_id, seq LIMIT {AT_ONCE}")
        while rows := cursor.fetchall():
            cursor.executemany(
                f"UPDATE {TABLE} SET facts = %s WHERE game_id = %s AND seq = %s",
                [(written(bytes(facts)), game, seq) for game, seq, facts in rows],
            )
            cursor.execute(
                f"{facts_of} WHERE (game_id, seq) > (%s, %s) ORDER BY game_id, seq LIMIT {AT_ONCE}",
                rows[-1][:2],
            )


class Migration(migrations.Migration):
    """What rows say, their digests and their order stay as they are, both ways."""

    dependencies = [("games", "0015_cancelled_games")]
    operations = [AlterFacts("moveevent", "facts", models.BinaryField("facts"))]
