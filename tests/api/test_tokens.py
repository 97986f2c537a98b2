"""Your tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.players import access
from games.players.models import Token
from tests.api.client import Caller, fits, lay

pytestmark = pytest.mark.django_db

PLAY = {"scopes": ["game:play"], "label": "phone"}


def test_a_further_token_has_some_of_the_scopes_and_its_secret_is_shown_once(
    alice: Caller,
) -> None:
    reply = alice.post("me/tokens/", PLAY)
    assert reply.status == 201
    fits("NewToken", reply.json)
    assert Caller(reply.json["secret"]).get("me/").json["scopes"] == ["game:play"]
    told = alice.get("me/tokens/").json["results"]
    assert [one["label"] for one in told] == ["first", "phone"]
    assert "secret" not in str(told)


def test_a_token_without_the_scope_is_told_which_one_it_lacks(alice: Caller) -> None:
    phone = Caller(alice.post("me/tokens/", PLAY).json["secret"])
    reply = phone.post("games/", {"variant": "xmen", "seats": []})
    assert (reply.status, reply.code) == (403, "missing_scope")
    assert reply.json["params"] == {"scope": "game:create"}


def test_a_token_gives_no_scope_that_it_has_not(alice: Caller) -> None:
    assert alice.post("me/tokens/", {"scopes": ["audit:live"]}).code == "missing_scope"
    reply = alice.post("me/tokens/", {"scopes": ["everything"]})
    assert reply.json["errors"][0]["pointer"] == "/scopes/0"


def test_a_token_taken_back_is_worth_nothing_at_once(alice: Caller) -> None:
    made = alice.post("me/tokens/", PLAY).json
    phone = Caller(made["secret"])
    assert phone.get("me/").status == 200
    assert alice.ask("DELETE", f"me/tokens/{made['id']}/").status == 204
    assert phone.get("me/").code == "invalid_token"
    assert alice.ask("DELETE", f"me/tokens/{made['id']}/").status == 404


def test_nobody_takes_back_the_token_of_another(alice: Caller, bob: Caller) -> None:
    token = alice.get("me/").json["token"]
    assert bob.ask("DELETE", f"me/tokens/{token}/").status == 404
    assert alice.get("me/").status == 200


def test_a_token_ends_when_it_was_said_to(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    until = datetime.now(UTC) + timedelta(hours=1)
    made = alice.post("me/tokens/", PLAY | {"expires_at": until.isoformat()}).json
    phone = Caller(made["secret"])
    assert phone.get("me/").status == 200
    monkeypatch.setattr(access, "_now", lambda: until.timestamp() + 1)
    assert phone.get("me/").code == "invalid_token"


@pytest.mark.parametrize("days", [-1, 400])
def test_a_token_lasts_into_the_future_and_no_longer_than_its_maker(
    alice: Caller, days: int
) -> None:
    until = datetime.now(UTC) + timedelta(days=days)
    reply = alice.post("me/tokens/", PLAY | {"expires_at": until.isoformat()})
    assert reply.json["errors"][0]["pointer"] == "/expires_at"


def test_the_last_use_is_written_once_a_minute(
    alice: Caller, django_assert_num_queries: object
) -> None:
    alice.get("me/")
    first = Token.objects.get().last_used_at
    assert first is not None
    alice.get("me/")
    assert Token.objects.get().last_used_at == first


def test_there_is_an_end_to_tokens(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.players.services.MOST_TOKENS", 1)
    assert alice.post("me/tokens/", PLAY).code == "too_many_tokens"


def test_a_key_makes_one_token(alice: Caller) -> None:
    first = alice.post("me/tokens/", PLAY, Idempotency_Key="k1")
    again = alice.post("me/tokens/", PLAY, Idempotency_Key="k1")
    assert first.raw == again.raw
    assert Token.objects.count() == 2


def test_keys_of_different_players_are_different(alice: Caller, bob: Caller) -> None:
    asked = {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    first = alice.post("games/", asked, Idempotency_Key="k1").json["id"]
    assert bob.post("games/", asked, Idempotency_Key="k1").json["id"] != first
    assert lay(alice) != first
