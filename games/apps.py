"""The Django app of games."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register variants, ids in addresses, and triggers of append-only tables."""
        from django.urls import register_converter

        from cards.append_only import check_triggers, install_after_migrate
        from cards.registry import variants
        from games.converters import IdConverter
        from games.engine import VARIANTS

        register_converter(IdConverter, "id")
        variants.update({code: one.name for code, one in VARIANTS.items()})
        post_migrate.connect(install_after_migrate, sender=self)
        register(check_triggers, Tags.database)
