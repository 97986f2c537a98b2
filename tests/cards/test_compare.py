"""The differences of two editions and of two versions of a card."""

from typing import Any

import msgspec
import pytest

from cards.language import (
    CardDef,
    Deck,
    DeckCardDef,
    EditionDef,
    changed_words,
    compare,
    compare_cards,
)
from cards.services import shipped_editions
from tests.cards.makers import NAME_COLOR, ULTIMATE, card, edition, item, wild

BURN = {"effect": "burn", "count": 2}
DRAW = {"effect": "draw"}
SKIP = {"effect": "skip"}
TURN = {"ability": "trigger", "on": ["turn_start"], "do": [BURN]}


def members(before: CardDef, after: CardDef) -> list[tuple[str, str, Any, Any]]:
    return [tuple(one) for one in compare_cards(before, after)]


def deck(hero: str, **copies: int) -> Deck:
    entries = [
        DeckCardDef(card=code.replace("_", "-"), copies=count) for code, count in copies.items()
    ]
    return Deck(hero=hero, cards=tuple(entries))


@pytest.mark.parametrize("text", shipped_editions(), ids=lambda one: str(one.code))
def test_an_edition_does_not_differ_from_itself(text: EditionDef) -> None:
    found = compare(text, text)
    assert not found
    assert (found.changed, found.decks, found.members) == ((), (), ())


def test_a_number_in_an_effect_is_one_change_at_its_path() -> None:
    before, after = wild(BURN), wild(BURN | {"count": 3})
    assert members(before, after) == [("effects[1].count", "changed", 2, 3)]


def test_a_member_that_is_omitted_has_its_default() -> None:
    assert members(wild(DRAW), wild(DRAW | {"count": 2})) == [
        ("effects[1].count", "changed", 1, 2),
    ]


def test_an_effect_put_between_others_is_one_that_was_added() -> None:
    before, after = wild(BURN, SKIP), wild(DRAW, BURN, SKIP)
    assert members(before, after) == [("effects[1]", "added", None, DRAW)]
    assert members(after, before) == [("effects[1]", "removed", DRAW, None)]


def test_another_verb_is_a_removed_effect_and_an_added_one() -> None:
    assert members(wild(DRAW), wild(SKIP)) == [
        ("effects[1]", "removed", DRAW, None),
        ("effects[1]", "added", None, SKIP),
    ]


def test_effects_that_moved_and_changed_are_found_by_their_verb() -> None:
    before, after = wild(DRAW, BURN), wild(SKIP, BURN | {"count": 4})
    assert members(before, after) == [
        ("effects[1]", "removed", DRAW, None),
        ("effects[1]", "added", None, SKIP),
        ("effects[2].count", "changed", 2, 4),
    ]


def test_changes_inside_abilities_have_the_whole_path() -> None:
    other = TURN | {"on": ["turn_end"], "do": [BURN | {"who": "next"}, DRAW]}
    assert members(item(TURN), item(other)) == [
        ("abilities[0].on", "changed", ["turn_start"], ["turn_end"]),
        ("abilities[0].do[0].who", "changed", "self", "next"),
        ("abilities[0].do[1]", "added", None, DRAW),
    ]


def test_the_cost_of_an_enemy_may_become_one_of_several() -> None:
    red, blue = {"color": ["red"]}, {"color": ["blue"]}
    one, several = card("x", kind="enemy", defeat=red), card("x", kind="enemy", defeat=[red, blue])
    assert members(one, several) == [("defeat", "changed", red, [red, blue])]
    assert members(one, card("x", kind="enemy", defeat=blue)) == [
        ("defeat.color", "changed", ["red"], ["blue"]),
    ]


def test_names_and_icons_are_members_too() -> None:
    assert members(card(), card(name="One", name_fr="Un", danger=True)) == [
        ("name", "changed", "Red-1", "One"),
        ("name_fr", "changed", "", "Un"),
        ("danger", "changed", False, True),
    ]


def test_cards_are_added_removed_and_changed_by_code() -> None:
    found = compare(
        edition(card("red-1"), card("red-2", symbol="2"), wild(BURN)),
        edition(card("red-1"), card("red-3", symbol="3"), wild(DRAW)),
    )
    assert found
    assert [one.code for one in found.added] == ["red-3"]
    assert [one.code for one in found.removed] == ["red-2"]
    assert [one.code for one in found.changed] == ["own-wild"]
    assert [one.path for one in found.changed[0].members] == ["effects[1]", "effects[1]"]
    assert not found.renamed
    assert not found.is_reordered


def test_a_card_with_only_another_code_is_renamed_in_decks_too() -> None:
    before = edition(
        card("red-1", name="One"), card("own", kind="hero"), decks=(deck("own", red_1=2),)
    )
    after = edition(
        card("red-one", name="One"), card("mine", kind="hero", name="Own"),
        decks=(deck("mine", red_one=2),),
    )  # fmt: skip
    found = compare(before, after)
    assert [(one.before.code, one.code) for one in found.renamed] == [
        ("red-1", "red-one"), ("own", "mine"),
    ]  # fmt: skip
    assert not (found.added or found.removed or found.changed or found.decks)
    assert found.renamed[0].members[0].path == "code"


