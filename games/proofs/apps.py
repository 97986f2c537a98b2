"""The Django app of the log of games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProofsConfig(AppConfig):
    """The log of finished games and its checkpoints."""

    name = "games.proofs"
    verbose_name = _("Checkpoints")
    default_auto_field = "django.db.models.BigAutoField"
