"""The Django app of the log of games."""

from django.apps import AppConfig


class CheckpointsConfig(AppConfig):
    """The log of finished games and its checkpoints."""

    name = "games.checkpoints"
    label = "checkpoints"
    verbose_name = "checkpoints"
    default_auto_field = "django.db.models.BigAutoField"
