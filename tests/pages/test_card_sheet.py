"""The public sheet of an edition: in a browser, and printed."""

import re

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from cards.models import Edition
from tests.cards.makers import ULTIMATE
from tests.pages.conftest import Looking

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def address(editions: None) -> str:
    """The address of the sheet of the Ultimate edition."""
    return f"/cards/{Edition.objects.get(code=ULTIMATE.code).hash}/"


def test_the_sheet_is_public_and_in_the_language_of_the_reader(
    client: Client, address: str
) -> None:
    shown = client.get(address, headers={"Accept-Language": "fr-CA"}).content.decode()
    assert "Toutes les cartes" in shown and "picture.svg?lang=fr-CA" in shown
    assert client.get(f"/cards/{'0' * 64}/").status_code == 404
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_nine_whole_cards_of_true_size_are_on_a_printed_page(
    address: str, live_server: LiveServer, browser: BrowserContext, looking: Looking, paper: str
) -> None:
    page = looking.page
    page.on("request", lambda one: looking.foreign(one.url, live_server.url))
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{live_server.url}{address}?size=card", wait_until="networkidle")
    loaded = "[...document.images].filter((one) => !one.naturalWidth).length"
    assert page.evaluate(loaded) == 0
    printed = page.pdf(format=paper, print_background=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == -(-100 // 9)
    page.emulate_media(media="print")
    box = page.locator("img").first.bounding_box()
    assert box is not None
    millimetre = 96 / 25.4
    assert abs(box["width"] - 63 * millimetre) < 0.5
    assert abs(box["height"] - 88 * millimetre) < 0.5


def test_the_sheet_fits_on_a_telephone(
    address: str, live_server: LiveServer, browser: BrowserContext, looking: Looking
) -> None:
    page = looking.page
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}{address}")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
