"""A page of a tournament follows its stream, and asks again and again only without one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

IDLE = 10_000
"""How long a page is watched, in milliseconds."""


class Host:
    """Makes a tournament by the API, and its first round."""

    def __init__(self, browser: BrowserContext, url: str) -> None:
        self._browser, self._url = browser, url
        token = self.post("players/", {"name": "Olga"})["token"]["secret"]
        self._token = {"Authorization": f"Bearer {token}"}
        terms = {"name": "Tuesday night", "variant": "avengers"}
        self.code: str = self.post("tournaments/", terms, self._token)["code"]

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        reply = self._browser.request.post(
            f"{self._url}/api/v1/{path}",
            data=json.dumps(body),
            headers={"Content-Type": "application/json"} | (headers or {}),
        )
        assert reply.status == 201, reply.text()
        return reply.json()

    def publish(self) -> None:
        """Let four people sit at a table that all see."""
        for name in ("Zoé", "Ada", "Noor", "Kim"):
            entry = {"name": name, "there": True}
            self.post(f"tournaments/{self.code}/entries/", entry)
        for act in ("close-entries", "pair", "publish"):
            self.post(f"tournaments/{self.code}/acts/", {"act": act}, self._token)


@pytest.fixture
def host(chromium: Any, playing: PlayServer) -> Host:
    return Host(chromium.new_context(), playing.url)


@pytest.fixture
def page(chromium: Any) -> Page:
    """The page of a visitor who has no session."""
    made: Page = chromium.new_context(locale="en-CA").new_page()
    return made


def test_an_idle_page_asks_for_nothing_and_hears_of_a_round(
    host: Host, page: Page, playing: PlayServer
) -> None:
    with page.expect_response(lambda reply: reply.url.endswith("/now/")):
        page.goto(f"{playing.url}/t/{host.code}/")
    page.wait_for_timeout(1000)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.wait_for_timeout(IDLE)
    assert asked == []
    host.publish()
    expect(page.get_by_text("Zoé").first).to_be_attached()
    assert {one.rpartition(host.code)[2] for one in asked} == {"/", "/now/"}


def test_a_page_without_a_stream_asks_itself(host: Host, page: Page, playing: PlayServer) -> None:
    page.route("**/events/", lambda route: route.abort())
    with page.expect_response(lambda reply: reply.url.endswith("/now/")):
        page.goto(f"{playing.url}/t/{host.code}/")
    host.publish()
    expect(page.get_by_text("Zoé").first).to_be_attached(timeout=15_000)


def test_a_page_that_was_old_when_it_was_shown_is_shown_again(
    host: Host, page: Page, playing: PlayServer
) -> None:
    """Something happens after the page was made, and before it first asks."""

    def ask_late(route: Route) -> None:
        page.unroute("**/now/")
        host.publish()
        route.continue_()

    page.route("**/events/", lambda route: route.abort())
    page.route("**/now/", ask_late)
    page.goto(f"{playing.url}/t/{host.code}/")
    expect(page.get_by_text("Zoé").first).to_be_attached(timeout=15_000)
