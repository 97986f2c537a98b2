"""The page at /: whole as a page of links, also without JavaScript."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from cards.models import CardSet
from cards.selectors import draft_text
from cards.services import load_cards, store_trial
from games.proofs.services import make_checkpoint
from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS, WIDTHS
from tests.pages.test_verify_page import SCHEMES


def test_every_link_leads_somewhere(editions: None) -> None:
    make_checkpoint()
    client = Client()
    page = client.get("/").content.decode()
    links = set(re.findall(r'<a [^>]*href="(/[^"#]*)"', page))
    assert {"/play/", "/audit/", "/verify/", "/admin/", "/log/checkpoint"} <= links
    for link in links:
        assert client.get(link, follow=True).status_code == 200, link


def test_it_is_in_french(db: None) -> None:
    page = Client().get("/", headers={"Accept-Language": "fr-CA"}).content.decode()
    assert '<html lang="fr-CA">' in page and "Pour les organisateurs et les juges" in page
    assert '<meta name="description" content="Un serveur qui arbitre' in page


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_is_whole_without_javascript(live_server: LiveServer, browser: BrowserContext) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(java_script_enabled=False, locale="en-CA").new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url)
    expect(page.locator("noscript .warn")).to_be_visible()
    expect(page.locator("#app")).to_be_hidden()
    expect(page.get_by_role("link", name="Rulings desk")).to_have_count(1)
    page.locator(".menu summary").click()
    expect(page.get_by_role("link", name="Rulings desk")).to_have_count(2)
    page.get_by_role("link", name="All games, event by event").click()
    expect(page.locator("h1")).to_have_text("Find games")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_whole_on_every_screen(live_server: LiveServer, looking: Looking, width: int) -> None:
    page = looking.page
    page.set_viewport_size({"width": width, "height": 740})
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.goto(live_server.url, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(FLAWS) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_click_before_the_script_is_there_is_not_sent_to_the_page(
    editions: None, live_server: LiveServer, browser: BrowserContext
) -> None:
    page, held = browser.new_page(), list[Route]()
    page.route("**/play/pages/front*.js", lambda route: held.append(route))
    page.goto(live_server.url, wait_until="commit")
    box = page.locator("button[name=variant]").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(500)
    assert page.url == f"{live_server.url}/"
    held[0].continue_()
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/play/*/")


@pytest.fixture
def trial(transactional_db: None, request: pytest.FixtureRequest) -> str:
    """The hash of a draft that an editor tries."""
    load_cards()
    text = draft_text(CardSet.objects.get(variant=getattr(request, "param", "avengers")))
    return store_trial(text=text, by=User.objects.create()).hash


def play_draft(page: Page, server: LiveServer, hash: str, hero: str = "") -> dict[str, Any]:
    """Play a draft from its page, as a hero if one is named; return the game."""
    page.goto(f"{server.url}/?edition={hash}")
    if hero:
        page.get_by_label("Hero").select_option(label=hero)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/play/*/")
    game = page.url.rstrip("/").rpartition("/")[2]
    played: dict[str, Any] = page.request.get(f"{server.url}/api/v1/games/{game}/").json()
    return played


@pytest.mark.slow
def test_a_draft_that_its_address_names_is_played(
    trial: str, live_server: LiveServer, browser: BrowserContext
) -> None:
    page = browser.new_page()
    assert play_draft(page, live_server, trial)["edition"] == trial


@pytest.mark.slow
@pytest.mark.parametrize("trial", ["ultimate"], indirect=True)
def test_the_hero_of_a_draft_is_chosen(
    trial: str, live_server: LiveServer, browser: BrowserContext
) -> None:
    page = browser.new_page()
    played = play_draft(page, live_server, trial, "Shuri")
    assert played["seats"][0]["hero"] == "shuri"
