"""The Django app of the bots."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    """The bots app, which registers its bots and listens for their turns."""

    name = "bots"
    verbose_name = _("Bots")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the bots, the callback for their turns, and the check of editions."""
        from bots import playability, services, tasks
        from cards.registry import edition_checks
        from games.play.bot_turns import on_bot_turn
        from games.play.seating import bot_terms
        from games.players.names import reserve_bots

        bot_terms.update(services.terms())
        reserve_bots(services.versions())
        if tasks.on_bot_turn not in on_bot_turn:
            on_bot_turn.append(tasks.on_bot_turn)
        if playability.check_edition not in edition_checks:
            edition_checks.append(playability.check_edition)
