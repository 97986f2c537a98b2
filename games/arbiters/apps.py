"""The Django app."""

from django.apps import AppConfig


class ArbitersConfig(AppConfig):
    """What arbiters have looked at."""

    name = "games.arbiters"
    label = "arbiters"
    verbose_name = "arbiters"
    default_auto_field = "django.db.models.BigAutoField"
