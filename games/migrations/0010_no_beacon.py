from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0009_acts_by_kind"),
    ]

    operations = [
        migrations.RemoveField(model_name="game", name="beacon"),
    ]
