from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0003_meeting"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="returns_to",
            field=models.UUIDField(blank=True, editable=False, null=True, verbose_name="returns to"),
        ),
    ]
