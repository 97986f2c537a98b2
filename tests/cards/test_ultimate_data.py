"""The shipped Ultimate edition is the box that the sheet, the guide and the rulings describe."""

import pytest

from cards.language import CardDef, Deck, lint_edition
from tests.cards.makers import ULTIMATE

CARDS = {card.code: card for card in ULTIMATE.cards}
COLORS = ("red", "yellow", "green", "blue")
ACTIONS = ("draw-two", "reverse", "skip")
MISSING = {
    "black-widow": {"red": "48", "yellow": "159", "green": "26", "blue": "37"},
    "captain-america": {"red": "37", "yellow": "48", "green": "159", "blue": "26"},
    "hulk": {"red": "26", "yellow": "37", "green": "48", "blue": "159"},
    "shuri": {"red": "159", "yellow": "26", "green": "37", "blue": "48"},
}
"""The numbers that a deck does not have, by color."""
NAMES = {
    "black-widow": {
        "wild": "Hide in Plain Sight, Sabotage, Set a Trap, Swipe",
        "event": "Defy, Surveillance, Theft",
        "item": "Taser Baton, Gauntlets",
        "enemy": "Red Guardian, Taskmaster, Viper",
    },
    "captain-america": {
        "wild": "Final Justice, Justice Punch, Shield Slash, Super-Human Reflexes",
        "event": "Backlash, Charge!, Disrupt",
        "item": "Body Armor, Flash Bang",
        "enemy": "Crossbones, Madam Hydra, Red Skull",
    },
    "hulk": {
        "wild": "Gamma Charge, Hulk Smash, The Strongest!, Unstoppable",
        "event": "Bend and Break, Burnout, Rest",
        "item": "Hulk Pants, Rubble",
        "enemy": "Abomination, Maestro, Thunderbolt Ross",
    },
    "shuri": {
        "wild": "Silent Strike, Steadfast Resolve, Suit Up, Visionary",
        "event": "Leapfrog, Sidestep",
        "item": "Kinetic Claws, Kinetic Force Shield, Sonic Hand Cannons",
        "enemy": "Mikaboshi, Radioactive Man, Tetu",
    },
}
COSTS = {
    "red-guardian": "red",
    "taskmaster": "green yellow",
    "viper": "blue",
    "crossbones": "red",
    "madam-hydra": "green",
    "red-skull": "wild",
    "abomination": "green",
    "maestro": "green",
    "thunderbolt-ross": "blue red",
    "mikaboshi": "yellow",
    "radioactive-man": "green yellow",
    "tetu": "blue",
}


@pytest.fixture(params=sorted(MISSING))
def deck(request: pytest.FixtureRequest) -> Deck:
    found = ULTIMATE.deck(request.param)
    assert found
    return found


def of(hero: str, kind: str) -> list[CardDef]:
    return [card for card in ULTIMATE.cards if (card.hero, card.kind) == (hero, kind)]


def test_the_edition_is_named_as_the_others_are() -> None:
    assert (ULTIMATE.code, ULTIMATE.variant) == ("ultimate-marvel-2023", "ultimate")
    assert ULTIMATE.name == ULTIMATE.name_fr == "Ultimate Marvel (2023)"
    assert ULTIMATE.colors == COLORS


def test_the_box_holds_224_cards() -> None:
    assert sum(ULTIMATE.count(code) for code in CARDS) == 224
    assert len(CARDS) == len(ULTIMATE.cards) == 48 + 4 * 13
    assert ULTIMATE.copies == {}


def test_there_are_four_heroes_with_a_deck_each() -> None:
    heroes = [card.code for card in ULTIMATE.cards if card.kind == "hero"]
    assert heroes == [deck.hero for deck in ULTIMATE.decks] == list(MISSING)


def test_a_deck_has_47_cards(deck: Deck) -> None:
    kinds = dict.fromkeys(("number", "draw_two", "reverse", "skip", "wild"), 0)
    for one in deck.cards:
        kinds[CARDS[one.card].kind] += one.copies
    assert kinds == {"number": 27, "draw_two": 4, "reverse": 4, "skip": 4, "wild": 8}
    assert deck.size() == 47


def test_a_number_is_there_once_in_three_colors(deck: Deck) -> None:
    copies = {one.card: one.copies for one in deck.cards}
    for color in COLORS:
        missing = MISSING[deck.hero][color]
        expected = {f"{color}-{n}": 1 for n in "123456789" if n not in missing}
        expected |= {f"{color}-{action}": 1 for action in ACTIONS}
        assert {code: n for code, n in copies.items() if CARDS[code].color == color} == expected


