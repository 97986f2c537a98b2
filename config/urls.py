"""The URLs of the project: API, admin, audit pages, operators' endpoints."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from config.health import healthz, readyz
from config.metrics import metrics
from config.struct_types import prepare_structs
from games.pages.card_sheet import card_sheet
from games.pages.how_to_play import how_to_play
from games.pages.play_pages import embed_page, play_page
from games.pages.verifier_page import verifier_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("bots.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", play_page, {"page": "front"}, name="home"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("favicon.ico", RedirectView.as_view(url=static("site/favicon.svg")), name="favicon"),
    path("audit/", include("games.pages.urls")),
    path("play/", play_page, {"page": "lobby"}, name="play"),
    path("play/<id:game_id>/", play_page, {"page": "table"}, name="play-table"),
    path("play/<id:game_id>/replay/", play_page, {"page": "replay"}, name="play-replay"),
    path("embed/<id:game_id>/", embed_page, name="embed"),
    path("join/<str:code>/", play_page, {"page": "join"}, name="join"),
    path("judge/", play_page, {"page": "judge"}, name="judge"),
    path("enter/", play_page, {"page": "enter"}, name="enter"),
    path("t/", include("games.pages.tournament_urls")),
    path("cards/<slug:hash>/", card_sheet, name="card-sheet"),
    path("verify/", verifier_page, name="verify"),
    path("rules/", how_to_play, name="how-to-play"),
    path("log/", include("games.api.log_urls")),
    path("metrics", metrics, name="metrics"),
]
handler400 = "games.api.http.problem_documents.bad_request"
handler403 = "games.api.http.problem_documents.permission_denied"
handler404 = "games.api.http.problem_documents.page_not_found"
handler500 = "games.api.http.problem_documents.server_error"

# Every request waits until this module is imported, and it imports all views.
prepare_structs()
