"""The Django app of the right of arbiters."""

from django.apps import AppConfig


class ArbitersConfig(AppConfig):
    """The looks of arbiters."""

    name = "games.arbiters"
    label = "arbiters"
    verbose_name = "arbiters"
    default_auto_field = "django.db.models.BigAutoField"
