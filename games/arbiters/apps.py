"""The Django app of the right of arbiters."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArbitersConfig(AppConfig):
    """The looks of arbiters."""

    name = "games.arbiters"
    label = "arbiters"
    verbose_name = _("Arbiters")
    default_auto_field = "django.db.models.BigAutoField"
