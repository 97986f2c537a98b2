"""Each act on drafts is one entry of the history, and can be undone and redone."""

from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from bots.studio.drafts.copies import CodeTaken, copy_card, copy_hero, copy_set
from bots.studio.drafts.drafting import make_missing, save_deck
from bots.studio.drafts.undoing import DRAFTED, undo, values
from bots.studio.exchange.set_imports import SetImport, write_import
from bots.studio.exchange.word_edits import WordEdit, write_edits
from bots.studio.reviews import submit
from cards.draft_errors import ChangedSince, DraftFrozen
from cards.language import indent_card
from cards.models import Card, CardSet, DeckCard
from cards.models.draft_acts import one_act
from cards.selectors import draft_text
from tests.cards.box_examples import CARDS, DECKS
from tests.cards.makers import card, card_set, change_card

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]


@pytest.fixture
def box() -> CardSet:
    made = card_set("box", CARDS, variant="ultimate")
    cards = {one.code: one for one in made.cards.all()}
    for deck in DECKS:
        for one in deck.cards:
            DeckCard.objects.create(
                hero=cards[deck.hero], card=cards[one.card], copies=one.copies, basis=one.basis
            )
    return made


def stored() -> list[Any]:
    """Return all columns of all rows of drafts, with their keys."""
    return [list(map(values, model.objects.order_by("pk"))) for model in DRAFTED]


def last_act() -> UUID:
    records = [model.history.order_by("-history_date").first() for model in DRAFTED]
    found: UUID = max(filter(None, records), key=lambda one: one.history_date).act
    return found


def hulk(box: CardSet) -> Card:
    return box.cards.get(code="hulk")


def edit_card(box: CardSet) -> None:
    change_card(card=box.cards.get(code="red-1"), name="Crimson One", points=9)


def rename_card(box: CardSet) -> None:
    change_card(card=box.cards.get(code="red-1"), code="crimson-1")


def edit_set(box: CardSet) -> None:
    box.name, box.colors = "Other", ["red"]
    box.save()


def grid(box: CardSet) -> None:
    first, second, *_ = box.cards.exclude(kind="hero")
    save_deck(hero=hulk(box), entries={first.pk: (9, "sheet"), second.pk: (8, "ruling")})


def missing(box: CardSet) -> None:
    assert len(make_missing(card_set=box, symbols=("8", "skip"))) > 2


def words(box: CardSet) -> None:
    edits = [
        ("red-1", "name", "en", "Un"),
        ("hulk", "name", "fr-CA", "Vert"),
        ("", "name", "fr-CA", "Boîte"),
    ]
    text = {one.code: one for one in draft_text(box).cards}
    was = {"red-1": text["red-1"].name, "hulk": text["hulk"].name_fr, "": box.name_fr}
    write_edits(
        box, [WordEdit(code, field, tag, was[code], value) for code, field, tag, value in edits]
    )


def copy_of_card(box: CardSet) -> None:
    copy_card(card=hulk(box), card_set=box, code="gray-hulk", name="Gray", name_fr="Gris")


def copy_of_hero(box: CardSet) -> None:
    copy_hero(hero=hulk(box), card_set=box, code="gray", names={"hulk": ("Gray", "Gris")})


def copy_of_set(box: CardSet) -> None:
    copy_set(text=draft_text(box), code="box-2", name="Second box", name_fr="")


def replaced(box: CardSet) -> None:
    text = draft_text(box)
    first, *others = text.cards
    changed = msgspec.structs.replace(
        text, name="Imported", cards=(*others, card("blue-9", color="blue", symbol="9")),
        decks=tuple(
            msgspec.structs.replace(deck, cards=tuple(
                one for one in deck.cards if one.card != first.code))
            for deck in text.decks if deck.hero != first.code
        ),
    )  # fmt: skip
    write_import(SetImport(changed, "", text), replace=True)


def delete_card(box: CardSet) -> None:
    with one_act():
        box.cards.get(code="red-1").delete()


def delete_hero(box: CardSet) -> None:
    with one_act():
        hulk(box).delete()


def delete_set(box: CardSet) -> None:
    with one_act():
        box.delete()


