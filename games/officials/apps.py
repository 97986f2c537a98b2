"""The Django app of organisers."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DirectingConfig(AppConfig):
    """Organisers: which games they may direct, and what was refused to them."""

    name = "games.officials"
    label = "directing"
    verbose_name = _("Organisers")
    default_auto_field = "django.db.models.BigAutoField"
