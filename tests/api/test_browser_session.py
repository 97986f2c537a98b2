"""The session of a browser: a guest without a token in any script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.play.erasure import erase_player
from games.players.models import Player, Token
from tests.api.client import Caller, Reply, asked_of, fits, start_game

pytestmark = pytest.mark.django_db

CSRF = "x" * 32


class Browser(Caller):
    """A client that keeps cookies, and sends what a page of the server would."""

    def __init__(self, **headers: str) -> None:
        super().__init__()
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.client.cookies["csrftoken"] = CSRF
        self.headers = headers

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        csrf = self.client.cookies["csrftoken"].value
        sent = {"Sec_Fetch_Site": "same-origin", "X_CSRFToken": csrf} | self.headers | headers
        return super().ask(method, path, body, **sent)

    @property
    def cookie(self) -> Any:
        """The session cookie."""
        return self.client.cookies.get("sessionid")


def visitor(name: str = "Alice") -> Browser:
    """Return a browser with a session."""
    browser = Browser()
    assert browser.post("session/", {"name": name}).status == 201
    return browser


@pytest.fixture
def table(editions: None, bob: Caller) -> tuple[Browser, str]:
    """A browser, and its game with Bob."""
    browser = visitor()
    return browser, start_game(browser, bob)


def test_a_guest_by_cookie_is_a_player_and_plays(table: tuple[Browser, str], bob: Caller) -> None:
    browser, game = table
    me = browser.get("me/").json
    fits("Me", me)
    assert (me["name"], me["guest"], me["scopes"]) == ("Alice", True, ["game:create", "game:play"])
    for _ in range(4):
        player, prompt, _ = asked_of(game, browser, bob)
        assert player.post(f"games/{game}/moves/", prompt["options"][-1]["body"]).status == 201


def test_the_cookie_is_hidden_from_scripts_and_lasts_as_long_as_the_token() -> None:
    browser = visitor()
    assert browser.cookie["httponly"] and browser.cookie["samesite"] == "Lax"
    assert browser.cookie["max-age"] > 89 * 86_400
    assert not browser.cookie["secure"]
    assert not browser.client.cookies["csrftoken"]["httponly"]
    told = browser.get("me/tokens/").json["results"]
    assert [(one["label"], one["owner"]) for one in told] == [("browser", True)]


def test_behind_https_the_cookies_are_secure(settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True  # As HTTPS sets them.
    browser = visitor()
    assert browser.cookie["secure"] and browser.client.cookies["csrftoken"]["secure"]
    refused = browser.client.post("/api/v1/session/", secure=True)
    assert refused.json()["code"] == "csrf_failed"


def test_the_page_of_the_api_sends_what_its_requests_need() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/api/v1/docs/").content.decode()
    found = re.search(r'"X-CSRFTOKEN"\] = "(\w+)"', page)
    assert found is not None
    reply = client.generic("POST", "/api/v1/session/", headers={"X-CSRFToken": found[1]})
    assert reply.status_code == 201


def test_no_reply_has_the_secret_and_no_row_the_session(table: tuple[Browser, str]) -> None:
    browser, _ = table
    assert "fd_" not in browser.post("session/").raw.decode()
    decoded = Session.objects.get().get_decoded()
    assert decoded["browser_token"] == Token.objects.get(label="browser").digest


def test_a_browser_with_a_session_has_the_same_player() -> None:
    browser = visitor()
    again = browser.post("session/", {"name": "Other"})
    assert (again.status, again.json) == (200, browser.get("me/").json)
    assert browser.ask("PATCH", "me/", {"name": "Al"}).json["name"] == "Al"
    assert browser.post("session/").json["name"] == browser.get("me/").json["name"] == "Al"
    assert Player.objects.count() == 1


def test_a_name_is_refused_as_elsewhere() -> None:
    browser = Browser()
    assert browser.post("session/", {"name": "greedy"}).code == "name_refused"
    assert browser.cookie is None or not browser.cookie.value
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "headers",
    [
        {"X_CSRFToken": ""},
        {"X_CSRFToken": "y" * 32},
        {"Origin": "https://e.vil"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_a_session_is_begun_only_by_a_page_of_this_server(headers: dict[str, str]) -> None:
    reply = Browser().post("session/", **headers)
    assert (reply.status, reply.code) == (403, "csrf_failed")
    assert not Player.objects.exists()


@pytest.mark.parametrize("headers", [{"X_CSRFToken": ""}, {"Origin": "https://e.vil"}])
def test_a_change_without_csrf_changes_nothing(
    headers: dict[str, str], table: tuple[Browser, str], bob: Caller
) -> None:
    browser, game = table
    before = bob.get(f"games/{game}/").json
    body = {"move": "resign"}
    reply = browser.post(f"games/{game}/moves/", body, **headers)
    assert (reply.status, reply.code) == (403, "csrf_failed")
    assert bob.get(f"games/{game}/").json == before
    assert browser.post(f"games/{game}/moves/", body).status == 201


def test_a_form_is_refused_as_any_other_media_type(table: tuple[Browser, str]) -> None:
    browser, game = table
    for kind in ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
        reply = browser.ask("POST", f"games/{game}/moves/", b"--x--\r\n", Content_Type=kind)
        assert reply.status == 415


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_request_from_elsewhere_is_anonymous(site: str, table: tuple[Browser, str]) -> None:
    browser, game = table
    assert browser.get("me/", Sec_Fetch_Site=site).code == "not_authenticated"
    move = browser.post(f"games/{game}/moves/", {"move": "resign"}, Sec_Fetch_Site=site)
    assert move.code == "not_authenticated"
    reply = browser.get("me/")
    assert {"Cookie", "Sec-Fetch-Site"} <= set(reply.headers["Vary"].split(", "))


def test_a_bearer_token_is_used_before_the_cookie_and_needs_no_csrf(
    table: tuple[Browser, str], bob: Caller
) -> None:
    browser, game = table
    bearer = {"Authorization": f"Bearer {bob.secret}", "X_CSRFToken": ""}
    assert browser.get("me/", **bearer).json["name"] == "Bob"
    assert browser.post(f"games/{game}/moves/", {"move": "resign"}, **bearer).status == 201
    assert browser.get("me/", Authorization="Bearer x").code == "invalid_token"


def test_requests_without_the_cookie_ask_nothing_more(
    alice: Caller, django_assert_num_queries: Any
) -> None:
    alice.get("me/")
    with django_assert_num_queries(1):
        alice.get("me/")
    alice.client.cookies["csrftoken"] = CSRF
    with django_assert_num_queries(0):
        assert Caller().get("variants/nothing/").status == 404


def test_requests_count_for_the_player(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"reads": "3/d"}
    one, other = visitor(), visitor("Bob")
    assert [one.get("me/").status for _ in range(4)] == [200, 200, 200, 429]
    assert other.get("me/").status == 200
    settings.API_RATES = settings.API_RATES | {"guests": "1/d"}
    refused = [Browser().post("session/", X_CSRFToken="").status for _ in range(3)]
    assert refused[-1] == 429


def test_a_revoked_token_ends_the_session_and_breaks_no_page() -> None:
    browser = visitor()
    token = browser.get("me/").json["token"]
    assert browser.ask("DELETE", f"me/tokens/{token}/").status == 204
    assert browser.get("me/").code == "not_authenticated"
    assert browser.get("games/").status == browser.get("variants/").status == 200
    assert browser.post("session/").status == 201


def test_an_expired_token_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = visitor()
    monkeypatch.setattr("games.players.access._now", lambda: 4e9)
    assert browser.get("me/").code == "not_authenticated"


def test_an_erased_player_has_no_session(table: tuple[Browser, str]) -> None:
    browser, _ = table
    erase_player(Player.objects.get(name="Alice"))
    assert browser.get("me/").code == "not_authenticated"
    assert not Session.objects.exists()


def test_a_browser_ends_its_session() -> None:
    browser = visitor()
    refused = browser.ask("DELETE", "session/", X_CSRFToken="")
    assert (refused.code, browser.get("me/").status) == ("csrf_failed", 200)
    assert browser.ask("DELETE", "session/").status == 204
    assert not browser.cookie.value
    assert browser.get("me/").status == 401
    assert browser.ask("DELETE", "session/").status == 204
    assert not Token.objects.exists() and not Session.objects.exists()


def test_tokens_made_in_the_browser_outlive_its_session() -> None:
    browser = visitor()
    made = browser.post("me/tokens/", {"scopes": ["game:play"]}).json
    assert browser.ask("DELETE", "session/").status == 204
    assert browser.get("me/").status == 401
    assert Caller(made["secret"]).get("me/").json["name"] == "Alice"


def test_a_session_begins_with_a_new_key() -> None:
    browser = Browser()
    browser.client.cookies["sessionid"] = "chosenbysomebodyelse"
    assert browser.post("session/").status == 201
    assert browser.cookie.value != "chosenbysomebodyelse"
    assert browser.client.cookies["csrftoken"].value != CSRF


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("root", password="a long passphrase")


def test_staff_is_anonymous_until_a_session_is_begun(root: User) -> None:
    browser = Browser()
    browser.client.force_login(root)
    assert browser.get("me/").status == 401
    key = browser.cookie.value
    told = browser.post("session/", {"name": "Alice"})
    assert browser.cookie.value != key
    assert (told.status, told.json["name"], told.json["guest"]) == (201, "root", False)
    assert told.json["scopes"] == ["game:create", "game:play"]
    assert browser.cookie["max-age"] <= 12 * 3600
    token = Token.objects.get()
    assert token.expiry <= Session.objects.get().expire_date and not token.is_owner
    assert browser.client.get("/admin/").status_code == 200
    assert browser.ask("DELETE", "session/").status == 204
    assert browser.get("me/").status == 401
    assert browser.client.get("/admin/").status_code == 200


def test_a_guest_who_logs_in_has_the_session_of_staff(root: User) -> None:
    browser = visitor()
    key = browser.cookie.value
    browser.client.force_login(root)
    assert browser.cookie.value != key
    assert browser.get("me/").status == 401
    assert Session.objects.get().expire_date - timezone.now() <= timedelta(hours=12)


def test_deactivated_staff_has_no_session(root: User) -> None:
    browser = Browser()
    browser.client.force_login(root)
    assert browser.post("session/").status == 201
    root.is_active = False
    root.save()
    assert browser.get("me/").status == 401