ACTS = [
    edit_card, rename_card, edit_set, grid, missing, words, copy_of_card, copy_of_hero,
    copy_of_set, replaced, delete_card, delete_hero, delete_set,
]  # fmt: skip


@pytest.mark.parametrize("act", ACTS, ids=lambda one: one.__name__)
def test_an_act_is_undone_and_redone(act: Callable[[CardSet], None], box: CardSet) -> None:
    before = stored()
    act(box)
    after, made = stored(), last_act()
    assert after != before
    undo(made)
    assert stored() == before
    undo(last_act())
    assert stored() == after
    undo(last_act())
    assert stored() == before


def test_acts_are_undone_one_after_the_other(box: CardSet) -> None:
    states, acts = [stored()], []
    for act in (edit_card, missing, grid, copy_of_hero, delete_card):
        act(box)
        states.append(stored())
        acts.append(last_act())
    for made in reversed(acts):
        assert stored() == states.pop()
        undo(made)
    assert stored() == states.pop()


def refused(made: UUID, error: type[Exception] = ChangedSince) -> str:
    before = stored()
    with pytest.raises(error) as found:
        undo(made)
    assert stored() == before
    return str(found.value)


def test_a_row_that_has_changed_since_is_left(box: CardSet) -> None:
    grid(box)
    missing(box)
    made = last_act()
    late = box.cards.get(code="red-8")
    late._history_user = User.objects.create(username="ben")  # type: ignore[attr-defined]
    change_card(card=late, points=4)
    assert "ben changed Red 8 on " in refused(made)
    late.delete()
    assert "changed Red 8" in refused(made)


def test_what_others_have_built_on_is_not_taken_away(box: CardSet) -> None:
    copy_of_card(box)
    made = last_act()
    gray = box.cards.get(code="gray-hulk")
    DeckCard.objects.create(hero=gray, card=box.cards.get(code="red-1"))
    assert "Deck of Gray" in refused(made)
    copy_of_set(box)
    made = last_act()
    Card.objects.create(
        card_set=CardSet.objects.get(code="box-2"), definition=indent_card(card("red-99"))
    )
    assert "Red-99" in refused(made)


def test_what_a_row_belongs_to_must_be_there(box: CardSet) -> None:
    DeckCard.objects.filter(card__code="red-1").delete()
    entry = last_act()
    delete_card(box)
    deleted = last_act()
    assert "changed Red-1" in refused(entry)
    delete_set(box)
    assert "changed box" in refused(deleted)


def test_a_place_that_is_taken_again_stays_taken(box: CardSet) -> None:
    delete_card(box)
    deleted = last_act()
    Card.objects.create(card_set=box, definition=indent_card(card("red-1")))
    assert "red-1" in refused(deleted, CodeTaken)
    entry = DeckCard.objects.first()
    assert entry
    places = {"hero": entry.hero, "card": entry.card}
    entry.delete()
    removed = last_act()
    DeckCard.objects.create(**places)
    assert "Deck of Hulk" in refused(removed)
    delete_set(box)
    deleted = last_act()
    card_set("box", [])
    refused(deleted, CodeTaken)


def test_a_deck_of_what_is_no_hero_any_more_is_not_restored(box: CardSet) -> None:
    save_deck(hero=hulk(box), entries={})
    emptied = last_act()
    change_card(card=hulk(box), kind="event")
    assert "is not a Character card" in refused(emptied, ValidationError)


def test_a_frozen_draft_is_left(box: CardSet) -> None:
    edit_card(box)
    made = last_act()
    submit(card_set=box, by=User.objects.create(username="ann", is_superuser=True), reason="ready")
    assert "frozen" in refused(made, DraftFrozen)


def test_records_of_older_code_are_acts_alone(box: CardSet) -> None:
    """The database names their act, as that of rows from before the column."""
    from django.db import connection

    table, names = Card.history.model._meta.db_table, "id, code, kind, basis, position, copies"
    rest = f"{names}, definition, history_date, history_type, card_set_id"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({rest}) SELECT {rest} FROM {table}")
    acts = list(Card.history.values_list("act", flat=True))
    assert len(set(acts)) == len(acts) == 2 * box.cards.count()


