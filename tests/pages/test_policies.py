"""The content security policies of pages."""

import os
import re
import subprocess
import sys

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.games.tables import guest, open_game
from tests.pages.conftest import Looking

PAGES = (
    *("/", "/rules/", "/audit/", "/verify/", "/admin/login/", "/admin/"),
    *("/api/v1/docs/", "/api/v1/redoc/"),
)


def policy_of(client: Client, path: str) -> dict[str, str]:
    """The directives of an address."""
    said = client.get(path)["Content-Security-Policy"]
    parts = (part.strip().partition(" ") for part in said.split(";"))
    return {name: values for name, _, values in parts}


@pytest.fixture
def root(db: None) -> Client:
    """A browser in which a superuser is logged in."""
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_headers_of_a_guarded_page(root: Client, path: str) -> None:
    reply = root.get(path, follow=True)
    assert reply["X-Frame-Options"] == "DENY"
    assert reply["X-Content-Type-Options"] == "nosniff"
    assert reply["Referrer-Policy"] == "same-origin"
    assert reply["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = policy_of(root, path)
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "http" not in str(policy)


def test_only_the_admin_may_make_functions_of_text(root: Client) -> None:
    able = [path for path in PAGES if "'unsafe-eval'" in policy_of(root, path)["script-src"]]
    assert able == ["/admin/login/", "/admin/"]


def test_the_documentation_runs_only_its_own_script_by_a_new_nonce(root: Client) -> None:
    for path in ("/api/v1/docs/", "/api/v1/redoc/"):
        nonces = []
        for _ in range(2):
            reply = root.get(path)
            (nonce,) = re.findall(r"'nonce-([\w-]+)'", reply["Content-Security-Policy"])
            inline = re.findall(r"<script(?![^>]*src=)[^>]*>", reply.content.decode())
            assert inline == [f'<script nonce="{nonce}">']
            nonces.append(nonce)
        assert nonces[0] != nonces[1]


def test_swagger_does_not_store_tokens(root: Client) -> None:
    page = root.get("/api/v1/docs/").content.decode()
    assert '"persistAuthorization": false' in page


def test_replies_of_the_api_may_load_nothing(root: Client) -> None:
    for path in ("/api/v1/", "/api/v1/nothing/", "/api/v1/schema/"):
        assert policy_of(root, path) == {
            "default-src": "'none'",
            "style-src": "'unsafe-inline'",
            "frame-ancestors": "'none'",
        }


def test_a_session_of_staff_ends_the_same_day(root: Client) -> None:
    assert root.session.get_expiry_age() == 12 * 3600


# ---- in a browser

ADMIN = (
    "/admin/",
    "/admin/cards/card/",
    "/admin/games/game/",
    "/admin/games/game/{game}/change/",
    "/admin/auth/user/add/",
    "/admin/auth/group/add/",
)


@pytest.fixture
def table(editions: None) -> Game:
    """A game to look at."""
    return open_game(guest("Ada"))


@pytest.fixture
def session(table: Game) -> str:
    """The key of a session in which a superuser is logged in."""
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client.cookies["sessionid"].value


def watched(looking: Looking, address: str) -> Page:
    """A page that may ask only its own host; an icon that no page names is not counted."""
    page = looking.page
    page.on("request", lambda one: looking.foreign(one.url, address))
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    return page


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_admin_works_under_its_policy(
    table: Game, session: str, live_server: LiveServer, browser: BrowserContext, looking: Looking
) -> None:
    browser.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = watched(looking, live_server.url)
    for path in ADMIN:
        page.goto(live_server.url + path.format(game=table.pk))
    # Alpine makes functions of attributes: a menu opens only if the policy lets it.
    page.goto(f"{live_server.url}/admin/")
    link = page.locator('form[action="/admin/logout/"]').first
    expect(link).to_be_hidden()
    page.locator('[x-on\\:click="openUserLinks = !openUserLinks"]').first.click()
    expect(link).to_be_visible()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_pages_without_login_work_under_their_policies(
    table: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = watched(looking, live_server.url)
    for path in ("/", "/audit/"):
        page.goto(live_server.url + path)
    page.goto(f"{live_server.url}/api/v1/docs/")
    operation = page.locator("#operations-play-moves_create")
    operation.locator(".opblock-summary-control").click(timeout=60_000)
    expect(operation.get_by_text("card_does_not_fit")).to_be_visible(timeout=60_000)
    page.goto(f"{live_server.url}/api/v1/redoc/")
    expect(page.locator("h1", has_text="Fairdeal")).to_be_visible(timeout=60_000)


@pytest.mark.slow
def test_the_deployment_checks_of_django_find_nothing() -> None:
    keys = {"SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOP", "DEBUG": "false"}
    given = os.environ | keys | {"SIGNING_KEY": "ab" * 32, "LOG_KEY": "cd" * 32, "HTTPS": "true"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
