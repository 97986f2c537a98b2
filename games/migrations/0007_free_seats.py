import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0006_move_receipts"),
        ("players", "0002_device_code"),
    ]

    operations = [
        migrations.CreateModel(
            name="UnseatedPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="players.player")),
                ("seat", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["player", "created_at"], name="unseated_player")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="unseated_player_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="origin",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32, verbose_name="origin"),
        ),
    ]
