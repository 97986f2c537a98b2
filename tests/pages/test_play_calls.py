"""A move that is refused, and a window in which two people call and catch."""

import json
import re
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
    ada.touch(".refusal .link")
    rule = ada.page.locator(".rules")
    expect(rule).to_contain_text(problem["rule"])
    expect(rule).to_be_in_viewport()
    ada.answer()
    expect(refusal).to_have_count(0)
    ada.context.close()


def down_to_two(ada: Person, ben: Person) -> None:
    """Play until Ada is asked and may play a number, the last but one of her cards."""
    while True:
        screen = ada.screen()
        is_ada = screen["prompts"][-1]["seat"] == 0
        one = ada if is_ada else ben
        one.wait_until_asked()
        is_ready = (
            is_ada
            and screen["prompts"][-1]["kind"] == "turn"
            and screen["table"]["places"][0]["hand"] == 2
        )
        if is_ready and numbers(ada):
            return
        draw = one.page.query_selector(".draw.legal")
        if draw and (is_ready or not is_ada):
            one.touch(".draw.legal")
            one.page.wait_for_function("() => document.querySelector('fd-table').sent === null")
        else:
            one.answer()


def numbers(person: Person) -> list[dict[str, Any]]:
    """Return the cards that can be played and ask nothing more."""
    return [one for one in person.choices() if re.search(r"-\d$", one.get("card") or "")]


def at_a_window(
    chromium: Browser, playing: PlayServer, window: int = WINDOW, **look: Any
) -> tuple[Person, Person]:
    """Return two people at a table, of whom Ada may play the last but one of her cards."""
    ada = Person(chromium, playing.url, "Ada", **look).sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER, **look).sign_in()
    game = ada.deal(
        "avengers",
        start=False,
        start_when_full=True,
        seats=[{"kind": "me"}, {"kind": "open"}],
        options={"target_score": None, "rounds": 1, "uno_window": window},
    )
    ben.join(game)
    ada.open()
    ben.open(game)
    down_to_two(ada, ben)
    return ada, ben


def play_a_card(ada: Person) -> None:
    """Play a card without UNO."""
    card = numbers(ada)[0]
    ada.touch(card["selector"], card["nth"])


TAKEN = """() => {
  const table = document.querySelector("fd-table");
  window.taken = [];
  table.take = function (screen) {
    Object.getPrototypeOf(this).take.call(this, screen);
    this.updateComplete.then(() => taken.push({
      seq: screen.seq,
      left: screen.window_seconds_left ?? null,
      until: document.querySelector(".calls fd-clock")?.until ?? null,
      now: Date.now(),
      places: [...document.querySelectorAll(".calls button.uno")].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const at = document.elementFromPoint(x + width / 2, y + height / 2);
        return one.contains(at) ? [Math.round(x), Math.round(y)] : null;
      }),
    }));
  };
}"""
"""Notes what is drawn of calls and catches when a screen has come, whatever is being shown."""


@pytest.mark.parametrize("window", [1, 2, 6])
def test_calls_and_catches_are_drawn_when_they_come(
    chromium: Browser, playing: PlayServer, window: int
) -> None:
    """They wait for no movement, are reached at their place, and have the server's seconds."""
    ada, ben = at_a_window(chromium, playing, window)
    seq = ada.screen()["seq"]
    for one in (ada, ben):
        one.page.emulate_media(reduced_motion="no-preference")
        one.page.evaluate(TAKEN)
    play_a_card(ada)
    for one in (ada, ben):
        one.page.wait_for_function(f"() => taken.some((one) => one.seq >= {seq} + 2)")
        taken = one.page.evaluate("() => taken")
        opened = [each for each in taken if each["left"]]
        # A short window may be over before a busy machine says that it is open.
        assert opened or window < 6
        assert all(each["places"] and None not in each["places"] for each in opened)
        assert len({str(each["places"]) for each in opened}) <= 1
        for each in opened:
            assert 0 < each["left"] <= window
            assert each["until"] - each["now"] <= each["left"] * 1000
        closed = next(each for each in taken if each["seq"] >= seq + 2)
        assert (closed["places"], closed["until"]) == ([], None)
    ada.leave()
    ben.leave()


def test_call_and_catch_are_held_while_the_window_is_open(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, ben = at_a_window(chromium, playing)
    play_a_card(ada)
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
