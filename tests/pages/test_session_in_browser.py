"""A page of the server plays by its session cookie; pages of other origins cannot."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.bench.servers import Client, guest
from tests.own_redis import wait_until
from tests.streams.live_server import Server, move, serving

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ASK = """async ([method, path, body]) => {
  const csrf = document.cookie.match(/csrftoken=(\\w+)/)[1];
  const reply = await fetch(`/api/v1/${path}`, {method, body: body && JSON.stringify(body),
    headers: {"Content-Type": "application/json", ...(method !== "GET" && {"X-CSRFToken": csrf})}});
  return reply.status === 204 ? null : await reply.json();
}"""

FOLLOW = """(game) => {
  window.seqs = []; window.mine = []; window.ended = false;
  const events = new EventSource(`/api/v1/games/${game}/events/`);
  events.onmessage = (one) => window.seqs.push(Number(one.lastEventId));
  events.addEventListener("prompts", (one) => window.mine.push(JSON.parse(one.data).seq));
  events.addEventListener("end", () => { window.ended = true; events.close(); });
}"""

FROM_ELSEWHERE = """async ([server, game]) => {
  const get = (path) => fetch(server + path, {credentials: "include"}).then((one) => one.status)
    .catch(() => "blocked");
  await fetch(`${server}/api/v1/games/${game}/moves/`, {method: "POST", mode: "no-cors",
    credentials: "include", body: JSON.stringify({move: "resign"})});
  return [await get("/api/v1/me/"), document.cookie.includes("sessionid")];
}"""


class InPage(Client):
    """A client whose requests are made by a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.page.evaluate(ASK, [method, path.removeprefix("/api/v1/"), body])


@pytest.fixture
def server(editions: None, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, SECRET_KEY="that of both starts") as made:
        yield made


def begun(server: Server, browser: BrowserContext) -> tuple[InPage, str, list[Client]]:
    """Return a guest in a page, a running game of the guest and of a player with a token."""
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/audit/")
    alice, bob = InPage(page), guest(server.port)
    bob.headers.pop("X-Player")
    assert alice.ask("POST", "session/", {"name": "Alice"})["name"] == "Alice"
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = alice.ask("POST", "games/", {"variant": "avengers", "seats": seats})["id"]
    bob.ask("POST", f"/api/v1/games/{game}/seats/", {"seat": 1})
    alice.ask("POST", f"games/{game}/start/", {})
    return alice, game, [alice, bob]


def test_an_event_source_needs_no_ticket_and_connects_again(
    server: Server, browser: BrowserContext
) -> None:
    alice, game, players = begun(server, browser)
    alice.page.evaluate(FOLLOW, game)
    wait_until(lambda: alice.page.evaluate("window.mine.length > 0"))
    move(players, game)
    server.kill()
    server.start()
    for _ in range(3):
        move(players, game)
    last = move(players, game, resigns=True)
    wait_until(lambda: alice.page.evaluate("window.ended"))
    assert alice.page.evaluate("window.seqs") == list(range(1, last + 1))
    assert "sessionid" not in alice.page.evaluate("document.cookie")


def test_a_page_of_another_origin_has_no_part_in_the_session(
    server: Server, browser: BrowserContext, elsewhere: Page
) -> None:
    alice, game, _ = begun(server, browser)
    before = alice.ask("GET", f"games/{game}/")
    address = f"http://127.0.0.1:{server.port}"
    assert elsewhere.evaluate(FROM_ELSEWHERE, [address, game]) == ["blocked", False]
    assert alice.ask("GET", f"games/{game}/") == before
    assert "code=401" in server.log or '"code": 401' in server.log


@pytest.mark.first
def test_a_code_takes_the_player_to_another_browser(
    server: Server, browser: BrowserContext
) -> None:
    alice, game, _ = begun(server, browser)
    code = alice.ask("POST", "me/codes/")["code"]
    assert browser.browser is not None
    phone = browser.browser.new_context().new_page()
    phone.goto(f"http://127.0.0.1:{server.port}/audit/")
    told = InPage(phone).ask("POST", "session/", {"code": code})
    assert told["id"] == alice.ask("GET", "me/")["id"]
    assert InPage(phone).ask("GET", f"games/{game}/prompts/")["seq"] == 1
    assert code not in server.log
    assert alice.ask("DELETE", f"me/tokens/{told['token']}/") is None
    assert InPage(phone).ask("GET", "me/")["code"] == "not_authenticated"
