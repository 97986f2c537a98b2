"""A player's tokens."""

from datetime import UTC, datetime, timedelta
from hashlib import sha512
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User, update_last_login
from django.core.cache import cache
from django.test import Client

from games.players import access
from games.players.models import Token
from games.players.selectors import player_by_id
from games.players.services import issue_token
from tests.api.client import Caller, create_game, fits
from tests.own_cache import empty_cache

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


def test_a_new_token_is_shown_again_only_to_the_token_that_made_it(alice: Caller) -> None:
    sibling = Caller(alice.post("me/tokens/", PLAY).json["secret"])
    asked = {"Idempotency_Key": "k"}
    made = alice.post("me/tokens/", PLAY, **asked)
    count = Token.objects.count()
    assert alice.post("me/tokens/", PLAY, **asked).raw == made.raw
    assert Token.objects.count() == count
    other = sibling.post("me/tokens/", PLAY, **asked)
    assert (other.status, "Idempotent-Replayed" in other.headers) == (201, False)
    assert other.json["secret"] != made.json["secret"]
    assert other.json["parent"] == sibling.get("me/").json["token"]


def test_a_refusal_names_the_scope_that_the_token_lacks(alice: Caller) -> None:
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


@pytest.mark.parametrize("fields", [None, ["is_active"]])
def test_a_deactivated_account_is_refused_at_once_and_admitted_again(
    alice: Caller, fields: list[str] | None, django_capture_on_commit_callbacks: Any
) -> None:
    user = player_by_id(UUID(alice.get("me/").json["id"])).user
    for is_active, status in ((False, 401), (True, 200), (False, 401)):
        user.is_active = is_active
        with django_capture_on_commit_callbacks(execute=True):
            user.save(update_fields=fields)
        assert [alice.get("me/").status for _ in range(2)] == [status] * 2


