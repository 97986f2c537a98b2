"""The places of the table: whole games by clicks at real coordinates, at eight sizes.

While a game is played, each redrawing of the table is looked at: no place moves, no text is cut
or lies over another one, nothing lies over the hand, and the page does not scroll.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer
from tests.sweeps import IS_WHOLE

pytestmark = pytest.mark.slow

SIZES = [
    (390, 844),
    (820, 1180),
    (1300, 850),
    (1920, 1080),
    (360, 640),
    (844, 390),
    (1024, 768),
    (2560, 1440),
]
BOTS = {"avengers": 3, "xmen": 2, "ultimate": 3}
GAMES = [(size, variant, bots) for size in SIZES for variant, bots in BOTS.items()] + [
    (size, "avengers", 9) for size in SIZES
]
"""The sizes with the variants and numbers of bots that a whole sweep plays."""
FEW = [
    ((390, 844), "ultimate", 3),
    ((820, 1180), "avengers", 9),
    ((1300, 850), "xmen", 2),
    ((1920, 1080), "avengers", 3),
]
"""Those that are always played."""
MOST_TURNS = 40 if IS_WHOLE else 8

WATCH = """() => {
  const PLACES = ".felt, .seats, .seat, .middle, .middle > *, .line, .prompt, .hand, .plate, .mine";
  const LAYERS = ".looked-at, .over, .refusal, .missed, .moment, .hint, .side, .in-front"
    + ", .shout, .top";
  const found = new Set();
  window.found = found;
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect, currentRect } of sources) {
        if (!(node instanceof Element) || !node.matches(PLACES)) continue;
        const boxes = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(" "));
        found.add(`moved: ${node.className} ${boxes.join(" -> ")}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: false });

  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (!node.data.trim() || owner.closest(".unseen, .skip, .way, script, svg, option")) continue;
      if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      const layer = owner.closest(LAYERS);
      if (boxes.length && parseFloat(getComputedStyle(owner).fontSize) > 0) {
        all.push({ text: node.data.trim().slice(0, 40), owner, layer, boxes });
      }
    }
    return all;
  };
  const cut = ({ text, owner, boxes }) => {
    for (let frame = owner; frame && frame !== document.body; frame = frame.parentElement) {
      const style = getComputedStyle(frame);
      const [sideways, down] = [style.overflowX, style.overflowY];
      const box = frame.getBoundingClientRect();
      if ([sideways, down].some((one) => one === "auto" || one === "scroll")) return null;
      const isCut = boxes.some((one) =>
        (sideways !== "visible" && (one.left < box.left - 1 || one.right > box.right + 1))
        || (down !== "visible" && (one.top < box.top - 3 || one.bottom > box.bottom + 3)));
      if (isCut) return `cut: "${text}" by ${frame.className}`;
      if (style.position === "fixed") return null;
    }
    const isOff = boxes.some((one) => one.left < -1 || one.right > innerWidth + 1
      || one.bottom > innerHeight + 1);
    return isOff ? `off the screen: "${text}"` : null;
  };
  const meet = (one, other) => one.seen.some((a) => other.seen.some((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4));
  // What of a text is seen in the boxes in which it can be scrolled.
  const clipped = ({ owner, boxes }) => {
    let seen = boxes;
    for (let frame = owner; frame && frame !== document.body; frame = frame.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(frame).overflow)) continue;
      const box = frame.getBoundingClientRect();
      seen = seen.map((one) => ({
        left: Math.max(one.left, box.left), right: Math.min(one.right, box.right),
        top: Math.max(one.top, box.top), bottom: Math.min(one.bottom, box.bottom),
      }));
    }
    return seen.filter((one) => one.bottom - one.top > 4 && one.right - one.left > 2);
  };
  const overHand = () => {
    const hand = document.querySelector(".hand");
    if (!hand || document.querySelector(".moment")) return;
    const frame = hand.getBoundingClientRect();
    for (const card of hand.querySelectorAll("li")) {
      const box = card.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (x < Math.max(0, frame.left) || x >= Math.min(innerWidth, frame.right)) continue;
      for (const at of [[x, box.y + box.height * 0.25], [x, y], [x, box.bottom - 12]]) {
        const top = document.elementFromPoint(...at);
        if (!top || !hand.contains(top)) found.add(`over the hand: ${top?.className}`);
      }
    }
  };
  const look = () => {
    const all = texts().map((one) => ({ ...one, seen: clipped(one) }));
    for (const one of all.filter(({ seen }) => seen.length)) {
      const said = cut(one);
      if (said) found.add(said);
    }
    all.forEach((one, at) => all.slice(at + 1).forEach((other) => {
      if (one.layer === other.layer && meet(one, other)) {
        found.add(`overlap: "${one.text}" and "${other.text}"`);
      }
    }));
    overHand();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.scrollingElement;
    if (scrollWidth > clientWidth) found.add("scrolls sideways");
    const isHidden = getComputedStyle(document.body).overflowY === "hidden";
    if (scrollHeight > clientHeight && !isHidden) found.add("scrolls down");
    const table = document.querySelector(".playing").getBoundingClientRect();
    if (table.bottom > innerHeight + 1) found.add(`below the screen: ${table.bottom}`);
  };
  const table = document.querySelector("fd-table");
  table.updated = async function (...given) {
    await Object.getPrototypeOf(this).updated.apply(this, given);
    look();
  };
  look();
}"""
"""Notes what is wrong whenever the table is drawn again."""

MIDDLE = """([selector, nth]) => {
  const target = document.querySelectorAll(selector)[nth];
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  // Of a card in a fan the part that the next one leaves free.
  const box = (target.closest(".hand li") ?? target).getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(...at);
  return target.contains(top) ? at : `${top?.className} lies over ${selector} ${nth}`;
}"""
"""The middle of an element; in words what lies over it."""


class Clicker(Person):
    """A person who clicks at the middle of what they see, at four times the speed."""

    def touch(self, selector: str, nth: int = 0) -> None:
        """Click at the middle of an element, which nothing may lie over."""
        at = self.page.evaluate(MIDDLE, [selector, nth])
        assert isinstance(at, list), at
        self.page.mouse.click(*at)


def clicker(chromium: Browser, playing: PlayServer, size: tuple[int, int]) -> Clicker:
    """Return a guest who sees the table in motion on a screen of a size."""
    width, height = size
    look: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    ada = Clicker(chromium, playing.url, "Ada", reduced_motion="no-preference", **look).sign_in()
    kept = '{"speed": 4, "read": ["fits", "draws", "uno"]}'
    ada.context.add_init_script(f"localStorage.setItem('fairdeal-settings', '{kept}')")
    return ada


@pytest.mark.first
@pytest.mark.parametrize(("size", "variant", "bots"), GAMES if IS_WHOLE else FEW)
def test_no_place_moves_and_no_text_is_cut_from_the_first_card_to_the_last(
    chromium: Browser, playing: PlayServer, size: tuple[int, int], variant: str, bots: int
) -> None:
    ada = clicker(chromium, playing, size)
    ada.deal(variant, *["beginner"] * bots)
    ada.open()
    ada.page.evaluate(WATCH)
    for nth, _ in enumerate(ada.turns()):
        if nth == MOST_TURNS:
            break
    assert sorted(ada.page.evaluate("() => [...found]")) == []
    ada.leave()


GAP = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .map((one) => one.getBoundingClientRect());
  const gaps = boxes(".seat").flatMap((seat) => boxes(".middle :is(.pile, .color)").map((pile) =>
    Math.max(seat.x - pile.right, pile.x - seat.right, seat.y - pile.bottom,
      pile.y - seat.bottom)));
  return Math.min(...gaps);
}"""
"""How many pixels are between the nearest seat and pile; less than 0 if they overlap."""

LOW = ((1366, 650), (1280, 720))
"""The sizes of the windows of low screens."""

OUTLINE = 4
"""The width of the line round a seat that may be chosen, in pixels."""


def test_a_seat_that_may_be_chosen_touches_no_pile(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("ultimate", "beginner", "beginner", "beginner")
    ada.open().wait_until_asked()
    for width, height in (*LOW, (1300, 850), (1300, 800), (1920, 1080), (820, 1180)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(GAP) > OUTLINE, (width, height)
    for bots in (1, 3, 9):
        ada.deal("avengers", *["beginner"] * bots)
        ada.open().wait_until_asked()
        for width, height in (*LOW, (1300, 850)):
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.page.evaluate(GAP) > OUTLINE, (bots, width, height)
    ada.leave()
