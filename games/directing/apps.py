"""The Django app of organisers."""

from django.apps import AppConfig

from games.app_names import app_name


class DirectingConfig(AppConfig):
    """Organisers: which games they may direct, and what was refused to them."""

    name = "games.directing"
    label = "directing"
    verbose_name = app_name("organisers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the models."""
        from games.admin_names import name_in_admin

        name_in_admin(self)
