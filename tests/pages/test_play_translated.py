"""A browser that translates the page, as it offers to who speaks neither language."""

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

TRANSLATE = """() => {
  const isExempt = (node) => node.parentElement.closest("[translate]")?.translate === false
    || node.parentElement.closest("script, style, textarea, font");
  const wrap = (node) => {
    if (!node.isConnected || !node.data.trim() || isExempt(node)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const all = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return wrap(root);
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(wrap);
  };
  all(document.body);
  new MutationObserver((changes) => changes.forEach(
    ({ addedNodes }) => addedNodes.forEach(all))).observe(
    document.body, { childList: true, subtree: true });
}"""
"""Puts each text into elements of its own, now and when one comes, as Chromium does."""


def test_a_translated_page_shows_what_happens(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "beginner", "beginner")
    ada.open().wait_until_asked()
    ada.page.evaluate(TRANSLATE)
    expect(ada.page.locator("header font").first).to_be_attached()
    for _ in range(4):
        ada.answer()
        if not ada.wait_until_asked():
            break
        ada.check_screen()
    ada.leave()


def test_a_translated_lobby_shows_who_sits_down(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Bertil").sign_in()
    ada.page.goto(f"{ada.url}/play/")
    ada.page.evaluate(TRANSLATE)
    game = ben.deal("xmen", start=False, seats=[{"kind": "me"}, *[{"kind": "open"}] * 2])
    table = ada.page.locator(".tables li.panel", has_text="Bertil")
    expect(table).to_contain_text("Bertil")
    cleo = Person(chromium, playing.url, "Cleo").sign_in()
    cleo.join(game)
    expect(table).to_contain_text("Cleo")
    for one in (ada, ben, cleo):
        one.leave()
