"""A club night in browsers: it is made, entered, paired and begun, and all its pages are whole."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.play_person import FINGER, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_play_axe import axe, violations

__all__ = ["axe"]

pytestmark = pytest.mark.slow

WIDTHS = (390, 1920)
LOOKS: tuple[dict[str, Any], ...] = (
    {"color_scheme": "light", "locale": "en-CA"},
    {"color_scheme": "dark", "locale": "fr-CA"},
)
ROLES = ("head", "floor", "score")
"""The roles that links of the desk give, in their order."""
OPEN = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
TICKS = "() => /^\\d+:\\d\\d$/.test(document.querySelector('[data-ends]').innerText)"
TABLE = re.compile("/play/[0-9a-f-]{36}/")


def made(chromium: Browser, url: str, rounds: int = 2, final: str = "0") -> tuple[Person, str]:
    """Make a tournament; return its head judge, and the address of its page."""
    olga = Person(chromium, url, "Olga")
    olga.page.goto(f"{url}/t/")
    olga.page.get_by_text("Make a tournament").click()
    olga.page.get_by_label("Name of the tournament").fill("Saturday night")
    olga.page.get_by_label("Your name, as head judge").fill("Olga")
    olga.page.get_by_label("Cup: a knockout").check()
    expect(olga.page.get_by_label("Rounds", exact=True)).to_be_hidden()
    olga.page.get_by_label("Open: Swiss rounds").check()
    olga.page.get_by_label("Rounds", exact=True).fill(str(rounds))
    olga.page.get_by_label("Final", exact=True).select_option(final)
    olga.page.get_by_role("button", name="Make the tournament").click()
    olga.page.wait_for_url("**/desk/")
    return olga, olga.page.url.removesuffix("desk/")


def entered(chromium: Browser, night: str, url: str, name: str, **look: Any) -> Person:
    """Let a guest enter on a phone of their own."""
    guest = Person(chromium, url, name, **FINGER, **look)
    guest.page.goto(night)
    form = guest.page.locator("form:has([value=enter])")
    form.locator("[name=name]").fill(name)
    form.locator("button").click()
    expect(guest.page.locator(".me h2")).to_contain_text(name)
    return guest


def act(page: Page, night: str, *tags: str) -> None:
    """Do acts of the desk: read what each will do, and do it."""
    for tag in tags:
        page.goto(f"{night}desk/")
        page.locator(f"button[name=act][value={tag}]").first.click()
        agree(page, night)


def agree(page: Page, night: str, reason: str = "") -> None:
    """Do an act whose words were read, with a reason if it needs one."""
    if reason:
        page.locator("[name=reason]").fill(reason)
    page.locator("button[name=sure]").click()
    expect(page.locator("button[name=sure]")).to_have_count(0)
    page.wait_for_url(f"{night}desk/")


def joined(chromium: Browser, olga: Person, role: str, name: str) -> Person:
    """Let someone join the staff by a link of the desk, on a phone."""
    link = olga.page.locator("dl input").nth(ROLES.index(role)).input_value()
    one = Person(chromium, olga.url, name, **FINGER)
    one.page.goto(link)
    one.page.get_by_label("Your name").fill(name)
    one.page.get_by_role("button", name="Join the staff").click()
    one.page.wait_for_url("**/desk/")
    return one


def record(page: Page, night: str, table: int, places: tuple[int, ...] = ()) -> None:
    """Record the places of a table by hand, by seat unless others are given."""
    page.goto(f"{night}desk/")
    page.locator(f"#table-{table} summary").click()
    for seat, field in enumerate(page.locator(f"#table-{table} [name=places]").all()):
        field.fill(str(places[seat] if places else seat + 1))
    page.locator(f"#table-{table} form:has([value=record]) button").click()
    agree(page, night, "Played with cards on wood.")


def test_guests_enter_on_their_phones_and_sit_down_with_one_touch(
    chromium: Browser, playing: PlayServer
) -> None:
    olga, night = made(chromium, playing.url)
    guests = [entered(chromium, night, playing.url, name) for name in ("Ada", "Ben", "Cleo")]
    act(olga.page, night, "close-entries", "pair")
    ada = guests[0]
    ada.page.reload()
    expect(ada.page.locator(".where")).to_have_count(0)
    act(olga.page, night, "publish", "start-round")
    for guest in guests:
        sit = guest.page.get_by_role("link", name="Sit down and play")
        expect(sit).to_be_visible()
        expect(guest.page.locator(".where")).to_have_text(re.compile(r"Round 1, table 1, seat \d"))
        guest.page.wait_for_function(TICKS)
        sit.tap()
        guest.page.wait_for_url(TABLE)
    for guest in guests:
        expect(guest.page.locator(".hand li").nth(6)).to_be_visible()
        clock = guest.page.get_by_role("link", name=re.compile(r"^\d+:\d\d$"))
        expect(clock).to_have_attribute("href", re.compile("^/t/[A-Z]+/$"))
        expect(guest.page.locator(".seat")).to_have_count(2)
    olga.page.goto(f"{night}desk/")
    expect(olga.page.locator("#table-1")).to_contain_text("playing")
    for one in (olga, *guests):
        one.leave()


def test_a_refused_name_stays_in_its_field(chromium: Browser, playing: PlayServer) -> None:
    olga, night = made(chromium, playing.url)
    guest = Person(chromium, playing.url, "Ada", **FINGER)
    guest.page.goto(night)
    guest.page.get_by_label("Your name").fill("Judge Ada")
    guest.page.get_by_role("button", name="Enter, I am here").click()
    expect(guest.page.locator("main")).to_contain_text("Choose another")
    expect(guest.page.get_by_label("Your name")).to_have_value("Judge Ada")
    olga.page.locator("[name=names]").fill("Eve\nrobot\nFinn")
    olga.page.get_by_role("button", name="Enter them").click()
    expect(olga.page.locator("main")).to_contain_text("Entered now: 2")
    expect(olga.page.locator("[name=names]")).to_have_value("robot")
    guest.leave()
    olga.leave()


def test_a_floor_judge_and_a_scorekeeper_are_offered_what_they_may_do(
    chromium: Browser, playing: PlayServer
) -> None:
    olga, night = made(chromium, playing.url)
    olga.page.locator("[name=names]").fill("Ada\nBen\nCleo\nDan\nEve\nFinn")
    olga.page.get_by_role("button", name="Enter them").click()
    act(olga.page, night, "close-entries", "pair", "publish", "start-round")
    offered = {}
    for role in ROLES[1:]:
        one = joined(chromium, olga, role, f"{role.title()} Sam")
        buttons = one.page.locator("button[name=act]").all()
        hidden = one.page.locator("input[name=act]").all()
        found = [*(b.get_attribute("value") for b in buttons), *(h.input_value() for h in hidden)]
        offered[role] = set(found)
        one.leave()
    assert offered["floor"] == {"mark-absent", "penalise", "announce"}
    assert offered["score"] == {
        "mark-absent", "record", "drop", "issue-claim", "announce", "enter",
    }  # fmt: skip
    olga.leave()


def test_every_page_is_whole_in_both_languages_on_a_phone_and_on_a_screen(
    chromium: Browser, playing: PlayServer, axe: str
) -> None:
    olga, night = made(chromium, playing.url, rounds=1)
    invitation = olga.page.locator("dl input").nth(2).input_value()
    olga.page.locator("[name=names]").fill("Ada\nBen\nCleo\nDan\nEve\nFinn")
    olga.page.get_by_role("button", name="Enter them").click()
    olga.page.goto(f"{night}print/slips/")
    code = olga.page.locator(".slip .code").first.inner_text()
    claim = f"{playing.url}/t/claim/{code}/"
    found = flaws(olga, axe, f"{playing.url}/t/", night, f"{night}wall/", claim, invitation)
    found += flaws(olga, axe, f"{night}print/slips/", f"{playing.url}/t/claim/NONE/")
    act(olga.page, night, "close-entries", "pair", "publish")
    found += flaws(olga, axe, f"{night}wall/", f"{night}print/pairings/", f"{night}print/sheets/")
    act(olga.page, night, "start-round")
    found += flaws(olga, axe, f"{night}desk/")
    for table in (1, 2):
        record(olga.page, night, table)
    act(olga.page, night, "close-round", "finish")
    pages = ("", "desk/", "wall/", "why/1/", "print/standings/")
    found += flaws(olga, axe, *(f"{night}{page}" for page in pages), f"{playing.url}/t/league/")
    assert found == []


def flaws(person: Person, axe: str, *addresses: str) -> list[str]:
    """Return what is wrong on pages, with all that can be opened on them open."""
    assert person.context.browser is not None
    found = []
    for look in LOOKS:
        state = person.context.storage_state()
        context = person.context.browser.new_context(storage_state=state, **look)
        page = context.new_page()
        for address in addresses:
            page.goto(address)
            page.evaluate(
                "document.querySelectorAll('main details').forEach(one => one.open = true)"
            )
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 1080})
                wide = page.evaluate("document.documentElement.scrollWidth")
                found += [f"{address} is {wide} wide at {width}"] if wide > width else []
                found += violations(page, axe)
        context.close()
    print("\n".join(sorted(set(found))))
    return found
