"""Store the facts of a row as bytes: those of new rows compressed (games/ledger/packed_facts.py)."""

from typing import Any

from django.db import migrations, models

from games.ledger.packed_facts import unpack_facts

TABLE = "games_moveevent"
AT_ONCE = 1000


class AlterFacts(migrations.AlterField):
    """Make texts bytes. The facts of older rows stay as they are: JSON is read as such."""

    def database_forwards(self, app_label: str, editor: Any, before: Any, after: Any) -> None:
        if editor.connection.vendor == "postgresql":
            alter(editor, "bytea", "convert_to(facts, 'UTF8')")
        else:
            super().database_forwards(app_label, editor, before, after)
            editor.execute(f"UPDATE {TABLE} SET facts = CAST(facts AS BLOB)")

    def database_backwards(self, app_label: str, editor: Any, before: Any, after: Any) -> None:
        unpack_all(editor)
        if editor.connection.vendor == "postgresql":
            alter(editor, "text", "convert_from(facts, 'UTF8')")
        else:
            editor.execute(f"UPDATE {TABLE} SET facts = CAST(facts AS TEXT)")
            super().database_forwards(app_label, editor, before, after)


def alter(editor: Any, kind: str, using: str) -> None:
    """Change the type of the column, which rewrites the table."""
    editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    editor.execute(f"ALTER TABLE {TABLE} ALTER facts TYPE {kind} USING {using}")


def unpack_all(editor: Any) -> None:
    """Decompress the facts of all rows.

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
                [(unpack_facts(facts), game, seq) for game, seq, facts in rows],
            )
            cursor.execute(
                f"{facts_of} WHERE (game_id, seq) > (%s, %s) ORDER BY game_id, seq LIMIT {AT_ONCE}",
                rows[-1][:2],
            )


class Migration(migrations.Migration):
    """What rows say, their digests and their order stay as they are, both ways."""

    dependencies = [("games", "0015_cancelled_games")]
    operations = [AlterFacts("moveevent", "facts", models.BinaryField("facts"))]
