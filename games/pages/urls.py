"""The addresses of the pages."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.i18n import set_language

from games.pages.views import bundle, bundles, find, game, log, results, rulings, sheet

app_name = "audit"
urlpatterns: list[URLPattern] = [
    path("", find, name="find"),
    path("export/results.csv", results, name="results"),
    path("export/bundles.zip", bundles, name="bundles"),
    path("language/", set_language, name="language"),
    path("rulings/", rulings, name="rulings"),
    path("games/<id:game_id>/", game, name="game"),
    path("games/<id:game_id>/sheet/", sheet, name="sheet"),
    path("games/<id:game_id>/bundle/", bundle, name="bundle"),
    path("games/<id:game_id>/log.<str:kind>", log, name="log"),
]
