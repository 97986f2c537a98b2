from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0010_no_beacon"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="receipt", name="receipt_age"),
        migrations.RemoveField(model_name="receipt", name="game"),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(fields=["created_at"], name="receipt_age"),
        ),
    ]
