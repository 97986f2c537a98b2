from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0013_revoked_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stand_ins",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name="seats that bots play for players"),
        ),
    ]
