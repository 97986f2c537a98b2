"""Drafts, editions, and publishing."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.utils.translation import override

from cards import selectors, services
from cards.append_only import AppendOnlyError
from cards.language import (
    CardError,
    decode_edition,
    edition_hash,
    encode_edition,
    indent_card,
)
from cards.models import Card, CardSet, DeckCard, Edition
from cards.services import NotPublishable, load_cards
from tests.cards.box_examples import CARDS, box, deck
from tests.cards.makers import card, card_set, edition, publish, wild

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_loading_publishes_the_shipped_editions_and_makes_their_drafts() -> None:
    loaded = load_cards()
    assert [(one.edition.code, one.published, one.draft) for one in loaded] == [
        ("avengers", True, "created"),
        ("ultimate-marvel-2023", True, "created"),
        ("xmen", True, "created"),
    ]
    assert CardSet.objects.get(code="xmen").cards.count() == 55


def test_loading_twice_changes_nothing() -> None:
    load_cards()
    before = list(Edition.objects.values()), list(Card.objects.values())
    assert [(one.published, one.draft) for one in load_cards()] == [(False, "unchanged")] * 3
    assert (list(Edition.objects.values()), list(Card.objects.values())) == before


def test_a_draft_that_an_editor_changed_is_left_alone() -> None:
    load_cards()
    mine = Card.objects.get(card_set__code="xmen", code="wild-cerebro")
    mine.copies = 2
    mine.save()
    assert [one.draft for one in load_cards()] == ["unchanged", "unchanged", "edited"]
    mine.refresh_from_db()
    assert mine.copies == 2


def test_a_draft_follows_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    first = edition(card(), card("red-2", symbol="2"), code="shipped")
    second = edition(card(points=1), card("red-3", symbol="3"), code="shipped")
    monkeypatch.setattr(services, "shipped_editions", lambda: [first])
    load_cards()
    monkeypatch.setattr(services, "shipped_editions", lambda: [second])
    (loaded,) = load_cards()
    assert (loaded.published, loaded.draft) == (True, "updated")
    assert selectors.draft_text(CardSet.objects.get(code="shipped")) == second
    assert Edition.objects.filter(code="shipped").count() == 2


def test_the_decks_of_a_draft_follow_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    first = box(decks=(deck("hulk", "red-1", "smash", smash=2), deck("shuri", "red-1")))
    second = box(
        card("red-9", symbol="9"),
        decks=(deck("hulk", "smash", "red-9"), deck("shuri", "red-1", **{"red-1": 3})),
    )
    monkeypatch.setattr(services, "shipped_editions", lambda: [first])
    load_cards()
    kept = DeckCard.objects.get(hero__code="shuri")
    monkeypatch.setattr(services, "shipped_editions", lambda: [second])
    assert [one.draft for one in load_cards()] == ["updated"]
    assert selectors.draft_text(CardSet.objects.get(code="own")) == second
    assert [one.copies for one in kept.history.all()] == [3, 1]
    gone = DeckCard.history.filter(card__code="red-1", hero__code="hulk")
    assert [one.history_type for one in gone] == ["-", "+"]
    assert [one.draft for one in load_cards()] == ["unchanged"]


def test_a_deck_that_an_editor_changed_is_left_alone() -> None:
    load_cards()
    mine = DeckCard.objects.filter(hero__code="hulk").first()
    assert mine and str(mine) == "1 × Red 1 (Hulk)"
    mine.copies = 2
    mine.save()
    assert [one.draft for one in load_cards()] == ["unchanged", "edited", "unchanged"]


def test_a_deck_is_of_a_hero_and_of_cards_of_the_same_set() -> None:
    one, other = card_set("one", CARDS), card_set("other", CARDS)
    hulk, red = one.cards.get(code="hulk"), one.cards.get(code="red-1")
    DeckCard(hero=hulk, card=red).full_clean()
    with pytest.raises(ValidationError, match="belongs to another set"):
        DeckCard(hero=hulk, card=other.cards.get(code="red-1")).full_clean()
    with pytest.raises(ValidationError, match="Red-1 is not a Character card"):
        DeckCard(hero=red, card=red).full_clean()
    with pytest.raises(ValidationError) as error:
        DeckCard().full_clean()
    assert set(error.value.message_dict) == {"hero", "card"}


def test_a_card_repeats_its_kind_and_basis() -> None:
    mine = card_set("own", [card(basis="ruling")]).cards.get()
    assert (mine.kind, mine.basis) == ("number", "ruling")
    mine.definition = indent_card(wild())
    mine.save()
    assert (mine.kind, mine.basis) == ("wild", "sheet")


def test_a_draft_is_published_once() -> None:
    draft = card_set("own", [card(), card("red-2", symbol="2")])
    made = publish(draft)
    assert made.hash == edition_hash(selectors.draft_text(draft))
    assert publish(draft) == made
    assert made.text() == selectors.draft_text(draft)


def test_copies_are_published() -> None:
    draft = card_set("own", [card()])
    draft.cards.update(copies=3)
    assert publish(draft).text().count("red-1") == 3


def test_what_the_lint_rejects_is_not_published() -> None:
    draft = card_set("own", [wild({"effect": "choose_player"})])
    with pytest.raises(NotPublishable, match="nothing reads it") as error:
        publish(draft)
    assert [one.path for one in error.value.findings] == ["$.cards[0].effects[1]"]
    assert not Edition.objects.exists()


@pytest.fixture
def published() -> Edition:
    return publish(card_set("own", [card()]))


def test_an_edition_never_changes(published: Edition) -> None:
    published.name = "Other"
    with pytest.raises(AppendOnlyError):
        published.save()
    with pytest.raises(AppendOnlyError):
        Edition.objects.update(name="Other")
    with pytest.raises(AppendOnlyError):
        Edition.objects.bulk_update([published], ["name"])
    with pytest.raises(AppendOnlyError):
        Edition.objects.bulk_create(
            [Edition(hash=published.hash)],
            update_conflicts=True,
            update_fields=["name"],
            unique_fields=["hash"],
        )
    with pytest.raises(AppendOnlyError):
        Edition.objects.update_or_create(hash=published.hash, defaults={"name": "Other"})
    assert Edition.objects.get().name == "own"


def test_an_edition_is_never_deleted(published: Edition) -> None:
    with pytest.raises(AppendOnlyError):
        published.delete()
    with pytest.raises(AppendOnlyError):
        Edition.objects.all().delete()
    assert Edition.objects.exists()


def test_a_hash_is_there_once(published: Edition) -> None:
    with pytest.raises(IntegrityError):
        Edition.objects.bulk_create([Edition(hash=published.hash, code="other")])


def test_selectors_find_editions(published: Edition) -> None:
    assert selectors.edition_by_hash(published.hash) == published
    assert selectors.current_edition("xmen") == published
    newer = publish(card_set("newer", [card(points=1)]))
    assert selectors.current_edition("xmen") == newer
    assert list(selectors.editions(variant="xmen")) == [newer, published]
    assert selectors.text_of(newer.hash) == newer.text()
    with pytest.raises(Edition.DoesNotExist):
        selectors.current_edition("chess")
    with pytest.raises(Edition.DoesNotExist):
        selectors.edition_by_hash("0" * 64)


def test_a_card_takes_its_code_from_its_definition() -> None:
    draft = card_set("own", [card()])
    mine = draft.cards.get()
    mine.definition = indent_card(card("red-9"))
    mine.save()
    assert Card.objects.get().code == "red-9"
    assert str(mine) == "Red-9"


def test_a_card_is_called_by_its_name_and_its_code_only_if_names_are_the_same() -> None:
    one = card("red-1", name="One", name_fr="Un")
    draft = card_set("own", [one, card("red-2", name="One"), card("red-3", name='A "B"')])
    card_set("other", [card(name='A "B"')])
    names = [str(mine) for mine in draft.cards.all()]
    assert names == ["One (red-1)", "One (red-2)", 'A "B"']
    with override("fr-ca"):
        assert str(draft.cards.get(code="red-1")) == "Un"
    assert str(Card(code="red-4", definition="{")) == "red-4"


def test_a_definition_that_is_none_is_refused() -> None:
    mine = Card(card_set=card_set("own", []), definition='{"code": "x", "colour": 1}')
    with pytest.raises(ValidationError, match="a card has no field colour") as error:
        mine.full_clean()
    assert set(error.value.message_dict) == {"definition"}
    with pytest.raises(CardError):
        mine.save()


def test_a_set_holds_a_code_once() -> None:
    draft = card_set("own", [card()])
    with pytest.raises(ValidationError, match="already has a card red-1"):
        Card(card_set=draft, definition=indent_card(card())).full_clean()
    draft.cards.get().full_clean()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"variant": "ultmate"}, "There is no variant ultmate: avengers, xmen, ultimate"),
        ({"name": "Evil \u202edrawkcab"}, "It holds U\\+202E"),
        ({"name_fr": "\x85"}, "It holds U\\+0085"),
        ({"name": "N" * 101}, "at most 100 characters"),
        ({"code": "a" * 41}, "at most 40 characters"),
        ({"code": "Own Set"}, "Use lower-case letters"),
        ({"colors": ["red", "pink"]}, "Give a list of colors: red, yellow, green, blue, purple"),
    ],
)
def test_a_set_is_named_for_a_known_variant(fields: dict[str, object], message: str) -> None:
    good = {"code": "own", "name": "Own", "variant": "xmen", "colors": ["red"]}
    CardSet(**good).full_clean()
    with pytest.raises(ValidationError, match=message):
        CardSet(**(good | fields)).full_clean()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "N" * 61}, "“Name” has 61 characters: 60 at most"),
        ({"name": "a\u2066b"}, "“Name” holds U\\+2066"),
        ({"code": "a" * 61}, "“Code” has 61 characters: 60 at most"),
    ],
)
def test_a_card_whose_names_cannot_be_printed_is_refused(
    fields: dict[str, str], message: str
) -> None:
    text = indent_card(card(**fields))
    with pytest.raises(ValidationError, match=message):
        Card(card_set=card_set("own", []), definition=text).full_clean()


@pytest.mark.parametrize("colors", ["red", ["red", "red"], ["red", ""], [1], [["red"]], None])
def test_colors_are_a_list_of_different_names(colors: object) -> None:
    made = CardSet(code="own", name="Own", variant="xmen", colors=colors)
    with pytest.raises(ValidationError):
        made.full_clean()


def test_drafts_have_a_history() -> None:
    draft = card_set("own", [card()])
    draft.name = "Mine"
    draft.save()
    assert [one.name for one in draft.history.all()] == ["Mine", "own"]
    assert str(draft) == "Mine"


def test_the_command_reports_what_it_did() -> None:
    out = StringIO()
    call_command("load_cards", stdout=out)
    call_command("load_cards", stdout=out)
    lines = out.getvalue().splitlines()
    assert all("published; made current; draft created" in line for line in lines[:3])
    assert all("already published; already current; draft unchanged" in line for line in lines[3:])


def test_the_shipped_cards_check_out() -> None:
    out = StringIO()
    call_command("check_cards", stdout=out)
    assert out.getvalue().count("112 cards") == 2
    assert out.getvalue().count("224 cards") == 1


def test_a_check_reports_what_is_wrong(tmp_path: Path) -> None:
    broken, senseless = tmp_path / "broken.json", tmp_path / "senseless.json"
    broken.write_text("{}")
    senseless.write_bytes(encode_edition(edition(wild({"effect": "choose_player"}))))
    assert decode_edition(senseless.read_bytes())
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match="3 findings"):
        call_command("check_cards", broken, senseless, tmp_path / "none", stdout=out, stderr=err)
    assert "$: an edition needs the field code" in err.getvalue()
    assert (
        "$.cards[0].effects[1]: “target” is chosen, but nothing reads it (unread)" in err.getvalue()
    )
