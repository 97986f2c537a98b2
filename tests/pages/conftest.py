"""Fixtures: games, and a browser."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Request,
    sync_playwright,
)

from games.models import Game
from games.players.models import Player
from tests.games.conftest import _nothing_is_remembered, _seeds_are_known, alice, bob
from tests.games.finished import finished
from tests.games.finished import running as begun
from tests.pages.chromium import launch
from tests.pages.play_server import PlayServer, play_server

__all__ = ["_nothing_is_remembered", "_seeds_are_known", "alice", "bob"]


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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Headless Chromium for all tests of a module, which use no database of their own."""
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    """A whole server with an empty data folder, on which browsers play."""
    with play_server(tmp_path_factory.mktemp("playing")) as server:
        yield server


@pytest.fixture
def browser(transactional_db: None) -> Iterator[BrowserContext]:
    """Headless Chromium. It is ended before the tables are emptied."""
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started.new_context(locale="en-CA")
        started.close()


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
