"""The admin: drafts with their findings and words, publishing, editions to read."""

from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from cards.language import indent_card
from cards.models import Card, CardSet, Edition
from cards.selectors import latest_edition
from cards.services import load_cards
from tests.cards.makers import card, card_set, wild

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

SETS = "admin:cards_cardset"
CARDS = "admin:cards_card"
EDITIONS = "admin:cards_edition"


@pytest.fixture
def admin(client: Client) -> Client:
    keeper = User(username="keeper", is_staff=True, is_superuser=True)
    keeper.set_unusable_password()
    keeper.save()
    client.force_login(keeper)
    return client


@pytest.fixture
def loaded(db: None) -> None:
    load_cards()


def page(client: Client, name: str, *args: object) -> str:
    reply = client.get(reverse(name, args=args))
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def test_the_lists_and_the_empty_forms_open(admin: Client, loaded: None) -> None:
    assert "Avengers (2018)" in page(admin, f"{SETS}_changelist")
    assert "red-5" in page(admin, f"{CARDS}_changelist")
    assert latest_edition("xmen").hash[:12] in page(admin, f"{EDITIONS}_changelist")
    assert "Save the set" in page(admin, f"{SETS}_add")
    assert "definition" in page(admin, f"{CARDS}_add")


def test_a_set_shows_what_is_to_put_right(admin: Client, loaded: None) -> None:
    fine = CardSet.objects.get(code="xmen")
    assert "Nothing to put right." in page(admin, f"{SETS}_change", fine.pk)
    bad = card_set("bad", [wild({"effect": "choose_player"})])
    shown = page(admin, f"{SETS}_change", bad.pk)
    assert "<code>$.cards[0].effects[1]</code> unread: target is chosen" in shown
    assert "target est choisi, mais rien ne le lit" in shown


def test_a_card_shows_its_words_in_both_languages(admin: Client, loaded: None) -> None:
    mine = Card.objects.get(card_set__code="xmen", code="red-draw-two")
    shown = page(admin, f"{CARDS}_change", mine.pk)
    assert '<p lang="en">The next player draws two cards and loses their turn.</p>' in shown
    assert '<p lang="fr-CA">Le joueur suivant pige deux cartes et perd son tour.</p>' in shown


def save(client: Client, mine: Card, definition: str) -> str:
    form = {"card_set": mine.card_set_id, "definition": definition, "copies": 1, "position": 0}
    reply = client.post(reverse(f"{CARDS}_change", args=[mine.pk]), form, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def test_a_card_is_changed_and_its_history_kept(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    save(admin, mine, indent_card(card("red-2", symbol="2")))
    mine.refresh_from_db()
    assert mine.code == "red-2"
    assert mine.history.count() == 2
    assert "red-2" in page(admin, f"{CARDS}_history", mine.pk)


def test_a_wrong_definition_is_refused_with_its_path(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    shown = save(admin, mine, '{"code": "x", "name": "X", "kind": "wild", "effects": [{}]}')
    assert "$.effects[0]: an effect needs the field effect" in shown
    assert Card.objects.get().code == "red-1"


def test_a_senseless_definition_is_saved_with_a_warning(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    assert "target is chosen" in save(admin, mine, indent_card(wild({"effect": "choose_player"})))
    assert Card.objects.get().code == "own-wild"


def publish(client: Client, draft: CardSet) -> str:
    form = {"action": "publish", "_selected_action": [draft.pk]}
    reply = client.post(reverse(f"{SETS}_changelist"), form, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def test_a_draft_is_published(admin: Client) -> None:
    draft = card_set("own", [card()])
    shown = publish(admin, draft)
    made = Edition.objects.get()
    assert f"Published: {made}" in shown
    assert made.text().cards == (card(),)


def test_a_senseless_draft_is_not_published(admin: Client) -> None:
    draft = card_set("own", [wild({"effect": "choose_player"})])
    shown = publish(admin, draft)
    assert "own is not published." in shown
    assert "own-wild, effects[1]: target is chosen, but nothing reads it" in shown
    assert not Edition.objects.exists()


def test_publishing_needs_the_right_to_add_editions(client: Client) -> None:
    draft = card_set("own", [card()])
    helper = User.objects.create(username="helper", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="cards")
    helper.user_permissions.set(rights.filter(codename__endswith="_cardset"))
    client.force_login(helper)
    publish(client, draft)
    assert not Edition.objects.exists()
    helper.user_permissions.add(rights.get(codename="add_edition"))
    publish(client, draft)
    assert Edition.objects.exists()


def test_an_edition_is_read_only(admin: Client, loaded: None) -> None:
    made = latest_edition("avengers")
    shown = page(admin, f"{EDITIONS}_change", made.pk)
    assert "<summary>4 × Wild Infinity Gauntlet</summary>" in shown
    assert made.hash in shown
    assert 'name="_save"' not in shown
    path = reverse(f"{EDITIONS}_change", args=[made.pk])
    assert admin.post(path, {"name": "Other"}).status_code == 403
    assert admin.post(reverse(f"{EDITIONS}_delete", args=[made.pk])).status_code == 403
    assert admin.get(reverse(f"{EDITIONS}_add")).status_code == 403
