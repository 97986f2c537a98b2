from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0015_no_archive"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_held",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="held"),
        ),
    ]
