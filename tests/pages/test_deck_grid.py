"""The page of a deck in a browser: keyboard, live totals, telephone, French."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from cards.models import Card
from tests.pages.conftest import Looking
from tests.shipped import load_shipped

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NAMELESS = """() => [...document.querySelectorAll(".deck input, .deck select, .deck button")]
  .filter((one) => one.offsetParent && one.type !== "hidden" && !one.textContent.trim()
    && !one.ariaLabel && !(one.labels && one.labels.length)).length"""
"""How many controls have no name for screen readers."""


@dataclass(frozen=True)
class Stored:
    """The hero Hulk without a deck, the deck that the box has, and a session."""

    session: str
    hulk: int
    deck: dict[str, int]


@pytest.fixture
def stored(transactional_db: None) -> Stored:
    """What is stored before the browser starts."""
    load_shipped()
    hulk = Card.objects.get(card_set__code="ultimate-marvel-2023", code="hulk")
    deck = {row.card.code: row.copies for row in hulk.deck.select_related("card")}
    hulk.deck.all().delete()
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    return Stored(client.cookies["sessionid"].value, hulk.pk, deck)


@pytest.fixture
def keeper(
    stored: Stored, live_server: LiveServer, browser: BrowserContext, looking: Looking
) -> Page:
    """A page with the empty deck of Hulk."""
    browser.add_cookies([{"name": "sessionid", "value": stored.session, "url": live_server.url}])
    page = looking.page
    page.on("request", lambda one: looking.foreign(one.url, live_server.url))
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.set_default_timeout(60_000)
    page.goto(f"{live_server.url}/admin/cards/card/{stored.hulk}/deck/")
    return page


def code_of(label: str) -> str:
    """Return the code in the label of a cell."""
    return label.rpartition(", ")[2].partition(":")[0]


def saved(page: Page) -> dict[str, int]:
    """Return the deck on the page, loaded again, by code."""
    page.goto(page.url)
    read = "(all) => all.map((one) => [one.ariaLabel, one.value])"
    cells = page.locator(".deck input[name^='copies-']").evaluate_all(read)
    return {code_of(label): int(value) for label, value in cells if value}


def test_a_deck_of_47_is_typed_with_the_keyboard(stored: Stored, keeper: Page) -> None:
    page = keeper
    clicks = keys = 0
    cells = page.locator(".deck input[name^='copies-']")
    codes = list(map(code_of, cells.evaluate_all("(all) => all.map((one) => one.ariaLabel)")))
    assert len(codes) == 52
    cells.first.click()
    clicks += 1
    for code in codes:
        if code in stored.deck:
            page.keyboard.press(str(stored.deck[code]))
            keys += 1
        if code != codes[-1]:
            page.keyboard.press("ArrowRight")
            keys += 1
    expect(page.locator("h2 [data-total=all]")).to_have_text("47")
    expect(page.locator(".deck-differs")).to_have_count(1)  # 9 blue cards, the others have 10
    page.keyboard.press("Enter")
    keys += 1
    expect(page.locator("body")).to_contain_text("The deck of Hulk is saved: 47 cards.")
    assert saved(page) == stored.deck
    assert (clicks, keys) == (1, 95)


def test_a_deck_like_another_needs_a_few_clicks(stored: Stored, keeper: Page) -> None:
    page = keeper
    page.locator("[name=like]").select_option("shuri")
    page.get_by_role("button", name="Fill in").click()
    expect(page.locator("h2 [data-total=all]")).to_have_text("39")
    page.get_by_label("Gamma Charge, gamma-charge: copies").click()
    for _ in range(4):
        page.keyboard.press("2")
        page.keyboard.press("ArrowDown")
    expect(page.locator("h2 [data-total=all]")).to_have_text("47")
    page.get_by_role("button", name="Save the deck").click()
    expect(page.locator("body")).to_contain_text("The deck of Hulk is saved: 47 cards.")
    assert sum(saved(page).values()) == 47


def test_totals_follow_the_typing_and_name_the_difference(stored: Stored, keeper: Page) -> None:
    page = keeper
    page.get_by_role("button", name="One of each colored card that is empty").click()
    expect(page.locator("h2 [data-total=all]")).to_have_text("48")
    row = page.locator("tr[data-others]", has_text="All cards")
    expect(row).to_contain_text("the others have 47")
    first = page.get_by_label("Red 1, red-1: copies")
    first.focus()
    page.keyboard.press("-")
    expect(row).not_to_contain_text("the others have")
    expect(page.locator("[data-total='row:red']")).to_have_text("11")
    expect(page.locator("[data-total='symbol:1']")).to_have_text("3")
    for key, code in (
        ("ArrowDown", "yellow-1"), ("ArrowRight", "yellow-2"), ("ArrowUp", "red-2"),
        ("ArrowLeft", "red-1"), ("ArrowUp", "red-1"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert code in str(page.evaluate("document.activeElement.ariaLabel"))
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(first).to_have_value("2")


def test_the_page_fits_on_a_telephone_and_speaks_french(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    language = {"name": "django_language", "value": "fr-ca", "url": live_server.url}
    page.context.add_cookies([language])  # type: ignore[list-item]
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator(".deck h2")).to_contain_text("Le paquet du héros Hulk")
    expect(page.locator(".deck-grid")).to_contain_text("jaune")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_label("Montrer les sources").check()
    assert page.evaluate(NAMELESS) == 0
    page.get_by_label("2 rouge, red-2\u00a0: exemplaires", exact=True).fill("1")
    expect(page.locator(".deck-beside")).to_contain_text("les autres en ont 47")
