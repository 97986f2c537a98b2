"""The shipped editions are the decks that the sheets and the rulings describe."""

from collections import Counter

import pytest

from cards.language import CardDef, EditionDef, lint_edition
from cards.services import shipped_editions

EDITIONS = {edition.code: edition for edition in shipped_editions()}
COLORS = {
    "avengers": ("blue", "green", "red", "purple"),
    "xmen": ("red", "yellow", "green", "blue"),
}
WILDS = {
    "avengers": {"wild": 4, "wild-draw-four": 4, "wild-infinity-gauntlet": 4},
    "xmen": {"wild": 4, "wild-draw-four": 4, "wild-cerebro": 4},
}
CHARACTERS = ["Professor X", "Cyclops", "Jean Grey", "Wolverine", "Storm"]
CHARACTERS += ["Rogue", "Gambit", "Beast", "Jubilee", "Bishop"]


@pytest.fixture(params=sorted(COLORS))
def edition(request: pytest.FixtureRequest) -> EditionDef:
    return EDITIONS[request.param]


def box(edition: EditionDef) -> Counter[str]:
    return Counter({card.code: edition.count(card.code) for card in edition.cards})


def card(edition: EditionDef, code: str) -> CardDef:
    return next(one for one in edition.cards if one.code == code)


def test_both_classic_games_are_shipped() -> None:
    assert set(EDITIONS) >= {"avengers", "xmen"}


def test_a_box_holds_112_cards(edition: EditionDef) -> None:
    assert box(edition).total() == 112
    assert edition.variant == edition.code


def test_every_color_has_nineteen_numbers_and_six_actions(edition: EditionDef) -> None:
    assert edition.colors == COLORS[edition.code]
    for color in edition.colors:
        expected = {f"{color}-0": 1} | {f"{color}-{number}": 2 for number in range(1, 10)}
        expected |= {f"{color}-{action}": 2 for action in ("draw-two", "reverse", "skip")}
        assert {code: count for code, count in box(edition).items() if code in expected} == expected
        assert sum(1 for one in edition.cards if one.color == color) == len(expected)


def test_there_are_four_of_each_wild(edition: EditionDef) -> None:
    wilds = {one.code: edition.count(one.code) for one in edition.cards if one.kind == "wild"}
    assert wilds == WILDS[edition.code]


def test_points_are_face_value_twenty_and_fifty(edition: EditionDef) -> None:
    for one in edition.cards:
        worth = int(one.symbol) if one.kind == "number" else 50 if one.kind == "wild" else 20
        assert one.points == worth, one.code


def test_a_code_is_color_and_symbol(edition: EditionDef) -> None:
    for one in edition.cards:
        assert one.code == (f"{one.color}-{one.symbol}" if one.color else one.symbol)


def test_every_card_has_a_name_in_both_languages(edition: EditionDef) -> None:
    assert all(one.name and one.name_fr for one in edition.cards)
    red = {one.symbol: (one.name, one.name_fr) for one in edition.cards if one.color == "red"}
    assert red["5"] == ("Red 5", "5 rouge")
    assert red["draw-two"] == ("Red Draw Two", "Carte +2 rouge")
    assert red["reverse"] == ("Red Reverse", "Inversion rouge")
    assert card(edition, "blue-skip").name_fr == "Passer bleue"
    assert card(edition, "green-reverse").name_fr == "Inversion verte"
    assert card(edition, "wild").name_fr == "Carte blanche"


def test_named_wilds_keep_their_english_names() -> None:
    for code, name in (("avengers", "Wild Infinity Gauntlet"), ("xmen", "Wild Cerebro")):
        wild = EDITIONS[code].cards[-1]
        assert (wild.name, wild.name_fr) == (name, name)


def test_a_number_shows_the_same_x_man_in_every_color() -> None:
    for one in EDITIONS["xmen"].cards:
        if one.kind == "number":
            assert (one.character, one.basis) == (CHARACTERS[int(one.symbol)], "ruling")
        else:
            assert one.character == ""
    assert not any(one.character for one in EDITIONS["avengers"].cards)


def test_what_the_sheet_does_not_print_is_a_ruling() -> None:
    assert card(EDITIONS["xmen"], "wild-cerebro").basis == "ruling"
    assert {one.basis for one in EDITIONS["avengers"].cards} == {"sheet"}


def test_the_lint_finds_nothing(edition: EditionDef) -> None:
    assert lint_edition(edition) == []
