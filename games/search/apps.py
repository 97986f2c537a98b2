"""The Django app of the search of games."""

from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class SearchConfig(AppConfig):
    """The index that games are searched by."""

    name = "games.search"
    label = "search"
    verbose_name = pgettext_lazy("app", "Search")
    default_auto_field = "django.db.models.BigAutoField"
