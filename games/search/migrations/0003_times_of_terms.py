import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.models import OuterRef, Subquery

from cards.online_indexes import AddIndexOnline

AT_ONCE = 10_000


def copy_times(apps, schema_editor):
    """Copy the times of the games to their terms, some terms at a time."""
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    terms = apps.get_model("search", "SearchTerm").objects
    last = terms.order_by("pk").values_list("pk", flat=True).last() or 0
    for first in range(0, last, AT_ONCE):
        some = terms.filter(pk__gt=first, pk__lte=first + AT_ONCE)
        some.update(created_at=Subquery(games.values("created_at")))


class Migration(migrations.Migration):
    """Add when its game was created to each term, so that lists of games are read in order."""

    atomic = False
    runs_beside_old_code = "It reads no such column."
    dependencies = [
        ('search', '0002_indexed_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='searchterm',
            name='created_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.RunPython(copy_times, migrations.RunPython.noop),
        AddIndexOnline(
            model_name='searchterm',
            index=models.Index(fields=['term', 'created_at', 'game'], name='term_created'),
        ),
    ]
