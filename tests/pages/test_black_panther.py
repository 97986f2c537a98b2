"""A new hero from an empty form to a game and back, in a browser, without JSON.

The whole server runs: web, worker and beat. Clicks and keys are counted and printed.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from examples.play import Api, robot
from tests.pages.hand import PATIENCE, Hand, Parts
from tests.pages.play_person import Person
from tests.platform.test_supervisor import ROOT, environment, supervisor, wait_until_ready
from tests.ports import free_port

pytestmark = pytest.mark.slow

PASSWORD = "vibranium-and-herbs"
PEOPLE = f"""
from django.contrib.auth.models import Group, User
for name, group in (("edith", "Card editors"), ("petra", "Card publishers")):
    user = User.objects.create_user(name, password="{PASSWORD}", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
"""
SEATS = [{"kind": "me", "hero": "black-panther"}, {"kind": "bot", "bot": "random"}]
COLOR = ("Choose a color", {})
PLAYER = ("Choose a player", {})


@dataclass(frozen=True)
class Printed:
    """What is printed on a card, in the words of the form."""

    kind: str
    code: str
    name: str
    french: str
    effects: Parts = ()
    abilities: Parts = ()


POWER = Printed(
    "Character", "black-panther", "Black Panther", "Panthère noire",
    abilities=[("Whenever something happens", {
        "on": ["a turn starts"],
        "do": [("May", {"do": [("Exchange a card with the burn pile", {})]})],
    })],
)  # fmt: skip
OWN = [
    Printed("Wild", "vibranium-claws", "Vibranium Claws", "Griffes de vibranium",
            [COLOR, PLAYER, ("Burn cards", {"who": "the player chosen", "count": 2})]),
    Printed("Wild", "panther-strike", "Panther Strike", "Frappe de la panthère",
            [COLOR, PLAYER, ("Add cards from the deck", {"who": "the player chosen", "count": 2})]),
    Printed("Wild", "kinetic-pulse", "Kinetic Pulse", "Impulsion cinétique",
            [COLOR, ("Burn cards", {}), ("Skip a turn", {})]),
    Printed("Wild", "ancestral-plane", "Ancestral Plane", "Plan ancestral",
            [COLOR, ("Recover cards", {"count": 3})]),
    Printed("Wild", "royal-decree", "Royal Decree", "Décret royal",
            [COLOR, ("Grant an ability for a time", {"until": "the next turn of the player"})],
            [("Instead of something", {
                "instead_of": ["burning cards"], "prevent": "yes"})]),
    Printed("Event", "heart-shaped-herb", "Heart-Shaped Herb", "Herbe-cœur",
            [("Recover cards", {"count": 2})]),
    Printed("Enemy", "killmonger", "Killmonger", "Killmonger",
            [("Burn cards", {"count": 2})],
            [("Whenever something happens", {
                "on": ["a turn starts"], "do": [("Burn cards", {})]})]),
]  # fmt: skip


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server with an editor, a publisher and the shipped cards."""
    port = free_port()
    with supervisor(tmp_path, port) as process:
        wait_until_ready(process, tmp_path, port)
        manage = [sys.executable, "manage.py", "shell", "-c", PEOPLE]
        subprocess.run(manage, cwd=ROOT, env=environment(tmp_path, port), check=True)
        yield f"http://127.0.0.1:{port}"
    print((tmp_path / "output").read_text()[-20_000:])  # pytest shows it if a test fails


def sit_down(chromium: Browser, server: str, name: str) -> Hand:
    """Return the hand of a user who has logged in."""
    page = chromium.new_context(locale="en-CA", viewport={"width": 1300, "height": 900}).new_page()
    page.set_default_timeout(PATIENCE)
    hand = Hand(page, server)
    hand.log_in(name, PASSWORD)
    return hand


def make_draft(hand: Hand) -> None:
    """Make a draft from the current edition."""
    hand.open("cards/edition/")
    hand.link("ultimate-marvel-2023")
    hand.link("Draft from this edition")
    hand.write(hand.page.locator("#id_code"), "panther")
    hand.write(hand.page.locator("#id_name"), "Ultimate with Black Panther")
    hand.page.keyboard.press("Enter")
    hand.keys += 1
    hand.done("draft")


def make_cards(hand: Hand, cards: list[Printed]) -> None:
    """Make cards from the empty form, each after the one before it."""
    page = hand.page
    hand.link("Add a card")
    kind, hero = "", ""
    for number, printed in enumerate(cards):
        expect(page.locator(".studio-form")).to_be_visible()
        hand.write(hand.part("name").locator("input:visible").last, printed.name)
        hand.type(printed.french)
        if printed.kind != kind:
            hand.fill("kind", kind := printed.kind)
        if kind != "Character" and not hero:
            hand.fill("hero", hero := "black-panther")
        hand.add_all("effects", "Effect", printed.effects, known=1 if kind == "Wild" else 0)
        hand.add_all("abilities", "Ability", printed.abilities)
        if kind == "Enemy":
            hand.add("defeat", "Cards that fit", 0, "", {"color": ["red"]})
        expect(page.locator(".studio-result")).to_contain_text("English")
        hand.link("Save" if number == len(cards) - 1 else "Save and add another")
        expect(page.locator("body")).to_contain_text("was added successfully")
        hand.done(printed.code)


def enter_deck(hand: Hand) -> None:
    """Enter the deck of 47: the colored cards of Hulk's, and eight Wilds."""
    page = hand.page
    hand.open("cards/card/")
    hand.write(page.locator("#searchbar"), "black-panther")
    page.locator("#searchbar").press("Enter")
    hand.keys += 1
    hand.link("Black Panther")
    hand.link("Deck")
    hand.choose(page.get_by_label("The colored cards as in the deck of"), "Hulk")
    hand.link("Fill in")
    for number, printed in enumerate(one for one in OWN if one.kind == "Wild"):
        copies = "2" if number < 3 else "1"
        hand.write(page.get_by_role("textbox", name=f"{printed.name}, "), copies)
    expect(page.locator("h2, h1").filter(has_text="The deck of Black Panther")).to_contain_text(
        "47"
    )
    hand.link("Save the deck")
    hand.done("deck")


def submit(hand: Hand) -> None:
    """Submit the draft for review."""
    hand.open("cards/cardset/")
    hand.link("panther")
    hand.link("Submit for review")
    hand.write(hand.page.get_by_label("Reason"), "A fifth hero")
    hand.click(hand.page.locator("form button[type=submit]").last)
    expect(hand.page.locator("body")).to_contain_text("Submitted for review")
    hand.done("submit")


def rehearse(hand: Hand) -> None:
    """Rehearse the draft against the current edition, and wait for the report."""
    page = hand.page
    hand.open("cards/cardset/")
    hand.link("panther")
    hand.link("Start a rehearsal")
    hand.write(page.get_by_label(re.compile(r"^Games\W*$")), "30")
    hand.link("Save")
    expect(page.locator("body")).to_contain_text("All 30 games are played", timeout=240_000)
    expect(page.locator("body")).to_contain_text("Black Panther")
    hand.done("rehearse")


def approve(hand: Hand) -> None:
    """Look at what changes, and approve it."""
    hand.open("cards/proposal/")
    hand.link("panther", exact=False)
    expect(hand.page.locator("body")).to_contain_text("Vibranium Claws")
    hand.link("Approve")
    hand.click(hand.page.locator("form button[type=submit]").last)
    expect(hand.page.locator("body")).to_contain_text("Approved. It can be published now.")
    hand.done("approve")


def publish(hand: Hand) -> None:
    """Publish the approved draft, and make it current."""
    page = hand.page
    hand.link("Publish …")
    hand.click(page.get_by_label("Publish and make current: all new games use it"))
    hand.write(page.get_by_label("Reason"), "For Saturday")
    hand.link("Publish")
    expect(page.locator("body")).to_contain_text("It is now the current edition", timeout=240_000)
    hand.done("publish")


def roll_back(hand: Hand) -> int:
    """Roll back to the edition before; return the number of clicks on its page."""
    hand.open("cards/edition/")
    hand.link("ultimate-marvel-2023")
    before = hand.clicks
    hand.link("Roll back to this")
    hand.click(hand.page.locator("form button[type=submit]").last)
    expect(hand.page.locator("body")).to_contain_text("is now the current edition")
    hand.done("roll back")
    return hand.clicks - before


def current_edition(server: str) -> dict[str, Any]:
    """Return the current edition of the variant, as the API has it."""
    found: dict[str, Any] = Api(server, "en").get("variants/ultimate/")["edition"]
    return found


def play_as_black_panther(server: str) -> dict[str, Any]:
    """Play a game against a bot over the API, to its end; return its result."""
    api = Api(server, "en")
    api.secret = api.post("players/", {"name": "Shuri"})["token"]["secret"]
    game = api.post("games/", {"variant": "ultimate", "seats": SEATS, "start": True})
    assert game["seats"][0]["hero"] == "black-panther"
    path = f"games/{game['id']}/"
    until = time.monotonic() + 240
    while time.monotonic() < until:
        screen = api.get(f"{path}prompts/?include=table")
        if screen["table"]["ended"]:
            found: dict[str, Any] = api.get(path)
            return found
        asked = [one for one in screen["prompts"] if one["seat"] == 0 and one["options"]]
        body = robot(screen, asked[-1] if asked else None)
        if body is None:
            time.sleep(0.1)
            continue
        api.post(f"{path}moves/", body, If_Match=f'"{screen["seq"]}"')
    raise AssertionError("The game did not end.")


PICTURE = "(image) => image.decode().then(() => [image.src.slice(0, 5), image.naturalWidth > 0])"
HELD = "(cards) => cards.map((card) => card.dataset.card)"


def look_at(page: Page, printed: Printed) -> None:
    """See a card of the hand, and read its name, in both languages."""
    for language, name in (("fr-ca", printed.french), ("en", printed.name)):
        page.locator(".menu summary").click()
        page.locator(f"button[name=language][value={language}]").click()
        held = page.locator(f'.hand .legal[data-card="{printed.code}"]').first
        expect(held).to_have_attribute("aria-label", re.compile(rf"^{re.escape(name)}\."))
        assert held.locator("img").evaluate(PICTURE) == ["blob:", True]
        held.hover()
        expect(page.locator(".looked-at h3")).to_have_text(name)


def play_in_browser(chromium: Browser, server: str) -> None:
    """Play on the page: ten answers of a game in which a card is played that the studio made.

    In one game of four, no such card is among the first seven.
    """
    shuri = Person(chromium, server, "Shuri").sign_in()
    page, own = shuri.page, {printed.code: printed for printed in OWN}
    shuri.liked = set(own)
    played: list[str] = []
    for _ in range(8):
        shuri.deal("ultimate", seats=SEATS)
        shuri.open()
        expect(page.locator('.mine [data-card="black-panther"] img')).to_be_visible()
        answers = 0
        while answers < 10 and shuri.wait_until_asked():
            legal = page.locator(".hand .legal").evaluate_all(HELD)
            if not played and (code := next(filter(own.get, legal), None)):
                look_at(page, own[code])
            chosen = shuri.answer()["card"]
            shuri.check_screen()
            answers += 1
            played += [chosen] if chosen in own else []
        if played:
            break
    print(f"played in the browser: {played}, with {answers} answers")
    assert played
    shuri.leave()


def test_black_panther_is_made_reviewed_rehearsed_published_played_and_rolled_back(
    server: str, chromium: Browser
) -> None:
    edith = sit_down(chromium, server, "edith")
    make_draft(edith)
    make_cards(edith, [POWER, *OWN])
    enter_deck(edith)
    submit(edith)
    petra = sit_down(chromium, server, "petra")
    rehearse(petra)
    approve(petra)
    publish(petra)
    play_in_browser(chromium, server)
    over = play_as_black_panther(server)
    assert over["edition"] == current_edition(server)["hash"]
    assert over["result"]["places"]
    assert roll_back(petra) == 2
    assert current_edition(server)["name"]["en"] == "Ultimate Marvel (2023)"
    for hand in (edith, petra):
        for step, (clicks, keys) in hand.steps.items():
            print(f"{step}: {clicks} clicks, {keys} keys")
        print(f"in all: {hand.clicks} clicks, {hand.keys} keys")
    assert edith.clicks <= 120
