"""Limits on the pages."""

from typing import Any

import pytest
from django.test import Client

from games.api.http import throttling
from games.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(settings: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The rates, to be lowered, in a window that does not end."""
    monkeypatch.setattr(throttling, "time", lambda: 1_800_000_015.0)
    settings.API_RATES = dict(settings.API_RATES)
    changed: dict[str, str] = settings.API_RATES
    return changed


def test_pages_are_limited_and_say_so_in_plain_words(rates: dict[str, str]) -> None:
    rates["pages"] = "3/min"
    first = Client().get("/audit/")
    assert (first.status_code, first["RateLimit"]) == (200, '"pages";r=1;t=45;cost=2')
    reply = Client().get("/audit/")
    assert (reply.status_code, reply["Retry-After"]) == (429, "45")
    assert reply["Content-Type"].startswith("text/html")
    assert "Try again in 45 seconds." in reply.content.decode()
    french = Client().get("/audit/", headers={"Accept-Language": "fr-CA"})
    assert "Réessaie dans 45 secondes." in french.content.decode()


@pytest.mark.parametrize(
    ("rest", "cost"), [("", 4), ("bundle/", 5), ("log.csv", 5), ("log.txt", 5)]
)
def test_a_game_and_its_files_cost_more(
    rates: dict[str, str], running: Game, rest: str, cost: int
) -> None:
    rates["pages"] = "100/min"
    reply = Client().get(f"/audit/games/{running.pk}/{rest}")
    assert reply["RateLimit"] == f'"pages";r={100 - cost};t=45;cost={cost}'


def test_attempts_to_log_in_have_a_limit_of_their_own(rates: dict[str, str]) -> None:
    rates["logins"] = "2/min"
    wrong = {"username": "root", "password": "guess"}
    replies = [Client().post("/admin/login/", wrong).status_code for _ in range(3)]
    assert replies == [200, 200, 429]
    assert Client().get("/admin/login/")["RateLimit"] == '"pages";r=1199;t=45'


def test_the_api_has_its_own_buckets_and_health_none(rates: dict[str, str]) -> None:
    rates["pages"] = "1/min"
    for path in ("/healthz", "/readyz", "/metrics"):
        assert not Client().get(path).has_header("RateLimit")
    assert Client().get("/api/v1/")["RateLimit"].startswith('"reads"')
    assert [Client().get("/").status_code for _ in range(2)] == [200, 429]
