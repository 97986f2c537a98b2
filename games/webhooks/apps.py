"""The Django app of webhooks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    """Addresses of players that are told what happens, and what they were told."""

    name = "games.webhooks"
    verbose_name = _("Webhooks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of the rows of tournaments, of erasures, and of accounts that are closed."""
        from django.contrib.auth.models import User
        from django.db.models.signals import post_save

        from games.play.erasure import on_erasure
        from games.tournaments.tournament_ledger import on_row
        from games.webhooks.hook_news import tell_row
        from games.webhooks.services import follow_account, forget_webhooks

        on_erasure.append(forget_webhooks)
        on_row.append(tell_row)
        post_save.connect(follow_account, sender=User, dispatch_uid="webhooks-follow-account")
