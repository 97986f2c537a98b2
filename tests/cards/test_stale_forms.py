"""Two editors: saving a stale form is refused, and both versions are shown."""

import json
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

DRAW = {"effect": "draw", "who": "next", "count": 2}


class Editor:
    """A user in a browser of their own, on the page of one row."""

    def __init__(self, name: str, row: Card | CardSet | DeckCard, page: str = "change") -> None:
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
        if self.reply.status_code == 200:
            assert "Please correct the error" not in self.text, self.text
        self.form = self.read()
        return self.reply  # type: ignore[no-any-return]

    def take(self, what: str, **sides: str) -> HttpResponse:
        """Choose on the page with both versions."""
        return self.save(_take=what, **{f"_take:{key}": side for key, side in sides.items()})


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
LESS = [{"effect": "choose_color"}]


def messages_of(editor: Editor) -> list[str]:
    """The messages that wait for a user about a merge."""
    shown = editor.client.get(editor.path).context["messages"]
    return [str(one) for one in shown if "after you opened it" in str(one)]


def stored(mine: Card) -> dict[str, Any]:
    mine.refresh_from_db()
    return json.loads(mine.definition)  # type: ignore[no-any-return]


def test_one_editor_after_the_other_is_not_disturbed(mine: Card) -> None:
    assert Editor("ann", mine).save(position="3").status_code == 302
    assert Editor("ben", mine).save(copies="4").status_code == 302
    mine.refresh_from_db()
    assert (mine.position, mine.copies) == (3, 4)


def test_the_second_save_is_refused_with_both_versions(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    assert ann.save(definition=definition(mine, effects=MORE)).status_code == 302
    changed = definition(mine, name="Challenge Day", effects=LESS)
    assert ben.save(definition=changed).status_code == 409
    assert stored(mine)["effects"] == MORE and stored(mine)["name"] != "Challenge Day"
    assert "Your changes are not saved." in ben.text and "ann saved this on" in ben.text
    assert "definition: effects" in ben.text and "definition: name" in ben.text
    assert "definition: code" not in ben.text
    assert "changed by you" in ben.text and "changed by both" in ben.text
    assert "_take:definition.effects" not in ben.form
    assert ben.form["_take:definition.name"] == "mine"


def test_what_each_of_them_changed_is_saved_together(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, effects=MORE), position="7")
    reply = ben.save(definition=definition(mine, name="Challenge Day"), copies="2")
    assert reply.status_code == 302
    assert messages_of(ben) == [
        "ann saved this after you opened it. You changed other parts, so both are kept: yours"
        " (definition: name, copies) and theirs (definition: effects, position)."
    ]
    told = stored(mine)
    assert (told["effects"], told["name"]) == (MORE, "Challenge Day")
    assert (mine.position, mine.copies) == (7, 2)
    assert [one.history_user.username for one in mine.history.all()[:2]] == ["ben", "ann"]


@pytest.mark.parametrize(("side", "name"), [("mine", "Ben's"), ("theirs", "Ann's")])
def test_either_version_can_be_had_whole(
    both: tuple[Editor, Editor], mine: Card, side: str, name: str
) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    ben.save(definition=definition(mine, name="Ben's", points=5))
    assert ben.take(side).status_code == 302
    assert stored(mine)["name"] == name
    assert stored(mine).get("points", 0) == (5 if side == "mine" else 0)
    assert "Ann" in str(mine.history.all()[1 if side == "mine" else 0].definition)


def test_what_both_changed_must_be_chosen(both: tuple[Editor, Editor], mine: Card) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's", name_fr="D'Ann"))
    ben.save(definition=definition(mine, name="Ben's"))
    assert "changed by both" in ben.text and "_take:definition.name" not in ben.form
    assert ben.take("chosen").status_code == 409
    assert stored(mine)["name"] == "Ann's"
    assert ben.take("chosen", **{"definition.name": "mine"}).status_code == 302
    assert (stored(mine)["name"], stored(mine)["name_fr"]) == ("Ben's", "D'Ann")


