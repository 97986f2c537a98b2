from django.db import migrations, models

from cards.online_indexes import AddIndexOnline


class Migration(migrations.Migration):
    """Add the index by which the log finds tables that closed."""

    atomic = False
    runs_beside_old_code = 'Only an index is new.'
    dependencies = [
        ('games', '0025_table_terms'),
    ]

    operations = [
        AddIndexOnline(
            model_name='tableterms',
            index=models.Index(fields=['created_at'], name='terms_created'),
        ),
    ]
