"""The Django app of players and tokens."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Players and their tokens."""

    name = "games.players"
    label = "players"
    verbose_name = _("Players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow the accounts that are deactivated, and logins."""
        from django.contrib.auth.models import User
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_save

        from games.players.browser_sessions import leave_player
        from games.players.services import follow_account

        post_save.connect(follow_account, sender=User, dispatch_uid="follow-account")
        user_logged_in.connect(leave_player, dispatch_uid="leave-player")