# ---- the pages


def read(client: Client, address: str, tag: str = "en", **form: str) -> str:
    words = {"Accept-Language": tag}
    reply: Any = (
        client.post(address, form, follow=True, headers=words) if form
        else client.get(address, headers=words)
    )  # fmt: skip
    assert reply.status_code == 200
    return " ".join(unescape(reply.content.decode()).split())


def history(row: Card | CardSet) -> str:
    return reverse(f"admin:cards_{row._meta.model_name}_history", args=[row.pk])


def test_a_deleted_card_comes_back_with_its_decks(keeper: Client, box: CardSet) -> None:
    gone, before = box.cards.get(code="red-1"), stored()
    done = read(keeper, reverse("admin:cards_card_delete", args=[gone.pk]), post="yes")
    link = reverse("admin:cards_card_undo", args=[last_act()])
    assert f'href="{link}">Undo this' in done
    for address in (history(box), history(gone), reverse("admin:cards_card_changes")):
        shown = read(keeper, address)
        assert "<b>Card Red-1 deleted · 2 decks changed: " in shown, address
        assert f'href="{last_act()}/">Undo this' in shown
    page = f"{history(box)}{last_act()}/"
    shown = read(keeper, page)
    assert "Undo: Card Red-1 deleted" in shown and "Cards added (1)" in shown
    assert stored() != before
    done = read(keeper, page, post="yes")
    assert "Undone: Card Red-1 deleted" in done
    assert "<b>Undo: Card Red-1 deleted" in done and "<span>keeper</span>" in done
    assert stored() == before
    assert "Annuler : " in read(keeper, history(box), "fr-ca")


def test_cards_that_are_deleted_together_are_one_entry(keeper: Client, box: CardSet) -> None:
    before = stored()
    chosen = box.cards.exclude(kind="hero")
    form = {"action": "delete_selected", "_selected_action": [one.pk for one in chosen]}
    form |= {"post": "yes"}
    keeper.post(reverse("admin:cards_card_changelist"), form)
    shown = read(keeper, history(box))
    assert f"<b>{len(chosen)} cards deleted: " in shown
    read(keeper, f"{history(box)}{last_act()}/", post="yes")
    assert stored() == before


def test_the_page_says_who_changed_it_since(keeper: Client, box: CardSet) -> None:
    edit_card(box)
    made = last_act()
    change_card(card=box.cards.get(code="red-1"), points=1)
    page = f"{history(box)}{made}/"
    for shown in (read(keeper, page), read(keeper, page, post="yes")):
        assert "Nothing is undone: the program changed Crimson One on " in shown
        assert 'type="submit"> Undo' not in shown
    assert "Rien n’est annulé" in read(keeper, page, "fr-ca")


def test_only_who_may_draft_undoes(client: Client, box: CardSet) -> None:
    edit_card(box)
    made, user = last_act(), User.objects.create(username="tess", is_staff=True)
    client.force_login(user)
    page = f"{history(box)}{made}/"
    for codename, status in (("translate_card", 403), ("draft_card", 200)):
        user.user_permissions.set(Permission.objects.filter(codename=codename))
        assert client.get(page).status_code == client.post(page, follow=True).status_code == status
        assert ("Undo this" in read(client, history(box))) == (status == 200)
    copy_of_set(box)
    page = f"{history(box)}{last_act()}/"
    assert client.post(page).status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="delete_cardset"))
    assert client.post(page).status_code == 302
    assert client.get(f"{history(box)}{UUID(int=0)}/").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert strict.post(page).status_code == 403


def test_a_deck_of_many_changed_entries_is_listed(admin: Client) -> None:
    hero = Card.objects.get(card_set__code="ultimate-marvel-2023", code="hulk")
    entries = {one.card_id: (one.copies + 1, "ruling") for one in hero.deck.all()}
    save_deck(hero=hero, entries=entries)  # type: ignore[arg-type]
    shown = read(admin, f"{history(hero)}{last_act()}/")
    assert shown.count("<ins>") == len(entries) > 30
