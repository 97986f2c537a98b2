"""The Django app of the search of games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SearchConfig(AppConfig):
    """The index that games are searched by."""

    name = "games.search"
    label = "search"
    verbose_name = _("Search")
    default_auto_field = "django.db.models.BigAutoField"
