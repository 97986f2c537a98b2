"""Ten tabs of one browser, which has six connections to a server that speaks HTTP/1.1."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

TABS = 10

HIDEABLE = """
window.isShown = true;
Object.defineProperty(document, "hidden", { get: () => !window.isShown });
Object.defineProperty(document, "visibilityState",
  { get: () => (window.isShown ? "visible" : "hidden") });
"""
"""Headless Chromium shows all tabs: a test says which one is in front."""

SHOW = """(isShown) => {
  window.isShown = isShown;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STREAMS = "() => document.querySelector('fd-table').connection.stream.source !== null"


def in_front(tab: Page, *others: Page) -> None:
    """Show a tab, and hide the others."""
    for one in others:
        one.evaluate(SHOW, False)
    tab.evaluate(SHOW, True)


def test_ten_tabs_of_one_browser_leave_a_connection_for_moves(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.context.add_init_script(HIDEABLE)
    ada.deal("avengers", "beginner")
    first = ada.page
    ada.open().wait_until_asked()
    tabs = [first]
    for _ in range(TABS - 1):
        tabs[-1].evaluate(SHOW, False)
        tabs.append(ada.tab())
        ada.page = tabs[-1]
        ada.open().wait_until_asked()
    for tab in tabs[:-1]:
        tab.wait_for_function(f"() => !({STREAMS})()")
    ada.answer()
    ada.check_screen()
    in_front(first, *tabs[1:])
    ada.page = first
    ada.check_screen()
    ada.wait_until_asked()
    ada.answer()
    ada.check_screen()
    assert first.evaluate(STREAMS)
    ada.leave()


def test_a_hidden_tab_keeps_its_stream_while_no_other_needs_one(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben").sign_in()
    ada.context.add_init_script(HIDEABLE)
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = ada.deal("avengers", start=False, start_when_full=True, seats=seats)
    ben.join(game)
    ada.open()
    ben.open(game)
    ada.page.evaluate(SHOW, False)
    while ben.screen()["prompts"][-1]["seat"] == 1:
        ben.wait_until_asked()
        ben.answer()
    expect(ada.page).to_have_title("● Your turn · Fairdeal")
    assert ada.page.evaluate(STREAMS)
    ada.leave()
    ben.leave()
