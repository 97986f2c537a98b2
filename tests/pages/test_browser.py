"""The pages in a browser: links, a narrow screen, no errors."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from tests.games.finished import finished
from tests.pages.conftest import Looking

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 1280)


@pytest.fixture
def shown(over: Game, live_server: LiveServer) -> Iterator[str]:
    """The address of a finished game."""
    yield f"{live_server.url}/audit/games/{over.pk}/"


@pytest.fixture
def six(editions: None, transactional_db: None) -> Game:
    """A finished game of six seats."""
    return finished("avengers", seats=6)


@pytest.mark.first
def test_a_sheet_fits_on_every_screen(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    game = f"{live_server.url}/audit/games/{heroic.pk}/"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        for rest in ("sheet/?at=9", ""):
            page.goto(f"{game}{rest}", wait_until="networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(FLAWS) == []


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_a_sheet_of_six_seats_is_one_printed_page(
    six: Game, live_server: LiveServer, looking: Looking, language: str
) -> None:
    page = looking.page
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(f"{live_server.url}/audit/games/{six.pk}/sheet/?at={six.seq // 2}")
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper, prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    box = page.locator(".qr").bounding_box()
    assert box is not None and box["width"] == box["height"] >= 80


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways(
    heroic: Game, live_server: LiveServer, looking: Looking, width: int
) -> None:
    page = looking.page
    page.set_viewport_size({"width": width, "height": 740})
    there = f"{live_server.url}/audit/"
    game = f"{there}games/{heroic.pk}/"
    for address in (game, there):
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate("[...document.images].every(one => one.naturalWidth > 0)")


def test_the_page_is_whole_for_those_who_do_not_see_it(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    there = f"{live_server.url}/audit/"
    for address in (f"{there}games/{heroic.pk}/", there):
        page.goto(address)
        assert page.evaluate(FLAWS) == []


def test_the_pages_are_whole_in_the_dark_style(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.emulate_media(color_scheme="dark")
    there = f"{live_server.url}/audit/"
    for address in (f"{there}games/{heroic.pk}/", there, f"{there}rulings/"):
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 30)"
        assert page.evaluate(FLAWS) == []


def test_times_are_those_of_the_reader(shown: str, browser: BrowserContext) -> None:
    assert browser.browser is not None
    zone = "America/St_Johns"
    page = browser.browser.new_context(timezone_id=zone, locale="en-CA").new_page()
    page.goto(shown)
    page.get_by_text("Evidence").click()
    for one in page.locator("time[data-local=seconds]").all():
        at = datetime.fromisoformat(one.get_attribute("datetime") or "")
        local = at.astimezone(ZoneInfo(zone))
        assert (one.text_content() or "").startswith(f"{local:%Y-%m-%d %H:%M:%S} ")
        assert one.get_attribute("title") == f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    assert page.locator("time[data-local=seconds]").count() > 3


def test_every_event_can_be_read_without_script(
    over: Game, shown: str, browser: BrowserContext
) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(java_script_enabled=False).new_page()
    page.goto(shown)
    page.get_by_role("link", name="Appeal sheet").first.click()
    expect(page.locator("#event-title")).to_contain_text(f"Event {over.seq} of {over.seq}")
    page.get_by_role("link", name="Previous").click()
    assert page.url.endswith(f"sheet/?at={over.seq - 1}")
    page.get_by_role("button", name="Français").click()
    assert page.locator("html").get_attribute("lang") == "fr-CA"
    page.get_by_role("link", name="Suivant").click()
    assert page.url.endswith(f"sheet/?at={over.seq}")


FLAWS = """() => {
  const flaws = [];
  const see = (ok, what) => { if (!ok) flaws.push(what); };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shows = (one) => one.offsetParent !== null;
  see(document.documentElement.lang, "no language");
  see(all("main").length === 1 && all("h1").length === 1, "one main, one h1");
  for (const image of all("img")) see(image.hasAttribute("alt"), "image " + image.src);
  for (const field of all("input:not([type=hidden]), select")) see(field.labels.length, "label");
  for (const link of all("a, button")) if (shows(link)) see(link.textContent.trim(), "nameless");
  for (const nav of all("nav, section")) see(
    nav.ariaLabel || document.getElementById(nav.getAttribute("aria-labelledby")), "landmark");
  const ids = all("[id]").map((one) => one.id);
  see(new Set(ids).size === ids.length, "ids twice");
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1]);
    see(own <= level + 1, "heading " + heading.textContent);
    level = own;
  }
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)|transparent/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  for (const one of all("body *")) {
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || !shows(one)) continue;
    const lights = [light(getComputedStyle(one).color), light(ground(one))];
    const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    see(ratio >= 4.5, "contrast " + ratio.toFixed(1) + " " + one.textContent.trim().slice(0, 40));
  }
  return flaws;
}"""
"""What a page has that is hard to read: names, headings, contrast (AA)."""