def test_a_deck_has_two_of_each_wild_of_its_hero(deck: Deck) -> None:
    wilds = {one.card: one.copies for one in deck.cards if CARDS[one.card].kind == "wild"}
    assert wilds == {card.code: 2 for card in of(deck.hero, "wild")}
    assert len(wilds) == 4


def test_what_nobody_has_printed_is_marked_as_a_ruling(deck: Deck) -> None:
    assert {one.basis for one in deck.cards} == {"ruling"}
    assert {card.basis for card in ULTIMATE.cards if card.kind == "number"} == {"ruling"}
    assert {card.basis for card in ULTIMATE.cards if not card.color} == {"guide"}
    actions = [card for card in ULTIMATE.cards if card.color and card.kind != "number"]
    assert {card.basis for card in actions} == {"sheet"}


def test_a_deck_stands_in_the_order_of_the_cards(deck: Deck) -> None:
    places = [list(CARDS).index(one.card) for one in deck.cards]
    assert places == sorted(places)


def test_the_danger_icon_is_on_every_four_to_seven(deck: Deck) -> None:
    for card in ULTIMATE.cards:
        assert card.danger is (card.symbol in ("4", "5", "6", "7")), card.code
    icons = [CARDS[one.card].color for one in deck.cards if CARDS[one.card].danger]
    assert {color: icons.count(color) for color in COLORS} == dict.fromkeys(COLORS, 3)


@pytest.mark.parametrize("hero", sorted(NAMES))
def test_the_cards_of_a_hero(hero: str) -> None:
    for kind, names in NAMES[hero].items():
        assert ", ".join(card.name for card in of(hero, kind)) == names
    dangers = [card for kind in ("event", "item", "enemy") for card in of(hero, kind)]
    assert len(dangers) == 8
    assert {ULTIMATE.count(card.code) for card in dangers} == {1}
    assert (CARDS[hero].kind, CARDS[hero].hero, ULTIMATE.count(hero)) == ("hero", "", 1)


def test_color_cards_belong_to_no_hero_and_act_as_in_the_other_games() -> None:
    for color in COLORS:
        for number in "123456789":
            card = CARDS[f"{color}-{number}"]
            assert (card.kind, card.color, card.symbol) == ("number", color, number)
            assert not (card.hero or card.rule or card.effects or card.abilities)
        for action in ACTIONS:
            card = CARDS[f"{color}-{action}"]
            assert (card.color, card.symbol, card.hero) == (color, action, "")
            assert card.rule == f"common.{action}"


def test_the_cards_of_a_hero_are_ruled_by_their_codes() -> None:
    for card in ULTIMATE.cards:
        if not card.color:
            assert card.rule == ""
            assert card.code == card.name.lower().replace(" ", "-").rstrip("!")


def test_a_wild_is_matched_as_a_wild() -> None:
    assert {card.symbol for card in ULTIMATE.cards if card.kind == "wild"} == {"wild"}
    others = [card for card in ULTIMATE.cards if not card.color and card.kind != "wild"]
    assert {card.symbol for card in others} == {""}


def test_nothing_scores() -> None:
    assert {card.points for card in ULTIMATE.cards} == {0}


def test_what_defeats_each_enemy() -> None:
    costs = {}
    for card in ULTIMATE.cards:
        if card.defeat:
            costs[card.code] = " ".join((*card.defeat.color, *card.defeat.kind))
    assert costs == COSTS


def test_wilds_and_character_cards_have_foil_twins() -> None:
    five = ("common", "uncommon", "rare", "super_rare", "ultra_rare")
    for card in ULTIMATE.cards:
        assert card.foils == (five if card.kind in ("wild", "hero") else ())


def test_only_color_cards_have_french_names() -> None:
    assert all(bool(card.name_fr) is bool(card.color) for card in ULTIMATE.cards)
    assert CARDS["yellow-draw-two"].name_fr == "Carte +2 jaune"
    assert CARDS["green-reverse"].name_fr == "Inversion verte"
    assert CARDS["blue-5"].name_fr == "5 bleu"


def test_the_lint_finds_nothing() -> None:
    assert lint_edition(ULTIMATE) == []
