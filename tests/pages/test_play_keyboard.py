"""A whole game by keyboard alone, as a screen reader tells it."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

MOST_KEYS = 25
"""How many keys lead to any answer at most."""

LISTEN = """() => {
  const heard = (window.heard = []);
  const known = new Map();
  const listen = () => {
    for (const region of document.querySelectorAll("[role=log], [role=status], [role=alert]")) {
      const parts = region.role === "log" ? [...region.children] : [region];
      for (const part of parts) {
        const text = part.innerText.trim();
        if (text && known.get(part) !== text) heard.push([region.role, text]);
        known.set(part, text);
      }
    }
  };
  new MutationObserver(listen).observe(document, {
    childList: true, subtree: true, characterData: true });
  window.lost = [];
  setInterval(() => {
    if (document.activeElement === document.body) window.lost.push(performance.now());
  }, 5);
}"""
"""Note what live regions say, and whether the focus is lost."""

KEY_TO = """([selector, nth]) => {
  const element = document.querySelectorAll(selector)[nth];
  const [from, hand] = [document.activeElement, document.querySelector(".hand")];
  if (from === element) return "Enter";
  const isBefore = element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (hand.contains(from) && hand.contains(element)) return isBefore ? "ArrowLeft" : "ArrowRight";
  return isBefore ? "Shift+Tab" : "Tab";
}"""
"""The key that leads to an element, or presses it."""


class Typist(Person):
    """A person who uses no mouse; ``keys`` is how many keys were pressed."""

    keys = 0

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)
        self.keys += 1

    def touch(self, selector: str, nth: int = 0) -> None:
        """Go to an element by arrow keys or Tab, and press Enter."""
        for _ in range(MOST_KEYS):
            key = self.page.evaluate(KEY_TO, [selector, nth])
            self.press(key)
            if key == "Enter":
                return
        raise AssertionError(f"no key leads to {selector} {nth}")


def names(node: Any) -> set[tuple[str, str]]:
    """Return role and name of the nodes of an accessibility tree."""
    return {
        (one["role"]["value"], one.get("name", {}).get("value", ""))
        for one in node["nodes"]
        if not one["ignored"]
    }


def check_tree(typist: Typist, tree: set[tuple[str, str]]) -> None:
    """Check that a screen reader finds all that the API says of a prompt."""
    screen = typist.screen()
    prompt = screen["prompts"][-1]
    buttons = " ".join(name for role, name in tree if role == "button")
    texts = " ".join(name for role, name in tree if role == "StaticText")
    assert prompt["why"] in texts
    for option in prompt["options"]:
        assert ("UNO!" if option["body"].get("uno") else option["label"]) in buttons
    for place in screen["table"]["places"]:
        assert place["you"] or place["text"] in buttons
    assert not [role for role, name in tree if role in ("button", "link") and not name]


class Told:
    """What the log of the API says since a moment: a line for each event with sentences.

    It is read during the game, because a finished game shows the hands.
    """

    def __init__(self, person: Person) -> None:
        self.person = person
        self.seq = person.screen()["seq"]
        self.all: list[str] = []

    def lines(self) -> list[str]:
        """Return all lines so far."""
        path = f"games/{self.person.game}/log/?after={self.seq}&limit=200"
        for entry in self.person.ask("GET", path)["results"]:
            self.seq = entry["seq"]
            if entry["sentences"]:
                self.all.append(" ".join(one["text"] for one in entry["sentences"]))
        return self.all


def spoken(person: Person, role: str) -> list[str]:
    """Return what live regions of a role have said."""
    heard = person.page.evaluate("() => window.heard")
    return [text for one, text in heard if one == role]


def test_a_game_is_played_by_keyboard_and_told_once(chromium: Browser, playing: PlayServer) -> None:
    ada = Typist(chromium, playing.url, "Ada").sign_in()
    ada.deal("ultimate", "beginner", "beginner")
    ada.open().wait_until_asked()
    ada.page.evaluate(LISTEN)
    reader = ada.context.new_cdp_session(ada.page)
    ada.press("Tab")
    ada.page.evaluate("() => { window.lost.length = 0; }")
    told, turns = Told(ada), 0
    while ada.wait_until_asked():
        assert told.lines() == spoken(ada, "log")
        if turns:
            assert ada.screen()["prompts"][-1]["why"] in spoken(ada, "status")
        assert ada.page.evaluate("() => document.activeElement !== document.body")
        if turns % 4 == 0:
            check_tree(ada, names(reader.send("Accessibility.getFullAXTree")))
        ada.answer()
        turns += 1
    ada.page.wait_for_selector(".end")
    assert len(told.lines()) == len(spoken(ada, "log"))
    assert ada.page.evaluate("() => window.lost") == []
    ada.leave()
