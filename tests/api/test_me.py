"""The resource me/."""

import pytest

from games.players.models import Player
from tests.api.client import Caller, create_game, fits

pytestmark = pytest.mark.django_db


def test_me_reports_who_you_are_and_what_the_token_may_do(alice: Caller) -> None:
    told = alice.get("me/").json
    fits("Me", told)
    assert (told["name"], told["guest"]) == ("Alice", True)


def test_me_without_a_token_is_401(editions: None) -> None:
    reply = Caller().get("me/")
    assert (reply.status, reply.code) == (401, "not_authenticated")
    assert reply.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer fd_" + "0" * 64, "Bearer x", "Basic abc", "Bearer é"])
def test_a_token_that_nobody_holds_is_401(header: str) -> None:
    reply = Caller().get("me/", Authorization=header)
    assert (reply.status, reply.code) == (401, "invalid_token")


def test_a_wrong_token_is_refused_where_none_is_needed() -> None:
    assert Caller("fd_" + "0" * 64).get("variants/").status == 401


def test_another_name_is_for_new_games(alice: Caller, bob: Caller, game: str) -> None:
    assert alice.ask("PATCH", "me/", {"name": "Al"}).json["name"] == "Al"
    assert alice.get("me/").json["name"] == "Al"
    assert bob.get(f"games/{game}/").json["seats"][0]["player"]["name"] == "Alice"
    later = create_game(alice)
    assert bob.get(f"games/{later}/").json["seats"][0]["player"]["name"] == "Al"


def test_an_unknown_field_is_pointed_at(alice: Caller) -> None:
    reply = alice.ask("PATCH", "me/", {"name": "Al", "admin": True})
    assert reply.json["errors"] == [
        {
            "code": "unknown_field",
            "detail": "Object contains unknown field `admin`",
            "pointer": "/admin",
        }
    ]


def test_head_needs_a_token_as_get_does() -> None:
    assert Caller().client.head("/api/v1/me/").status_code == 401


def test_a_new_name_obeys_the_same_rules(alice: Caller) -> None:
    reply = alice.ask("PATCH", "me/", {"name": "greedy 2"})
    assert (reply.status, reply.code) == (422, "name_refused")
    assert alice.ask("PATCH", "me/", {"name": " Ａl "}).json["name"] == "Al"


def test_a_name_from_before_stays_until_it_is_changed(alice: Caller) -> None:
    Player.objects.update(name="greedy")
    assert alice.get("me/").json["name"] == "greedy"
