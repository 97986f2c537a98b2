"""A move that is refused, and a window in which two people call and catch."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.pages.play_person import FINGER, PATIENCE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

WINDOW = 10
"""Seconds in which a call or a catch is held."""


def test_a_refused_move_shows_why_what_can_be_done_and_its_rule(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada", **FINGER).sign_in()
    ada.deal("avengers", "beginner")
    ada.open().wait_until_asked()
    while not (wrong := [one["card"] for one in ada.screen()["prompts"][-1]["unavailable"]]):
        ada.answer()
        ada.wait_until_asked()

    def change(route: Route) -> None:
        """Send a card that does not fit instead."""
        route.continue_(post_data=json.dumps({"move": "play", "card": wrong[0]}))

    before = ada.screen()
    ada.page.route("**/moves/**", change)
    ada.answer()
    ada.page.unroute("**/moves/**")
    refusal = ada.page.locator(".refusal")
    expect(refusal).to_contain_text("does not fit on")
    problem: Any = ada.page.evaluate("() => document.querySelector('fd-table').refused")
    expect(refusal).to_contain_text(problem["detail"])
    expect(refusal).to_contain_text(problem["instead"])
    expect(refusal).to_be_in_viewport()
    ada.check_screen()
    assert ada.screen()["seq"] == before["seq"]
    with ada.context.expect_page() as desk:
        ada.page.locator(".refusal a").click(modifiers=["ControlOrMeta"])
    expect(desk.value.locator("h1")).to_contain_text("Rulings desk")
    ada.touch(".refusal button")
    rule = ada.page.locator(".rules")
    expect(rule).to_contain_text(problem["rule"])
    expect(rule).to_be_in_viewport()
    ada.answer()
    expect(refusal).to_have_count(0)
    ada.context.close()


def down_to_two(ada: Person, ben: Person) -> None:
    """Play until Ada is asked and may play the last but one of her cards."""
    while True:
        screen = ada.screen()
        is_ada = screen["prompts"][-1]["seat"] == 0
        one = ada if is_ada else ben
        one.wait_until_asked()
        hand = screen["table"]["places"][0]["hand"]
        kinds = {choice["kind"] for choice in one.choices()}
        if is_ada and hand == 2 and "card" in kinds:
            return
        draw = one.page.query_selector(".draw.legal")
        if not is_ada and draw:
            one.touch(".draw.legal")
            one.page.wait_for_function("() => document.querySelector('fd-table').sent === null")
        else:
            one.answer()


def test_call_and_catch_are_held_while_the_window_is_open(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER).sign_in()
    game = ada.deal(
        "avengers",
        start=False,
        start_when_full=True,
        seats=[{"kind": "me"}, {"kind": "open"}],
        options={"target_score": None, "rounds": 1, "uno_window": WINDOW},
    )
    ben.join(game)
    ada.open()
    ben.open(game)
    down_to_two(ada, ben)
    card = next(one for one in ada.choices() if one["kind"] == "card")
    ada.touch(card["selector"], card["nth"])
    for person, name in ((ada, "Call UNO"), (ben, "Catch")):
        calls = person.page.locator(".prompt .calls")
        expect(calls.get_by_role("button")).to_contain_text(name, timeout=PATIENCE)
        expect(calls.locator(".clock")).to_contain_text("s left")
        person.touch(".prompt .calls .uno")
        expect(calls.locator(".held-call")).to_be_visible()
    for person in (ada, ben):
        expect(person.page.locator(".calls")).to_have_count(0, timeout=PATIENCE)
        person.check_screen()
    assert ada.screen()["table"]["places"][0]["hand"] == 1
    assert [one["move"] for one in ada.sent.values()][-1] == "call-uno"
    assert [one["move"] for one in ben.sent.values()][-1] == "catch-uno"
    ada.context.close()
    ben.context.close()
