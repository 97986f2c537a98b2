from django.db import migrations

SUMMARIES = "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = %s::regclass"
INDEX = "games_moveevent_id_range"


def set_option(schema_editor, option):
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(SUMMARIES, [INDEX])
        for (partition,) in cursor.fetchall():
            cursor.execute(f"ALTER INDEX {partition} {option}")


def summarize(apps, schema_editor):
    """Have new moves summarized as they come; else the log would read all since the last vacuum."""
    set_option(schema_editor, "SET (autosummarize = on)")


def wait_for_vacuum(apps, schema_editor):
    set_option(schema_editor, "RESET (autosummarize)")


class Migration(migrations.Migration):

    runs_beside_old_code = "It is an option of an index."
    dependencies = [
        ("games", "0023_indexes_of_lists"),
    ]

    operations = [
        migrations.RunPython(summarize, wait_for_vacuum),
    ]
