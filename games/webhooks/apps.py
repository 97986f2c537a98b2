"""The Django app of webhooks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    """Addresses of players that are told what happens, and what they were told."""

    name = "games.webhooks"
    verbose_name = _("Webhooks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of the rows of tournaments, and of erasures."""
        from games.play.erasure import on_erasure
        from games.tournaments.tournament_ledger import on_row
        from games.webhooks.hook_news import tell_row
        from games.webhooks.services import forget_webhooks

        on_erasure.append(forget_webhooks)
        on_row.append(tell_row)
