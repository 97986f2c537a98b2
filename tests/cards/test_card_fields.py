"""The page of a card: its text in each language, and the next card like it."""

import json
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from cards.language import indent_card, is_stale, with_word, word_of
from cards.models import Card
from tests.cards.makers import FRENCH, card, card_set, wild

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

DRAW = {"effect": "draw", "who": "next", "count": 2}
ADD = "admin:cards_card_add"


@pytest.fixture
def editor(client: Client) -> Client:
    """The session of a user who may change cards."""
    client.force_login(User.objects.create_superuser("keeper"))
    return client


@pytest.fixture
def mine() -> Card:
    """A Wild that draws two, with an own English text that has a typo."""
    own = with_word(wild(DRAW), "text", "en", "Choose a colour. The next player draws tow cards.")
    return card_set("own", [card(), card("hulk", kind="hero"), own]).cards.get(code="own-wild")


def save(client: Client, mine: Card, **changes: object) -> Card:
    """Save the form of the page as it was opened, with these changes."""
    address = reverse("admin:cards_card_change", args=[mine.pk])
    opened = client.get(address).context["adminform"].form
    given = {name: opened[name].value() for name in opened.fields}
    reply = client.post(address, given | changes)
    assert reply.status_code == 302, reply.context["errors"]
    return Card.objects.get(pk=mine.pk)


def test_a_typo_is_corrected_on_the_card(editor: Client, mine: Card) -> None:
    right = "Choose a colour. The next player draws two cards."
    after = save(editor, mine, text_en=right).text()
    assert word_of(after, "text", "en") == right and not is_stale(after, "en")
    assert after == with_word(mine.text(), "text", "en", right)


def test_a_text_that_was_not_touched_stays_and_one_for_other_effects_is_stale(
    editor: Client, mine: Card
) -> None:
    assert save(editor, mine, copies=2).text() == mine.text()
    changed = json.loads(mine.definition)
    changed["effects"][1]["count"] = 3
    after = save(editor, mine, definition=json.dumps(changed)).text()
    assert word_of(after, "text", "en") == word_of(mine.text(), "text", "en")
    assert is_stale(after, "en")


def test_an_emptied_text_gives_way_to_the_made_one(editor: Client, mine: Card) -> None:
    assert save(editor, mine, text_en="").text().texts == {}


def test_both_languages_are_written_at_once(editor: Client, mine: Card) -> None:
    after = save(editor, mine, **{"text_en": "Draw two.", f"text_{FRENCH}": "Pige deux."}).text()
    assert [word_of(after, "text", one) for one in ("en", FRENCH)] == ["Draw two.", "Pige deux."]


def test_a_text_that_cannot_be_printed_is_refused_and_kept_in_the_form(
    editor: Client, mine: Card
) -> None:
    address = reverse("admin:cards_card_change", args=[mine.pk])
    opened = editor.get(address).context["adminform"].form
    given = {name: opened[name].value() for name in opened.fields}
    reply = editor.post(address, given | {"text_en": "Evil \u202eeno"})
    assert reply.status_code == 200 and "U+202E" in unescape(reply.content.decode())
    assert Card.objects.get(pk=mine.pk).definition == mine.definition


def test_the_preview_shows_the_texts_as_typed_and_what_contradicts_the_effects(
    editor: Client, mine: Card
) -> None:
    data: dict[str, Any] = {"definition": mine.definition, "card_set": mine.card_set_id}
    typed = {"card": mine.pk, "text_en": "Choose a colour. Burn nine cards."}
    shown = editor.post(reverse("admin:cards_card_draft"), data | typed).json()
    assert shown["texts"]["en"] == "Choose a colour. Burn nine cards."
    assert shown["made"]["en"] == "Choose the color in play. The next player draws two cards."
    codes = [one["code"] for one in shown["warnings"]]
    assert "text-adds" in codes and "text-lacks" in codes
    (adds,) = [one for one in shown["warnings"] if one["code"] == "text-adds"]
    assert adds["messages"]["en"] == (
        "the text in English says “nine / burn”, and the effects do not"
    )


def test_the_next_card_begins_as_the_one_that_was_saved(editor: Client, mine: Card) -> None:
    definition = indent_card(card("smash", kind="event", hero="hulk", effects=[DRAW]))
    given = {"card_set": mine.card_set_id, "definition": definition, "copies": 1}
    reply: HttpResponse = editor.post(reverse(ADD), given | {"_addanother": "1"})
    opened = editor.get(reply["Location"]).context["adminform"].form
    assert opened["card_set"].value() == str(mine.card_set_id)
    assert json.loads(opened["definition"].value()) == {
        "code": "", "name": "", "kind": "event", "hero": "hulk",
    }  # fmt: skip


def test_after_a_hero_the_next_card_is_a_wild_of_theirs(editor: Client, mine: Card) -> None:
    definition = indent_card(card("wasp", kind="hero"))
    given = {"card_set": mine.card_set_id, "definition": definition, "copies": 1}
    reply: HttpResponse = editor.post(reverse(ADD), given | {"_addanother": "1"})
    assert reply["Location"].endswith(f"card_set={mine.card_set_id}&kind=wild&hero=wasp")


def test_the_page_of_a_card_leads_to_the_deck_of_its_hero(editor: Client, mine: Card) -> None:
    hulk = mine.card_set.cards.get(code="hulk")
    definition = indent_card(card("smash", kind="event", hero="hulk", effects=[DRAW]))
    smash = Card.objects.create(
        card_set=mine.card_set, code="smash", definition=definition, copies=1, position=99
    )
    page = editor.get(reverse("admin:cards_card_change", args=[smash.pk])).content.decode()
    assert f'{reverse("admin:cards_card_deck", args=[hulk.pk])}">Hulk (0)</a>' in page


def test_a_card_of_the_gallery_keeps_what_was_searched(editor: Client, mine: Card) -> None:
    page = editor.get(reverse("admin:cards_card_changelist"), {"q": mine.code}).content.decode()
    found = f"{reverse('admin:cards_card_change', args=[mine.pk])}?_changelist_filters=q%3D"
    assert found + mine.code in page


def test_the_page_lists_the_heroes_of_each_set_and_leads_to_its_words(
    editor: Client, mine: Card
) -> None:
    page = editor.get(reverse("admin:cards_card_change", args=[mine.pk]))
    listed = page.content.decode().partition('id="studio-heroes-of-sets"')[2]
    heroes = listed.partition(">")[2].partition("<")[0]
    assert json.loads(heroes) == {str(mine.card_set_id): [["hulk", "Hulk"]]}
    reply = editor.get(reverse("admin:cards_card_words", args=[mine.pk]))
    assert reply["Location"].endswith(f"/cardset/{mine.card_set_id}/words/?card=own-wild")
