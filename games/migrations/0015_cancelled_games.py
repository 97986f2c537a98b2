"""Name the end of a game that its creator left before it began: "cancelled"."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def cancel(apps: Any, schema_editor: Any) -> None:
    rename(apps, schema_editor, "called-off", "cancelled")


def call_off(apps: Any, schema_editor: Any) -> None:
    rename(apps, schema_editor, "cancelled", "called-off")


def rename(apps: Any, schema_editor: Any, old: str, new: str) -> None:
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    games.filter(why=old).update(why=new)


class Migration(migrations.Migration):
    dependencies = [("games", "0014_event_partitions")]

    operations = [migrations.RunPython(cancel, call_off)]
