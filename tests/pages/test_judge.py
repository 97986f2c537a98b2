"""A guest who was named judges at the table: calls, acts with their words, and tables."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_play_axe import axe, violations

__all__ = ["axe"]

pytestmark = pytest.mark.slow

WHY = "Gus looked at my screen."
UNDER_THE_STRIP = """() => {
  const { bottom } = document.querySelector(".judge").getBoundingClientRect();
  return [...document.querySelectorAll(".seat")].map((one) => one.innerText)
    .filter((_, nth) => document.querySelectorAll(".seat")[nth].getBoundingClientRect().y < bottom);
}"""


def people(chromium: Browser, url: str, **look: Any) -> tuple[Person, Person]:
    """Return Ada, who plays, and Olga, who is to judge."""
    ada = Person(chromium, url, "Ada").sign_in()
    olga = Person(chromium, url, "Olga", **look).sign_in()
    return ada, olga


def judged(ada: Person, olga: Person, target: int | None = None, **body: Any) -> str:
    """Deal a game of Ada and a bot that Olga may direct, and only the invited see."""
    named = [{"player": olga.ask("GET", "me/")["id"]}]
    clock = {"seconds": 600, "bank": 60, "call_stops": True}
    length = {"target_score": target, "rounds": None if target else 1}
    return ada.deal("avengers", "beginner", organisers=named, access="invited",
                    options=length | {"clock": clock}, **body)  # fmt: skip


def call(ada: Person, game: str, why: str = WHY) -> float:
    """Call a judge, and return when."""
    ada.ask("POST", f"games/{game}/moves/", {"move": "call-judge", "reason": why})
    return time.monotonic()


def last_words(person: Person, game: str) -> list[str]:
    """Return the sentences of the last event in the log."""
    entries = person.ask("GET", f"games/{game}/log/?limit=200")["results"]
    return [one["text"] for one in entries[-1]["sentences"]]


def foreseen(page: Page) -> list[str]:
    """Return the words that the form says the log will have."""
    quote = page.locator(".judge blockquote p")
    expect(quote.first).to_be_visible()
    return quote.all_inner_texts()


def act(page: Page, label: str, **members: str) -> list[str]:
    """Fill in an act, and return the words that it will have."""
    button = page.locator(".judge .acts").get_by_role("button", name=f"{label} …", exact=True)
    if not button.count():
        page.locator(".judge").get_by_role("button", name="More").click()
    button.click()
    for name, value in members.items():
        field = page.locator(f".judge [name={name}]")
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    return foreseen(page)


def test_a_named_guest_upholds_a_call_gives_cards_and_voids(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, olga = people(chromium, playing.url)
    game = judged(ada, olga)
    page = olga.open(game).page
    strip = page.locator("fd-judge .judge")
    expect(strip).to_contain_text("You are a judge of this table.")
    called = call(ada, game)
    expect(strip).to_contain_text(WHY, timeout=2000 - (time.monotonic() - called) * 1000)
    expect(strip).to_contain_text("The game is paused.")
    assert page.evaluate(UNDER_THE_STRIP) == []
    said = act(page, "Uphold", reason="It is so.")
    assert ada.events(game)[-1]["move"]["move"] == "call-judge"
    page.locator(".judge form").get_by_role("button", name="Uphold").click()
    expect(strip).to_contain_text("You are a judge of this table.")
    assert last_words(olga, game) == said
    said = act(page, "Cards", seat="1", amount="2", reason="For looking.")
    seats = page.locator(".judge [name=seat] option").all_inner_texts()
    assert seats == [place["name"] for place in olga.screen()["table"]["places"]]
    assert "draw cards as a penalty (2)" in said[0] and len(said) > 1
    page.locator(".judge form .primary").click()
    expect(page.locator(".judge form")).to_have_count(0)
    assert last_words(olga, game) == said
    seq = ada.events(game)[-1]["seq"]
    said = act(page, "Void", reason="The lights went out.")
    page.locator(".judge form .primary").click()
    expect(page.locator(".judge form .primary")).to_have_text("Really? It cannot be undone")
    assert ada.events(game)[-1]["seq"] == seq or ada.events(game)[-1]["actor"]["kind"] == "bot"
    page.locator(".judge form .primary").click()
    expect(
        page.locator(".judge").get_by_role("button", name="Correct the result …")
    ).to_be_visible()
    assert last_words(olga, game)[0] == said[0]
    olga.leave()
    ada.leave()


def decide(page: Page, label: str, *, twice: bool = False, **members: str) -> list[str]:
    """Do an act, asked a second time for what cannot be undone; return the words foreseen."""
    said = act(page, label, **members)
    page.locator(".judge form .primary").click()
    if twice:
        expect(page.locator(".judge form .primary")).to_have_text("Really? It cannot be undone")
        page.locator(".judge form .primary").click()
    expect(page.locator(".judge form")).to_have_count(0)
    return said


def scorer(ada: Person, game: str) -> str:
    """Play until a round is over, and return the seat that has points."""
    while True:
        screen = ada.ask("GET", f"games/{game}/prompts/?include=table")
        for seat, points in enumerate(screen["table"]["scores"]):
            if points:
                return str(seat)
        options = [one for prompt in screen["prompts"] for one in prompt["options"] or []]
        if options:
            ada.ask("POST", f"games/{game}/moves/", options[0]["body"])
        else:
            time.sleep(0.2)


def test_every_other_act_is_done_by_its_button_as_the_form_said(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, olga = people(chromium, playing.url)
    game = judged(ada, olga, target=500)
    seat = scorer(ada, game)
    page = olga.open(game).page
    call(ada, game)
    decide(page, "Refuse", reason="It was not so.")
    for label, members in (
        ("Pause", {}),
        ("Warn", {"seat": "0", "reference": "4.2"}),
        ("Time", {"seat": "0", "amount": "60"}),
        ("Points", {"seat": seat, "amount": "5"}),
        ("Note", {}),
        ("Go on", {}),
    ):
        seq = ada.events(game)[-1]["seq"]
        said = decide(page, label, reason=f"{label}, as announced.", **members)
        told = next(one for one in ada.events(game) if one["seq"] > seq)
        assert told["actor"]["reason"] == f"{label}, as announced."
        assert told["actor"].get("reference") == members.get("reference")
        words = olga.ask("GET", f"games/{game}/log/?limit=200")["results"]
        entry = next(one for one in words if one["seq"] == told["seq"])
        assert [one["text"] for one in entry["sentences"]] == said
    warned = next(one for one in ada.events(game) if one["move"]["move"] == "warn")
    decide(page, "Withdraw", seq=str(warned["seq"]), reason="It was another seat.")
    decide(page, "Remove", seat="1", reason="He would not sit down.", twice=True)
    result = ada.ask("GET", f"games/{game}/")["result"]
    assert result["winner"] == 0
    decide(page, "Correct the result", **{"place-0": "2", "place-1": "1"}, reason="Seat 0 left.",
           twice=True)  # fmt: skip
    assert ada.ask("GET", f"games/{game}/")["result"]["winner"] == 1
    for one in (ada, olga):
        one.leave()


def test_an_act_that_the_rules_refuse_by_now_says_why_and_keeps_what_was_typed(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, olga = people(chromium, playing.url)
    game = judged(ada, olga)
    page = olga.open(game).page
    act(page, "Pause", reason="A fire alarm.")
    olga.ask("POST", f"games/{game}/acts/", {"act": "void", "reason": "All went home."})
    page.locator(".judge form .primary").click()
    expect(page.locator(".judge form .error")).not_to_be_empty()
    assert page.locator(".judge form [name=reason]").input_value() == "A fire alarm."
    assert olga.wrong and all("409" in one for one in olga.wrong)
    olga.wrong.clear()
    for one in (ada, olga):
        one.leave()


RUNG = """() => {
  window.rung = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    window.rung += 1;
    return start.apply(this, given);
  };
}"""
"""Counts the notes that a page plays."""

FITS = """() => document.documentElement.scrollHeight <= innerHeight
  && document.documentElement.scrollWidth <= innerWidth"""


def test_eight_tables_are_on_one_screen_and_a_call_comes_first_with_a_sound(
    chromium: Browser, playing: PlayServer, axe: str
) -> None:
    look = {"viewport": {"width": 1300, "height": 850}, "color_scheme": "dark"}
    ada, olga = people(chromium, playing.url, **look)
    games = [judged(ada, olga) for _ in range(8)]
    page, lobby = olga.page, olga.tab()
    page.goto(f"{playing.url}/judge/")
    tables = page.locator(".judged > li")
    expect(tables).to_have_count(8)
    assert page.evaluate(FITS)
    lobby.goto(f"{playing.url}/play/")
    page.bring_to_front()
    for one in (page, lobby):
        one.evaluate(RUNG)
        one.locator("h1").click()
    called = call(ada, games[0])
    first = tables.first
    expect(first).to_contain_text(WHY, timeout=2000 - (time.monotonic() - called) * 1000)
    expect(first).to_contain_text("Ada called a judge")
    expect(page).to_have_title("⚑ 1 · Your tables · Fairdeal")
    page.wait_for_function("() => rung > 0")
    lobby.bring_to_front()
    mark = lobby.locator(".judge-mark")
    expect(mark).to_contain_text(WHY)
    lobby.wait_for_function("() => rung > 0")
    assert violations(page, axe) + violations(lobby, axe) == []
    mark.get_by_role("link").first.click()
    expect(lobby).to_have_url(f"{playing.url}/play/{games[0]}/")
    ada.ask("POST", f"games/{games[0]}/moves/", {"move": "cancel-call"})
    page.bring_to_front()
    expect(page.locator(".judged .called, .judged > .called")).to_have_count(0)
    olga.leave()
    ada.leave()


def test_no_one_else_sees_anything_of_it(chromium: Browser, playing: PlayServer) -> None:
    ada, olga = people(chromium, playing.url)
    game, shown = judged(ada, olga), ada.deal("avengers", "beginner")
    sam = Person(chromium, playing.url, "Sam").sign_in()
    call(ada, game)
    call(ada, shown)
    for person, path in ((ada, f"/play/{game}/"), (sam, f"/play/{shown}/"), (sam, "/play/"),
                         (olga, f"/play/{shown}/"), (sam, "/")):  # fmt: skip
        person.page.goto(f"{playing.url}{path}")
        expect(person.page.locator("fd-judge")).to_have_count(0)
    for path in ("/", "/play/", "/judge/"):
        sam.page.goto(f"{playing.url}{path}")
        assert "judge-mark" not in sam.page.content() and game not in sam.page.content()
    expect(sam.page.locator("main")).to_contain_text("no table now that you may direct")
    loaded = [one for one in (*ada.requests, *sam.requests) if "play/parts/judge" in one]
    assert {one.rsplit("/", 1)[1] for one in loaded} <= {"judge-calls.js"}
    for one in (ada, olga, sam):
        one.leave()


def test_a_judge_needs_no_mouse_and_no_english(
    chromium: Browser, playing: PlayServer, axe: str
) -> None:
    ada, olga = people(chromium, playing.url, **FINGER, locale="fr-CA")
    game = judged(ada, olga)
    page = olga.open(game).page
    call(ada, game)
    strip = page.locator(".judge")
    expect(strip).to_contain_text("a appelé un juge")
    strip.get_by_role("button", name="Accueillir …").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".judge [name=seat]")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.type("Vu d'ici")
    words = foreseen(page)
    assert "Motif" in words[0] or "Raison" in words[0], words
    assert violations(page, axe) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator(".judge form")).to_have_count(0)
    assert page.evaluate("() => document.activeElement.closest('.judge') !== null")
    strip.get_by_role("button", name="Accueillir …").focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.type("Vu d'ici")
    foreseen(page)
    page.keyboard.press("Enter")
    expect(strip).to_contain_text("Tu es juge de cette table")
    texts = page.locator(".judge").inner_text()
    assert not [word for word in ("The ", "judge", "Seat", "Reason") if word in texts], texts
    olga.leave()
    ada.leave()


def test_two_directors_propose_and_confirm_at_the_table(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, olga = people(chromium, playing.url, **MOUSE)
    pat = Person(chromium, playing.url, "Pat").sign_in()
    named = [{"player": one.ask("GET", "me/")["id"]} for one in (olga, pat)]
    game = ada.deal("avengers", "beginner", organisers=named, directors=2)
    page = olga.open(game).page
    act(page, "Void", reason="Two decks were mixed.")
    expect(page.locator(".judge form")).to_contain_text("Another organiser must confirm it.")
    for _ in range(2):
        page.locator(".judge form .primary").click()
    expect(page.locator(".judge")).to_contain_text("waiting for another organiser")
    page = pat.open(game).page
    page.locator(".judge").get_by_role("button", name="Confirm …").click()
    assert "Two decks were mixed." in foreseen(page)[0]
    for _ in range(2):
        page.locator(".judge form .primary").click()
    expect(
        page.locator(".judge").get_by_role("button", name="Correct the result …")
    ).to_be_visible()
    assert ada.events(game)[-1]["move"] == {"move": "void", "seat": None}
    for one in (ada, olga, pat):
        one.leave()