def test_a_third_save_in_between_is_refused_again(both: tuple[Editor, Editor], mine: Card) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    ben.save(definition=definition(mine, points=5, name="Ben's"))
    ben.form["_take:definition.name"] = "theirs"
    Editor("cyd", mine).save(copies="9")
    assert ben.take("chosen").status_code == 409
    assert "cyd saved this on" in ben.text
    assert ben.form["_take:copies"] == "theirs"
    ben.form["_take:definition.name"] = "theirs"
    assert ben.take("chosen").status_code == 302
    assert stored(mine)["points"] == 5 and (stored(mine)["name"], mine.copies) == ("Ann's", 9)


def test_two_who_did_the_same_are_no_conflict(both: tuple[Editor, Editor], mine: Card) -> None:
    for editor in both:
        assert editor.save(definition=definition(mine, name="Same")).status_code == 302
    assert stored(mine)["name"] == "Same"


def test_a_definition_that_is_no_json_is_compared_whole(
    both: tuple[Editor, Editor], mine: Card
) -> None:
    ann, ben = both
    ann.save(definition=definition(mine, name="Ann's"))
    assert ben.save(definition="{broken").status_code == 409
    assert "{broken" in ben.text and "definition: name" not in ben.text
    ben.form |= {"_save": "Save", "_take": "mine"}
    reply = ben.client.post(ben.path, ben.form)
    assert reply.status_code == 200 and "not JSON" in reply.content.decode()
    assert ben.take("theirs").status_code == 302
    assert stored(mine)["name"] == "Ann's"


@pytest.mark.parametrize("seen", ["", "x", "0.0", "9" * 40, "²"])
def test_a_form_without_a_version_is_refused(mine: Card, seen: str) -> None:
    ben = Editor("ben", mine)
    assert ben.save(definition=definition(mine, name="Ben's"), seen=seen).status_code == 409
    assert "changed by both" in ben.text
    assert stored(mine)["name"] != "Ben's"


def test_an_upgrade_counts_as_another_editor(mine: Card) -> None:
    from simple_history.utils import bulk_update_with_history

    ben, changed = Editor("ben", mine), definition(mine, effects=MORE)
    mine.definition = indent_card(wild())
    bulk_update_with_history([mine], Card, ["definition"])
    assert ben.save(definition=changed).status_code == 409
    assert "Another user saved this on" in ben.text
    cyd = Editor("cyd", mine)
    mine.definition = indent_card(wild(DRAW))
    bulk_update_with_history([mine], Card, ["definition"])
    assert cyd.save(copies="4").status_code == 302
    assert messages_of(cyd)[0].startswith("Another user saved this after you opened it.")
    assert mine.history.first().copies == 4 and stored(mine)["effects"][1] == DRAW


def test_a_set_is_guarded_too(mine: Card) -> None:
    draft = mine.card_set
    ann, ben = Editor("ann", draft), Editor("ben", draft)
    assert ann.save(name="Ann's", colors='["red"]').status_code == 302
    assert ben.save(name_fr="De Ben").status_code == 302
    assert "yours (name fr) and theirs (name, colors)" in messages_of(ben)[0]
    draft.refresh_from_db()
    assert (draft.name, draft.name_fr, draft.colors) == ("Ann's", "De Ben", ["red"])
    cyd = Editor("cyd", draft)
    ann = Editor("ann", draft)
    assert ann.save(name="Other").status_code == 302
    assert cyd.save(name="Third").status_code == 409


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


def test_a_deck_is_guarded_entry_by_entry(hulk: Card) -> None:
    assert deck(hulk) == {"red-1": (1, "sheet"), "smash": (2, "sheet")}
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    assert ann.save(**{field(hulk, "red-1"): "5"}).status_code == 302
    changes = {field(hulk, "smash", "basis"): "ruling", field(hulk, "red-1"): "4"}
    assert ben.save(**changes).status_code == 409
    assert deck(hulk) == {"red-1": (5, "sheet"), "smash": (2, "sheet")}
    assert "deck: red-1" in ben.text and "5 × (sheet)" in ben.text and "4 × (sheet)" in ben.text
    assert "ann saved this on" in ben.text
    red = field(hulk, "red-1").replace("copies-", "deck.")
    assert ben.take("chosen", **{red: "theirs"}).status_code == 302
    assert deck(hulk) == {"red-1": (5, "sheet"), "smash": (2, "ruling")}


