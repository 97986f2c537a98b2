"""The order of the cards of a set in a browser: by dragging, and by keyboard."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from cards.models import CardSet
from tests.cards.makers import card, card_set
from tests.pages.conftest import Looking

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CODES = ["red-1", "red-2", "red-3", "red-4"]


@pytest.fixture
def stored(transactional_db: None) -> tuple[CardSet, str]:
    """A set of four cards and the session of a superuser, stored before the browser starts."""
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    draft = card_set("own", [card(code, symbol=code[-1]) for code in CODES])
    return draft, client.cookies["sessionid"].value


@pytest.fixture
def order_page(
    stored: tuple[CardSet, str],
    live_server: LiveServer,
    browser: BrowserContext,
    looking: Looking,
) -> Page:
    """The page with the order of the set."""
    draft, session = stored
    browser.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = looking.page
    page.set_default_timeout(60_000)
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{live_server.url}/admin/cards/cardset/{draft.pk}/order/")
    return page


def shown(page: Page) -> list[str]:
    """Return the codes of the cards in the order of the page."""
    return page.locator("#order li > a").all_inner_texts()


def saved(page: Page) -> list[str]:
    """Save the page; return the codes of the cards in the order of the new page."""
    page.get_by_role("button", name="Save the order").locator("visible=true").click()
    expect(page.get_by_text("The order is saved").first).to_be_visible()
    page.reload()
    return shown(page)


def test_a_card_is_dragged_to_another_place(order_page: Page) -> None:
    page = order_page
    assert shown(page) == CODES
    rows = page.locator("#order li")
    rows.nth(3).locator(".order-handle").drag_to(rows.nth(0), target_position={"x": 60, "y": 4})
    moved = ["red-4", "red-1", "red-2", "red-3"]
    expect(page.locator("#order li > a")).to_have_text(moved)
    assert saved(page) == moved


def test_a_card_is_moved_by_keyboard(order_page: Page) -> None:
    page = order_page
    up = page.get_by_role("button", name="Move up: red-4")
    up.focus()
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    moved = ["red-1", "red-4", "red-2", "red-3"]
    assert shown(page) == moved
    assert saved(page) == moved
