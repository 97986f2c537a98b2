"""How much a first table takes: requests and bytes, as the browser counts them."""

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import FINGER, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

MOST_REQUESTS = 30
MOST_BYTES = 150_000
MOST_LINES = 12
MOST_CHANGES = 150
"""Lines of the log and changes of the page for an event."""
NOTE = """new MutationObserver(() => {
  window.shown ??= document.querySelector(".hand button") ? Date.now() : undefined;
}).observe(document, { childList: true, subtree: true });
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => window.shifted += one.value))
  .observe({ type: "layout-shift", buffered: true });"""
"""Notes when the own hand lies on the table, and how much of the page has moved by then."""
MOST_SHIFTED = 0.02


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_a_first_table_takes_few_requests_and_bytes(
    chromium: Browser, playing: PlayServer, variant: str
) -> None:
    ada = Person(chromium, playing.url, "Ada", **FINGER).sign_in()
    ada.deal(variant, "beginner", "beginner")
    begun: dict[str, float] = {}
    sizes: dict[str, int] = {}
    network = ada.context.new_cdp_session(ada.page)
    network.send("Network.enable")
    network.on(
        "Network.requestWillBeSent",
        lambda told: begun.update({told["request"]["url"]: told["wallTime"] * 1000}),
    )
    network.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    ada.context.add_init_script(NOTE)
    ada.open()
    shown = ada.page.wait_for_function("() => window.shown").json_value()
    requests = [url for url, at in begun.items() if at <= shown and not url.startswith("blob:")]
    print(variant, len(requests), "requests,", sum(sizes.values()), "bytes")
    assert 20 < len(requests) <= MOST_REQUESTS, requests
    ada.page.wait_for_selector(".log li", state="attached")
    assert sum(sizes.values()) <= MOST_BYTES
    assert ada.page.evaluate("() => window.shifted") <= MOST_SHIFTED
    ada.leave()


LONG = """(events) => {
  const table = document.querySelector("fd-table");
  const log = document.querySelector("fd-log");
  const [one] = table.timeline.log;
  table.timeline.addSentences(Array.from({ length: events * 2 },
    (_, at) => ({ ...one, seq: ((at >> 1) + 1) / (events + 1) })));
  window.lines = 0;
  log.line = function (...given) {
    window.lines += 1;
    return Object.getPrototypeOf(this).line.apply(this, given);
  };
  table.requestUpdate();
  return table.updateComplete.then(() => log.updateComplete);
}"""
"""Puts many events before the first into the log, and counts the lines rendered from then on.

What was said of the first real events may come late; it shifts none of these."""

CHANGED = """() => {
  window.lines = window.changed = 0;
  new MutationObserver((changes) => window.changed += changes.length).observe(
    document.querySelector("fd-table"),
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""


@pytest.mark.parametrize("events", [100, 1000])
def test_a_turn_of_a_long_game_renders_only_its_own_lines(
    chromium: Browser, playing: PlayServer, events: int
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "beginner")
    ada.open().wait_until_asked()
    ada.page.wait_for_selector(".log li")
    ada.page.evaluate(LONG, events)
    assert ada.page.locator(".log li").count() == 40
    ada.page.get_by_role("button", name="What happened before").click()
    assert ada.page.locator(".log li").count() == 160
    ada.page.evaluate(CHANGED)
    seq = ada.screen()["seq"]
    ada.answer()
    ada.wait_until_asked()
    ada.check_screen()
    shown = ada.screen()["seq"] - seq
    lines, changed = ada.page.evaluate("() => [lines, changed]")
    # Sentences since the last answer may come twice: at a first answer, those of the deal.
    assert 0 < lines <= MOST_LINES * (shown + 2) and changed <= MOST_CHANGES * shown
    assert ada.page.locator("[role=log] p").count() <= 5
    ada.leave()
