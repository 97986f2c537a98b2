"""Colors and marks are told apart without their hue, as people see them who see few hues.

What is compared are pictures of the screen. A pixel counts if it stands out from the ground, or
from what it was before, by the contrast that WCAG asks of all that is not text.
"""

import base64
from array import array
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
"""What a system can ask for. The table is as dark in both; a replay is not."""
SHARP = {"device_scale_factor": 2}
CONTRAST = 3
DIFFERENT = 0.12
"""The part of what two outlines cover that only one of them covers, if they are different."""
NOTICED = 0.01
"""The part of the pixels of a place that a mark changes."""

LUMINANCE = """async (shot) => {
  const file = await (await fetch(`data:image/png;base64,${shot}`)).blob();
  const image = await createImageBitmap(file);
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const linear = (part) => part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const light = (at) => 0.05 + 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1])
    + 0.0722 * linear(data[at + 2]);
  const found = Float32Array.from({ length: width * height }, (_, at) => light(4 * at));
  const bytes = Array.from(new Uint8Array(found.buffer), (byte) => String.fromCharCode(byte));
  return [width, btoa(bytes.join(""))];
}"""
"""How wide a picture is and, in base64, how bright each pixel: Playwright takes a second for each
10,000 single numbers."""

BOX = """([selector, nth, [left, top, right, bottom]]) => {
  const { x, y, width, height } = document.querySelectorAll(selector)[nth].getBoundingClientRect();
  return { x: Math.floor(x + left * width), y: Math.floor(y + top * height),
    width: Math.round((right - left) * width), height: Math.round((bottom - top) * height) };
}"""
WHOLE = (0.0, 0.0, 1.0, 1.0)
WITH_EDGES = (-0.1, -0.15, 1.1, 1.1)
CORNER = (0.087, 0.222, 0.278, 0.358)
"""Where a small card has the shape of its color."""

SHADES = """() => [...document.querySelector("fd-table").edition.shades.values()].map((shade) =>
  [shade.code, shade.shape, shade.letter.en, shade.name.en])"""
SHOWN = """() => [...document.querySelectorAll(".prompt .colors button")].map((button) =>
  [button.querySelector("path").getAttribute("d"), button.querySelector("text").textContent.trim(),
    button.querySelector("span:last-child").textContent])"""
PUT = """([color, colors]) => {
  const table = document.querySelector("fd-table");
  const hand = { count: colors.length, cards: colors.map((one) => `${one}-5`) };
  const zones = { ...table.board.zones, [`hand:${table.game.you}`]: hand };
  table.change({ board: { ...table.board, color, zones } });
  return table.updateComplete.then(() => table.querySelector("fd-hand").updateComplete);
}"""
"""Bring a color into play, and take a card of each color into the own hand."""
COPY = """() => {
  const [from, to] = document.querySelectorAll(".prompt .colors path");
  const own = to.getAttribute("d");
  to.setAttribute("d", from.getAttribute("d"));
  return own;
}"""
GIVE_BACK = "(own) => document.querySelectorAll('.prompt .colors path')[1].setAttribute('d', own)"
TOGGLE = """(element, mark) => mark.startsWith("aria-")
  ? element.toggleAttribute(mark) : element.classList.toggle(mark)"""
HOLD = """() => {
  document.querySelector("fd-table").take = () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".shape text { visibility: hidden } .behind .over { visibility: hidden }");
  document.adoptedStyleSheets = [sheet];
}"""
"""Hide the letters, and what lies over the piles while they are looked at."""

Picture = list[list[float]]


