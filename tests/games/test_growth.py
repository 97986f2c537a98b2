"""What lists, counts and tasks read does not grow with the games stored, on PostgreSQL."""

import os
import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.urls import URLPattern, URLResolver

from bots import urls as bots
from games.api import urls as api
from games.pages import urls as pages
from tests.bench.every_get import every_get, known
from tests.bench.list_requests import LISTS, TASKS, callers, requests
from tests.bench.rows_read import Reading, reading_of, recorded
from tests.bench.stored_games import fill, play_first

FEW, MANY = 2500, 10_000
"""The numbers of games at which all requests are made."""

BOUNDED = 2000
"""What a search may read that looks at 50 games four times for each access."""

MOST_ROWS = 9000
"""The most rows that a request may read from a table or an index: fewer than the games."""

MOST_ROWS_OF_ONE = 1000
"""The most rows of a table that a request about one game may read."""

OF_PLAYERS = ("player", "auth_user", "user_")
"""How tables and indexes of players begin: those are too few here to be read by an index."""

LISTING_NOTHING = {
    "index", "players", "me", "stream-tickets", "variants", "variant", "editions", "edition",
    "edition-definition", "edition-cards", "edition-card", "card-picture", "compare",
    "edition-pictures", "card-schema", "rules", "rule", "problems", "problem", "rulings", "schema",
    "docs",
    "redoc-script", "redoc", "token", "bots", "rehearsals", "rehearsal", "rehearsal-cancel",
    "language", "session", "session-code", "device-codes", "link",
    "tournaments-claims", "tournaments-one", "tournaments-standings", "tournaments-round",
    "tournaments-table",
    "tournaments-entries", "tournaments-acts", "tournaments-act-check", "tournaments-events",
    "webhooks", "webhook", "webhook-test", "webhook-rotation", "delivery-again",
}  # fmt: skip
"""Addresses without a list of anything that grows with the games."""

LISTED = {
    "games": "games/all",
    "games-export": "export/all",
    "lobby": "lobby",
    "keys": "keys",
    "given-acts": "acts/all",
    "tournaments-list": "tournaments",
    "tokens": "me/tokens",
    "deliveries": "me/deliveries",
    "my-events": "me/events/regular",
    "find": "audit/all",
    "results": "audit/export/results",
    "bundles": "audit/export/results",
}
"""The addresses of lists, and the request that stands for each."""


def names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of addresses that are not of one game."""
    found = set()
    for one in patterns:
        if isinstance(one, URLPattern) and one.name and "game_id" not in str(one.pattern):
            found.add(one.name)
    return found


def test_every_list_is_measured() -> None:
    addresses = names([*api.urlpatterns, *pages.urlpatterns, *bots.urlpatterns])
    assert addresses - LISTING_NOTHING == set(LISTED)
    assert set(LISTED.values()) <= set(LISTS)
    tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks == set(TASKS)
    changelists = {f"admin/{model._meta.label_lower}" for model in admin.site._registry}
    assert changelists <= set(LISTS)


@pytest.mark.services
@pytest.mark.slow
@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="needs the PostgreSQL of DATABASE_URL",
)
@pytest.mark.django_db
def test_no_list_reads_more_rows_if_more_games_are_stored(
    editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_first()
    who = callers()
    with connection.cursor() as cursor:
        # As on a disk without heads to move: small tables are then read by their indexes too.
        cursor.execute("SET LOCAL random_page_cost = 1.1")
    read: dict[int, dict[str, Reading]] = {}
    # So few games have the limits of many: a whole table would be read fastest for a large part.
    with monkeypatch.context() as patch:
        patch.setattr("games.pages.views.MAX_RESULTS", 100)
        patch.setattr("games.staff.admin_lists.MAX_LISTED", 200)
        patch.setattr("games.search.listing.LOOKED_AT", 50)
        patch.setattr("games.search.listing.FEW", 100)
        patch.setattr("games.officials.selectors.LOOKED_AT", 50)
        patch.setattr("games.officials.selectors.FEW", 100)
        patch.setattr("games.officials.calls.MAX_CALLS", 50)
        for games in (FEW, MANY):
            fill(games)
            read[games] = {name: measure(request) for name, request in requests(who).items()}
    few, many = read[FEW], read[MANY]
    whole = {name: whole_of(reading) for name, reading in many.items()}
    assert {name: found for name, found in whole.items() if found} == {}
    rows = {name: (rows_of(few[name]), rows_of(many[name])) for name in many}
    assert {name: (a, b) for name, (a, b) in rows.items() if b > max(1.5 * a, BOUNDED)} == {}
    # All GET requests: pages of 200, a player with 1,000 games, an organiser of a set of 5,000.
    found = {name: measure(ask) for name, ask in every_get(who, known()).items()}
    assert len(found) > 400
    most = {name: most_rows_of(reading) for name, reading in found.items()}
    assert {name: n for name, n in most.items() if n > MOST_ROWS} == {}
    of_one = {name: n for name, n in most.items() if re.search(r"/games?/[0-9a-f-]{36}/", name)}
    assert len(of_one) > 100
    assert {name: n for name, n in of_one.items() if n > MOST_ROWS_OF_ONE} == {}


def whole_of(reading: Reading) -> list[str]:
    return [one for one in reading.whole if not one.startswith(OF_PLAYERS)]


def counts_of(reading: Reading) -> list[int]:
    return [n for name, n in reading.by_name.items() if not name.startswith(OF_PLAYERS)]


def rows_of(reading: Reading) -> int:
    return sum(counts_of(reading))


def most_rows_of(reading: Reading) -> int:
    return max(counts_of(reading), default=0)


def measure(request: object) -> Reading:
    with recorded() as statements:
        request()  # type: ignore[operator]
    return reading_of(statements)
