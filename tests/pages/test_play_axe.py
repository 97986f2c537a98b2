"""axe-core finds nothing on any page, at the widths of a phone and of a desktop."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.clients.build import MODULES, alone, install
from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

LOOKS: tuple[dict[str, Any], ...] = (
    FINGER | {"color_scheme": "light", "locale": "en-CA"},
    MOUSE | {"color_scheme": "dark", "locale": "fr-CA"},
)
RUN = """async () => (await axe.run()).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core."""
    with alone():
        install()
    return (MODULES / "axe-core" / "axe.min.js").read_text()


def violations(page: Page, axe: str) -> list[str]:
    """Return what axe-core finds on the page as it is."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN)
    return [f"{page.url}: {one}" for one in found]


@pytest.mark.parametrize("look", LOOKS, ids=("phone", "desktop"))
def test_nothing_is_found_on_any_page(
    chromium: Browser, playing: PlayServer, axe: str, look: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **look).sign_in()
    page, found = ada.page, []
    link = ada.ask("POST", f"games/{ada.deal('xmen', start=False, seats=OPEN)}/links/")
    over = ada.deal("avengers", seats=[{"kind": "bot", "bot": "beginner"}] * 2)
    for path, shown in (
        ("/", ".tables"),
        ("/play/", "form[name=make] select[name=seats]"),
        (f"/play/{link_game(ada)}/", "fd-link img"),
        (link["path"], "fd-link img"),
        ("/enter/", "form"),
        ("/rules/", "dl"),
        ("/verify/", "form"),
        ("/audit/", "table"),
        ("/audit/rulings/", "form"),
    ):
        page.goto(f"{playing.url}{path}")
        page.wait_for_selector(shown, state="attached")
        found += violations(page, axe)
    page.goto(f"{playing.url}/play/#new")
    page.locator("form[name=make] details summary").click()
    page.locator("form[name=device] button").click()
    page.wait_for_selector("form[name=make] [name=preset], form[name=device] img")
    found += violations(page, axe)
    ada.deal("ultimate", "beginner", "beginner")
    ada.open()
    page.wait_for_selector("fd-more summary", state="attached")
    for opener in (".tools [aria-expanded=false]", "fd-more summary:visible"):
        for button in page.locator(opener).all():
            button.click()
    for opener in ("fd-phrases > button", ".proof-chip"):
        page.locator(opener).click()
        found += violations(page, axe)
        page.keyboard.press("Escape")
    ada.open()
    for _ in range(6):
        if not ada.wait_until_asked():
            break
        found += violations(page, axe)
        ada.answer()
    for path, shown in (
        (f"/play/{over}/", ".end"),
        (f"/play/{over}/replay/", ".controls"),
        (f"/play/{over}/replay/?as=seat:0&beside=seat:1", ".controls"),
        (f"/embed/{over}/", ".controls"),
        (f"/audit/games/{over}/", ".verdict"),
    ):
        page.goto(f"{playing.url}{path}")
        page.wait_for_selector(shown, state="attached")
        found += violations(page, axe)
    print("\n".join(sorted({one.split(": ", 1)[1][:330] for one in found})))
    assert found == []
    ada.leave()


OPEN = [{"kind": "me"}, {"kind": "open"}]


def link_game(person: Person) -> str:
    """Return the id of the table of a person that is not full."""
    games = person.ask("GET", "games/?mine=true&status=open")["results"]
    return str(games[0]["id"])
