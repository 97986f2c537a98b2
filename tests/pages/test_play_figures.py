"""How much a first table takes: requests and bytes, as the browser counts them."""

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

MOST_REQUESTS = 25
MOST_BYTES = 150_000
NOTE = """new MutationObserver(() => {
  window.shown ??= document.querySelector(".hand button") ? Date.now() : undefined;
}).observe(document, { childList: true, subtree: true })"""
"""Notes when the own hand lies on the table."""


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_a_first_table_takes_few_requests_and_bytes(
    chromium: Browser, playing: PlayServer, variant: str
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
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
    ada.page.wait_for_selector(".log li")
    assert sum(sizes.values()) <= MOST_BYTES
    ada.leave()
