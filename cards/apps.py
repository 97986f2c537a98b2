"""The Django app of cards, editions and releases."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    """The configuration of the app."""

    name = "cards"
    verbose_name = _("Cards")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guard frozen drafts."""
        from cards import freezing

        freezing.connect()
