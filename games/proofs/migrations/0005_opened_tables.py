from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('checkpoints', '0004_entries_of_all_games'),
    ]

    operations = [
        migrations.AlterField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('created', 'Created'), ('opened', 'Opened'), ('begun', 'Begun'), ('ended', 'Ended'), ('void', 'Void'), ('changed', 'Changed'), ('cancelled', 'Cancelled'), ('erased', 'Erased'), ('key', 'Key')], max_length=10),
        ),
    ]
