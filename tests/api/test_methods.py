"""Unusual HTTP methods cause no server error at any address."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from cards.models import Edition
from tests.api.client import Caller

pytestmark = pytest.mark.slow

VARIABLE = re.compile(r"<(?:\w+:)?(\w+)>")


def routes(given: list[Any], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the server, with names in place of what varies, and its pattern."""
    for one in given:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route, one


def address(route: str, values: dict[str, str]) -> str:
    """An address with values in place of its names."""
    filled = VARIABLE.sub(lambda found: values.get(found[1], "1"), route)
    return "/" + re.sub(r"[\^$]|\(\?P<.*?\)|\\Z|\.\*|\?:", "", filled).replace("//", "/")


@pytest.fixture
def addresses(game: str) -> list[str]:
    edition = Edition.objects.filter(variant="avengers").latest("pk")
    values = {"game_id": game, "hash": edition.hash, "code": "wild", "token_id": game}
    return [address(route, values) for route, _ in routes(get_resolver().url_patterns)]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["OPTIONS", "HEAD", "TRACE"])
def test_no_address_fails_for_a_method(addresses: list[str], method: str) -> None:
    client = Client(raise_request_exception=False)
    assert len([one for one in addresses if one.startswith("/api/v1/")]) > 40
    replies = {one: client.generic(method, one).status_code for one in addresses}
    unready = {"/readyz"}
    assert {one: status for one, status in replies.items() if status >= 500} == dict.fromkeys(
        unready & {one for one, status in replies.items() if status == 503}, 503
    )


@pytest.mark.django_db
def test_options_names_the_methods_of_pictures_and_of_the_documentation(
    addresses: list[str],
) -> None:
    picture = next(one for one in addresses if one.endswith("/cards/wild/picture.svg"))
    for one in (picture, "/api/v1/docs/", "/api/v1/redoc/", "/api/v1/schema/"):
        reply = Client(raise_request_exception=False).options(one)
        assert reply.status_code == 204, one
        assert "GET" in reply["Allow"], one


@pytest.mark.django_db
def test_a_method_that_an_address_does_not_have_is_refused_before_its_token() -> None:
    reply = Caller("fd_" + "0" * 64).ask("TRACE", "players/")
    assert (reply.status, reply.code) == (405, "method_not_allowed")
    assert reply.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.django_db
def test_a_method_that_an_address_does_not_have_is_refused_before_its_query() -> None:
    for method in ("TRACE", "PUT"):
        reply = Caller().ask(method, "games/?limit=1")
        assert (reply.status, reply.code) == (405, "method_not_allowed"), method


@pytest.mark.django_db
def test_an_id_in_upper_case_is_the_same_id(alice: Caller, game: str) -> None:
    patterns = [route for route, _ in routes(get_resolver().url_patterns) if "game_id" in route]
    assert len(patterns) > 30
    for route in patterns:
        lower, upper = (resolve(address(route, {"game_id": one})) for one in (game, game.upper()))
        assert (upper.func, upper.kwargs) == (lower.func, lower.kwargs), route
    reply = alice.get(f"games/{game.upper()}/")
    assert (reply.status, reply.json["id"]) == (200, game)
