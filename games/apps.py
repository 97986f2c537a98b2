"""The Django app of games."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate

from games.app_names import app_name


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = app_name("games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register variants and triggers of append-only tables; name the models."""
        from cards.append_only import check_triggers, install_after_migrate
        from cards.registry import variants
        from games.admin_names import name_in_admin
        from games.engine import VARIANTS

        variants.update({code: one.name for code, one in VARIANTS.items()})
        post_migrate.connect(install_after_migrate, sender=self)
        register(check_triggers, Tags.database)
        name_in_admin(self)
