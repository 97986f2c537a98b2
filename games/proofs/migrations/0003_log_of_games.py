import django.db.models.deletion
from django.db import migrations, models


def refuse_old_entries(apps, schema_editor):
    if apps.get_model('checkpoints', 'LogEntry').objects.exists():
        raise RuntimeError(
            'The database has a log of finished games in the format of version 1, which this '
            'release does not read. Empty the database first: manage.py flush.'
        )


class Migration(migrations.Migration):

    dependencies = [
        ('checkpoints', '0002_entries_of_changed_results'),
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(refuse_old_entries, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='logentry',
            name='log_entry_once',
        ),
        migrations.AddField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('begun', 'Begun'), ('ended', 'Ended'), ('changed', 'Changed')], default='ended', max_length=10),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('game', 'kind', 'length'), name='log_entry_once'),
        ),
        migrations.RemoveField(
            model_name='checkpoint',
            name='key',
        ),
        migrations.RemoveField(
            model_name='checkpoint',
            name='signature',
        ),
        migrations.AddField(
            model_name='checkpoint',
            name='note',
            field=models.TextField(default=''),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name='Cosignature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=255)),
                ('line', models.TextField()),
                ('time', models.BigIntegerField()),
                ('checkpoint', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='cosignatures', to='checkpoints.checkpoint')),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('checkpoint', 'name'), name='cosignature_once')],
            },
        ),
        migrations.CreateModel(
            name='LogBookmark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='LogTile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('root', models.CharField(max_length=64)),
            ],
            options={
                'ordering': ['level', 'number'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('level', 'number'), name='log_tile_once')],
            },
        ),
    ]
