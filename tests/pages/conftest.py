"""Fixtures: games, and a browser."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from games.models import Game
from games.players.models import Player
from tests.games.conftest import _nothing_is_remembered, _seeds_are_known, alice, bob
from tests.games.finished import finished
from tests.games.finished import running as begun
from tests.pages.chromium import launch
from tests.pages.play_person import PATIENCE
from tests.pages.play_server import PlayServer, play_server
from tests.platform.test_supervisor import begin_deals

__all__ = ["_nothing_is_remembered", "_seeds_are_known", "alice", "bob"]

# What is expected on a page may take long on a busy machine.
expect.set_options(timeout=PATIENCE)


@pytest.fixture
def running(alice: Player, bob: Player) -> Game:
    """A running game of Alice and Bob."""
    return begun("avengers", alice, bob)


@pytest.fixture
def over(editions: None) -> Game:
    """A finished game."""
    return finished("xmen", seed=12)


@pytest.fixture
def heroic(editions: None) -> Game:
    """A finished game of heroes, with Enemies and Items."""
    return finished("ultimate", seed=15)


class Looking:
    """A page, and the errors on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("console", lambda said: self.wrong.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("requestfailed", self.failed)

    def failed(self, request: Request) -> None:
        """Note a request that failed, unless the browser left the page that made it."""
        if request.failure != "net::ERR_ABORTED":
            self.wrong.append(f"failed: {request.url} ({request.failure})")

    def foreign(self, address: str, own: str) -> None:
        """Note a request to another host."""
        if not address.startswith((own, "data:", "blob:")):
            self.wrong.append(f"another host: {address}")


class OneBrowser:
    """Headless Chromium, started once in a process of tests and again if it ended.

    Playwright leaves its event loop as the running one of the thread, in which Django refuses
    queries and asyncio.run() fails. It is the running one only while a test has the browser.
    """

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._loop = asyncio.get_running_loop()
        self._started: Browser | None = None
        self.set_running(False)

    def set_running(self, is_running: bool) -> None:
        """Make the loop of Playwright the running one of this thread, or none."""
        asyncio._set_running_loop(self._loop if is_running else None)

    @contextmanager
    def opened(self) -> Iterator[Browser]:
        """Lend the browser, and close what was opened in it."""
        self.set_running(True)
        try:
            if self._started is None or not self._started.is_connected():
                self._started = launch(self._playwright)
            yield self._started
            for context in self._started.contexts:
                context.close()
        finally:
            self.set_running(False)


@pytest.fixture(scope="session")
def _one_browser() -> Iterator[OneBrowser]:
    with sync_playwright() as playwright:
        one = OneBrowser(playwright)
        yield one
        one.set_running(True)


@pytest.fixture
def chromium(_one_browser: OneBrowser) -> Iterator[Browser]:
    """Headless Chromium for a test that uses no database of its own."""
    with _one_browser.opened() as started:
        yield started


@pytest.fixture(scope="session")
def _playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    with play_server(tmp_path_factory.mktemp("playing")) as server:
        yield server


@pytest.fixture
def playing(_playing: PlayServer) -> PlayServer:
    """A whole server on which browsers play, with deals that are the test's own."""
    begin_deals(_playing.data)
    return _playing


@pytest.fixture
def browser(transactional_db: None, chromium: Browser) -> BrowserContext:
    """Headless Chromium. Its pages are closed before the tables are emptied."""
    return chromium.new_context(locale="en-CA")


@pytest.fixture
def looking(browser: BrowserContext) -> Iterator[Looking]:
    """A page; the test fails if there is an error on it."""
    told = Looking(browser.new_page())
    yield told
    assert told.wrong == []


class _Blank(BaseHTTPRequestHandler):
    """An empty page at every address."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def elsewhere(browser: BrowserContext) -> Iterator[Page]:
    """A page of another origin: the same host, another port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Blank)
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield page
    server.shutdown()
    server.server_close()
