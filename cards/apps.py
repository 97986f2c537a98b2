"""The Django app of cards, editions and releases."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """The configuration of the app."""

    name = "cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guard frozen drafts."""
        from cards import freezing

        freezing.connect()
