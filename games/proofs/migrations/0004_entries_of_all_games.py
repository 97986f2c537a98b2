import django.db.models.deletion
from django.db import migrations, models


def refuse_old_entries(apps, schema_editor):
    if apps.get_model('checkpoints', 'LogEntry').objects.exists():
        raise RuntimeError(
            'The database has a log in the format of version 2, which this release does not read. '
            'Empty the database first: manage.py flush.'
        )


class Migration(migrations.Migration):
    needs_a_stop = 'entries of the log have another format'

    dependencies = [
        ('checkpoints', '0003_log_of_games'),
        ('games', '0024_summaries_of_moves'),
    ]

    operations = [
        migrations.RunPython(refuse_old_entries, migrations.RunPython.noop),
        migrations.AddField(
            model_name='logbookmark',
            name='at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='logentry',
            name='text',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AlterField(
            model_name='logentry',
            name='game',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log_entries', to='games.game'),
        ),
        migrations.AlterField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('created', 'Created'), ('begun', 'Begun'), ('ended', 'Ended'), ('void', 'Void'), ('changed', 'Changed'), ('cancelled', 'Cancelled'), ('erased', 'Erased'), ('key', 'Key')], max_length=10),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(
                condition=models.Q(('kind', 'key')), fields=['number'], name='log_entry_of_keys'
            ),
        ),
    ]
