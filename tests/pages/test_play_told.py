"""What a table tells while its cards move, and of a card that is touched."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.play_person import ASKED_OR_OVER, FINGER, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

LINES = """() => {
  window.lines = new Set();
  new MutationObserver(() => lines.add(document.querySelector(".line")?.innerText)).observe(
    document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_each_sentence_stands_alone_while_cards_move(
    chromium: Browser, playing: PlayServer
) -> None:
    look = FINGER | {"reduced_motion": "no-preference"}
    ada = Person(chromium, playing.url, "Ada", **look).sign_in()
    ada.deal("ultimate", "beginner", "beginner")
    ada.open()
    ada.wait_until_asked()
    start = ada.screen()["seq"]
    ada.page.evaluate(LINES)
    for _ in range(4):
        ada.answer()
        ada.wait_until_asked()
    lines = set(ada.page.evaluate("() => [...lines]"))
    events = ada.ask("GET", f"games/{ada.game}/log/?after={start}")["results"]
    told = {one["text"] for event in events for one in event["sentences"]}
    assert len(told) > 4 and told <= lines
    ada.leave()


def test_why_a_card_cannot_be_played_is_the_first_thing_told(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada", **FINGER).sign_in()
    ada.deal("ultimate", "beginner", "beginner")
    ada.open()
    dim = ada.page.locator(".hand .dim")
    while ada.wait_until_asked() and dim.count() == 0:
        ada.answer()
    ada.touch(".hand .dim")
    expect(ada.page.locator(".looked-at h3 + *")).to_have_class("why-not")
    ada.leave()


def test_the_next_deal_is_not_told_while_the_end_of_a_round_is_read(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "greedy", "greedy", options={"rounds": 2, "target_score": None})
    ada.open()
    log = ada.page.locator(".log ol")
    expect(log).to_contain_text("begins")
    while not ada.page.query_selector(".next"):
        if ada.page.query_selector(".prompt.asked"):
            ada.answer()
        ada.page.wait_for_function(ASKED_OR_OVER)
    expect(log).to_contain_text(re.compile("wins? round 1"))
    assert "Round 2" not in log.inner_text()
    ada.touch(".next")
    expect(log).to_contain_text("Round 2")
    ada.leave()