class Eyes:
    """How a person with a deficiency sees the page."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.session = person.context.new_cdp_session(person.page)
        self.desk = person.context.new_page()

    def looks(self, *kinds: str, schemes: tuple[Scheme, ...] = SCHEMES[:1]) -> Iterator[str]:
        """See by each scheme, with each deficiency."""
        for scheme in schemes:
            self.page.emulate_media(color_scheme=scheme)
            for kind in kinds:
                self.session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
                yield f"{scheme}, {kind}"

    def see(self, selector: str, nth: int = 0, part: tuple[float, ...] = WHOLE) -> Picture:
        """Return how bright each pixel of a part of an element is."""
        return self.see_in(self.box(selector, nth, part))

    def box(self, selector: str, nth: int, part: tuple[float, ...]) -> Any:
        """Return where a part of an element is."""
        return self.page.evaluate(BOX, [selector, nth, part])

    def see_in(self, box: Any) -> Picture:
        """Return how bright each pixel of a place is."""
        shot = self.page.screenshot(clip=box)
        width, found = self.desk.evaluate(LUMINANCE, base64.b64encode(shot).decode())
        pixels = array("f", base64.b64decode(found)).tolist()
        return [pixels[at : at + width] for at in range(0, len(pixels), width)]


def stands_out(one: float, other: float) -> bool:
    """Whether the contrast of two pixels is enough."""
    return max(one, other) / min(one, other) >= CONTRAST


def outline(picture: Picture) -> set[tuple[int, int]]:
    """Return the pixels between the first and the last of each row that stand out."""
    ground, found = picture[0][0], set()
    for row, pixels in enumerate(picture):
        out = [column for column, pixel in enumerate(pixels) if stands_out(pixel, ground)]
        found |= {(row, column) for column in range(min(out), max(out) + 1)} if out else set()
    return found


def difference(one: Picture, other: Picture) -> float:
    """Return which part of two outlines is not in both; 0 if one is hardly to be seen."""
    first, second = outline(one), outline(other)
    if min(len(first), len(second)) < 0.15 * len(one) * len(one[0]):
        return 0
    return len(first ^ second) / len(first | second)


def changed(one: Picture, other: Picture) -> float:
    """Return which part of the pixels of two pictures stands out from the other picture."""
    pairs = [pair for rows in zip(one, other, strict=True) for pair in zip(*rows, strict=True)]
    return sum(stands_out(*pair) for pair in pairs) / len(pairs)


def wait_for_colors(person: Person, variant: str) -> None:
    """Play until a color is to be chosen."""
    for _ in range(5):
        person.deal(variant, "beginner")
        person.open()
        while person.wait_until_asked():
            if person.page.query_selector(".prompt .colors"):
                return
            cards = [one for one in person.choices() if one["kind"] == "card"]
            person.liked = {one["card"] for one in cards if "color" not in one["label"]}
            person.answer()
    raise AssertionError("no color was to be chosen")


@pytest.mark.parametrize(("variant", "device"), [("avengers", FINGER), ("ultimate", MOUSE)])
def test_colors_are_told_by_their_shapes(
    chromium: Browser, playing: PlayServer, variant: str, device: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device, **SHARP).sign_in()
    wait_for_colors(ada, variant)
    page, eyes = ada.page, Eyes(ada)
    shades = page.evaluate(SHADES)
    assert len(shades) >= 4
    assert page.evaluate(SHOWN) == [one for _, *one in shades]
    for same in zip(*shades, strict=True):
        assert len(set(same)) == len(shades)
    page.evaluate(HOLD)
    colors = [code for code, *_ in shades]
    places = range(len(colors))
    for look in eyes.looks(*DEFICIENCIES):
        seen: dict[str, list[Picture]] = {"in play": []}
        page.evaluate("() => document.body.classList.add('behind')")
        for color in colors:
            page.evaluate(PUT, [color, colors])
            seen["in play"].append(eyes.see(".in-play .shape"))
        page.evaluate("() => document.body.classList.remove('behind')")
        seen["buttons"] = [eyes.see(".prompt .colors .shape", nth) for nth in places]
        seen["cards"] = [eyes.see(".hand img", nth, CORNER) for nth in places]
        for where, pictures in seen.items():
            found = [difference(*pair) for pair in combinations(pictures, 2)]
            print(f"{look}, {where}: {min(found):.3f}")
            assert min(found) > DIFFERENT, (look, where, found)
        own = page.evaluate(COPY)
        copy = eyes.see(".prompt .colors .shape", 1)
        page.evaluate(GIVE_BACK, own)
        assert difference(seen["buttons"][0], copy) < DIFFERENT
    ada.leave()


MARKS = (
    (".hand .held", "legal"),
    (".seat", "choosable"),
    (".seat", "on-turn"),
    (".draw", "legal"),
    (".prompt .clock", "late"),
)
"""Marks of a table by their class; nothing else on the element says the same."""


@pytest.mark.parametrize("device", [FINGER, MOUSE], ids=("phone", "desktop"))
def test_marks_are_seen_without_their_hue(
    chromium: Browser, playing: PlayServer, device: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device, **SHARP).sign_in()
    over = ada.deal("avengers", seats=[{"kind": "bot", "bot": "beginner"}] * 2)
    ada.deal("avengers", "beginner", options={"clock": {"seconds": 600}})
    ada.open().wait_until_asked()
    # Other questions, such as whether to challenge, may lie over the piles.
    while ada.screen()["prompts"][-1]["kind"] != "turn":
        ada.answer()
        ada.wait_until_asked()
    eyes = Eyes(ada)
    ada.page.evaluate("() => clearInterval(document.querySelector('.prompt fd-clock').timer)")
    for look in eyes.looks("achromatopsia"):
        for selector, mark in MARKS:
            check_mark(eyes, look, selector, mark)
    ada.page.goto(f"{playing.url}/play/{over}/replay/")
    ada.page.wait_for_selector(".log [aria-current]")
    for look in eyes.looks("achromatopsia", schemes=SCHEMES):
        check_mark(eyes, look, ".log [aria-current]", "aria-current")
    ada.leave()


def check_mark(eyes: Eyes, look: str, selector: str, mark: str) -> None:
    """Check that an element with a mark is seen to differ from the same without it."""
    handle = eyes.page.query_selector(selector)
    assert handle
    handle.evaluate("(element) => element.setAttribute('data-seen', '')")
    # Without the mark the element may be a pixel smaller: both pictures are of one place.
    box = eyes.box("[data-seen]", 0, WITH_EDGES)
    before = eyes.see_in(box)
    handle.evaluate(TOGGLE, mark)
    found = changed(before, eyes.see_in(box))
    handle.evaluate(TOGGLE, mark)
    handle.evaluate("(element) => element.removeAttribute('data-seen')")
    print(f"{look}, {selector} {mark}: {found:.3f}")
    assert found > NOTICED, (look, selector, mark)
