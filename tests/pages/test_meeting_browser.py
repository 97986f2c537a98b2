"""People meet in browsers: the front page, the lobby, a link, the waiting room, a code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS, WIDTHS
from tests.streams.live_server import Server, serving

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ROOM = "**/play/*-*/"
ORGANISE = """async () => {
  const send = (path, body) => {
    const csrf = document.cookie.match(/csrftoken=(\\w+)/)[1];
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
    return fetch(`/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  await send("session/", { name: "Ada" });
  const seats = [{ kind: "open" }, { kind: "open" }, { kind: "open" }];
  return (await (await send("games/", { variant: "xmen", seats })).json()).id;
}"""
"""Log in and make a table without a seat of one's own."""
NO_ORGANISERS = "This table names no organisers, so no one may change its result."
REFUSED = "error: Failed to load resource: the server responded with a status of "


@pytest.fixture
def server(editions: None, tmp_path: Path) -> Iterator[str]:
    """The address of a server."""
    with serving(tmp_path, RATE_GUESTS="1000/min") as made:
        yield address(made)


def address(server: Server) -> str:
    """Return the address of a server."""
    return f"http://127.0.0.1:{server.port}"


@pytest.fixture
def bob(browser: BrowserContext) -> Iterator[Looking]:
    """A page in another browser; the test fails if there is an error on it."""
    assert browser.browser is not None
    told = Looking(browser.browser.new_context(locale="en-CA").new_page())
    yield told
    assert told.wrong == []


def is_named(page: Page, server: str, name: str) -> None:
    """Give the player of a browser a name in the lobby."""
    page.goto(f"{server}/play/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save the name").click()
    expect(page.get_by_role("button", name="Play on another device")).to_be_visible()
    expect(page.get_by_text("Saved.")).to_be_visible()


def says_name(page: Page, name: str) -> None:
    """Answer the question for a name before a seat is taken."""
    dialog = page.locator("dialog")
    dialog.locator("input").fill(name)
    dialog.locator(".primary").click()


def table_for(page: Page, seats: int, *, variant: str = "avengers", **chosen: str) -> None:
    """Make a table in the lobby, which is open."""
    page.locator("summary", has_text="Make a table").click()
    form = page.locator("form[name=make]")
    form.locator("[name=variant]").select_option(variant)
    for name, value in {"seats": str(seats), **chosen}.items():
        form.locator(f"[name={name}]").select_option(value)
    form.get_by_role("button", name="Make a table").click()
    page.wait_for_url(ROOM)


def is_whole(page: Page) -> None:
    """Check a page on a phone and on a desktop, light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(FLAWS) == []


@pytest.mark.first
def test_one_click_leads_from_the_front_page_to_a_dealt_table(
    server: str, looking: Looking
) -> None:
    page = looking.page
    page.goto(server)
    page.locator("[name=variant][value=avengers]").click()
    page.wait_for_url(ROOM)
    expect(page.locator(".hand li").first).to_be_visible()
    page.goto(f"{server}/play/")
    mine = page.locator(".my-games li")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("UNO Marvel Avengers")
    page.goto(server)
    page.locator("[name=variant][value=xmen]").click()
    page.wait_for_url(ROOM)
    page.goto(f"{server}/play/")
    expect(mine).to_have_count(2)


def test_it_says_when_the_server_cannot_be_reached(server: str, browser: BrowserContext) -> None:
    page = browser.new_page()
    page.goto(server)
    expect(page.locator(".open-tables [role=status]")).to_have_text("Open tables: 0")
    browser.set_offline(True)
    page.locator("[name=variant][value=avengers]").click()
    alert = page.locator("form[name=play] [role=alert]")
    expect(alert).to_contain_text("The server cannot be reached")
    browser.set_offline(False)
    page.locator("[name=variant][value=avengers]").click()
    page.wait_for_url(ROOM)


def test_it_says_why_the_server_refuses(editions: None, tmp_path: Path, bob: Looking) -> None:
    with serving(tmp_path, RATE_GUESTS="1/min") as made:
        is_named(bob.page, address(made), "Bob")
        bob.page.context.clear_cookies(name="sessionid")
        bob.page.goto(address(made))
        bob.page.locator("[name=variant][value=avengers]").click()
        alert = bob.page.locator("form[name=play] [role=alert]")
        expect(alert).to_contain_text("Try again in")
    assert [one for one in bob.wrong if "429" in one]
    bob.wrong.clear()


def test_two_people_meet_by_a_link_and_play_with_a_bot(
    server: str, looking: Looking, bob: Looking
) -> None:
    ada = looking.page
    is_named(ada, server, "Ada")
    table_for(ada, 3, access="invited")
    expect(ada.get_by_role("status").first).to_have_text("Free seats: 2")
    expect(ada.get_by_role("img", name="The address as a QR code")).to_be_visible()
    is_whole(ada)
    bob.page.goto(ada.get_by_label("Address").input_value())
    expect(bob.page.locator("h3")).to_have_text("UNO Marvel Avengers")
    is_whole(bob.page)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.wait_for_url(ROOM)
    expect(ada.locator("fd-waiting li").nth(1)).to_contain_text("Bob")
    expect(ada.locator("fd-waiting")).to_contain_text(NO_ORGANISERS)
    expect(bob.page.locator("fd-waiting li").first).to_contain_text("Ada (host)")
    ada.get_by_role("button", name="Add a bot").click()
    for page in (ada, bob.page):
        expect(page.locator(".hand li").first).to_be_visible()
        expect(page.locator("fd-waiting")).to_have_count(0)
        expect(page.locator("fd-table .side")).to_contain_text(NO_ORGANISERS)


def test_a_link_asks_before_it_seats_a_player_who_has_a_session(
    server: str, looking: Looking, bob: Looking
) -> None:
    ada = looking.page
    is_named(ada, server, "Ada")
    table_for(ada, 3)
    link = ada.get_by_label("Address").input_value()
    is_named(bob.page, server, "Bob")
    bob.page.goto(link)
    sit = bob.page.get_by_role("button", name="Take a seat")
    expect(sit).to_be_visible()
    expect(bob.page.get_by_label("Your name")).to_be_hidden()
    expect(ada.get_by_role("status").first).to_have_text("Free seats: 2")
    sit.click()
    bob.page.wait_for_url(ROOM)
    expect(bob.page.locator("fd-waiting li").nth(1)).to_contain_text("Bob (you)")
    bob.page.goto(link)
    bob.page.wait_for_url(ROOM)
    bob.page.get_by_role("button", name="Leave the table").click()
    expect(sit).to_be_visible()
    bob.page.goto(f"{bob.page.url}#join")
    bob.page.reload()
    expect(sit).to_be_visible()
    ada.get_by_role("button", name="Close the table").click()
    expect(bob.page.get_by_role("status").first).to_have_text("This table is closed")
    bob.page.goto(link)
    expect(bob.page.locator("[role=alert]")).not_to_be_empty()
    assert bob.wrong and all(one.startswith(f"{REFUSED}404") for one in bob.wrong)
    bob.wrong.clear()


@pytest.mark.parametrize(
    ("locale", "close", "closed"),
    [
        ("en-CA", "Close the table", "This table is closed"),
        ("fr-CA", "Fermer la table", "Cette table est fermée"),
    ],
)
def test_a_host_without_a_seat_closes_the_table(
    server: str, browser: BrowserContext, bob: Looking, locale: str, close: str, closed: str
) -> None:
    assert browser.browser is not None
    host = Looking(browser.browser.new_context(locale=locale).new_page())
    host.page.goto(f"{server}/play/")
    table = host.page.evaluate(ORGANISE)
    host.page.goto(f"{server}/play/{table}/")
    bob.page.goto(f"{server}/play/{table}/")
    bob.page.get_by_role("button", name="Take a seat").click()
    says_name(bob.page, "Bob")
    expect(bob.page.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Close the table")).to_have_count(0)
    button = host.page.get_by_role("button", name=close)
    expect(button).to_be_visible()
    is_whole(host.page)
    button.click()
    expect(host.page.get_by_role("status").first).to_have_text(closed)
    expect(button).to_have_count(0)
    expect(bob.page.get_by_role("status").first).to_have_text("This table is closed")
    assert host.wrong == []


@pytest.mark.parametrize("access", ["open", "invited"])
def test_a_host_frees_a_seat_and_starts_without_it(
    server: str, looking: Looking, bob: Looking, access: str
) -> None:
    ada = looking.page
    is_named(ada, server, "Ada")
    table_for(ada, 4, access=access)
    bob.page.goto(ada.get_by_label("Address").input_value())
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.wait_for_url(ROOM)
    expect(bob.page.get_by_role("button", name="Free the seat")).to_have_count(0)
    seats = ada.locator("fd-waiting li.sitting")
    expect(seats.nth(1)).to_contain_text("Bob")
    seats.nth(2).get_by_role("button", name="Add a bot").click()
    expect(ada.get_by_role("button", name="Start without the empty seats")).to_be_visible()
    is_whole(ada)
    seats.nth(1).get_by_role("button", name="Free the seat").click()
    expect(seats.nth(1)).to_contain_text("Free seat")
    alert = bob.page.locator("fd-waiting > [role=alert]")
    expect(alert).to_have_text("The host has freed your seat.")
    expect(bob.page.get_by_role("button", name="Take a seat")).to_have_count(0)
    is_whole(bob.page)
    ada.get_by_role("button", name="Start without the empty seats").click()
    expect(ada.locator(".hand li").first).to_be_visible()
    expect(ada.locator(".seat")).to_have_count(1)
    if access == "invited":
        assert bob.wrong and all(one.startswith(f"{REFUSED}404") for one in bob.wrong)
        bob.wrong.clear()


def test_a_share_is_opened_once_however_often_the_page_looks(server: str, looking: Looking) -> None:
    page = looking.page
    is_named(page, server, "Ada")
    table_for(page, 3)
    held: list[Route] = []
    page.route("**/share/", lambda route: held.append(route))
    page.locator("fd-waiting li.sitting").nth(1).get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start without the empty seats").click()
    page.wait_for_timeout(3_000)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".hand li").first).to_be_visible()


def test_a_table_is_made_of_the_game_that_was_chosen(server: str, looking: Looking) -> None:
    page = looking.page
    page.goto(server)
    page.locator("[data-variant=ultimate]").get_by_role("link", name="With friends").click()
    form = page.locator("form[name=make]")
    expect(form.get_by_label("Which game")).to_have_value("ultimate")
    expect(form.get_by_text("Seconds for a move")).to_be_visible()


def test_the_lobby_shows_tables_as_they_come_and_go(
    server: str, looking: Looking, bob: Looking
) -> None:
    bob.page.goto(f"{server}/play/")
    tables = bob.page.locator(".open-tables li.panel")
    expect(bob.page.locator(".open-tables [role=status]")).to_have_text("Open tables: 0")
    ada = looking.page
    is_named(ada, server, "Ada")
    ada.locator("summary", has_text="Make a table").click()
    ada.locator("summary", has_text="More options").click()
    is_whole(ada)
    ada.get_by_label("Seconds for a move").fill("30")
    ada.get_by_label("Points to win").fill("200")
    ada.get_by_label("Rounds").fill("")
    ada.get_by_label("Seconds to call UNO").fill("4")
    ada.get_by_label("Starts when all seats are taken").uncheck()
    ada.get_by_role("button", name="Make a table").click()
    ada.wait_for_url(ROOM)
    expect(tables).to_have_count(1)
    for words in ("Table of Ada", "first to 200 · 30 s for a move", "call UNO: 4", "Free seat"):
        expect(tables).to_contain_text(words)
    is_whole(bob.page)
    bob.page.get_by_label("Which game").first.select_option("xmen")
    expect(tables).to_have_count(0)
    bob.page.get_by_label("Which game").first.select_option("avengers")
    tables.get_by_role("button", name="Take a seat").click()
    says_name(bob.page, "Bob")
    bob.page.wait_for_url(ROOM)
    expect(ada.get_by_role("status").first).to_have_text("Free seats: 1")
    ada.get_by_role("button", name="Add a bot").click()
    ada.get_by_role("button", name="Start").click()
    expect(bob.page.locator(".hand li").first).to_be_visible()


def test_heroes_are_chosen_in_the_waiting_room(server: str, looking: Looking, bob: Looking) -> None:
    ada = looking.page
    is_named(ada, server, "Ada")
    table_for(ada, 2, variant="ultimate", hero="hulk")
    expect(ada.get_by_label("Hero")).to_have_value("hulk")
    bob.page.goto(ada.get_by_label("Address").input_value())
    hero = ada.get_by_label("Hero")
    hero.select_option("shuri")
    expect(hero).to_have_value("shuri")
    bob.page.get_by_role("button", name="Take a seat").click()
    expect(bob.page.locator('.seat [data-zone="hero:0"] img')).to_be_visible()


def code_from(page: Page) -> str:
    """Return the address with a code for another device."""
    page.get_by_role("button", name="Play on another device").click()
    return page.get_by_label("Address").input_value()


def test_a_code_takes_the_player_to_another_device(
    server: str, looking: Looking, bob: Looking
) -> None:
    page = looking.page
    is_named(page, server, "Ada")
    there = code_from(page)
    bob.page.goto(there)
    expect(bob.page.locator("form[name=enter] [role=status]")).to_contain_text("made by Ada")
    is_whole(bob.page)
    bob.page.get_by_role("button", name="Play as Ada").click()
    bob.page.wait_for_url("**/play/")
    expect(bob.page.get_by_label("Your name")).to_have_value("Ada")
    bob.page.goto(there)
    expect(bob.page.get_by_role("alert")).not_to_be_empty()
    assert "#" not in bob.page.url
    is_whole(bob.page)
    assert bob.wrong and all(one.startswith(REFUSED) for one in bob.wrong)
    bob.wrong.clear()


def test_a_link_of_another_site_changes_nobody_without_a_click(
    server: str, looking: Looking, bob: Looking, elsewhere: Page
) -> None:
    mallory, victim = looking.page, bob.page
    is_named(mallory, server, "Mallory")
    there = code_from(mallory)
    is_named(victim, server, "Bob")
    victim.goto(elsewhere.url)
    victim.evaluate("address => { location.href = address; }", there)
    told = victim.locator("form[name=enter] [role=status]")
    expect(told).to_contain_text("made by Mallory")
    expect(told).to_contain_text("It leaves Bob")
    victim.goto(f"{server}/play/")
    expect(victim.get_by_label("Your name")).to_have_value("Bob")
    victim.goto(f"{server}/enter/")
    victim.get_by_label("Code").fill(there.partition("#")[2].lower())
    victim.get_by_role("button", name="Look at the code").click()
    victim.get_by_role("button", name="Play as Mallory").click()
    victim.wait_for_url("**/play/")
    expect(victim.get_by_label("Your name")).to_have_value("Mallory")
    is_whole(victim)
    victim.get_by_role("link", name="Play as this player again").click()
    is_whole(victim)
    victim.get_by_role("button", name="Play as this player again").click()
    victim.wait_for_url("**/play/")
    expect(victim.get_by_label("Your name")).to_have_value("Bob")
    expect(victim.get_by_role("link", name="Play as this player again")).to_have_count(0)


def test_the_lobby_is_in_french(server: str, browser: BrowserContext) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(locale="fr-CA").new_page()
    page.goto(f"{server}/play/")
    page.locator("summary", has_text="Créer une table").click()
    page.locator("summary", has_text="Autres options").click()
    expect(page.get_by_label("Niveau des robots")).to_contain_text("Facile")
    expect(page.get_by_label("Décompte des points")).to_contain_text("le total le plus bas gagne")
    page.get_by_role("button", name="Créer une table").click()
    says_name(page, "Ada")
    page.wait_for_url(ROOM)
    expect(page.get_by_role("status").first).to_have_text("Sièges libres\u00a0: 2")


def test_who_gives_no_share_is_named_after_five_seconds(
    server: str, looking: Looking, bob: Looking
) -> None:
    page = looking.page
    is_named(page, server, "Ada")
    table_for(page, 2)
    bob.page.goto(page.get_by_label("Address").input_value())
    bob.page.route("**/share/", lambda route: None)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    status = page.locator("fd-waiting [role=status]")
    expect(status).to_have_text("The deal is being made")
    expect(status).to_contain_text("has come yet from: Bob", timeout=60_000)
    is_whole(page)
