"""Two editors: a stale form is refused with who saved and when, and can be saved again."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from cards.language import indent_card
from cards.models import Card, CardSet, DeckCard
from tests.cards.box_examples import CARDS, DECKS
from tests.cards.form_fields import Fields
from tests.cards.makers import card, card_set, wild

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

NOT_SAVED = re.compile(r"Not saved: (\w+|the program) saved this on [A-Z][^:]+:[^:]+.m., after")

DRAW = {"effect": "draw", "who": "next", "count": 2}


class Editor:
    """A user in a browser of their own, on the page of one row."""

    def __init__(self, name: str, row: Card | CardSet, page: str = "change") -> None:
        user, _ = User.objects.get_or_create(username=name, is_staff=True, is_superuser=True)
        self.client = Client()
        self.client.force_login(user)
        self.path = reverse(f"admin:cards_{row._meta.model_name}_{page}", args=[row.pk])
        self.reply: Any = self.client.get(self.path)
        self.form = self.read()

    def read(self) -> dict[str, str]:
        return Fields(self.reply.content.decode()).found

    @property
    def text(self) -> str:
        return str(self.reply.content.decode())

    def save(self, **changes: str) -> HttpResponse:
        """Send the form that is open, with these changes."""
        self.form |= {"_save": "Save"} | changes
        self.reply = self.client.post(self.path, self.form)
        self.form = self.read()
        return self.reply  # type: ignore[no-any-return]

    def refused_by(self, **changes: str) -> str:
        """Save; return who saved before, so that the form is stale."""
        assert self.save(**changes).status_code == 200
        found = NOT_SAVED.search(self.text)
        assert found
        return found[1]


@pytest.fixture
def mine() -> Card:
    draw = card("own-wild", kind="wild", symbol="wild", effects=[{"effect": "choose_color"}, DRAW])
    return card_set("own", [draw]).cards.get()


@pytest.fixture
def both(mine: Card) -> Iterator[tuple[Editor, Editor]]:
    yield Editor("ann", mine), Editor("ben", mine)


def definition(mine: Card, **changes: Any) -> str:
    return json.dumps(json.loads(mine.definition) | changes)


MORE = [{"effect": "choose_color"}, DRAW | {"count": 3}]


def stored(mine: Card) -> dict[str, Any]:
    mine.refresh_from_db()
    return json.loads(mine.definition)  # type: ignore[no-any-return]


def test_one_editor_after_the_other_is_not_disturbed(mine: Card) -> None:
    assert Editor("ann", mine).save(position="3").status_code == 302
    assert Editor("ben", mine).save(copies="4").status_code == 302
    mine.refresh_from_db()
    assert (mine.position, mine.copies) == (3, 4)


def test_the_second_save_is_refused_and_nothing_typed_is_lost(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    assert ann.save(definition=definition(mine, name="Ann's"), copies="7").status_code == 302
    typed = definition(mine, name="Ben's", points=5)
    assert ben.refused_by(definition=typed, position="5") == "ann"
    assert stored(mine)["name"] == "Ann's" and (mine.copies, mine.position) == (7, 0)
    history = re.search(r'href="(/\S+)" target="_blank">History<', ben.text)
    assert history and "<ins>7</ins>" in ben.client.get(history[1]).content.decode()
    assert (ben.form["definition"], ben.form["position"]) == (typed, "5")


def test_it_can_be_saved_again_on_top_of_the_newest(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    assert ben.refused_by(definition=definition(mine, name="Ben's", points=5)) == "ann"
    assert ben.save().status_code == 302
    assert (stored(mine)["name"], stored(mine)["points"]) == ("Ben's", 5)
    assert [one.history_user.username for one in mine.history.all()[:2]] == ["ben", "ann"]
    assert "Ann's" in mine.history.all()[1].definition


def test_a_third_save_in_between_is_refused_again(both: tuple[Editor, Editor], mine: Card) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    assert ben.refused_by(definition=definition(mine, name="Ben's")) == "ann"
    Editor("cyd", mine).save(copies="9")
    assert ben.refused_by() == "cyd"
    assert ben.save().status_code == 302
    assert stored(mine)["name"] == "Ben's"


def test_a_stale_form_with_another_error_keeps_what_was_typed(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    assert ben.refused_by(definition="{broken") == "ann"
    assert ben.form["definition"] == "{broken" and "not JSON" in ben.text
    assert ben.save().status_code == 200
    assert stored(mine)["name"] == "Ann's"


@pytest.mark.parametrize("seen", ["", "x", "0.0", "9" * 40, "²"])
def test_a_form_without_a_version_is_refused(mine: Card, seen: str) -> None:
    ben = Editor("ben", mine)
    assert ben.refused_by(definition=definition(mine, name="Ben's"), seen=seen)
    assert stored(mine)["name"] != "Ben's"


def test_an_upgrade_counts_as_another_editor(mine: Card) -> None:
    from simple_history.utils import bulk_update_with_history

    ben, changed = Editor("ben", mine), definition(mine, effects=MORE)
    mine.definition = indent_card(wild())
    bulk_update_with_history([mine], Card, ["definition"])
    assert ben.refused_by(definition=changed) == "the program"
    assert ben.save().status_code == 302 and stored(mine)["effects"] == MORE


def test_a_set_is_guarded_too(mine: Card) -> None:
    draft = mine.card_set
    ann, ben = Editor("ann", draft), Editor("ben", draft)
    assert ann.save(name="Ann's", colors='["red"]').status_code == 302
    assert ben.refused_by(name_fr="De Ben") == "ann"
    assert ben.form["name_fr"] == "De Ben"
    draft.refresh_from_db()
    assert (draft.name, draft.name_fr, draft.colors) == ("Ann's", "", ["red"])
    assert ben.save(name="Ann's", colors='["red"]').status_code == 302
    draft.refresh_from_db()
    assert (draft.name, draft.name_fr, draft.colors) == ("Ann's", "De Ben", ["red"])


def test_a_stale_form_is_not_for_those_who_may_only_look(mine: Card) -> None:
    ben = Editor("ben", mine)
    Editor("ann", mine).save(copies="3")
    User.objects.filter(username="ben").update(is_superuser=False)
    assert ben.save(copies="4").status_code == 403


def test_a_row_that_is_gone_is_reported(mine: Card) -> None:
    ben = Editor("ben", mine)
    mine.delete()
    assert ben.save(copies="4").status_code == 302


# ---- decks


@pytest.fixture
def hulk() -> Card:
    draft = card_set("box", [*CARDS, card("red-2", symbol="2")], variant="ultimate")
    cards = {one.code: one for one in draft.cards.all()}
    for deck in DECKS:
        for one in deck.cards:
            DeckCard.objects.create(hero=cards[deck.hero], card=cards[one.card], copies=one.copies)
    return cards["hulk"]


def deck(hero: Card) -> dict[str, tuple[int, str]]:
    return {one.card.code: (one.copies, one.basis) for one in hero.deck.all()}


def field(hero: Card, code: str, part: str = "copies") -> str:
    """The name of a field of a card in the form of a deck."""
    return f"{part}-{hero.card_set.cards.get(code=code).pk}"


def deck_of(name: str, hero: Card) -> Editor:
    """A user on the page of a deck."""
    return Editor(name, hero, "deck")


def test_a_deck_is_guarded_as_a_whole(hulk: Card) -> None:
    assert deck(hulk) == {"red-1": (1, "sheet"), "smash": (2, "sheet")}
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    assert ann.save(**{field(hulk, "red-1"): "5"}).status_code == 302
    new = field(hulk, "red-2")
    changes = {field(hulk, "smash", "basis"): "ruling", new: "3", "new-basis": "guide"}
    assert ben.refused_by(**changes) == "ann"
    assert deck(hulk) == {"red-1": (5, "sheet"), "smash": (2, "sheet")}
    assert (ben.form[new], ben.form[field(hulk, "red-1")]) == ("3", "1")
    assert ben.save(**{field(hulk, "red-1"): "5"}).status_code == 302
    assert deck(hulk) == {"red-1": (5, "sheet"), "red-2": (3, "guide"), "smash": (2, "ruling")}


def test_a_wrong_number_in_a_conflict_is_not_lost(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    ann.save(**{field(hulk, "red-1"): "3"})
    assert ben.refused_by(**{field(hulk, "smash"): "many"}) == "ann"
    assert ben.form[field(hulk, "smash")] == "many"
    assert deck(hulk) == {"red-1": (3, "sheet"), "smash": (2, "sheet")}


def test_the_page_of_a_hero_and_that_of_the_deck_do_not_disturb_each_other(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), Editor("ben", hulk)
    assert ann.save(**{field(hulk, "red-1"): "5"}).status_code == 302
    assert ben.save(position="3").status_code == 302
    assert deck(hulk) == {"red-1": (5, "sheet"), "smash": (2, "sheet")}
