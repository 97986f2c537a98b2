from django.db import migrations, models

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0004_hosts_return"),
    ]

    operations = [
        AddIndexOnline(
            model_name="rematch",
            index=models.Index(fields=["table"], name="rematch_table"),
        ),
    ]
