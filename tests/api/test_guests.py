"""Guests."""

from typing import Any

import pytest

from games.models import Receipt
from games.players.models import Player, Token
from tests.api.client import Caller, fits, key
from tests.api.test_acts import with_scopes

pytestmark = pytest.mark.django_db


def test_anybody_may_make_a_guest_player_with_a_token_to_create_and_play() -> None:
    reply = Caller().post("players/", {"name": "Zoé"})
    assert reply.status == 201
    fits("NewPlayer", reply.json)
    assert reply.json["player"]["name"] == "Zoé"
    assert reply.json["token"]["scopes"] == ["game:create", "game:play"]
    assert Caller(reply.json["token"]["secret"]).get("me/").status == 200


def test_the_name_and_the_whole_body_may_be_left_out() -> None:
    assert Caller().post("players/", {}).json["player"]["name"].startswith("Guest ")
    assert Caller().post("players/").status == 201


def test_the_secret_is_stored_nowhere() -> None:
    secret = Caller().post("players/", {}, Idempotency_Key=key()).json["token"]["secret"]
    assert secret.startswith("fd_")
    kept = [str(row) for row in [*Token.objects.values(), *Receipt.objects.values()]]
    assert not any(secret[15:] in text for text in kept)


def test_the_same_key_makes_one_player_and_gives_the_same_token_again() -> None:
    name = key()
    first = Caller().post("players/", {"name": "A"}, Idempotency_Key=name)
    again = Caller().post("players/", {"name": "A"}, Idempotency_Key=name)
    assert again.raw == first.raw
    assert again.status == 201
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Player.objects.count() == 1


def test_the_same_key_at_another_address_makes_another_player(settings: Any) -> None:
    settings.API_PROXIES = 1
    asked = {"Idempotency_Key": key()}
    replies = [
        Caller().post("players/", {}, **asked, X_Forwarded_For=address)
        for address in ("192.0.2.1", "192.0.2.2")
    ]
    assert replies[0].json["player"]["id"] != replies[1].json["player"]["id"]
    assert Player.objects.count() == 2


def test_the_token_of_a_guest_is_shown_again_only_to_the_token_that_made_it(alice: Caller) -> None:
    sibling = with_scopes(alice, "game:play")
    asked = {"Idempotency_Key": key()}
    made = alice.post("players/", {}, **asked)
    assert alice.post("players/", {}, **asked).raw == made.raw
    other = sibling.post("players/", {}, **asked)
    assert other.json["token"]["secret"] != made.json["token"]["secret"]
    assert "Idempotent-Replayed" not in other.headers


def test_the_same_key_for_another_body_is_refused() -> None:
    name = key()
    Caller().post("players/", {"name": "A"}, Idempotency_Key=name)
    assert Caller().post("players/", {"name": "B"}, Idempotency_Key=name).code == "key_reused"
    assert Player.objects.count() == 1


def test_a_key_that_can_be_guessed_is_refused_here() -> None:
    reply = Caller().post("players/", {}, Idempotency_Key="1")
    assert (reply.status, reply.code) == (400, "invalid_header")
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["", "x" * 41, "a\u0000b", "tab\t", 5, None, ["A"]])
def test_a_name_is_a_line_of_one_to_forty_characters(name: object) -> None:
    reply = Caller().post("players/", {"name": name})
    if name is None:
        assert reply.status == 201
        return
    assert reply.code == "malformed"
    assert reply.json["errors"][0]["pointer"] == "/name"


@pytest.mark.parametrize("name", ["\u202eadA", "\u200b", "greedy", "staff-7", "Аdmin"])
def test_a_name_that_deceives_is_refused_with_the_reason(name: str) -> None:
    reply = Caller().post("players/", {"name": name})
    assert (reply.status, reply.code) == (422, "name_refused")
    assert not Player.objects.exists()
    (flaw,) = reply.json["errors"]
    assert flaw["pointer"] == "/name"
    assert flaw["code"] == reply.json["params"]["reason"]


def test_the_reason_is_rendered_in_both_languages() -> None:
    asked = {"name": "Head Judge"}
    told = Caller().post("players/", asked).json["detail"]
    assert told == "Choose another name: it looks like the name of a bot or of staff."
    told = Caller(language="fr-CA").post("players/", asked).json["detail"]
    assert told == "Choisis un autre nom\u00a0: il ressemble au nom d’un robot ou du personnel."


def test_a_player_has_a_tag_beside_the_name() -> None:
    told = Caller().post("players/", {"name": "Ada"}).json["player"]
    assert told["tag"] == told["id"][:6]
