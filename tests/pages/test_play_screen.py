"""What is on the screen: all of a turn, at the widths of a phone and of a desktop."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

HIDDEN = """() => {
  const turn = ".prompt, .prompt button, .hand, .seat, .middle > *, .in-play";
  const isWithin = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1
    && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const scrolled = element.parentElement.closest(".prompt");
    if (scrolled) return true;
    if (element.closest(".middle") && document.querySelector(".over")) return true;
    return isWithin(box, screen) && at !== null && (element.contains(at) || at.contains(element));
  };
  return [...document.querySelectorAll(turn)].filter((element) => !isSeen(element)).map(
    (element) => `${element.className} ${element.dataset.seat ?? ""} ${element.innerText}`
      + JSON.stringify(element.getBoundingClientRect()));
}"""
"""What of a turn is not on the screen, or lies under something else."""

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def hidden(person: Person) -> list[str]:
    """Return what of a turn is not to be seen."""
    person.page.evaluate("() => scrollTo(0, 0)")
    found: list[str] = person.page.evaluate(HIDDEN)
    return found


@pytest.mark.first
@pytest.mark.parametrize(
    ("variant", "bots", "device"),
    [
        ("avengers", 9, FINGER),
        ("avengers", 9, MOUSE),
        ("ultimate", 3, FINGER),
        ("ultimate", 3, MOUSE),
    ],
)
def test_all_of_a_turn_is_on_the_screen(
    chromium: Browser, playing: PlayServer, variant: str, bots: int, device: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device).sign_in()
    ada.deal(variant, *["beginner"] * bots)
    ada.open()
    for _ in range(12):
        if not ada.wait_until_asked():
            break
        assert hidden(ada) == []
        assert ada.page.evaluate(WIDER) == 0
        ada.answer()
    ada.leave()


HEIGHTS = """(state) => {
  document.querySelector("fd-table").change({ state });
  return new Promise((done) => requestAnimationFrame(() => done(
    [".felt", ".line", ".prompt", ".hand"].map((one) => {
      const { y, height } = document.querySelector(one).getBoundingClientRect();
      return one === ".line" ? y + height / 2 : [y, height];
    })
  )));
}"""


@pytest.mark.parametrize("width", [390, 820, 1300, 1920])
def test_a_message_about_the_connection_changes_no_height(
    chromium: Browser, playing: PlayServer, width: int
) -> None:
    look = {"viewport": {"width": width, "height": 850}}
    ada = Person(chromium, playing.url, "Ada", **look).sign_in()
    ada.deal("avengers", "beginner")
    ada.open().wait_until_asked()
    # Other questions, such as whether to challenge, are longer than that of a turn.
    while ada.screen()["prompts"][-1]["kind"] != "turn":
        ada.answer()
        ada.wait_until_asked()
    before = ada.page.evaluate(HEIGHTS, "")
    assert ada.page.evaluate(HEIGHTS, "lost") == before
    ada.leave()


FULL = """() => {
  const table = document.querySelector("fd-table");
  const hand = { count: 24, cards: Array(24).fill(table.hand[0]) };
  table.change({ board: { ...table.board, zones: { ...table.board.zones, "hand:0": hand } } });
}"""
NEXT = """() => {
  const [, one] = document.querySelectorAll(".held");
  const { x, y, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + 20, y + height / 2));
}"""


def test_the_card_beside_the_one_under_the_mouse_is_reached(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada", **MOUSE).sign_in()
    ada.deal("avengers", "beginner")
    ada.open()
    ada.wait_until_asked()
    ada.page.evaluate(FULL)
    ada.page.hover(".held >> nth=0", position={"x": 20, "y": 60})
    ada.page.wait_for_selector(".looked-at")
    assert ada.page.evaluate(NEXT)
    ada.leave()


@pytest.mark.parametrize("device", [FINGER, MOUSE])
@pytest.mark.parametrize(("variant", "bots"), [("avengers", 9), ("ultimate", 3)])
def test_a_turn_is_made_at_a_zoom_of_200_percent(
    chromium: Browser, playing: PlayServer, variant: str, bots: int, device: dict[str, Any]
) -> None:
    half = {side: length // 2 for side, length in device["viewport"].items()}
    zoomed = device | {"viewport": half, "device_scale_factor": 2}
    ada = Person(chromium, playing.url, "Ada", **zoomed).sign_in()
    ada.deal(variant, *["beginner"] * bots)
    ada.open()
    for _ in range(4):
        if not ada.wait_until_asked():
            break
        assert ada.page.evaluate(WIDER) == 0
        ada.answer()
    ada.leave()
