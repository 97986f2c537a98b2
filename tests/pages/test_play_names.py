"""Names that are long, or written from right to left, among those of others."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.play_person import FINGER, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_play_screen import WIDER

pytestmark = pytest.mark.slow

LONG = "W" * 40
ARABIC, HEBREW = "محمّد علي", "שרה כהן"

ORDER = """([selector, parts]) => {
  const element = [...document.querySelectorAll(selector)].find(
    (one) => parts.every((part) => one.textContent.includes(part)));
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const at = {};
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const part of parts) {
      const start = node.data.lastIndexOf(part);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + part.length);
      const { left, top } = range.getClientRects()[0];  // A name may go on in the next line.
      at[part] = [Math.round(top / 10), left];
    }
  }
  return parts.toSorted((one, other) => at[one][0] - at[other][0] || at[one][1] - at[other][1]);
}"""
"""Return parts of a text in the order in which they are drawn, from left to right."""


def drawn(page: Page, selector: str, parts: list[str]) -> list[str]:
    """Return the parts of the first text with all of them as a reader meets them."""
    found: list[str] = page.evaluate(ORDER, [selector, parts])
    return found


def test_names_of_both_directions_keep_their_places(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, ARABIC).sign_in()
    ben = Person(chromium, playing.url, HEBREW).sign_in()
    wide = {"viewport": {"width": 1900, "height": 900}}
    cleo = Person(chromium, playing.url, "Cleo", **wide).sign_in()
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = ada.deal("avengers", start=False, start_when_full=True, seats=seats)
    cleo.page.goto(f"{cleo.url}/play/")
    expect(cleo.page.locator(".tables p", has_text=ARABIC)).to_contain_text("·")
    assert drawn(cleo.page, ".tables p", [ARABIC, "·"]) == [ARABIC, "·"]
    ben.join(game)
    ben.ask("POST", f"games/{game}/moves/", {"move": "resign"})
    entry = cleo.ask("GET", f"games/{game}/log/")["results"][-1]
    result = entry["sentences"][-1]["text"]
    assert result.endswith(f"Places: 1. \u2068{ARABIC}\u2069; 2. \u2068{HEBREW}\u2069.")
    cleo.game = game
    assert [one["name"] for one in cleo.screen()["table"]["places"]] == [ARABIC, HEBREW]
    places = ["1. ", ARABIC, "2. ", HEBREW]
    for path, selector in (
        (f"/audit/games/{game}/sheet/", ".followed li p"),
        (f"/play/{game}/", ".log li"),
        (f"/play/{game}/replay/?at={entry['seq']}", ".line"),
    ):
        cleo.page.goto(cleo.url + path)
        expect(cleo.page.locator(selector, has_text="Places").last).to_be_visible()
        assert drawn(cleo.page, selector, places) == places
    cleo.leave()
    ada.leave()
    ben.leave()


def test_a_long_name_widens_no_page(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, LONG, **FINGER).sign_in()
    seats = [{"kind": "me"}, {"kind": "open"}]
    waiting = ada.deal("avengers", start=False, seats=seats)
    link = ada.ask("POST", f"games/{waiting}/links/", {})["url"]
    running = ada.deal("ultimate", "beginner")
    over = ada.deal("avengers", "beginner")
    ada.ask("POST", f"games/{over}/moves/", {"move": "resign"})
    for path, part in (
        ("/play/", ".tables .badge"),
        (f"/play/{waiting}/", ".sitting"),
        (f"/play/{running}/", ".hand li"),
        (f"/play/{over}/", ".end"),
        (f"/play/{over}/replay/", ".controls"),
        ("/audit/", ".games td"),
        (f"/audit/games/{waiting}/", "h1"),
        (f"/audit/games/{over}/", ".verdict"),
        (f"/audit/games/{over}/sheet/?at=1", ".followed"),
        (f"/audit/rulings/?game={running}&at=1", "main form"),
        (link.removeprefix(ada.url), ".sitting"),
    ):
        for width in (390, 1300):
            ada.page.set_viewport_size({"width": width, "height": 850})
            ada.page.goto(ada.url + path)
            ada.page.wait_for_selector(part)
            assert ada.page.evaluate(WIDER) == 0, (path, width)
    ada.leave()
