"""The Django app of the search of games."""

from django.apps import AppConfig

from games.app_names import app_name


class SearchConfig(AppConfig):
    """The index that games are searched by."""

    name = "games.search"
    label = "search"
    verbose_name = app_name("search")
    default_auto_field = "django.db.models.BigAutoField"
