from django.conf import settings
from django.db import DatabaseError, migrations, models

from cards.online_indexes import AddIndexOnline

INDEXES = {
    "user_not_guest": "auth_user (username) WHERE is_staff OR is_superuser OR NOT is_active",
    "user_email_lower": "auth_user (lower(email::text))",
}
NAME_PARTS = "players_player USING gin (upper(name::text) gin_trgm_ops)"


def create_indexes(apps, schema_editor):
    """Index users, whose model is Django's, and the parts of names; SQLite has no such index."""
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, columns in INDEXES.items():
        schema_editor.execute(f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {columns}")
    try:
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except DatabaseError as error:
        print(f"\n  Names are searched without an index, as pg_trgm cannot be created: {error}")
        return
    schema_editor.execute(f"CREATE INDEX CONCURRENTLY IF NOT EXISTS player_name_parts ON {NAME_PARTS}")


def drop_indexes(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for name in (*INDEXES, "player_name_parts"):
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


class Migration(migrations.Migration):

    atomic = False
    runs_beside_old_code = "Only indexes are added."
    dependencies = [
        ("players", "0006_stream_ticket"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name="player",
            index=models.Index(fields=["created_at", "id"], name="player_created"),
        ),
        migrations.RunPython(create_indexes, drop_indexes),
    ]
