"""Decks in the admin: displayed, edited and published without JSON."""

from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from cards.language import Deck, edition_hash
from cards.models import Card, CardSet, DeckCard, Edition
from cards.selectors import draft_text
from cards.services import load_cards
from tests.cards.makers import ULTIMATE

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

CODE = ULTIMATE.code
ROWS = "admin:cards_deckcard"


@pytest.fixture
def admin(client: Client) -> Client:
    load_cards()
    keeper = User(username="keeper", is_staff=True, is_superuser=True)
    keeper.set_unusable_password()
    keeper.save()
    client.force_login(keeper)
    return client


@pytest.fixture
def hulk(admin: Client) -> Card:
    return Card.objects.get(card_set__code=CODE, code="hulk")


def page(client: Client, name: str, *args: object, **query: Any) -> str:
    reply = client.get(reverse(name, args=args), query)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def save(client: Client, hero: Card, **changes: Any) -> str:
    """Send the form of a hero's page as it is, but for some fields."""
    shown = client.get(reverse("admin:cards_card_change", args=[hero.pk]))
    form = {"_save": "Save"}
    for one in (
        shown.context["adminform"].form,
        *(each for inline in shown.context["inline_admin_formsets"] for each in inline.formset),
        *(inline.formset.management_form for inline in shown.context["inline_admin_formsets"]),
    ):
        values = {one.add_prefix(name): one.get_initial_for_field(f, name) for name, f in
                  one.fields.items()}  # fmt: skip
        form |= {name: "" if value is None else str(value) for name, value in values.items()}
    reply = client.post(
        reverse("admin:cards_card_change", args=[hero.pk]), form | changes, follow=True
    )
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def deck(hero: str) -> Deck:
    found = draft_text(CardSet.objects.get(code=CODE)).deck(hero)
    assert found
    return found


def test_a_set_shows_its_heroes_and_how_much_is_guessed(admin: Client, hulk: Card) -> None:
    shown = page(admin, "admin:cards_cardset_change", hulk.card_set_id)
    assert f'/card/{hulk.pk}/change/">hulk</a>: 47 cards' in shown
    assert f'hero__id__exact={hulk.pk}&basis__exact=ruling">43 entries guessed' in shown
    assert "No findings." in shown
    sets = page(admin, "admin:cards_cardset_changelist")
    assert "224" in sets and str(4 * 43 + 36) in sets
    assert "No heroes." in page(
        admin, "admin:cards_cardset_change", CardSet.objects.get(code="xmen").pk
    )
    assert "decks" in page(admin, "admin:cards_cardset_add").lower()


def test_the_page_of_a_hero_has_the_deck(admin: Client, hulk: Card) -> None:
    shown = page(admin, "admin:cards_card_change", hulk.pk)
    assert shown.count(">gamma-charge</option>") == 44 + 1  # each row, and one to copy from
    assert ">rest</option>" not in shown
    other = Card.objects.get(card_set__code="xmen", code="red-5")
    assert "deck-TOTAL_FORMS" in shown
    assert "deck-TOTAL_FORMS" not in page(admin, "admin:cards_card_change", other.pk)
    red = Card.objects.get(card_set__code=CODE, code="red-5")
    assert "black-widow (1), captain-america (1), hulk (1)" in page(
        admin, "admin:cards_card_change", red.pk
    )
    assert "definition" in page(admin, "admin:cards_card_add")


def test_a_deck_is_mended_and_published(admin: Client, hulk: Card) -> None:
    shown = save(admin, hulk, **{"deck-0-copies": "2", "deck-0-basis": "sheet"})
    assert "was changed successfully" in shown
    first = deck("hulk").cards[0]
    assert (first.card, first.copies, first.basis) == ("red-1", 2, "sheet")
    row = DeckCard.objects.get(hero=hulk, card__code="red-1")
    assert [one.copies for one in row.history.all()] == [2, 1]
    form = {"then": "publish", "reason": "a test", "seen": edition_hash(draft_text(hulk.card_set))}
    admin.post(reverse("admin:cards_cardset_publish", args=[hulk.card_set_id]), form)
    made = Edition.objects.filter(code=CODE).first()
    assert made is not None and made.text().deck("hulk") == deck("hulk")


