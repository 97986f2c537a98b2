from django.db import migrations


class Migration(migrations.Migration):

    runs_beside_old_code = "the column stays, and is null in each row: the next release drops it"

    dependencies = [
        ("games", "0014_stand_ins"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="game", name="archive")]
        ),
    ]
