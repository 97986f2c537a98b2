"""The addresses under /log/."""

from django.urls import URLPattern, path

from games.api.views.log_files import checkpoint, tile

urlpatterns: list[URLPattern] = [
    path("checkpoint", checkpoint, name="log-checkpoint"),
    path("tile/<path:address>", tile, name="log-tile"),
]
