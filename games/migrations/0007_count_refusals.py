from django.db import migrations

# A migration of its own: PostgreSQL does not alter a table with pending trigger events.
COUNT = """
INSERT INTO games_refusalcount (game_id, seq, seat, count)
SELECT game_id, seq, seat, COUNT(*) FROM games_refusal GROUP BY game_id, seq, seat
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_refusal_counts'),
    ]

    operations = [
        migrations.RunSQL(COUNT, 'DELETE FROM games_refusalcount'),
    ]
