"""Copies of cards, heroes and sets, drafts of editions, and the place of a new card."""

import json
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from bots.studio.drafts.copies import CodeTaken, copy_card, copy_hero, copy_set
from cards.language import edition_hash, lint_edition, with_word
from cards.models import Card, CardSet, Edition
from cards.selectors import draft_text
from tests.cards.form_fields import Fields
from tests.cards.makers import ULTIMATE, card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]


@pytest.fixture
def hulk(admin: Client) -> Card:
    return Card.objects.get(card_set__code=ULTIMATE.code, code="hulk")


def body(client: Client, address: str, data: dict[str, Any] | None = None) -> str:
    reply = client.post(address, data, follow=True) if data else client.get(address)
    assert reply.status_code == 200
    return reply.content.decode()


def test_a_draft_of_an_edition_has_its_content(admin: Client) -> None:
    for at, edition in enumerate(Edition.objects.all()):
        text = edition.text()
        made = copy_set(text=text, code=f"copy-{at}", name="Copy", name_fr="Copie")
        again = draft_text(made)
        assert edition_hash(again) != edition.hash
        named = msgspec.structs.replace(again, code=text.code, name=text.name, name_fr=text.name_fr)
        assert edition_hash(named) == edition.hash
        assert made.cards.first().history.count() == 1  # type: ignore[union-attr]


def test_the_page_of_an_edition_makes_a_draft(admin: Client) -> None:
    edition = Edition.objects.get(code=ULTIMATE.code)
    address = reverse("admin:cards_edition_draft", args=[edition.pk])
    assert address in body(admin, reverse("admin:cards_edition_change", args=[edition.pk]))
    form = Fields(body(admin, address)).found
    assert form["name"] == "Ultimate Marvel (2023)"
    taken = body(admin, address, form | {"code": ULTIMATE.code})
    assert f"the code {ULTIMATE.code} already" in taken
    assert Fields(taken).found["code"] == ULTIMATE.code
    assert "Use lower-case letters" in body(admin, address, form | {"code": "No Good"})
    made = body(admin, address, form | {"code": "mine"})
    assert "Copied: mine." in made
    assert draft_text(CardSet.objects.get(code="mine")).cards == ULTIMATE.cards


def test_a_set_is_copied(admin: Client, hulk: Card) -> None:
    address = reverse("admin:cards_cardset_copy", args=[hulk.card_set_id])
    body(admin, address, {"code": "second", "name": "Second", "name_fr": ""})
    made = CardSet.objects.get(code="second")
    assert (made.name, made.loaded_hash) == ("Second", "")
    assert draft_text(made).decks == ULTIMATE.decks
    assert made.history.get().history_user.username == "keeper"


def test_a_card_is_copied_as_the_last_one(admin: Client, hulk: Card) -> None:
    smash = Card.objects.get(card_set=hulk.card_set, code="hulk-smash")
    address = reverse("admin:cards_card_copy", args=[smash.pk])
    form = {"card_set": hulk.card_set_id, "code": "hulk-crash", "name": "Crash", "name_fr": ""}
    assert "Copied: hulk-crash." in body(admin, address, form)
    made = hulk.card_set.cards.last()
    assert made is not None and made.code == "hulk-crash"
    expected = msgspec.structs.replace(smash.text(), code="hulk-crash", name="Crash")
    assert made.text() == expected
    assert "the code hulk-crash already" in body(admin, address, form)
    other = CardSet.objects.get(code="xmen")
    assert "Copied: hulk-crash." in body(admin, address, form | {"card_set": other.pk})
    assert hulk.card_set.cards.filter(code="hulk-crash").count() == 1


