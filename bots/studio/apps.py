"""The Django app of the studio."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudioConfig(AppConfig):
    """The configuration of the app, which has no models of its own."""

    name = "bots.studio"
    verbose_name = _("Studio")
