from django.db import migrations, models

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0008_waiting_origins"),
    ]

    operations = [
        AddIndexOnline(
            model_name="recordedact",
            index=models.Index(fields=["kind", "id"], name="act_kind"),
        ),
    ]
