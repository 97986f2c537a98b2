"""The Django app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """The bots app: it puts its bots down with the games, and listens for their turns."""

    name = "bots"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Offer the bots, and be told when one of them is asked."""
        from bots import services, tasks
        from games.services import bot_versions, on_bot_turn

        bot_versions.update(services.versions())
        if tasks.on_bot_turn not in on_bot_turn:
            on_bot_turn.append(tasks.on_bot_turn)