def test_a_card_is_put_into_a_deck_and_taken_out(admin: Client, hulk: Card) -> None:
    red = Card.objects.get(card_set__code=CODE, code="red-2")
    changes = {"deck-43-card": red.pk, "deck-43-copies": "1", "deck-43-basis": "guide"}
    save(admin, hulk, **changes, **{"deck-0-DELETE": "on"})
    codes = [one.card for one in deck("hulk").cards]
    assert codes[:3] == ["red-2", "red-3", "red-4"]
    assert deck("hulk").cards[0].basis == "guide"


def test_a_card_of_another_hero_is_saved_with_a_warning(admin: Client, hulk: Card) -> None:
    swipe = Card.objects.get(card_set__code=CODE, code="swipe")
    changes = {"deck-43-card": swipe.pk, "deck-43-copies": "1", "deck-43-basis": "sheet"}
    assert "swipe is a card of black-widow" in save(admin, hulk, **changes)


def test_a_card_twice_or_of_another_set_is_refused(admin: Client, hulk: Card) -> None:
    for other in ("red-1", Card.objects.get(card_set__code="xmen", code="red-1").pk):
        pk = Card.objects.get(card_set__code=CODE, code=other).pk if other == "red-1" else other
        changes = {"deck-43-card": pk, "deck-43-copies": "1", "deck-43-basis": "sheet"}
        assert "Please correct the error" in save(admin, hulk, **changes)
    assert deck("hulk") == ULTIMATE.deck("hulk")


def test_guessed_entries_are_found(admin: Client, hulk: Card) -> None:
    DeckCard.objects.exclude(hero=hulk, card__code="red-1").update(basis="sheet")
    shown = page(admin, f"{ROWS}_changelist", basis__exact="ruling")
    assert "1 × red-1 (hulk)" in shown and "red-3 (hulk)" not in shown
    only = page(admin, f"{ROWS}_changelist", card_set=CODE, hero__id__exact=hulk.pk)
    assert "2 × gamma-charge (hulk)" in only and "(shuri)" not in only
    cards = page(admin, "admin:cards_card_changelist", basis__exact="ruling", kind="wild")
    assert "wild-cerebro" in cards and "gamma-charge" not in cards
    assert "red-1" in page(admin, f"{ROWS}_history", DeckCard.objects.first().pk)  # type: ignore[union-attr]


def test_entries_are_confirmed_together(admin: Client, hulk: Card) -> None:
    mine = DeckCard.objects.filter(hero=hulk)
    form = {"action": "confirm", "_selected_action": [row.pk for row in mine]}
    reply = admin.post(reverse(f"{ROWS}_changelist"), form, follow=True)
    assert "43 confirmed" in reply.content.decode()
    assert set(mine.values_list("basis", flat=True)) == {"sheet"}
    assert all(row.history.count() == 2 for row in mine)


def test_the_danger_icon_is_mended(admin: Client) -> None:
    cards = Card.objects.filter(card_set__code=CODE, code__in=["red-3", "red-4"])

    def act(action: str) -> list[tuple[bool, str]]:
        form = {"action": action, "_selected_action": [one.pk for one in cards]}
        reply = admin.post(reverse("admin:cards_card_changelist"), form, follow=True)
        assert "2 changed" in reply.content.decode()
        return [(one.text().danger, one.basis) for one in cards.all()]

    assert act("add_icon") == [(True, "ruling")] * 2
    assert act("remove_icon") == [(False, "ruling")] * 2
    assert act("confirm") == [(False, "sheet")] * 2
    assert cards[0].history.count() == 4


def test_an_edition_shows_its_decks(admin: Client) -> None:
    made = Edition.objects.get(code=CODE)
    shown = page(admin, "admin:cards_edition_change", made.pk)
    assert "<summary>hulk: 47 cards</summary>" in shown
    assert "<li>2 × gamma-charge (ruling)</li>" in shown
