"""The rulings desk in a browser: with and without scripts, on narrow and wide screens."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS, WIDTHS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def ask_about(page: Page, address: str) -> None:
    """Go to the desk from an event, and ask about the first legal move."""
    page.goto(address)
    page.locator("form.ask .choices button").first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✓ Legal")


def test_from_an_event_to_a_ruling_and_on_to_the_next_question(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    ask_about(page, f"{live_server.url}/audit/rulings/?game={heroic.pk}&at={heroic.seq // 2}")
    assert f"game={heroic.pk}" in page.url and "move=" in page.url
    page.reload()
    expect(page.locator("#ruling details[open] .rule-text").first).to_be_visible()
    page.locator("#ruling .choices button").first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✓ Legal")
    page.locator("#ask-written").fill('{"move": "draw", "seat": 9}')
    page.get_by_role("button", name="Rule on it").click()
    expect(page.locator("#ruling .badge")).to_have_text("✗ Not legal")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_desk_is_whole_on_every_screen(
    heroic: Game, live_server: LiveServer, looking: Looking, width: int
) -> None:
    page = looking.page
    page.set_viewport_size({"width": width, "height": 740})
    ask_about(page, f"{live_server.url}/audit/rulings/?game={heroic.pk}&at={heroic.seq // 2}")
    page.get_by_role("heading", name="Change the position").click()
    for address in (None, f"{live_server.url}/audit/rulings/"):
        if address:
            page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(FLAWS) == []
        assert page.locator("textarea").count() == page.evaluate(
            "[...document.querySelectorAll('textarea')].filter((one) => one.labels.length).length"
        )


def test_the_desk_works_without_script(
    over: Game, live_server: LiveServer, browser: BrowserContext
) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(java_script_enabled=False).new_page()
    ask_about(page, f"{live_server.url}/audit/rulings/?game={over.pk}&at=3")
    page.get_by_role("button", name="Show the position after it").click()
    page.locator("form.ask .choices button").first.click()
    assert page.locator("#ruling .badge").inner_text() == "✓ Legal"
    page.get_by_role("button", name="Français").click()
    assert page.locator("h1").inner_text().startswith("Bureau des décisions")
