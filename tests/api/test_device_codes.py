"""Codes that take a player to another device."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.play.erasure import erase_player
from games.players import device_codes
from games.players.models import DeviceCode, Player, Token
from tests.api.client import Caller, fits
from tests.api.test_browser_session import Browser, visitor

pytestmark = pytest.mark.django_db


def code_of(caller: Caller) -> str:
    reply = caller.post("me/codes/")
    assert (reply.status, reply.headers["Cache-Control"]) == (201, "no-store")
    fits("DeviceCode", reply.json)
    return str(reply.json["code"])


def test_a_code_takes_a_player_to_another_browser(caplog: pytest.LogCaptureFixture) -> None:
    desktop, phone = visitor(), Browser()
    code = code_of(desktop)
    typed = f" {code[:4].lower()}-{code[4:]}"
    reply = phone.post("session/", {"code": typed})
    assert (reply.status, reply.json["id"]) == (201, desktop.get("me/").json["id"])
    assert phone.get("me/").json["scopes"] == ["game:create", "game:play"]
    one, other = desktop.get("me/tokens/").json["results"]
    assert (other["parent"], other["owner"], other["label"]) == (one["id"], False, "browser")
    assert code not in caplog.text and typed not in caplog.text
    assert code not in str(list(DeviceCode.objects.values())) + reply.raw.decode()


def test_a_code_is_shown_as_an_address_and_as_a_picture() -> None:
    made = visitor().post("me/codes/").json
    assert len(made["code"]) == 8 and set(made["code"]) <= set(device_codes.LETTERS)
    assert made["url"] == f"http://testserver/enter/#{made['code']}"
    assert made["qr"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "style=" not in made["qr"]


def test_a_player_with_a_token_goes_to_a_browser(alice: Caller) -> None:
    play_only = alice.post("me/tokens/", {"scopes": ["game:play"]}).json["secret"]
    for caller, scopes in (
        (alice, ["game:create", "game:play"]),
        (Caller(play_only), ["game:play"]),
    ):
        browser = Browser()
        told = browser.post("session/", {"code": code_of(caller)})
        assert (told.status, told.json["name"], told.json["scopes"]) == (201, "Alice", scopes)


def test_a_code_works_once() -> None:
    code = code_of(visitor())
    assert Browser().post("session/", {"code": code}).status == 201
    used = Browser().post("session/", {"code": code})
    assert (used.status, used.code) == (422, "invalid_code")


def test_another_code_replaces_the_one_before() -> None:
    browser = visitor()
    first, second = code_of(browser), code_of(browser)
    assert Browser().post("session/", {"code": first}).code == "invalid_code"
    assert Browser().post("session/", {"code": second}).status == 201


def test_a_code_expires(alice: Caller) -> None:
    code = code_of(alice)
    past = timezone.now() - timedelta(seconds=1)
    DeviceCode.objects.update(expires_at=past)
    assert Browser().post("session/", {"code": code}).code == "invalid_code"
    code_of(alice)
    assert DeviceCode.objects.count() == 1


@pytest.mark.parametrize("end", ["revoke", "expire", "erase", "deactivate"])
def test_a_code_ends_with_the_token_that_made_it(end: str, alice: Caller) -> None:
    code, player = code_of(alice), Player.objects.get()
    if end == "revoke":
        token = alice.get("me/").json["token"]
        assert alice.ask("DELETE", f"me/tokens/{token}/").status == 204
    elif end == "expire":
        Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    elif end == "erase":
        erase_player(player)
    else:
        player.user.is_active = False
        player.user.save()
    assert Browser().post("session/", {"code": code}).code == "invalid_code"
    assert Player.objects.count() == 1


@pytest.mark.parametrize("code", ["", "WXYZ", "BBBBBBBB", "\0", "é" * 8, "B" * 21])
def test_a_wrong_code_begins_nothing(code: str) -> None:
    reply = Browser().post("session/", {"code": code})
    assert reply.code in ("invalid_code", "malformed")
    assert not code or code not in reply.raw.decode()
    assert not Player.objects.exists()


def test_attempts_are_limited_by_address_the_right_code_too(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"codes": "3/d"}
    code = code_of(visitor())
    browser = Browser()
    tried = [browser.post("session/", {"code": "BBBBBBBB"}).status for _ in range(4)]
    assert tried == [422, 422, 422, 429]
    reply = Browser().post("session/", {"code": code})
    assert (reply.status, reply.code) == (429, "too_many_requests")
    assert '"codes"' in reply.headers["RateLimit-Policy"]
    assert Browser().post("session/", {"name": "Zoé"}).status == 201
    elsewhere = Browser()
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert elsewhere.post("session/", {"code": code}).status == 201


def test_a_code_of_another_player_replaces_the_one_of_this_browser(alice: Caller) -> None:
    browser = visitor("Bob")
    refused = browser.post("session/", {"code": "BBBBBBBB"})
    assert (refused.status, browser.get("me/").json["name"]) == (422, "Bob")
    assert browser.post("session/", {"code": code_of(alice)}).json["name"] == "Alice"
    assert browser.get("me/").json["name"] == "Alice"
    assert not Token.objects.filter(user__player__name="Bob").exists()


def test_the_other_device_goes_on_without_the_first_one() -> None:
    desktop, phone = visitor(), Browser()
    assert phone.post("session/", {"code": code_of(desktop)}).status == 201
    assert desktop.ask("DELETE", "session/").status == 204
    assert desktop.get("me/").status == 401
    assert phone.get("me/").json["name"] == "Alice"
    assert phone.ask("DELETE", "session/").status == 204
    assert phone.get("me/").status == 401


def test_the_first_device_ends_the_other_one() -> None:
    desktop, phone = visitor(), Browser()
    assert phone.post("session/", {"code": code_of(desktop)}).status == 201
    token = phone.get("me/").json["token"]
    assert phone.ask("DELETE", f"me/tokens/{desktop.get('me/').json['token']}/").status == 403
    assert desktop.ask("DELETE", f"me/tokens/{token}/").status == 204
    assert phone.get("me/").status == 401


def test_a_player_with_all_tokens_gets_no_further_browser(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(alice)
    monkeypatch.setattr("games.players.services.MAX_TOKENS", 1)
    assert Browser().post("session/", {"code": code}).code == "too_many_tokens"
    monkeypatch.undo()
    assert Browser().post("session/", {"code": code}).status == 201
