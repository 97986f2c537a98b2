"""The Django app of cards, editions and releases."""

from django.apps import AppConfig

from cards.admin_words import word


class CardsConfig(AppConfig):
    """The configuration of the app."""

    name = "cards"
    verbose_name = word("app")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Guard frozen drafts, and name the models."""
        from cards import freezing
        from cards.admin_words import FIELDS, MODELS
        from cards.model_names import name_models

        freezing.connect()
        name_models(self, MODELS, FIELDS)
