"""Requests from pages on other origins."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from tests.api.client import Caller

pytestmark = pytest.mark.django_db

PAGE = "https://cards.example"
ASKED = (
    "authorization, content-type, if-match, if-none-match, idempotency-key, accept-language,"
    " accept, x-request-id, move-signature, prefer, cache-control, pragma, x-requested-with,"
    " traceparent, tracestate, last-event-id"
)
EXPOSED = {
    "Deprecation",
    "Link",
    "Sunset",
    "ETag",
    "Location",
    "Retry-After",
    "Server-Time",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotent-Replayed",
    "X-Request-ID",
    "Content-Language",
    "Content-Disposition",
    "Preference-Applied",
}


def listed(header: str) -> set[str]:
    return {one.strip() for one in header.split(",")}


def preflight(path: str, method: str = "POST", origin: str = PAGE) -> Any:
    """What a browser asks before it sends a request of a page on another origin."""
    return Client().options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": ASKED.replace(" ", ""),
        },
    )


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["games/", "docs/", "editions/none/cards/wild/picture.svg"])
def test_a_preflight_allows_every_method_and_header_without_cookies(path: str, method: str) -> None:
    reply = preflight(f"/api/v1/{path}", method)
    assert reply.status_code == 200
    assert reply["Access-Control-Allow-Origin"] == "*"
    assert listed(reply["Access-Control-Allow-Headers"]) >= listed(ASKED)
    assert method in listed(reply["Access-Control-Allow-Methods"])
    assert int(reply["Access-Control-Max-Age"]) >= 600
    assert not reply.has_header("Access-Control-Allow-Credentials")


def test_preflights_are_not_throttled(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"reads": "1/d", "writes": "1/d"}
    assert [preflight("/api/v1/games/").status_code for _ in range(5)] == [200] * 5
    assert [Caller().get("games/").status for _ in range(2)] == [200, 429]


def test_a_reply_exposes_its_headers_and_allows_no_cookies(alice: Caller, game: str) -> None:
    reply = alice.get(f"games/{game}/", Origin=PAGE)
    assert reply.headers["access-control-allow-origin"] == "*"
    assert listed(reply.headers["access-control-expose-headers"]) == EXPOSED
    assert "access-control-allow-credentials" not in reply.headers


def test_errors_carry_the_headers_too(
    alice: Caller, game: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def fail(error: Exception) -> Any:
        def raise_it(*_: object, **__: object) -> None:
            raise error

        return raise_it

    create = "games.api.views.players.services.create_guest"
    stale = {"If_Match": '"0"', "Origin": PAGE}
    replies = [
        Caller("fd_" + "0" * 64).get("me/", Origin=PAGE),
        Caller().get("nothing/", Origin=PAGE),
        alice.post(f"games/{game}/moves/", {"move": "draw"}, **stale),
    ]
    for error in (RuntimeError(), OperationalError()):
        monkeypatch.setattr(create, fail(error))
        replies.append(Caller().post("players/", Origin=PAGE))
    settings.API_RATES = settings.API_RATES | {"reads": "1/d"}
    alice.get("me/", Origin=PAGE)
    replies.append(alice.get("me/", Origin=PAGE))
    assert [reply.status for reply in replies] == [401, 404, 412, 500, 503, 429]
    for reply in replies:
        assert reply.headers["access-control-allow-origin"] == "*"
        assert listed(reply.headers["access-control-expose-headers"]) == EXPOSED


@pytest.mark.parametrize("path", ["/admin/login/", "/audit/", "/healthz", "/"])
def test_pages_outside_the_api_allow_no_other_origin(path: str) -> None:
    replies = Client().get(path, headers={"Origin": PAGE}), preflight(path)
    for reply in replies:
        assert not [name for name in reply.headers if name.lower().startswith("access-control")]


def test_a_list_of_origins_allows_no_others(settings: Any) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = False
    settings.CORS_ALLOWED_ORIGINS = [PAGE]
    allowed, other = (
        preflight("/api/v1/games/"),
        preflight("/api/v1/games/", origin="https://e.vil"),
    )
    assert allowed["Access-Control-Allow-Origin"] == PAGE
    assert "origin" in allowed["Vary"].lower()
    assert not other.has_header("Access-Control-Allow-Origin")
