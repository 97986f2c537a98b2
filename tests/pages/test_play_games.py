"""Whole games in the browser, by mouse and by finger, also in French."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("variant", "device"),
    [
        ("avengers", FINGER),
        ("avengers", MOUSE),
        pytest.param("xmen", FINGER, marks=pytest.mark.first),
        ("xmen", MOUSE),
        ("ultimate", FINGER),
        ("ultimate", MOUSE),
    ],
    ids=lambda given: given if isinstance(given, str) else str(given["viewport"]["width"]),
)
def test_a_game_is_played_to_its_end(
    chromium: Browser, playing: PlayServer, variant: str, device: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device).sign_in()
    ada.deal(variant, "beginner")
    ada.open()
    loaded = len(ada.requests)
    turns = sum(1 for _ in ada.turns())
    assert ada.ask("GET", f"games/{ada.game}/")["status"] == "over"
    if any(fact["fact"] == "round-ended" for fact in ada.events()[-1]["facts"]):
        # The end says of the last round, too, what each player was left with.
        ada.page.wait_for_selector(".end tbody tr.best")
        held = ada.page.locator(".end tbody tr:not(.best) img, .end tbody tr:not(.best) svg")
        assert held.count() > 0 and "?" not in ada.page.inner_text(".end tbody")
    assert ada.made(0) == ada.clicked()
    # A short game still loads modules and pictures; each event of another seat may be read once.
    others = ("/moves/", "/picture", "/static/")
    reads = [one for one in ada.requests[loaded:] if not any(part in one for part in others)]
    assert turns and len(reads) <= len(ada.events())
    ada.leave()


TEXTS = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [alt]")].flatMap(
    (one) => [one.ariaLabel, one.title, one.alt])].join("\\n")"""
"""All texts of the page, also those for a screen reader."""


def words(person: Person, language: str) -> dict[str, str]:
    """Return the words that the server gives to a page in a language."""
    page = person.context.request.get(person.page.url, headers={"Accept-Language": language}).text()
    found = re.search(r'<script id="words" type="application/json">(.*?)</script>', page)
    assert found
    given: dict[str, str] = json.loads(found[1])
    return given


def test_a_game_in_french_has_no_english_word(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada", locale="fr-CA", **FINGER).sign_in()
    ada.deal("ultimate", "beginner", "beginner")
    ada.open()
    english, french = words(ada, "en"), words(ada, "fr-CA")
    assert english.keys() == french.keys()
    parts = {
        part.strip()
        for name, text in english.items()
        if text != french[name]
        for part in re.split(r"\{\w+\}", text)
    }
    # "Sonic Hand Cannons" is the name of a card in both languages.
    foreign = [part for part in parts if len(part) > 2 and part != "Hand"]
    for turn, _ in enumerate(ada.turns()):
        if turn == 1:
            ada.page.evaluate(
                "() => document.querySelectorAll('main details').forEach((one) => one.open = true)"
            )
        seen = ada.page.evaluate(TEXTS)
        found = [one for one in foreign if re.search(rf"\b{re.escape(one)}(?!\w)", seen)]
        assert found == []
    ada.page.wait_for_selector(".end")
    seen = ada.page.evaluate(TEXTS)
    told = ada.ask("GET", f"games/{ada.game}/log/?limit=200")["results"]
    sentences = [one["text"] for entry in told for one in entry["sentences"]]
    assert [one for one in [*foreign, *sentences] if one in seen] == []
    ada.leave()
