"""What an unsaved card means: texts, picture, findings in its set, places."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from cards.findings.json_positions import position_of, value_starts
from cards.language import indent_card
from cards.models import Card, CardSet
from tests.cards.makers import card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

ADDRESS = "/admin/cards/card/draft/"
ITEM = {"code": "own-burns", "name": "Burns", "kind": "item"}
BURN = {
    "ability": "trigger",
    "on": ["add"],
    "whose": "all",
    "do": [{"effect": "burn", "who": "all"}],
}
ADD = BURN | {"on": ["burn"], "do": [{"effect": "add", "who": "all"}]}


@pytest.fixture
def drafter(client: Client) -> Client:
    """A staff user who may change cards only."""
    user = User.objects.create(username="drafter", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="draft_card"))
    client.force_login(user)
    return client


def ask(client: Client, definition: object, stored: Card | None = None) -> dict[str, Any]:
    """Return what a definition means."""
    text = definition if isinstance(definition, str) else json.dumps(definition)
    data = {"definition": text, "card_set": CardSet.objects.get().pk}
    reply = client.post(ADDRESS, data | ({"card": stored.pk} if stored else {}))
    assert reply.status_code == 200
    meaning: dict[str, Any] = reply.json()
    return meaning


def test_a_draft_is_shown_in_words_and_as_a_picture(drafter: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    meaning = ask(drafter, indent_card(card("red-2", symbol="2", name="Two", name_fr="Deux")), mine)
    assert meaning["texts"]["en"] == "A number card: it is matched by its color or its number."
    assert meaning["texts"]["fr-CA"].startswith("Une carte numérotée")
    assert meaning["names"] == {"en": "Two", "fr-CA": "Deux"}
    assert ">Two</text>" in meaning["pictures"]["en"]
    assert ">Deux</text>" in meaning["pictures"]["fr-CA"]
    assert (meaning["findings"], meaning["card_set"]) == ([], "own")
    mine.refresh_from_db()
    assert mine.code == "red-1"


def test_findings_are_those_of_the_set_with_the_place_of_the_field(drafter: Client) -> None:
    card_set("own", [card(), card("own-adds", kind="item", abilities=[ADD])])
    definition = ITEM | {"abilities": [BURN], "hero": "wolverine"}
    meaning = ask(drafter, json.dumps(definition, indent=1))
    found = {one["code"]: one for one in meaning["findings"]}
    together = found["endless-together"]
    assert (together["places"]["fr-CA"], together["pointer"]) == ("Own-Adds › Capacités 1", None)
    assert "together with own-burns" in together["messages"]["en"]
    hero = found["unknown-hero"]
    assert (hero["pointer"], hero["position"]["line"]) == ("/hero", 20)
    assert hero["messages"]["fr-CA"] == "il n’y a pas de carte Personnage wolverine"


def test_a_card_takes_the_place_of_the_stored_one_under_a_new_code_too(drafter: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    assert ask(drafter, indent_card(card("red-one")), mine)["findings"] == []
    twice = ask(drafter, indent_card(card("red-1")))
    assert [one["code"] for one in twice["findings"]] == ["duplicate-code"]


@pytest.mark.parametrize(
    ("definition", "pointer", "line", "english", "french"),
    [
        (
            '{"code": "x", "name": "X",\n "kind": "item", "effects": [\n {"effect": "drwa"}]}',
            "/effects/0", 3,
            "there is no effect drwa; did you mean draw?",
            "il n’y a pas d’effet drwa; voulais-tu dire draw?",
        ),
        (
            '{"code": "x", "name": "X", "kind": "item",\n"effects": [{"effect":"burn","cuont":2}]}',
            "/effects/0/cuont", 2,
            "burn has no field cuont; did you mean count?",
            "burn n’a pas de champ cuont; voulais-tu dire count?",
        ),
        (
            '{"code": "x", "name": "X", "kind": "itm"}',
            "/kind", 1,
            "kind cannot be itm; did you mean item?",
            "kind ne peut pas être itm; voulais-tu dire item?",
        ),
        (
            '{"code": "x", "name": "X", "kind": "item", "points": "two"}',
            "/points", 1,
            "expected a whole number, got a text",
            "attendu\u00a0: un nombre entier; reçu\u00a0: un texte",
        ),
        (
            '{"code": "x"}', "", 1,
            "a card needs the field name",
            "il manque le champ name à une carte",
        ),
        ('{"code": "x",\n!}', "", 2, None, None),
        (
            '"a text"', "", 1,
            "expected an object, got a text",
            "attendu\u00a0: un objet; reçu\u00a0: un texte",
        ),
        ("[" * 100, "", 1, "nested more than 60 deep", "imbriqué à plus de 60 niveaux"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_card_is_refused_with_its_place_in_both_languages(
    drafter: Client, definition: str, pointer: str, line: int, english: str, french: str
) -> None:
    card_set("own", [card()])
    error = ask(drafter, definition)["error"]
    assert (error["pointer"], error["position"]["line"]) == (pointer, line)
    if english:
        assert error["messages"] == {"en": english, "fr-CA": french}


def test_without_a_set_only_the_card_is_looked_at(drafter: Client) -> None:
    reply = drafter.post(
        ADDRESS, {"definition": json.dumps(ITEM), "card_set": "x", "card": "9" * 30}
    )
    assert reply.json()["card_set"] is None


def test_only_staff_who_may_write_cards_can_ask(client: Client, drafter: Client) -> None:
    assert drafter.get(ADDRESS).status_code == 405
    User.objects.get().user_permissions.set([Permission.objects.get(codename="view_card")])
    assert drafter.post(ADDRESS, {"definition": "{}"}).status_code == 403
    client.logout()
    assert client.post(ADDRESS, {"definition": "{}"}).status_code == 302


def test_positions_count_as_browsers_do() -> None:
    text = '{"a~/b": "😀",\n "list": [1, {"x": []}]}'
    assert value_starts(text).keys() == {"", "/a~0~1b", "/list", "/list/0", "/list/1", "/list/1/x"}
    place = position_of(text, "/list/1/x/nothing")
    assert (place.line, place.column) == (2, 20)
    assert text.encode("utf-16-le")[2 * place.offset :].decode("utf-16-le") == "[]}]}"