def test_entries_put_in_and_taken_out_are_merged(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    assert ann.save(**{field(hulk, "smash"): "0"}).status_code == 302
    new = field(hulk, "red-2")
    assert ben.save(**{new: "3", "new-basis": "guide"}).status_code == 302
    assert "yours (deck: red-2) and theirs (deck: smash)" in messages_of(ben)[0]
    assert deck(hulk) == {"red-1": (1, "sheet"), "red-2": (3, "guide")}


def test_an_entry_that_another_put_in_can_be_refused(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    ann.save(**{field(hulk, "red-2"): "3", field(hulk, "smash"): "1"})
    assert ben.save(**{field(hulk, "smash"): ""}).status_code == 409
    assert ben.take("mine").status_code == 302
    assert deck(hulk) == {"red-1": (1, "sheet")}


def test_a_wrong_number_in_a_conflict_is_not_lost(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), deck_of("ben", hulk)
    ann.save(**{field(hulk, "red-1"): "3"})
    assert ben.save(**{field(hulk, "smash"): "many"}).status_code == 200
    assert ben.form[field(hulk, "smash")] == "many"
    assert deck(hulk) == {"red-1": (3, "sheet"), "smash": (2, "sheet")}


def test_the_page_of_a_hero_and_that_of_the_deck_do_not_disturb_each_other(hulk: Card) -> None:
    ann, ben = deck_of("ann", hulk), Editor("ben", hulk)
    assert ann.save(**{field(hulk, "red-1"): "5"}).status_code == 302
    assert ben.save(position="3").status_code == 302
    assert deck(hulk) == {"red-1": (5, "sheet"), "smash": (2, "sheet")}


def test_an_entry_saved_on_its_own_page_makes_the_deck_stale(hulk: Card) -> None:
    ben = deck_of("ben", hulk)
    entry = hulk.deck.get(card__code="red-1")
    ann, cyd = Editor("ann", entry), Editor("cyd", entry)
    assert ann.save(copies="4").status_code == 302
    assert cyd.save(basis="guide").status_code == 302
    assert ben.save(**{field(hulk, "red-1"): "1", field(hulk, "smash"): "1"}).status_code == 302
    assert deck(hulk) == {"red-1": (4, "guide"), "smash": (1, "sheet")}


def test_a_list_of_entries_saves_only_what_nobody_else_has_changed(hulk: Card) -> None:
    smash = hulk.deck.get(card__code="smash")
    ann, ben = Editor("ann", smash), Editor("ben", smash)
    ben.path = reverse("admin:cards_deckcard_changelist") + f"?hero__id__exact={hulk.pk}"
    ben.reply = ben.client.get(ben.path)
    ben.form = ben.read()
    rows = {ben.form[f"form-{at}-id"]: f"form-{at}-" for at in range(2)}
    mine, other = rows[str(hulk.deck.get(card__code="red-1").pk)], rows[str(smash.pk)]
    assert ann.save(copies="4").status_code == 302
    assert ben.save(**{f"{mine}copies": "3"}).status_code == 302
    assert deck(hulk) == {"red-1": (1, "sheet"), "smash": (4, "sheet")}
    shown = ben.client.get(ben.path)
    assert "Nothing was saved. Changed since you opened the list" in shown.content.decode()
    ben.reply = shown
    ben.form = ben.read()
    assert ben.form[f"{other}copies"] == "4"
    assert ben.save(**{f"{mine}copies": "3"}).status_code == 302
    assert deck(hulk) == {"red-1": (3, "sheet"), "smash": (4, "sheet")}
