"""The page of a card in a browser: the form, JSON, and what the card means."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from cards.language import plain_card
from cards.models import Card
from cards.services import shipped_editions
from cards.vocabulary import VERBS
from tests.cards.makers import card, card_set
from tests.pages.conftest import Looking
from tests.sweeps import part_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
THROUGH_THE_FORM = """async (texts) => {
  const find = (selector) => document.querySelector(selector);
  const area = find(".studio-json textarea");
  const results = [];
  for (const text of texts) {
    find("[data-mode=json]").click();
    area.value = text;
    find("[data-mode=form]").click();
    await new Promise(requestAnimationFrame);
    const kept = find(".studio-form").hidden ? "not shown" : area.value;
    const name = find('.studio-form [data-schemapath="root.name"] input');
    name.value = "Other";
    name.dispatchEvent(new Event("change", { bubbles: true }));
    find("[data-mode=json]").click();
    results.push([kept, area.value]);
  }
  return results;
}"""
"""Put each text into the form, change the name there, and return the text before and after."""
NAMELESS = """(one) => one.offsetParent !== null && one.type !== "hidden"
  && !one.textContent.trim() && !one.ariaLabel && !(one.labels && one.labels.length)"""
"""Whether a control has no name for screen readers."""
TEXT = ".studio-json textarea"
"""The text area of the form, which holds what the editor displays."""
EDITOR = ".studio-json .cm-content"
CURSOR = """() => {
  const { anchorNode, anchorOffset } = getSelection();
  const range = document.createRange();
  range.setStart(document.querySelector(".studio-json .cm-content"), 0);
  range.setEnd(anchorNode, anchorOffset);
  const part = range.cloneContents();
  return [part.querySelectorAll(".cm-line").length, part.lastElementChild.textContent.length + 1];
}"""
"""The line and the column of the cursor in the editor, from 1."""


@dataclass(frozen=True)
class Stored:
    """A small set with a hero, Cards by code, and the session of a superuser."""

    session: str
    cards: dict[str, int]
    card_set: int


@pytest.fixture
def stored(transactional_db: None) -> Stored:
    """What is stored before the browser starts."""
    draft = card_set("own", [card(), card("hulk-smash", kind="wild", symbol="wild")])
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    ids = dict(Card.objects.values_list("code", "pk"))
    return Stored(client.cookies["sessionid"].value, ids, draft.pk)


@pytest.fixture
def keeper(
    stored: Stored, live_server: LiveServer, browser: BrowserContext, looking: Looking
) -> Page:
    """A page on which a superuser is logged in."""
    browser.add_cookies([{"name": "sessionid", "value": stored.session, "url": live_server.url}])
    page = looking.page
    page.set_default_timeout(PATIENCE)
    page.on("request", lambda one: looking.foreign(one.url, live_server.url))
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    return page


def open_card(page: Page, live_server: LiveServer, card_id: int) -> None:
    """Open the page of a stored card."""
    page.goto(f"{live_server.url}/admin/cards/card/{card_id}/change/")
    expect(page.locator(".studio-form")).to_be_visible(timeout=PATIENCE)


def switch(page: Page, mode: str) -> None:
    """Choose form or JSON."""
    page.locator(f"#studio [data-mode={mode}]").click()


def written(page: Page) -> dict[str, Any]:
    """Return the card in the text area."""
    value: dict[str, Any] = json.loads(page.locator(TEXT).input_value())
    return value


def test_every_shipped_definition_comes_back_from_the_form(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    open_card(keeper, live_server, stored.cards["hulk-smash"])
    every = [one for edition in shipped_editions() for one in edition.cards]
    texts_of = {(one.kind, one.effects, one.abilities, one.defeat): one for one in every}
    cards = part_of([plain_card(one) for one in texts_of.values()], 4)
    texts = [json.dumps(one) for one in cards]
    results = keeper.evaluate(THROUGH_THE_FORM, texts)
    for one, text, (kept, changed) in zip(cards, texts, results, strict=True):
        assert kept == text
        assert json.loads(changed) == one | {"name": "Other"}
    assert len(texts_of) >= 61


@pytest.mark.first
def test_an_effect_is_made_in_the_form_without_json(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    open_card(page, live_server, stored.cards["hulk-smash"])
    page.get_by_role("button", name="Add: Effect").click()
    page.locator('[data-schemapath="root.effects.0"] select').first.select_option("Choose a color")
    page.get_by_role("button", name="Add: Effect").press("Enter")
    second = page.locator('[data-schemapath="root.effects.1"]').first
    second.locator("select").first.select_option("Burn cards")
    second.locator('[data-schemapath="root.effects.1.who"] select:visible').select_option(
        label="the player chosen"
    )
    effects = [{"effect": "choose_color"}, {"effect": "burn", "who": "target", "count": 1}]
    expect(page.locator(".studio-findings")).to_contain_text(
        "nothing before this chooses “target”", timeout=PATIENCE
    )
    page.locator(".studio-findings button", has_text="Effects 2 › Who").click()
    assert page.evaluate("document.activeElement.closest('[data-schemapath]') !== null")
    page.get_by_role("button", name="Move up").last.click()
    switch(page, "json")
    assert written(page)["effects"] == effects[::-1]
    switch(page, "form")
    second.locator("select").first.select_option("Skip a turn")
    page.locator('[name="_continue"]').click()
    expect(page.locator(".studio-form")).to_be_visible(timeout=PATIENCE)
    switch(page, "json")
    assert written(page)["effects"] == [effects[1], {"effect": "skip", "who": "next"}]


def test_json_that_the_form_cannot_show_stays_as_typed(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    open_card(page, live_server, stored.cards["hulk-smash"])
    switch(page, "json")
    typed = (
        '{\n  "code": "x",\n  "name": "X",\n  "kind": "item",\n  "effects": [{"effect": "drwa"}]\n}'
    )
    page.locator(EDITOR).fill(typed)
    wrong = page.locator(".studio-result li")
    expect(wrong).to_contain_text("there is no effect drwa; did you mean draw?", timeout=PATIENCE)
    wrong.get_by_role("button", name="line 5, column 15").click()
    assert page.evaluate(CURSOR) == [5, 15]
    expect(page.locator(".studio-place")).to_have_text("line 5, column 16")  # it is selected
    switch(page, "form")
    expect(page.locator(".studio-note")).to_contain_text("The form cannot show this text")
    assert page.locator(TEXT).input_value() == typed
    page.locator(EDITOR).fill(typed.replace("drwa", "draw")[:-1])
    switch(page, "form")
    expect(page.locator(".studio-note")).to_contain_text("it is not JSON")
    expect(page.locator(EDITOR)).to_be_focused()
    assert page.evaluate(CURSOR) == [6, 1]  # the last brace is missing
    expect(page.locator(".cm-lineNumbers .cm-gutterElement:visible")).to_have_text([*"123456"])


def suggested(page: Page) -> Locator:
    """Return the entries of the list of suggestions."""
    return page.get_by_role("listbox").get_by_role("option")


def test_the_editor_completes_from_the_schema_by_keyboard(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    open_card(page, live_server, stored.cards["hulk-smash"])
    switch(page, "json")
    editor = page.get_by_role("textbox", name="Card, JSON")
    expect(editor).to_have_attribute("aria-autocomplete", "list")
    editor.fill("")
    editor.press("Control+Space")
    expect(suggested(page)).to_have_text(['{"code": "", "name": "", "kind": "number"}Card'])
    editor.press("Escape")
    expect(suggested(page)).to_have_count(0)
    editor.fill('{"code": "x", "name": "X", ')
    page.keyboard.type('"ki')
    expect(suggested(page).first).to_have_text("kindKind of card (required)")
    choose(page)
    expect(suggested(page).nth(4)).to_have_text("wildWild")
    page.keyboard.type("Wild")  # found by its word too
    expect(suggested(page)).to_have_text(["wildWild"])
    choose(page)
    page.keyboard.type(', "eff')
    expect(suggested(page).first).to_have_text("effectsEffects")
    choose(page)
    expect(suggested(page)).to_have_count(len(VERBS))
    choose(page, "ArrowDown")
    expect(editor).to_have_attribute("aria-activedescendant", re.compile("-1$"))
    expect(page.locator(".cm-completionInfo")).to_contain_text("Draw cards")
    choose(page)
    editor.press("ArrowLeft")
    page.keyboard.type(', "w')
    expect(suggested(page)).to_have_text(["whoWho"])
    choose(page)
    expect(suggested(page)).to_have_count(7)
    page.keyboard.type("the next")
    expect(suggested(page).first).to_have_text("nextthe next player")
    choose(page)
    expect(suggested(page)).to_have_count(0)
    editor.press("End")
    page.keyboard.type("}")
    editor.press("Tab")  # leaves the editor
    expect(editor).not_to_be_focused()
    effects = [{"effect": "draw", "who": "next"}]
    whole = {"code": "x", "name": "X", "kind": "wild", "effects": effects}
    assert json.loads(page.locator(TEXT).input_value()) == whole
    switch(page, "form")
    expect(page.locator('[data-schemapath="root.effects.0"]').first).to_be_visible()
    switch(page, "json")
    assert written(page) == whole


def choose(page: Page, key: str = "Enter") -> None:
    """Insert the selected suggestion. The list ignores keys for 75 ms after it was opened."""
    page.wait_for_timeout(100)
    page.keyboard.press(key)


PLACES = {
    '{"effects": [{"effect": "draw", "who": |}]}': "self next others all others_then_self target"
    " they",
    '{"effects": [{"effect": "may", "do": [{"effect": "grant", |}]}]}': "ability until uses"
    " remember",
    '{"effects": [{|}]}': "effect",
    '{"abilities": [{"ability": "|"}]}': "trigger replacement restriction suppression",
    '{"defeat": {"color": [|]}}': "red yellow green blue purple",
    '{"danger": t|}': "true",
    '{"texts": {"fr-CA": {|}}}': "name text written_for",
    '{"code": "x",\n "basis": |\n': "sheet guide ruling",
    '{"name": "|"}': "",
    '{"kind": "wild"|}': "",
    '{"points": 1|}': "",
}
"""Texts with the cursor, and what is suggested there."""


def test_suggestions_follow_the_place_in_french_by_touch(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    language = {"name": "django_language", "value": "fr-ca", "url": live_server.url}
    page.context.add_cookies([language])  # type: ignore[list-item]
    page.set_viewport_size({"width": 390, "height": 844})
    open_card(page, live_server, stored.cards["hulk-smash"])
    switch(page, "json")
    button = page.get_by_role("button", name="Suggestions", exact=True)
    for text, codes in PLACES.items():
        before, after = text.split("|")
        page.locator(EDITOR).fill(before + after)
        for _ in after:
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Escape")
        button.click()
        labels = page.get_by_role("listbox").locator(".cm-completionLabel")
        expect(labels).to_have_text(codes.split())
        if not codes:
            expect(page.locator(".studio-hint")).to_have_text("Aucune suggestion ici.")
    page.locator(EDITOR).fill('{"kind": ')
    button.click()
    expect(page.get_by_role("listbox")).to_contain_text("Carte blanche")
    box = page.get_by_role("listbox").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    page.get_by_role("option", name="Carte blanche").click()
    assert page.locator(TEXT).input_value() == '{"kind": "wild"'


def test_the_page_of_a_card_speaks_french_and_fits_on_a_telephone(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    language = {"name": "django_language", "value": "fr-ca", "url": live_server.url}
    page.context.add_cookies([language])  # type: ignore[list-item]
    page.set_viewport_size({"width": 390, "height": 844})
    open_card(page, live_server, stored.cards["hulk-smash"])
    page.get_by_role("button", name="Ajouter\u00a0: Effet").click()
    verbs = page.locator('[data-schemapath="root.effects.0"] select').first
    verbs.select_option("Brûler des cartes")
    expect(page.locator(".studio-form")).to_contain_text("Brûler des cartes du dessus")
    expect(page.locator(".studio-findings")).to_contain_text(
        "rien sur cette Carte blanche ne nomme la couleur", timeout=PATIENCE
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    unnamed = "[...document.querySelectorAll('.studio select, .studio input, .studio button')]"
    assert page.evaluate(f"{unnamed}.filter({NAMELESS}).length") == 0
