"""The Django app of organisers and arbiters."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfficialsConfig(AppConfig):
    """Organisers and arbiters: their grants, refused acts and looks."""

    name = "games.officials"
    verbose_name = _("Organisers and arbiters")
    default_auto_field = "django.db.models.BigAutoField"
