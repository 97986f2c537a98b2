"""Codes that take a player to another device."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from redis import ConnectionError as NoRedis

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


def test_wrong_codes_are_limited_and_lock_out_no_right_one(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"codes": "3/d"}
    settings.API_ADDRESS_TIMES = 2
    codes = [code_of(visitor()) for _ in range(3)]
    browser = Browser()
    tried = [browser.post("session/", {"code": "BBBBBBBB"}) for _ in range(5)]
    assert [one.status for one in tried] == [422, 422, 422, 429, 429]
    assert '"codes";q=3' in tried[-1].headers["RateLimit-Policy"]
    assert Browser().post("session/", {"code": codes[0]}).status == 201
    assert browser.post("session/", {"code": "BBBBBBBB"}).status == 429
    reply = Browser().post("session/", {"code": codes[1]})
    assert (reply.status, reply.code) == (429, "too_many_requests")
    assert '"codes-address";q=6' in reply.headers["RateLimit-Policy"]
    assert Browser().post("session/", {"name": "Zoé"}).status == 201
    elsewhere = Browser()
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert elsewhere.post("session/", {"code": codes[1]}).status == 201


def test_no_code_is_taken_without_being_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(visitor())

    def fail(*_: object) -> None:
        raise NoRedis

    monkeypatch.setattr("games.api.http.throttling._count", fail)
    for tried in (code, "BBBBBBBB"):
        reply = Browser().post("session/", {"code": tried})
        assert (reply.status, reply.code) == (503, "unavailable")
        assert reply.headers["Retry-After"] == "2"
    assert Browser().post("session/", {"name": "Zoé"}).status == 201
    monkeypatch.undo()
    assert Browser().post("session/", {"code": code}).status == 201


def test_a_code_of_another_player_replaces_the_one_of_this_browser(alice: Caller) -> None:
    browser = visitor("Bob")
    refused = browser.post("session/", {"code": "BBBBBBBB"})
    assert (refused.status, browser.get("me/").json["name"]) == (422, "Bob")
    assert browser.post("session/", {"code": code_of(alice)}).json["name"] == "Alice"
    assert browser.get("me/").json["name"] == "Alice"


def test_a_page_learns_whose_a_code_is_without_using_it(alice: Caller) -> None:
    code, browser = code_of(alice), Browser()
    for _ in range(2):
        told = browser.post("session/code/", {"code": f" {code[:4].lower()} {code[4:]}"})
        assert (told.status, told.headers["Cache-Control"]) == (200, "no-store")
        fits("CodeOwner", told.json)
        assert (told.json["player"]["name"], told.json["player"]["guest"]) == ("Alice", True)
    assert browser.get("me/").status == 401
    assert browser.post("session/", {"code": code}).status == 201
    assert browser.post("session/code/", {"code": code}).code == "invalid_code"
    assert browser.post("session/code/", {}).code == "malformed"
    foreign = Browser(Sec_Fetch_Site="cross-site")
    assert foreign.post("session/code/", {"code": code_of(alice)}).code == "csrf_failed"


def test_to_look_whose_a_code_is_counts_as_an_attempt(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"codes": "2/d"}
    wrong = {"code": "BBBBBBBB"}
    assert [Browser().post("session/code/", wrong).status for _ in range(2)] == [422, 422]
    for path in ("session/code/", "session/"):
        assert Browser().post(path, wrong).code == "too_many_requests"


def test_a_browser_returns_to_the_guest_whom_it_left_for_a_code(alice: Caller) -> None:
    browser = visitor("Bob")
    bob = browser.get("me/").json
    entered = browser.post("session/", {"code": code_of(alice)}).json
    back = browser.post("session/", {"back": bob["id"]})
    assert (back.status, back.json) == (201, bob)
    assert browser.get("me/").json == bob
    assert [one["label"] for one in alice.get("me/tokens/").json["results"]] == ["first"]
    assert browser.cookie["max-age"] > 89 * 86_400
    for player in (bob["id"], entered["id"]):
        refused = browser.post("session/", {"back": player})
        assert (refused.status, refused.code) == (422, "player_not_left")
    assert browser.get("me/").json == bob


def test_only_the_browser_that_left_a_guest_returns_to_it(alice: Caller) -> None:
    browser = visitor("Bob")
    bob, code = browser.get("me/").json["id"], code_of(alice)
    browser.post("session/", {"code": code})
    for other in (Browser(), visitor("Mallory")):
        assert other.post("session/", {"back": bob}).code == "player_not_left"
    sender = Browser()
    sender.post("session/", {"code": code_of(alice)})
    assert sender.post("session/", {"back": bob}).code == "player_not_left"
    assert browser.post("session/", {"back": bob}, X_CSRFToken="").code == "csrf_failed"
    assert bob not in browser.post("session/").raw.decode()


def test_after_a_day_a_browser_returns_no_more(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = visitor("Bob")
    bob = browser.get("me/").json["id"]
    browser.post("session/", {"code": code_of(alice)})
    later = timezone.now() + timedelta(hours=24, seconds=1)
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr("games.players.browser_sessions.timezone.now", lambda: later)
        assert browser.post("session/", {"back": bob}).code == "player_not_left"
    assert browser.post("session/", {"back": bob}).status == 201


def test_a_guest_is_not_lost_by_a_code_that_ends_at_once(alice: Caller) -> None:
    """Who sends a link may choose how long its token lasts, and revoke it."""
    soon = (timezone.now() + timedelta(minutes=1)).isoformat()
    scopes = ["game:create", "game:play"]
    sent = Caller(alice.post("me/tokens/", {"scopes": scopes, "expires_at": soon}).json["secret"])
    browser = visitor("Bob")
    bob = browser.get("me/").json["id"]
    assert browser.post("session/", {"code": code_of(sent)}).status == 201
    assert browser.cookie["max-age"] > 86_000
    token = sent.get("me/").json["token"]
    assert alice.ask("DELETE", f"me/tokens/{token}/").status == 204
    assert browser.get("me/").status == 401
    assert browser.post("session/", {"name": "Carol"}).status == 201
    carol = browser.get("me/").json["id"]
    assert browser.post("session/", {"code": code_of(alice)}).status == 201
    assert browser.post("session/", {"back": bob}).json["name"] == "Bob"
    assert browser.post("session/", {"back": carol}).json["name"] == "Carol"
    assert browser.post("session/", {"back": bob}).json["name"] == "Bob"


def test_the_own_code_changes_nothing(alice: Caller) -> None:
    browser = visitor("Bob")
    bob = browser.get("me/").json
    assert browser.post("session/", {"code": code_of(browser)}).json == bob
    assert browser.get("me/").json == bob


def test_to_end_the_session_ends_the_way_back_too(alice: Caller) -> None:
    browser = visitor("Bob")
    bob = browser.get("me/").json["id"]
    browser.post("session/", {"code": code_of(alice)})
    assert browser.ask("DELETE", "session/").status == 204
    assert browser.post("session/", {"back": bob}).code == "player_not_left"
    assert not Token.objects.filter(user__player__name="Bob").exists()


def test_a_session_that_another_browser_has_too_does_not_become_that_of_the_code() -> None:
    attacker, victim = visitor("Mallory"), Browser()
    forced = attacker.cookie.value
    victim.client.cookies["sessionid"] = forced
    reply = victim.post("session/", {"code": code_of(visitor())})
    assert (reply.status, victim.get("me/").json["name"]) == (201, "Alice")
    assert victim.cookie.value != forced
    seen = attacker.get("me/")
    assert seen.status == 401 or seen.json["name"] != "Alice"


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
