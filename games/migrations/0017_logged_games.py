from django.db import migrations, models
from django.db.models import F, Q

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0016_held_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="logged_seq",
            field=models.PositiveIntegerField(
                db_default=0, default=0, editable=False, verbose_name="event up to which it is in the log"
            ),
        ),
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=Q(("logged_seq", 0), ("status", "running"))
                | Q(("result_seq__gt", F("logged_seq"))),
                fields=["-created_at"],
                name="game_not_logged",
            ),
        ),
    ]
