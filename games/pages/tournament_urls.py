"""The addresses of the pages of tournaments."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.pages import league_pages as leagues
from games.pages import tournament_pages as pages
from games.pages import tournament_prints as prints

urlpatterns: list[URLPattern] = [
    path("", pages.tournaments, name="tournaments"),
    path("league/", leagues.make_league, name="make-league"),
    path("league/<str:code>/", leagues.league, name="league"),
    path("claim/<str:claim>/", pages.claim, name="tournament-claim"),
    path("staff/<str:text>/", pages.staff, name="tournament-staff"),
    path("<str:code>/", pages.tournament, name="tournament"),
    path("<str:code>/now/", pages.now, name="tournament-now"),
    path("<str:code>/clock/", pages.clock, name="tournament-clock"),
    path("<str:code>/table/<int:number>/", pages.table, name="tournament-table"),
    path("<str:code>/table/<int:number>/now/", pages.table_now, name="tournament-table-now"),
    path("<str:code>/why/<int:entry>/", pages.why, name="tournament-why"),
    path("<str:code>/desk/", pages.desk, name="tournament-desk"),
    path("<str:code>/wall/", prints.wall, name="tournament-wall"),
    path("<str:code>/archive.zip", prints.archive, name="tournament-archive"),
    path("<str:code>/results.csv", prints.results, name="tournament-results"),
    path("<str:code>/print/<str:what>/", prints.printed, name="tournament-print"),
]
