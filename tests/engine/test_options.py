"""The options of a game, read strictly."""

import pytest

from games.engine import (
    VARIANTS,
    OptionError,
    RulesetError,
    Setup,
    compile_ruleset,
    options_schema,
    read_options,
)
from tests.table import edition

AVENGERS, XMEN = VARIANTS["avengers"], VARIANTS["xmen"]


@pytest.mark.rule("avengers.win", "avengers.alternative")
def test_what_is_not_given_has_its_default() -> None:
    assert read_options(AVENGERS, {}, 3) == {
        "two_player_reverse": "skip",
        "draw_four": "challenge",
        "dealer": None,
        "scoring": "high",
        "target_score": 500,
        "rounds": None,
        "clock": None,
        "timeouts_out": 3,
        "uno_window": 0,
        "absence": "wait",
        "absent_seconds": 60,
    }


@pytest.mark.rule("xmen.score")
def test_x_men_plays_one_hand_by_default() -> None:
    read = read_options(XMEN, {}, 3)
    assert (read["target_score"], read["rounds"]) == (None, None)
    assert "scoring" not in read


@pytest.mark.rule("common.options")
@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("surprise", 1, "unknown_option"),
        ("draw_four", "maybe", "option_choice"),
        ("draw_four", 4, "option_type"),
        ("draw_four", None, "option_type"),
        ("dealer", 3, "option_range"),
        ("dealer", -1, "option_range"),
        ("dealer", "me", "option_type"),
        ("dealer", True, "option_type"),
        ("rounds", 0, "option_range"),
        ("rounds", 101, "option_range"),
        ("target_score", 0, "option_range"),
        ("target_score", 2.5, "option_type"),
        ("target_score", None, "endless_game"),
    ],
)
def test_a_wrong_option_is_refused_with_a_code(option: str, value: object, code: str) -> None:
    with pytest.raises(OptionError) as refused:
        read_options(AVENGERS, {option: value}, 3)
    assert (refused.value.option, refused.value.code) == (option, code)


def test_a_game_without_target_needs_rounds() -> None:
    assert read_options(AVENGERS, {"target_score": None, "rounds": 3}, 2)["target_score"] is None


def test_the_schema_reports_every_option() -> None:
    for variant in VARIANTS.values():
        schema = options_schema(variant)
        assert schema["unevaluatedProperties"] is False
        assert set(schema["properties"]) == {option.name for option in variant.options}
    properties = options_schema(AVENGERS)["properties"]
    assert properties["scoring"]["enum"] == ["high", "low"]
    assert properties["dealer"]["maximum"] == 9
    assert properties["target_score"]["default"] == 500
    assert properties["rounds"]["minimum"] == 1


@pytest.mark.parametrize(("cards", "variant"), [("avengers", "xmen"), ("avengers", "chess")])
def test_an_edition_is_played_by_its_own_variant_only(cards: str, variant: str) -> None:
    with pytest.raises(RulesetError):
        compile_ruleset(edition(cards), Setup(variant, "", 3, {}))


@pytest.mark.rule("avengers.deck", "xmen.deck")
def test_the_boxes_hold_112_cards() -> None:
    for name, own in (("avengers", "purple"), ("xmen", "yellow")):
        cards = edition(name)
        assert sum(cards.count(card.code) for card in cards.cards) == 112
        assert set(cards.colors) == {"red", "green", "blue", own}
        for color in cards.colors:
            copies = {c.symbol: cards.count(c.code) for c in cards.cards if c.color == color}
            assert copies == {"0": 1} | {str(n): 2 for n in range(1, 10)} | {
                "draw-two": 2,
                "reverse": 2,
                "skip": 2,
            }
        wilds = [cards.count(c.code) for c in cards.cards if c.kind == "wild"]
        assert wilds == [4, 4, 4]
