"""The Django app of the log of games."""

from django.apps import AppConfig

from games.app_names import app_name


class CheckpointsConfig(AppConfig):
    """The log of finished games and its checkpoints."""

    name = "games.checkpoints"
    label = "checkpoints"
    verbose_name = app_name("checkpoints")
    default_auto_field = "django.db.models.BigAutoField"