def test_a_request_that_saw_an_active_account_does_not_keep_its_token(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = player_by_id(UUID(alice.get("me/").json["id"])).user
    empty_cache()
    look_up = access.access_by

    def deactivate_meanwhile(**known: Any) -> Any:
        found = look_up(**known)
        user.is_active = False
        user.save()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(access, "access_by", deactivate_meanwhile)
        assert alice.get("me/").status == 200
    assert alice.get("me/").code == "invalid_token"


def test_the_admin_deactivates_an_account_at_once(alice: Caller) -> None:
    user = player_by_id(UUID(alice.get("me/").json["id"])).user
    staff = Client()
    staff.force_login(User.objects.create_superuser("root", password="a long passphrase"))
    sent = {"username": user.username, "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    saved = staff.post(f"/admin/auth/user/{user.pk}/change/", sent)
    assert saved.status_code == 302
    assert alice.get("me/").code == "invalid_token"


def test_a_login_leaves_the_tokens_of_the_account_in_the_cache(
    alice: Caller, django_assert_num_queries: Any
) -> None:
    user = player_by_id(UUID(alice.get("me/").json["id"])).user
    with django_assert_num_queries(1):
        update_last_login(User, user)


def test_a_deactivated_account_has_no_valid_token_for_a_stream(alice: Caller) -> None:
    token = UUID(alice.get("me/").json["token"])
    assert access.valid_tokens({token}) == {token}
    User.objects.filter(player=alice.get("me/").json["id"]).update(is_active=False)
    assert access.valid_tokens({token}) == set()


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
    monkeypatch.setattr("games.players.services.MAX_TOKENS", 1)
    assert alice.post("me/tokens/", PLAY).code == "too_many_tokens"


def test_keys_of_different_players_are_different(alice: Caller, bob: Caller) -> None:
    asked = {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    first = alice.post("games/", asked, Idempotency_Key="k1").json["id"]
    assert bob.post("games/", asked, Idempotency_Key="k1").json["id"] != first
    assert create_game(alice) != first


def made(caller: Caller, **more: Any) -> tuple[str, Caller]:
    """A further token: its id, and who holds it."""
    reply = caller.post("me/tokens/", PLAY | more)
    assert reply.status == 201, reply
    return reply.json["id"], Caller(reply.json["secret"])


def first_of(caller: Caller) -> str:
    return str(caller.get("me/").json["token"])


def test_a_narrow_token_revokes_no_token_but_itself(alice: Caller) -> None:
    phone_id, phone = made(alice)
    tablet_id, tablet = made(alice)
    for other in (first_of(alice), tablet_id):
        reply = phone.ask("DELETE", f"me/tokens/{other}/")
        assert (reply.status, reply.json["params"]) == (403, {"reason": "token"})
    assert alice.get("me/").status == tablet.get("me/").status == 200
    assert phone.ask("DELETE", f"me/tokens/{phone_id}/").status == 204
    assert phone.get("me/").status == 401


def test_a_token_with_all_scopes_is_still_not_the_owner(alice: Caller) -> None:
    _, phone = made(alice, scopes=["game:create", "game:play"])
    assert phone.ask("DELETE", f"me/tokens/{first_of(alice)}/").status == 403


def test_the_reason_of_a_refused_revocation_is_rendered_in_both_languages(alice: Caller) -> None:
    _, phone = made(alice)
    path = f"me/tokens/{first_of(alice)}/"
    assert "only itself" in phone.ask("DELETE", path).json["detail"]
    assert "que lui-même" in phone.ask("DELETE", path, Accept_Language="fr-CA").json["detail"]


def test_revoking_a_token_revokes_what_it_made_at_once(alice: Caller) -> None:
    parent_id, parent = made(alice)
    _, child = made(parent)
    _, grandchild = made(child)
    other_id, other = made(alice)
    family = (parent, child, grandchild)
    assert [one.get("me/").status for one in (*family, other)] == [200] * 4  # now in the cache
    assert alice.ask("DELETE", f"me/tokens/{parent_id}/").status == 204
    assert [one.get("me/").status for one in family] == [401] * 3
    assert other.get("me/").status == 200
    told = alice.get("me/tokens/").json["results"]
    assert [one["id"] for one in told] == [first_of(alice), other_id]


def test_a_token_revokes_what_it_made_itself(alice: Caller) -> None:
    _, parent = made(alice)
    _, child = made(parent)
    grandchild_id, grandchild = made(child)
    assert parent.ask("DELETE", f"me/tokens/{grandchild_id}/").status == 204
    assert grandchild.get("me/").status == 401
    assert child.get("me/").status == 200


def test_the_owner_revokes_tokens_that_the_operator_gave(alice: Caller) -> None:
    player = player_by_id(UUID(alice.get("me/").json["id"]))
    given, secret = issue_token(player=player, scopes=["audit:read"])
    assert Caller(secret).ask("DELETE", f"me/tokens/{first_of(alice)}/").status == 403
    assert alice.ask("DELETE", f"me/tokens/{given.id}/").status == 204
    assert Caller(secret).get("me/").status == 401


def test_a_list_of_tokens_reports_who_made_which(alice: Caller) -> None:
    phone_id, phone = made(alice)
    child_id, _ = made(phone)
    told = alice.get("me/tokens/").json["results"]
    assert [(one["id"], one["parent"], one["owner"]) for one in told] == [
        (first_of(alice), None, True),
        (phone_id, first_of(alice), False),
        (child_id, phone_id, False),
    ]


def test_a_token_ends_with_its_parent(alice: Caller) -> None:
    until = datetime.now(UTC) + timedelta(hours=1)
    _, parent = made(alice, expires_at=until.isoformat())
    made(parent)
    ends = [one["expires_at"] for one in alice.get("me/tokens/").json["results"]]
    assert ends[1] == ends[2]
    token = Token.objects.get(id=alice.get("me/tokens/").json["results"][1]["id"])
    player = player_by_id(UUID(alice.get("me/").json["id"]))
    later = until + timedelta(days=1)
    child, _ = issue_token(player=player, scopes=["game:play"], expiry=later, parent=token.id)
    assert child.expiry == token.expiry


def test_a_revoked_token_that_the_cache_still_knows_makes_no_other(alice: Caller) -> None:
    token_id, phone = made(alice)
    assert phone.get("me/").status == 200
    Token.objects.filter(id=token_id).delete()
    assert phone.get("me/").status == 200, "the cache does not know yet"
    reply = phone.post("me/tokens/", PLAY)
    assert (reply.status, reply.code) == (401, "invalid_token")


def test_a_slow_reader_does_not_bring_a_revoked_token_back(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    token_id, phone = made(alice)

    def revoked_meanwhile(token: Token) -> None:
        alice.ask("DELETE", f"me/tokens/{token_id}/")

    monkeypatch.setattr(access, "_mark_used", revoked_meanwhile)
    phone.get("me/")
    monkeypatch.undo()
    assert phone.get("me/").status == 401


def test_expired_tokens_leave_room_for_others(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.players.services.MAX_TOKENS", 2)
    token_id, _ = made(alice)
    assert alice.post("me/tokens/", PLAY).code == "too_many_tokens"
    Token.objects.filter(id=token_id).update(expiry=datetime.now(UTC) - timedelta(seconds=1))
    made(alice)


def test_a_cached_token_of_another_shape_is_looked_up_again(alice: Caller) -> None:
    digest = sha512(alice.secret.encode()).hexdigest()
    cache.set(access._key(digest), b"\x93\x01\x02\x03")
    assert alice.get("me/").status == 200
