"""A browser's EventSource follows a game with a ticket, from a page on another origin."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.bench.api import table
from tests.streams.live_server import Server, move, serving

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FOLLOW = """async ([server, token, game]) => {
  const reply = await fetch(`${server}/api/v1/stream-tickets/`, {
    method: "POST", body: JSON.stringify({game}),
    headers: {Authorization: `Bearer ${token}`, "Content-Type": "application/json"}});
  const url = new URL((await reply.json()).url, server);
  window.seqs = []; window.prompts = []; window.ended = null; window.ticketUrl = String(url);
  const events = new EventSource(url);
  events.onmessage = (one) => window.seqs.push(Number(one.lastEventId));
  events.addEventListener("prompts", (one) => window.prompts.push(JSON.parse(one.data).seq));
  events.addEventListener("end", (one) => { window.ended = JSON.parse(one.data); events.close(); });
}"""

AGAIN = """() => new Promise((done) => {
  const again = new EventSource(window.ticketUrl);
  again.onerror = () => { done(again.readyState); again.close(); };
  again.onmessage = () => done("message");
})"""


@pytest.fixture
def server(editions: None, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as made:
        yield made


def test_an_event_source_with_a_ticket_has_every_event_once(
    server: Server, elsewhere: Page
) -> None:
    game, players = table(server.port, 2)
    address = f"http://127.0.0.1:{server.port}"
    path = f"/api/v1/games/{game}/prompts/"
    asked = next(one for one in players if one.ask("GET", path)["prompts"][-1]["options"])
    token = asked.headers["Authorization"].removeprefix("Bearer ")
    elsewhere.evaluate(FOLLOW, [address, token, game])
    elsewhere.wait_for_function("window.seqs.length && window.prompts.length", timeout=60_000)
    for _ in range(3):
        move(players, game)
    last = move(players, game, resigns=True)
    elsewhere.wait_for_function("window.ended !== null", timeout=60_000)
    assert elsewhere.evaluate("window.seqs") == list(range(1, last + 1))
    assert elsewhere.evaluate("window.prompts[0]") == 1
    assert elsewhere.evaluate("window.ended")["seq"] == last
    # A ticket that was used opens nothing more, and the browser does not try again.
    assert elsewhere.evaluate(AGAIN) == 2
