import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the columns that lists are read by; each has a default in the database.

    So a process of the release before goes on writing games.
    """

    dependencies = [
        ('games', '0020_held_moves'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='game',
            options={'ordering': ['-created_at', '-id'], 'permissions': [('direct_game', 'Can remove a seat, void a game and correct its result')], "verbose_name": "game", "verbose_name_plural": "games"},
        ),
        migrations.AddField(
            model_name='game',
            name='is_indexed',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="in the index of the search"),
        ),
        migrations.AddField(
            model_name='seat',
            name='created_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name="created at"),
        ),
        migrations.AddField(
            model_name='seat',
            name='ended_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name="ended at"),
        ),
    ]
