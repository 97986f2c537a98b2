"""A page of a tournament follows its stream, and asks again and again only without one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

IDLE = 10_000
"""How long a page is watched, in milliseconds."""


class Host:
    """Makes a tournament by the API, and enters people."""

    def __init__(self, browser: BrowserContext, url: str) -> None:
        self._browser, self._url = browser, url
        token = self.post("players/", {"name": "Olga"})["token"]["secret"]
        terms = {"name": "Tuesday night", "variant": "avengers"}
        made = self.post("tournaments/", terms, {"Authorization": f"Bearer {token}"})
        self.code = made["code"]

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        reply = self._browser.request.post(
            f"{self._url}/api/v1/{path}",
            data=json.dumps(body),
            headers={"Content-Type": "application/json"} | (headers or {}),
        )
        assert reply.status == 201, reply.text()
        return reply.json()

    def enter(self, name: str) -> None:
        self.post(f"tournaments/{self.code}/entries/", {"name": name})


@pytest.fixture
def host(chromium: Any, playing: PlayServer) -> Host:
    return Host(chromium.new_context(), playing.url)


@pytest.fixture
def page(chromium: Any) -> Page:
    """The page of a visitor who has no session."""
    made: Page = chromium.new_context(locale="en-CA").new_page()
    made.on("console", lambda m: print("CONSOLE", m.text)); made.on("pageerror", lambda m: print("ERR", m)); made.on("response", lambda r: print("RESP", r.status, r.url)); made.on("requestfailed", lambda r: print("FAILED", r.url, r.failure))
    return made


def test_an_idle_page_asks_for_nothing_and_hears_of_an_entry(
    host: Host, page: Page, playing: PlayServer
) -> None:
    with page.expect_response(lambda reply: reply.url.endswith("/now/")):
        page.goto(f"{playing.url}/t/{host.code}/")
    page.wait_for_timeout(1000)
    asked: list[Request] = []
    page.on("request", asked.append)
    page.wait_for_timeout(IDLE)
    assert [one.url for one in asked] == []
    host.enter("Zoé")
    expect(page.get_by_text("Zoé").first).to_be_attached()
    assert {one.url.rpartition(host.code)[2] for one in asked} <= {"/", "/now/"}


def test_a_page_without_a_stream_asks_itself(host: Host, page: Page, playing: PlayServer) -> None:
    page.route("**/events/", lambda route: route.abort())
    with page.expect_response(lambda reply: reply.url.endswith("/now/")):
        page.goto(f"{playing.url}/t/{host.code}/")
    host.enter("Zoé")
    expect(page.get_by_text("Zoé").first).to_be_attached(timeout=15_000)
