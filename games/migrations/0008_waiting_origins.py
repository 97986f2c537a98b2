from django.db import migrations, models
from django.db.models import Q

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0007_free_seats"),
    ]

    operations = [
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=Q(("status", "open"), Q(("origin", ""), _negated=True)),
                fields=["origin"],
                name="game_open_origin",
            ),
        ),
        AddIndexOnline(
            model_name="seat",
            index=models.Index(
                condition=Q(("origin", ""), _negated=True), fields=["origin"], name="seat_origin"
            ),
        ),
    ]
