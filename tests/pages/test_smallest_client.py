"""examples/client.html plays whole games from a page on another origin."""

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.pages.conftest import Looking
from tests.platform.test_supervisor import ROOT, linux_only, supervisor, wait_until_ready
from tests.ports import free_port

pytestmark = [pytest.mark.slow, linux_only]

ANSWERS = "#answers button, #hand button"
OVER = "The game is over"
ASKED_OR_OVER = """([answers, over]) => document.querySelector(answers)
  || document.querySelector("#why").textContent.startsWith(over)"""

NAMES = {"avengers": "UNO Marvel Avengers", "xmen": "UNO X-Men", "ultimate": "UNO Ultimate Marvel"}


class _Quiet(SimpleHTTPRequestHandler):
    """The examples as files."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the client, with that of a server on another port."""
    data, port = tmp_path_factory.mktemp("served"), free_port()
    pages = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=ROOT / "examples"))
    Thread(target=pages.serve_forever, daemon=True).start()
    with supervisor(data, port) as process:
        wait_until_ready(process, data, port)
        yield f"http://127.0.0.1:{pages.server_port}/client.html?server=http://127.0.0.1:{port}"
    pages.shutdown()
    pages.server_close()


def one_round(route: Route) -> None:
    """Create a game of one round, if its variant has rounds."""
    body = json.loads(route.request.post_data or "{}")
    if body["variant"] == "avengers":
        body["options"] = {"rounds": 1}
    route.continue_(post_data=json.dumps(body))


def begin(page: Page, address: str, variant: str) -> None:
    """Press the button of a game."""
    page.route(re.compile(r"/games/$"), one_round)
    page.goto(address)
    page.get_by_role("button", name=NAMES[variant]).click()


def answer(page: Page) -> bool:
    """Press the last answer, when there is one; return whether the game goes on."""
    page.wait_for_function(ASKED_OR_OVER, arg=[ANSWERS, OVER])
    seen = page.evaluate("seq")
    found = page.locator(ANSWERS)
    if found.count() == 0:
        return False
    found.last.click()
    page.wait_for_function("(seen) => seq > seen", arg=seen)
    return True


def own(page: Page, path: str) -> Any:
    """Return a response to the player of the page."""
    return page.evaluate("(path) => send('GET', `games/${kept.game}/${path}`)", path)


def own_moves(sentences: list[str]) -> list[str]:
    """Return what the player did, without what is only seen once the game is over."""
    return [re.split("[:;]", one)[0] for one in sentences if one.startswith("You ")]


@pytest.mark.parametrize("variant", NAMES)
def test_it_plays_a_whole_game(looking: Looking, address: str, variant: str) -> None:
    page = looking.page
    begin(page, address, variant)
    while answer(page):
        assert page.inner_text("#refused") == ""
    expect(page.locator("#why")).to_contain_text(OVER)
    assert own(page, "")["status"] == "over"
    events = own(page, "log/?limit=200")["results"]
    told = [one["text"] for event in events for one in event["sentences"]]
    assert len(events) < 200
    shown = page.locator("#log p").all_inner_texts()
    assert own_moves(shown[::-1]) == own_moves(told)


def test_it_goes_on_after_a_reload_and_shows_each_card_by_picture_and_name(
    looking: Looking, address: str
) -> None:
    page = looking.page
    begin(page, address, "ultimate")
    assert answer(page)
    page.wait_for_function(ASKED_OR_OVER, arg=[ANSWERS, OVER])
    before = page.inner_text("#table")
    page.reload()
    page.wait_for_function("document.querySelector('#hand li')")
    assert page.inner_text("#table") == before
    assert page.evaluate("[...document.images].every((one) => one.naturalWidth && one.alt)")
    assert not page.context.cookies()


def test_a_refused_move_is_shown_with_its_reason(looking: Looking, address: str) -> None:
    page = looking.page
    begin(page, address, "xmen")
    page.wait_for_function(ASKED_OR_OVER, arg=[ANSWERS, OVER])

    def other_card(route: Route) -> None:
        route.continue_(post_data=json.dumps({"move": "play", "card": "wolverine"}))

    page.route("**/moves/*", other_card)
    with page.expect_response("**/moves/*") as refused:
        page.locator(ANSWERS).first.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(refused.value.json()["detail"])
    assert [one for one in looking.wrong if "422" not in one] == []
    looking.wrong.clear()
    page.unroute("**/moves/*")
    assert answer(page)
    assert alert.inner_text() == ""


def test_a_move_whose_response_is_lost_is_sent_again_and_made_once(
    looking: Looking, address: str
) -> None:
    page = looking.page
    begin(page, address, "xmen")
    page.wait_for_function(ASKED_OR_OVER, arg=[ANSWERS, OVER])

    def lose_response(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/moves/*", lose_response, times=1)
    with page.expect_response("**/moves/*") as repeated:
        page.locator(ANSWERS).last.click()
    assert repeated.value.header_value("Idempotent-Replayed") == "true"
    expect(page.locator("#lost")).to_be_empty()
    assert [one for one in looking.wrong if "ERR_FAILED" not in one] == []
    looking.wrong.clear()


def test_the_stream_is_read_on_after_a_loss(looking: Looking, address: str) -> None:
    page = looking.page
    page.route("**/events/*", lambda route: route.abort(), times=1)
    begin(page, address, "xmen")
    expect(page.locator("#lost")).to_have_text("No connection. Trying again.")
    assert answer(page)
    expect(page.locator("#lost")).to_be_empty()
    looking.wrong.clear()


def test_it_speaks_french_and_asks_before_one_resigns(
    browser: BrowserContext, address: str
) -> None:
    assert browser.browser
    page = browser.browser.new_context(locale="fr-CA").new_page()
    begin(page, address, "xmen")
    resign = page.get_by_role("button", name="Abandonner la partie")
    page.once("dialog", lambda dialog: dialog.dismiss())
    resign.click()
    page.once("dialog", lambda dialog: dialog.accept())
    resign.click()
    expect(page.locator("#why")).to_contain_text("La partie est terminée")
    assert page.evaluate("document.documentElement.lang") == "fr-CA"


def test_it_is_one_file_of_150_lines_without_a_library() -> None:
    text = (ROOT / "examples" / "client.html").read_text()
    lines = text.splitlines()
    assert len(lines) <= 150
    assert max(map(len, lines)) <= 110
    assert not re.search(r"import |src=\"|https:", text)
