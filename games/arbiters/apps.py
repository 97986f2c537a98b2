"""The Django app of the right of arbiters."""

from django.apps import AppConfig

from games.app_names import app_name


class ArbitersConfig(AppConfig):
    """The looks of arbiters."""

    name = "games.arbiters"
    label = "arbiters"
    verbose_name = app_name("arbiters")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the models."""
        from games.admin_names import name_in_admin

        name_in_admin(self)
