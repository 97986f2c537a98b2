"""The Django app of the log of games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProofsConfig(AppConfig):
    """The log of finished games and its checkpoints."""

    name = "games.proofs"
    verbose_name = _("Checkpoints")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Log each table that closes before a share of it is opened."""
        from games.play.openings import on_opening
        from games.proofs.services import log_opening

        if log_opening not in on_opening:
            on_opening.append(log_opening)
