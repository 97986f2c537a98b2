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
        """Name the models; follow the accounts that are deactivated."""
        from django.contrib.auth.models import User
        from django.db.models.signals import post_save

        from games.admin_names import name_in_admin
        from games.players.services import follow_account

        name_in_admin(self)
        post_save.connect(follow_account, sender=User, dispatch_uid="follow-account")
