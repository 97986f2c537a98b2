"""The Django app of players and tokens."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Players and their tokens."""

    name = "games.players"
    label = "players"
    verbose_name = "players"
    default_auto_field = "django.db.models.BigAutoField"
