import django.db.models.deletion
from django.db import migrations, models

from cards.online_indexes import AddIndexOnline, RemoveIndexOnline, drop_index


class Migration(migrations.Migration):
    """Add the indexes that lists are read by, and remove those that they replace."""

    atomic = False
    runs_beside_old_code = "Of the columns only indexes change; what replaces one is there before."
    dependencies = [
        ('games', '0022_times_of_seats'),
    ]

    operations = [
        AddIndexOnline(
            model_name='game',
            index=models.Index(fields=['created_at', 'id'], name='game_created'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(fields=['access', 'created_at', 'id'], name='game_access'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(fields=['variant', 'access', 'created_at', 'id'], name='game_variant'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(fields=['creator', 'created_at', 'id'], name='game_creator'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(fields=['status', 'access', 'created_at', 'id'], name='game_status'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['access', 'ended_at', 'id'], name='game_access_ended'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('result_seq__isnull', False)), fields=['access', 'result_seq', 'id'], name='game_access_length'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('is_indexed', False), ('result_seq__isnull', False), ('status', 'over')), fields=['ended_at'], name='game_not_indexed'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'over'), _negated=True), fields=['creator', 'created_at', 'id'], name='game_not_over_creator'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('status__in', ('opening', 'running')), models.Q(('origin', ''), _negated=True)), fields=['origin'], name='game_begun_origin'),
        ),
        AddIndexOnline(
            model_name='game',
            index=models.Index(condition=models.Q(('status__in', ('opening', 'running')), ('thinking_seats__gt', 0)), fields=['id'], name='game_begun_thinking'),
        ),
        AddIndexOnline(
            model_name='seat',
            index=models.Index(condition=models.Q(('player__isnull', False)), fields=['player', 'created_at', 'game'], name='seat_player_created'),
        ),
        AddIndexOnline(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at', None), ('player__isnull', False)), fields=['player', 'created_at', 'game'], name='seat_player_playing'),
        ),
        AddIndexOnline(
            model_name='seat',
            index=models.Index(condition=models.Q(('player__isnull', False)), fields=['player', 'ended_at'], name='seat_player_ended'),
        ),
        AddIndexOnline(
            model_name='auditfinding',
            index=models.Index(fields=['code', 'run'], name='finding_code'),
        ),
        RemoveIndexOnline(
            model_name='game',
            name='game_newest',
        ),
        RemoveIndexOnline(
            model_name='game',
            name='game_running_origin',
        ),
        migrations.SeparateDatabaseAndState(
            [drop_index('games_game_creator_id_35d0b68b')],
            [
                migrations.AlterField(
                    model_name='game',
                    name='creator',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player', verbose_name="creator"),
                ),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            [drop_index('games_seat_player_id_15ebc6ad')],
            [
                migrations.AlterField(
                    model_name='seat',
                    name='player',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='players.player', verbose_name="player"),
                ),
            ],
        ),
    ]
