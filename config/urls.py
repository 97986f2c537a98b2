"""The addresses: the API, the admin, and what those who run it look at."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, readyz
from config.home import home
from config.metrics import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("audit/", include("games.pages.urls")),
    path("metrics", metrics, name="metrics"),
]
if find_spec("bots.api_urls"):
    urlpatterns.append(path("api/v1/", include("bots.api_urls")))
if find_spec("games.api") and find_spec("games.api.urls"):
    urlpatterns.append(path("api/v1/", include("games.api.urls")))
    handler400 = "games.api.http.errors.bad_request"
    handler403 = "games.api.http.errors.permission_denied"
    handler404 = "games.api.http.errors.page_not_found"
    handler500 = "games.api.http.errors.server_error"
