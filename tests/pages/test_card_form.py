"""The page of a card in a browser: the form, JSON, and what the card means."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from cards.language import plain_card
from cards.models import Card
from cards.services import shipped_editions
from tests.cards.makers import card, card_set
from tests.pages.conftest import Looking

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
    cards = [plain_card(one) for one in texts_of.values()]
    texts = [json.dumps(one) for one in cards]
    results = keeper.evaluate(THROUGH_THE_FORM, texts)
    for one, text, (kept, changed) in zip(cards, texts, results, strict=True):
        assert kept == text
        assert json.loads(changed) == one | {"name": "Other"}
    assert len(cards) >= 61


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
        "nothing chosen before this is called target", timeout=PATIENCE
    )
    page.locator(".studio-findings button", has_text="/effects/1").click()
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
    page.locator(TEXT).fill(typed)
    wrong = page.locator(".studio-result li")
    expect(wrong).to_contain_text("there is no effect drwa; did you mean draw?", timeout=PATIENCE)
    wrong.get_by_role("button", name="line 5, column 15").click()
    assert page.evaluate(f"document.querySelector('{TEXT}').selectionStart") == typed.index('{"eff')
    switch(page, "form")
    expect(page.locator(".studio-note")).to_contain_text("The form cannot show this text")
    assert page.locator(TEXT).input_value() == typed
    page.locator(TEXT).fill(typed.replace("drwa", "draw")[:-1])
    switch(page, "form")
    expect(page.locator(".studio-note")).to_contain_text("it is not JSON")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    cursor = page.evaluate(f"document.querySelector('{TEXT}').selectionStart")
    assert cursor == len(page.locator(TEXT).input_value())  # the last brace is missing
    expect(page.locator(".studio-lines pre")).to_have_text("1\n2\n3\n4\n5\n6")
    expect(page.locator(TEXT)).to_be_visible()


def test_the_page_of_a_card_speaks_french_and_fits_on_a_telephone(
    stored: Stored, keeper: Page, live_server: LiveServer
) -> None:
    page = keeper
    language = {"name": "django_language", "value": "fr-ca", "url": live_server.url}
    page.context.add_cookies([language])  # type: ignore[list-item]
    page.set_viewport_size({"width": 390, "height": 844})
    open_card(page, live_server, stored.cards["hulk-smash"])
    page.get_by_role("button", name="Ajouter : Effet").click()
    verbs = page.locator('[data-schemapath="root.effects.0"] select').first
    verbs.select_option("Brûler des cartes")
    expect(page.locator(".studio-form")).to_contain_text("Brûler des cartes du dessus")
    expect(page.locator(".studio-findings")).to_contain_text(
        "rien sur cette Carte blanche ne nomme la couleur", timeout=PATIENCE
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    unnamed = "[...document.querySelectorAll('.studio select, .studio input, .studio button')]"
    assert page.evaluate(f"{unnamed}.filter({NAMELESS}).length") == 0