def test_a_hero_is_copied_with_cards_and_deck(admin: Client, hulk: Card) -> None:
    address = reverse("admin:cards_card_copy_hero", args=[hulk.pk])
    page = body(admin, address)
    assert "hulk-smash → …-smash" in page and "New name of Hulk Smash" in page
    form = Fields(page).found | {"code": "she-hulk"}
    refused = body(admin, address, form)
    assert refused.count("A card of this set has the name already.") == 12
    renamed = {key: f"New {one}" for key, one in form.items() if key.startswith("name")}
    form |= renamed | {"name": "She-Hulk", "name_fr": ""}
    assert "Copied: she-hulk and 12 own cards." in body(admin, address, form)
    text = draft_text(hulk.card_set)
    own = [one for one in text.cards if one.hero == "she-hulk"]
    assert len(own) == 12 and {one.code for one in own} >= {"she-hulk-smash", "she-hulk-rest"}
    mine, his = text.deck("she-hulk"), text.deck("hulk")
    assert mine is not None and his is not None and mine.size() == his.size() == 47
    assert {one.card for one in mine.cards} & {one.code for one in own}
    assert not {one.card for one in mine.cards} & {
        one.code for one in text.cards if one.hero == "hulk"
    }
    assert lint_edition(text) == lint_edition(ULTIMATE)
    assert text.deck("hulk") == ULTIMATE.deck("hulk")


def test_filters_that_name_the_cards_of_a_hero_follow(db: None) -> None:
    burn = {"effect": "burn_from_hand", "card": {"symbol": ["panther-claw", "7"]}, "count": 1}
    draft = card_set("own", [
        card("panther", kind="hero"),
        card("panther-claw", kind="wild", symbol="panther-claw", hero="panther",
             rule="card.panther-claw", effects=[{"effect": "choose_color"}, burn]),
        card("red-7", symbol="7"),
    ], variant="ultimate")  # fmt: skip
    hero = draft.cards.get(code="panther")
    target = card_set("other", [])
    hero.deck.create(card=draft.cards.get(code="panther-claw"), copies=4, basis="guide")
    hero.deck.create(card=draft.cards.get(code="red-7"), copies=2)
    made = copy_hero(hero=hero, card_set=target, code="lynx", names={"panther": ("Lynx", "")})
    claw = made.cards[0].text()
    assert (claw.code, claw.symbol, claw.hero, claw.rule) == (
        "lynx-claw", "lynx-claw", "lynx", "card.lynx-claw",
    )  # fmt: skip
    assert json.loads(made.cards[0].definition)["effects"][1]["card"]["symbol"] == [
        "lynx-claw", "7",
    ]  # fmt: skip
    assert made.missing == ["red-7"]
    assert [(row.card.code, row.copies, row.basis) for row in made.hero.deck.all()] == [
        ("lynx-claw", 4, "guide")
    ]


def test_a_copy_has_no_names_in_further_languages(db: None) -> None:
    own = with_word(with_word(card(), "name", "es-MX", "Uno"), "text", "es-MX", "Nada.")
    draft = card_set("own", [own])
    made = copy_card(
        card=draft.cards.get(), card_set=draft, code="red-2", name="Two", name_fr="Deux"
    )
    text = made.text()
    assert (text.name, text.name_fr) == ("Two", "Deux")
    assert text.texts == with_word(card(), "text", "es-MX", "Nada.").texts


def test_a_code_that_is_taken_changes_nothing(admin: Client, hulk: Card) -> None:
    before = Card.objects.count()
    with pytest.raises(CodeTaken):
        copy_hero(hero=hulk, card_set=hulk.card_set, code="shuri", names={})
    with pytest.raises(CodeTaken):
        copy_card(card=hulk, card_set=hulk.card_set, code="red-1", name="S", name_fr="")
    with pytest.raises(CodeTaken):
        copy_set(text=ULTIMATE, code="xmen", name="S", name_fr="")
    assert Card.objects.count() == before


# ---- the order


def codes_of(draft: CardSet) -> list[str]:
    return list(draft.cards.values_list("code", flat=True))


def test_a_new_card_is_the_last_one(admin: Client) -> None:
    draft = card_set("own", [card(), card("red-2")])
    address = reverse("admin:cards_card_add")
    assert 'name="position"' not in body(admin, address)
    definition = json.dumps({"code": "a", "name": "A", "kind": "item"})
    body(admin, address, {"card_set": draft.pk, "definition": definition, "copies": "1"})
    assert codes_of(draft) == ["red-1", "red-2", "a"]
