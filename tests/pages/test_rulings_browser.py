"""The rulings desk in a browser: with and without scripts, on narrow and wide screens."""

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS, WIDTHS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_from_an_event_of_the_replay_to_a_ruling_and_on_to_the_next_question(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{heroic.pk}/replay/?at={heroic.seq // 2}")
    page.get_by_role("link", name="Ask the rulings desk here").click()
    expect(page.locator("h1")).to_contain_text("Rulings desk")
    page.locator(".choices button").first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✓ Legal")
    expect(page.locator("#ruling details[open] .rule-text").first).to_be_visible()
    page.locator("#ruling .choices button").first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✓ Legal")
    page.get_by_label("Any card").select_option("abomination")
    page.get_by_role("button", name="May it be played?").click()
    expect(page.get_by_role("alert")).to_contain_text("abomination never lies in hand:")
    page.locator(".zone .bare").first.click()
    expect(page.locator("#ruling .badge")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_desk_is_whole_on_every_screen(
    heroic: Game, live_server: LiveServer, looking: Looking, width: int
) -> None:
    page = looking.page
    page.set_viewport_size({"width": width, "height": 740})
    desk = f"{live_server.url}/audit/rulings/"
    for address in (f"{desk}?game={heroic.pk}&at={heroic.seq // 2}", f"{desk}?variant=ultimate"):
        page.goto(address)
        page.get_by_text("As JSON").click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(FLAWS) == []
    page.get_by_label("As JSON").fill("{")
    page.get_by_role("button", name="Show the position").click()
    expect(page.get_by_role("alert")).to_contain_text("This cannot be ruled on")


def test_a_position_is_built_by_clicks_without_script(
    editions: None, live_server: LiveServer, browser: BrowserContext
) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/audit/rulings/")
    for card in ("blue-5", "red-1"):
        page.get_by_label("Any card").select_option(card)
        page.get_by_label("Pile").select_option("hand:0")
        page.get_by_role("button", name="Put it there").click()
    page.get_by_role("button", name="Blue 5", exact=True).first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✓ Legal")
    page.get_by_role("button", name="Red 1", exact=True).first.click()
    expect(page.locator("#ruling .badge")).to_have_text("✗ Not legal")
    page.get_by_role("button", name="Take it away: Red 1").click()
    expect(page.get_by_role("button", name="Red 1", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Français").click()
    assert page.locator("h1").inner_text().startswith("Bureau des décisions")
