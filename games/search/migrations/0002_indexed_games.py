from django.db import migrations
from django.db.models import Exists, OuterRef

AT_ONCE = 1000


def mark_games(apps, schema_editor):
    """Mark the games that are in the index as they are, some at a time."""
    games = apps.get_model("games", "Game").objects
    indexed = apps.get_model("search", "IndexedGame").objects
    ids = indexed.order_by("pk").values_list("pk", flat=True)
    some = list(ids[:AT_ONCE])
    while some:
        same = indexed.filter(game=OuterRef("pk"), seq=OuterRef("seq"))
        games.filter(Exists(same), pk__in=some, status="over").update(is_indexed=True)
        some = list(ids.filter(pk__gt=some[-1])[:AT_ONCE])


class Migration(migrations.Migration):
    """Say in the line of a game that it is in the index, instead of in a table.

    The table stays for the code of the release before, and is dropped in the next.
    """

    atomic = False
    runs_beside_old_code = "It writes its table; the games are then indexed a second time."
    dependencies = [
        ('games', '0021_columns_of_lists'),
        ('search', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(mark_games, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState([], [migrations.DeleteModel('IndexedGame')]),
    ]
