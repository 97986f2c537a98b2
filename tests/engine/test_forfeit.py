"""Resigning."""

import pytest

from games.engine import Remove, Resign
from games.engine.facts import Withdrawn
from games.engine.zones import DRAW, HAND
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])
LEAVING = pytest.mark.parametrize("leave", [Resign, Remove])
Leave = type[Resign | Remove]


@pytest.mark.rule("common.forfeit")
@GAMES
def test_anybody_may_resign_on_anybodys_turn(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5")
    assert all(Resign(seat) in one.may_besides(seat) for seat in range(3))
    one.resign(2)
    assert one.asked == (0, "turn")


@pytest.mark.rule("common.forfeit")
@GAMES
def test_the_cards_go_under_the_draw_pile(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").draw_pile("blue-1")
    pile = len(one.state.zones[DRAW])
    one.resign(0)
    assert one.state.zones[HAND[0]] == ()
    assert sorted(one.draws()[-2:]) == ["red-1", "red-2"]
    assert len(one.draws()) == pile + 2


@pytest.mark.rule("common.forfeit")
@GAMES
@LEAVING
def test_an_unanswered_draw_four_ends_with_its_player(game: str, leave: Leave) -> None:
    one = table(game, 4).hand(0, "wild-draw-four red-2 red-3").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "blue").move(leave(0))
    assert one.of(Withdrawn) == [Withdrawn(1)]
    assert one.asked == (1, "turn")
    assert one.sizes() == [0, 5, 5, 5]
    assert one.skipped_now() == []
    assert one.state.color == "blue"


@pytest.mark.rule("common.forfeit", "common.wild")
@GAMES
@LEAVING
def test_a_draw_four_without_a_color_ends_with_its_player(game: str, leave: Leave) -> None:
    one = table(game, 4).hand(0, "wild-draw-four red-2 red-3").top("red-5")
    one.play(0, "wild-draw-four").move(leave(0))
    assert one.asked == (1, "turn")
    assert one.sizes() == [0, 5, 5, 5]
    assert one.state.color == "red"


@pytest.mark.rule("common.wild", "avengers.start.wild")
def test_with_no_color_named_on_a_turned_up_wild_any_card_may_follow() -> None:
    one = table().turned_up("wild").resign(1)
    assert one.asked == (2, "turn")
    assert one.state.color == ""
    assert "common.wild" in one.cited
    assert one.may(2) == {*one.cards_of(2), "draw"}
    card = next(card for card in one.cards_of(2) if one.ruleset.color[card])
    assert one.play(2, card).state.color == one.ruleset.color[card]


@pytest.mark.rule("common.wild", "avengers.draw-four.legal")
@pytest.mark.parametrize("option", ["challenge", "strict"])
def test_with_no_color_in_play_a_draw_four_is_no_bluff(option: str) -> None:
    one = table("avengers", 4, draw_four=option).turned_up("wild").resign(1)
    hand = ("wild-draw-four", "wild", "red-1", "blue-1")
    one.state.zones["hand:2"] = hand
    one.play(2, "wild-draw-four").choose(2, "blue")
    if option == "challenge":
        one.choose(3, "yes")
        (legal,) = (one for one in one.rulings if one.rule == "avengers.draw-four.legal")
        assert legal.params == {"guilty": 0, "color": ""}
    assert len(one.cards_of(3)) == (13 if option == "challenge" else 11)
