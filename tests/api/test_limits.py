"""How much one may ask."""

from __future__ import annotations

from typing import Any

import pytest
from redis import ConnectionError as NoRedis

from games.api import throttling
from tests.api.client import Caller, asked_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(settings: Any) -> dict[str, str]:
    """The rates, to be lowered."""
    settings.API_RATES = dict(settings.API_RATES)
    changed: dict[str, str] = settings.API_RATES
    return changed


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "time", lambda: 1_800_000_015.0)


def test_every_reply_tells_the_limit_and_what_is_left(rates: dict[str, str]) -> None:
    rates["reads"] = "3/min"
    reply = Caller().get("variants/")
    assert reply.headers["RateLimit-Policy"] == '"reads";q=3;w=60'
    assert reply.headers["RateLimit"] == '"reads";r=2;t=45'
    assert Caller().get("nothing/").headers["RateLimit"] == '"reads";r=1;t=45'


def test_one_request_too_many_is_429_and_told_when_to_come_again(rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert Caller().get("variants/").status == 200
    reply = Caller().get("variants/")
    assert (reply.status, reply.code) == (429, "too_many_requests")
    assert reply.headers["Retry-After"] == "45"
    assert reply.headers["RateLimit"] == '"reads";r=0;t=45'


def test_the_next_window_is_another_one(
    rates: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates["reads"] = "1/min"
    Caller().get("variants/")
    monkeypatch.setattr(throttling, "time", lambda: 1_800_000_061.0)
    assert Caller().get("variants/").status == 200


def test_reading_never_starves_the_moves_of_a_game(
    alice: Caller, bob: Caller, game: str, rates: dict[str, str]
) -> None:
    player, prompt, _seq = asked_of(game, alice, bob)
    rates["reads"] = "1/min"
    assert player.get(f"games/{game}/").status == 429
    reply = player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    assert reply.status == 201
    assert reply.headers["RateLimit-Policy"].startswith('"moves"')


def test_players_do_not_share_a_bucket(alice: Caller, bob: Caller, rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert alice.get("me/").status == 200
    assert alice.get("me/").status == 429
    assert bob.get("me/").status == 200


def test_guessing_tokens_is_limited(rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert Caller("fd_" + "0" * 64).get("me/").status == 401
    assert Caller("fd_" + "1" * 64).get("me/").status == 429


def test_behind_proxies_the_outermost_of_them_names_the_caller(
    rates: dict[str, str], settings: Any
) -> None:
    rates["reads"], settings.API_PROXIES = "1/min", 1
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.1").status == 200
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.2").status == 200
    assert Caller().get("variants/", X_Forwarded_For="forged, 10.0.0.1").status == 429


def test_a_cache_that_does_not_answer_refuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NoRedis

    monkeypatch.setattr(throttling, "_count", fail)
    monkeypatch.setattr("games.players.access.cache.get", fail)
    monkeypatch.setattr("games.players.access.cache.add", fail)
    secret = Caller().post("players/").json["token"]["secret"]
    assert Caller(secret).get("me/").status == 200
