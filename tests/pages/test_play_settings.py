"""The settings of the table: keys of moves, the size of cards, high contrast."""

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.play_person import MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

WIDTH = "() => document.querySelector('.held .card').getBoundingClientRect().width"


def test_keys_sizes_and_contrast_are_chosen_and_kept(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada", **MOUSE).sign_in()
    ada.deal("avengers", "beginner")
    ada.open().wait_until_asked()
    settings = ada.page.get_by_text("Settings", exact=True)
    before = ada.page.evaluate(WIDTH)
    settings.click()
    ada.page.get_by_label("Size of the cards").select_option("large")
    ada.page.get_by_label("High contrast").check()
    ada.page.get_by_label("Key to draw a card").fill("p")
    expect(ada.page.get_by_label("Key to keep the card drawn")).to_have_value("D")
    assert ada.page.evaluate(WIDTH) > before
    expect(ada.page.locator(".playing.large.contrast")).to_be_visible()
    ada.page.reload()
    ada.page.wait_for_selector(".playing.large.contrast")
    ada.wait_until_asked()
    while not ada.page.query_selector(".draw.legal"):
        ada.answer()
        ada.wait_until_asked()
    ada.page.locator(".draw.legal").focus()
    ada.page.keyboard.press("p")
    ada.page.wait_for_function("() => document.querySelector('fd-table').sent === null")
    assert ada.clicked()[-1] == "draw"
    ada.leave()
