from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="tablegame",
            name="is_hidden",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
