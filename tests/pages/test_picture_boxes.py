"""Pictures in a browser: nothing is drawn outside a card; colors differ without color."""

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page

from cards.language import COLORS, LANGUAGES, CardDef, EditionDef
from cards.pictures.drawing import picture
from cards.services import shipped_editions
from tests.cards.makers import card, edition
from tests.pages.conftest import Looking

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

OUTSIDE = """(pictures) => pictures.map((svg) => {
  document.body.innerHTML = svg;
  const found = [...document.querySelectorAll("svg text")];
  const shown = found.filter((one) => getComputedStyle(one.parentNode).display !== "none");
  const root = document.querySelector("svg").getScreenCTM().inverse();
  return shown.filter((one) => {
    const to = root.multiply(one.getScreenCTM());
    const { x, y, width, height } = one.getBBox();
    const [a, b] = [[x, y], [x + width, y + height]]
      .map(([px, py]) => new DOMPoint(px, py).matrixTransform(to));
    return width && (a.x < 10 || a.y < 8 || b.x > 252 - 10 || b.y > 352 - 8);
  }).map((one) => one.textContent);
}).concat([[String(document.querySelectorAll("svg text").length > 0)]])"""
"""The texts of each picture that are drawn outside the field of the card."""
NAMES = (
    "W" * 60,
    "Extraordinarily Unpronounceable Grandmother of All Mutants!!",
    "<script>alert(1)</script> & \"quotes\" 'and' more & more & more",
    "漢" * 60,
)


def hostile() -> list[tuple[CardDef, EditionDef]]:
    """Return cards with the longest names, texts and symbols."""
    ultimate = next(one for one in shipped_editions() if one.decks)
    found = []
    for name in NAMES:
        for one in ("justice-punch", "maestro", "hulk", "red-5"):
            plain = next(each for each in ultimate.cards if each.code == one)
            long = msgspec.structs.replace(
                plain, name=name, name_fr=name, character=name, effects=plain.effects * 8,
                symbol=name[:60], points=999 if one == "red-5" else 0,
            )  # fmt: skip
            found.append((long, ultimate))
    return found


@pytest.mark.parametrize("width", [1300, 90])
def test_no_text_is_drawn_outside_a_card(
    browser: BrowserContext, looking: Looking, width: int
) -> None:
    page: Page = looking.page
    page.set_viewport_size({"width": width, "height": 800})
    cards = [(one, box) for box in shipped_editions() for one in box.cards] + hostile()
    for language in LANGUAGES:
        pictures = [picture(one, box, language=language) for one, box in cards]
        *outside, [has_text] = page.evaluate(OUTSIDE, pictures)
        assert has_text == "true"
        wrong = {one.code: texts for (one, _), texts in zip(cards, outside, strict=True) if texts}
        assert wrong == {}


@pytest.mark.parametrize(
    "deficiency", ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
)
def test_colors_differ_where_they_look_alike(
    browser: BrowserContext, looking: Looking, deficiency: str
) -> None:
    """The corner with the shape has other pixels for each color, also without any color."""
    page: Page = looking.page
    page.set_viewport_size({"width": 64, "height": 90})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
    corners = []
    for color in COLORS:
        one = card(f"{color}-5", kind="number", color="red", symbol="5")
        one = msgspec.structs.replace(one, color=color)
        drawn = picture(one, edition(one)).replace('width="252" height="352"', 'width="64"', 1)
        # All fields and inks alike: what still differs is the shape.
        for shade in ("#b3261e", "#f4c20d", "#1e7b3a", "#1557b0", "#6a2c91"):
            drawn = drawn.replace(shade, "#555555")
        page.set_content(f'<body style="margin:0">{drawn.replace("#111111", "#ffffff")}</body>')
        corners.append(page.screenshot(clip={"x": 2, "y": 18, "width": 16, "height": 16}))
    assert len(set(corners)) == len(COLORS)
