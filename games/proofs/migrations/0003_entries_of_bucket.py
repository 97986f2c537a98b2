from cards.online_indexes import AddIndexOnline
from django.db import migrations, models


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("proofs", "0002_map"),
    ]

    operations = [
        AddIndexOnline(
            model_name="logentry",
            index=models.Index(fields=["bucket", "number"], name="log_entry_of_bucket"),
        ),
    ]