def test_equal_cards_are_renamed_one_by_one() -> None:
    twins = [card(code, name="Twin") for code in ("a", "b")]
    found = compare(edition(*twins), edition(card("c", name="Twin"), card("d", name="Other")))
    assert [(one.before.code, one.code) for one in found.renamed] == [("a", "c")]
    assert [one.code for one in (*found.removed, *found.added)] == ["b", "d"]


def test_copies_outside_decks_are_a_change_of_the_card() -> None:
    (found,) = compare(edition(card()), edition(card(), copies={"red-1": 4})).changed
    assert (found.members, found.copies_before, found.copies_after) == ((), 1, 4)


def test_copies_in_decks_are_changes_of_the_decks() -> None:
    cards = (card("red-1"), card("red-2", symbol="2"), card("red-3", symbol="3"))
    hero = card("own", kind="hero")
    before = edition(hero, *cards, decks=(deck("own", red_1=1, red_2=2),))
    guess = DeckCardDef(card="red-3", copies=1, basis="ruling")
    after = edition(
        hero, *cards, decks=(Deck(hero="own", cards=(*deck("own", red_1=3).cards, guess)),)
    )
    found = compare(before, after)
    assert not found.changed
    (one,) = found.decks
    assert (one.hero, one.size_before, one.size_after) == ("own", 3, 4)
    assert [(entry.card, entry.before, entry.after) for entry in one.entries] == [
        ("red-1", DeckCardDef(card="red-1"), DeckCardDef(card="red-1", copies=3)),
        ("red-3", None, guess),
        ("red-2", DeckCardDef(card="red-2", copies=2), None),
    ]


def test_a_new_hero_has_a_new_deck_even_if_it_is_empty() -> None:
    hero = card("own", kind="hero")
    found = compare(edition(), edition(hero, decks=(Deck(hero="own", cards=()),)))
    (one,) = found.decks
    assert (one.before, one.size_before, one.size_after, one.entries) == (None, 0, 0, ())
    (gone,) = compare(edition(hero, decks=(deck("own", red_1=1),)), edition()).decks
    assert (gone.after, gone.size_after, len(gone.entries)) == (None, 0, 1)


def test_the_members_of_an_edition() -> None:
    after = edition(
        code="other", name="Other", name_fr="Autre", variant="ultimate", colors=("red",)
    )
    found = compare(edition(), after)
    assert [tuple(one) for one in found.members] == [
        ("code", "changed", "own", "other"),
        ("name", "changed", "Own", "Other"),
        ("name_fr", "changed", "", "Autre"),
        ("variant", "changed", "xmen", "ultimate"),
        ("colors", "changed", ["red", "blue"], ["red"]),
    ]


def test_another_order_is_a_difference_and_a_new_card_between_is_not() -> None:
    one, two, three = (card(f"red-{n}", symbol=str(n)) for n in (1, 2, 3))
    assert compare(edition(one, two), edition(two, one)).is_reordered
    assert not compare(edition(one, two), edition(one, three, two)).is_reordered
    hero = card("own", kind="hero")
    decks = [deck("own", red_1=1, red_2=1), deck("own", red_2=1, red_1=1)]
    first, second = (edition(hero, one, two, decks=(deck,)) for deck in decks)
    found = compare(first, second)
    assert found.is_reordered
    assert found
    assert not found.decks


def test_every_member_of_a_shipped_card_is_compared() -> None:
    for one in ULTIMATE.cards:
        for field in msgspec.structs.fields(one):
            value = getattr(one, field.name)
            if isinstance(value, str) and field.name not in ("kind", "basis"):
                other = msgspec.structs.replace(one, **{field.name: f"{value}x"})
                assert members(one, other) == [(field.name, "changed", value, f"{value}x")]


def test_the_words_that_differ_are_marked() -> None:
    before, after = changed_words("Burn two cards, you're next.", "Burn three cards, you're out.")
    assert ["".join(one.text for one in parts) for parts in (before, after)] == [
        "Burn two cards, you're next.", "Burn three cards, you're out.",
    ]  # fmt: skip
    assert [one.text for one in before if one.differs] == ["two", "next"]
    assert [one.text for one in after if one.differs] == ["three", "out"]
    assert changed_words("", "Pioche l’as_1") == ([], [("Pioche l’as_1", True)])


def test_choosing_the_color_stays_where_it_is() -> None:
    both = [card("w", kind="wild", symbol="wild", effects=[NAME_COLOR] * n) for n in (2, 1)]
    assert members(*both) == [("effects[1]", "removed", NAME_COLOR, None)]
