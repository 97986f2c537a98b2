"""The Django app of players and tokens."""

from django.apps import AppConfig

from games.app_names import app_name


class PlayersConfig(AppConfig):
    """Players and their tokens."""

    name = "games.players"
    label = "players"
    verbose_name = app_name("players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the models."""
        from games.admin_names import name_in_admin

        name_in_admin(self)
