"""Decks in the admin: displayed, edited and published without JSON."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from cards.language import Deck, edition_hash, indent_card, lint_edition
from cards.models import Card, CardSet, DeckCard, Edition
from cards.selectors import draft_text
from tests.cards import makers
from tests.cards.form_fields import Fields
from tests.cards.makers import ULTIMATE, card

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

CODE = ULTIMATE.code


@pytest.fixture
def hulk(admin: Client) -> Card:
    return Card.objects.get(card_set__code=CODE, code="hulk")


def page(client: Client, name: str, *args: object, **query: Any) -> str:
    reply = client.get(reverse(name, args=args), query)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def deck_url(hero: Card) -> str:
    return reverse("admin:cards_card_deck", args=[hero.pk])


def form_of(client: Client, hero: Card) -> dict[str, str]:
    """Return the fields of the page of a deck."""
    return Fields(client.get(deck_url(hero)).content.decode()).found


def save(client: Client, hero: Card, *without: str, **changes: Any) -> str:
    """Send the form of a deck as it is, but for some fields."""
    form = form_of(client, hero) | {"_save": "1"}
    form = {name: value for name, value in form.items() if name not in ("make", *without)}
    reply = client.post(deck_url(hero), form | changes, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def copies(hero: Card, code: str) -> str:
    """Return the name of the field with the copies of a card."""
    return f"copies-{hero.card_set.cards.get(code=code).pk}"


def deck(hero: str) -> Deck:
    found = draft_text(CardSet.objects.get(code=CODE)).deck(hero)
    assert found
    return found


def test_a_set_shows_its_heroes_and_how_much_is_guessed(admin: Client, hulk: Card) -> None:
    shown = page(admin, "admin:cards_cardset_change", hulk.card_set_id)
    assert f'/card/{hulk.pk}/deck/">Hulk</a>: 47 cards' in shown
    assert "43 entries guessed" in shown
    assert "No findings." in shown
    sets = page(admin, "admin:cards_cardset_changelist")
    assert "224" in sets and str(4 * 43 + 36) in sets
    assert "No heroes." in page(
        admin, "admin:cards_cardset_change", CardSet.objects.get(code="xmen").pk
    )


def test_the_page_of_a_deck_is_a_grid(admin: Client, hulk: Card) -> None:
    shown = page(admin, "admin:cards_card_deck", hulk.pk)
    assert len(shown) < 120_000
    form = Fields(shown).found
    cells = [name for name in form if name.startswith("copies-")]
    assert len(cells) == 4 * 12 + 4
    assert form[copies(hulk, "red-1")] == "1" and form[copies(hulk, "gamma-charge")] == "2"
    assert form[copies(hulk, "red-2")] == "" and copies(hulk, "rest") not in form
    assert 'aria-label="Gamma Charge, gamma-charge: copies"' in shown
    assert ">Rest</a>" in shown
    assert "The deck of Hulk" in shown
    red = Card.objects.get(card_set__code=CODE, code="red-5")
    assert admin.get(deck_url(red)).status_code == 404
    assert f"/{red.pk}/deck/" not in page(admin, "admin:cards_card_change", red.pk)
    assert deck_url(hulk) in page(admin, "admin:cards_card_change", hulk.pk)
    linked = re.findall(r'/deck/">([^<]+)</a>', page(admin, "admin:cards_card_change", red.pk))
    assert linked == ["Black Widow (1)", "Captain America (1)", "Hulk (1)"]


def test_the_page_of_a_deck_asks_the_database_a_few_times(
    admin: Client, hulk: Card, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(25):
        admin.get(deck_url(hulk))


def test_the_totals_of_the_other_decks_stand_beside(admin: Client, hulk: Card) -> None:
    shown = page(admin, "admin:cards_card_deck", hulk.pk)
    assert 'data-others="47,47,47"' in shown and 'data-same="the others have {count}"' in shown


def test_a_deck_is_mended_and_published(admin: Client, hulk: Card) -> None:
    field = copies(hulk, "red-1")
    shown = save(admin, hulk, **{field: "2", field.replace("copies", "basis"): "sheet"})
    assert "The deck of Hulk is saved: 48 cards." in shown
    set_page = reverse("admin:cards_cardset_change", args=[hulk.card_set_id])
    assert f'Next: <a class="underline" href="{set_page}">The set {hulk.card_set}</a>' in shown
    first = deck("hulk").cards[0]
    assert (first.card, first.copies, first.basis) == ("red-1", 2, "sheet")
    row = DeckCard.objects.get(hero=hulk, card__code="red-1")
    assert [one.copies for one in row.history.all()] == [2, 1]
    changed, _ = row.history.all()
    assert (changed.history_user.username, changed.history_type) == ("keeper", "~")
    other = DeckCard.objects.get(hero=hulk, card__code="red-3")
    assert other.history.count() == 1
    makers.approve(hulk.card_set)
    form = {"then": "publish", "reason": "a test", "seen": edition_hash(draft_text(hulk.card_set))}
    admin.post(reverse("admin:cards_cardset_publish", args=[hulk.card_set_id]), form)
    published = Edition.objects.filter(code=CODE).first()
    assert published is not None and published.text().deck("hulk") == deck("hulk")


def test_a_card_is_put_into_a_deck_and_taken_out(admin: Client, hulk: Card) -> None:
    out = DeckCard.objects.get(hero=hulk, card__code="red-1")
    changes = {copies(hulk, "red-1"): "0", copies(hulk, "red-2"): "1", "new-basis": "guide"}
    save(admin, hulk, **changes)
    codes = [one.card for one in deck("hulk").cards]
    assert codes[:3] == ["red-2", "red-3", "red-4"]
    assert [one.basis for one in deck("hulk").cards[:2]] == ["guide", "ruling"]
    assert DeckCard.history.filter(id=out.pk).first().history_type == "-"
    entered = DeckCard.objects.get(hero=hulk, card__code="red-2").history.get()
    assert (entered.history_type, entered.history_user.username) == ("+", "keeper")


def test_a_card_of_another_hero_is_saved_with_a_warning(admin: Client, hulk: Card) -> None:
    name = copies(hulk, "swipe")
    assert "swipe is a card of black-widow" in save(admin, hulk, **{name: "1"})
    assert "Cards that do not belong in this deck" in page(admin, "admin:cards_card_deck", hulk.pk)
    save(admin, hulk, **{name: ""})
    assert deck("hulk") == ULTIMATE.deck("hulk")


@pytest.mark.parametrize("wrong", ["-1", "1.5", "two", "101", "²", "1000000000000"])
def test_a_wrong_number_saves_nothing_and_is_not_lost(
    admin: Client, hulk: Card, wrong: str
) -> None:
    red, blue = copies(hulk, "red-1"), copies(hulk, "blue-2")
    shown = save(admin, hulk, **{red: wrong, blue: "7"})
    assert "Nothing was saved. Correct the marked numbers: Red 1." in shown
    again = Fields(shown).found
    assert (again[red], again[blue]) == (wrong, "7")
    assert 'aria-invalid="true"' in shown and "A whole number from 0 to 100" in shown
    assert deck("hulk") == ULTIMATE.deck("hulk")


def test_a_card_of_another_set_or_a_false_source_is_refused(admin: Client, hulk: Card) -> None:
    stranger = Card.objects.get(card_set__code="xmen", code="red-1")
    assert "Nothing was saved" in save(admin, hulk, **{f"copies-{stranger.pk}": "1"})
    basis = copies(hulk, "red-1").replace("copies", "basis")
    assert "Nothing was saved" in save(admin, hulk, **{basis: "hearsay"})
    assert deck("hulk") == ULTIMATE.deck("hulk")


def test_the_colored_cards_of_another_deck_are_filled_in(admin: Client, hulk: Card) -> None:
    changes = {"_fill": "1", "like": "shuri", copies(hulk, "unstoppable"): "3"}
    shown = save(admin, hulk, "_save", **changes)
    found = Fields(shown).found
    like = {one.card: one.copies for one in ULTIMATE.deck("shuri").cards}  # type: ignore[union-attr]
    for color in ULTIMATE.colors:
        for number in range(1, 10):
            code = f"{color}-{number}"
            assert found[copies(hulk, code)] == str(like.get(code, ""))
    assert found[copies(hulk, "unstoppable")] == "3"
    assert "Filled in from the deck of Shuri. Not saved yet." in shown
    assert '<option value="shuri" selected>' in shown
    assert deck("hulk") == ULTIMATE.deck("hulk")


def test_the_cards_that_a_set_lacks_are_made(admin: Client, hulk: Card) -> None:
    draft = hulk.card_set
    draft.cards.filter(code__in=["red-3", "blue-skip"]).delete()
    before = {one.code: one for one in ULTIMATE.cards}
    shown = page(admin, "admin:cards_card_deck", hulk.pk)
    assert "Make the missing cards" in shown and "3: red-3" in shown
    changes = {"_make": "1", "make": ["3", "skip"], copies(hulk, "red-1"): "4"}
    shown = save(admin, hulk, "_save", **changes)
    assert "Made: Red 3, Blue Skip." in shown
    assert Fields(shown).found[copies(hulk, "red-1")] == "4"
    codes = [card.code for card in draft.cards.all()]
    assert codes.index("red-3") == codes.index("red-skip") + 1
    assert codes.index("black-widow") == codes.index("blue-skip") + 1
    skip = draft.cards.get(code="blue-skip").text()
    assert skip == msgspec.structs.replace(before["blue-skip"], basis="ruling")
    assert draft.cards.get(code="red-3").text() == before["red-3"]
    assert draft.cards.get(code="red-3").history.get().history_user.username == "keeper"
    assert "Nothing was made" in save(admin, hulk, "_save", _make="1")


def test_a_new_set_gets_all_colored_cards_at_once(admin: Client) -> None:
    draft = CardSet.objects.create(code="own", name="Own", variant="ultimate", colors=["blue"])
    hero = card("panther", kind="hero")
    panther = Card.objects.create(card_set=draft, definition=indent_card(hero))
    save(admin, panther, "_save", _make="1", make=["0", "9", "draw-two", "reverse"])
    made = {one.code: one.text() for one in draft.cards.all()}
    assert list(made) == ["blue-0", "blue-9", "blue-draw-two", "blue-reverse", "panther"]
    assert made["blue-9"].name_fr == "9 bleu" and made["blue-reverse"].name_fr == "Inversion bleue"
    save(admin, panther, **{copies(panther, "blue-9"): "47"})
    text = draft_text(draft)
    assert not [one for one in lint_edition(text) if one.path.startswith("$.cards[1]")]
    assert text.deck("panther") is not None


def test_who_may_only_look_cannot_save(admin: Client, hulk: Card) -> None:
    form = form_of(admin, hulk)
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_card"))
    admin.force_login(looker)
    assert "_save" not in unescape(admin.get(deck_url(hulk)).content.decode())
    assert admin.post(deck_url(hulk), form | {"_save": "1"}).status_code == 403
    looker.user_permissions.clear()
    assert admin.get(deck_url(hulk)).status_code == 403


def test_guessed_cards_are_found(admin: Client) -> None:
    cards = page(admin, "admin:cards_card_changelist", basis__exact="ruling", kind="wild")
    assert "wild-cerebro" in cards and "gamma-charge" not in cards


def test_an_edition_shows_its_decks(admin: Client) -> None:
    made = Edition.objects.get(code=CODE)
    shown = page(admin, "admin:cards_edition_change", made.pk)
    assert "<summary>Hulk: 47 cards</summary>" in shown
    assert "<li>2 × Gamma Charge (a ruling: a guess until it is checked)</li>" in shown


def test_an_edition_is_shown_in_the_language_of_the_page(admin: Client) -> None:
    address = reverse("admin:cards_edition_change", args=[Edition.objects.get(code=CODE).pk])
    shown = unescape(admin.get(address, headers={"Accept-Language": "fr-CA"}).content.decode())
    assert "× 1 rouge</summary>" in shown and "× Red 1<" not in shown
