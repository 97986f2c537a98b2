from django.db import migrations
from django.db.models import OuterRef, Subquery

AT_ONCE = 1000


def copy_times(apps, schema_editor):
    """Copy the times of the games to their seats, some games at a time: each is one statement."""
    games = apps.get_model("games", "Game").objects
    seats = apps.get_model("games", "Seat").objects
    own = games.filter(pk=OuterRef("game"))
    times = {name: Subquery(own.values(name)) for name in ("created_at", "ended_at")}
    ids = games.order_by("pk").values_list("pk", flat=True)
    some = list(ids[:AT_ONCE])
    while some:
        seats.filter(game__in=some).update(**times)
        some = list(ids.filter(pk__gt=some[-1])[:AT_ONCE])


class Migration(migrations.Migration):
    """Copy when games were created and have ended, while games are played."""

    atomic = False
    runs_beside_old_code = "It reads no such column."
    dependencies = [
        ('games', '0021_columns_of_lists'),
    ]

    operations = [
        migrations.RunPython(copy_times, migrations.RunPython.noop),
    ]
