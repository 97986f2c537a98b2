from django.db import migrations, models

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    """Mark the finished games that are audited, and index the others."""

    atomic = False

    dependencies = [
        ('games', '0026_terms_created'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='is_audited',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="audited as it is"),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('is_audited', False), ('result_seq__isnull', False), ('status', 'over')), fields=['ended_at'], name='game_not_audited'),
        ),
    ]
