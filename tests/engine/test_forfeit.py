"""Resigning."""

import pytest

from games.engine import CallUno, CatchUno, Draw, Expire, Play, Remove, Resign
from games.engine.facts import Withdrawn
from games.engine.zones import DRAW, HAND
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])
LEAVING = pytest.mark.parametrize("leave", [Resign, Remove])
Leave = type[Resign | Remove]


@pytest.mark.rule("common.forfeit")
@GAMES
def test_the_player_who_resigns_on_turn_passes_it_on(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").resign(0)
    assert one.asked == (1, "turn")
    assert one.state.is_out(0)
    assert "common.forfeit" in one.cited


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
def test_the_last_one_left_wins(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").resign(0).resign(2)
    assert one.endings == [(1, "last")]
    assert one.state.result is not None
    assert one.state.prompts == ()


@pytest.mark.rule("common.forfeit")
def test_the_player_who_is_out_takes_no_more_part() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").resign(0)
    for move in (Play(0, "red-1"), Draw(0), CallUno(0), CatchUno(0, 1), Resign(0), Expire(0)):
        assert one.refusal(move) == "common.forfeit"
    assert one.may_besides(0) == []


@pytest.mark.rule("common.forfeit")
def test_the_player_who_is_out_is_out_of_later_rounds_too() -> None:
    one = table().hand(0, "red-1").hand(1, "blue-1").hand(2, "blue-2 blue-3").top("red-5")
    one.resign(2).play(0, "red-1")
    assert one.state.round == 2
    assert one.sizes() == [7, 7, 0]


@pytest.mark.rule("common.forfeit", "avengers.dealer")
def test_the_deal_passes_over_a_seat_that_is_out() -> None:
    one = table(seats=4).dealer(0).out(1).hand(0, "red-1").top("red-5").play(0, "red-1")
    assert one.state.dealer == 2


@pytest.mark.rule("common.forfeit")
def test_a_color_that_was_asked_for_is_not_named_and_the_turn_passes_on() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild").resign(0)
    assert one.of(Withdrawn) == [Withdrawn(0)]
    assert one.asked == (1, "turn")
    assert one.state.color == "red"


@pytest.mark.rule("common.forfeit")
def test_a_draw_four_hits_nobody_else_when_its_victim_resigns() -> None:
    one = table(seats=4).hand(0, "wild-draw-four red-2 red-3").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "blue").resign(1)
    assert one.asked == (2, "turn")
    assert one.sizes() == [2, 0, 5, 5]


@pytest.mark.rule("common.forfeit")
def test_a_resignation_elsewhere_leaves_a_challenge_open() -> None:
    one = table(seats=4).hand(0, "wild-draw-four red-2 red-3").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "blue").resign(3)
    assert one.asked == (1, "challenge")


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


@pytest.mark.rule("common.forfeit")
@GAMES
def test_a_draw_four_that_was_answered_stands_when_its_player_resigns(game: str) -> None:
    one = table(game, 4).hand(0, "wild-draw-four red-2 red-3").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "blue").choose(1, "no").resign(0)
    assert one.asked == (2, "turn")
    assert one.sizes() == [0, 9, 5, 5]


@pytest.mark.rule("common.forfeit")
def test_the_player_who_is_out_is_not_offered_to_a_cerebro() -> None:
    one = table("xmen", 4).hand(0, "wild-cerebro red-2 red-3").top("red-5")
    one.play(0, "wild-cerebro").resign(2)
    assert one.asked == (0, "player")
    assert one.prompt.options == ("1", "3")


@pytest.mark.rule("common.forfeit")
def test_a_cerebro_on_a_player_who_resigns_ends_with_the_color() -> None:
    one = table("xmen").hand(0, "wild-cerebro red-2 red-3").hand(1, "red-4 blue-4").top("red-5")
    one.play(0, "wild-cerebro").choose(0, "1", "4")
    assert one.asked == (1, "mode")
    one.resign(1)
    assert one.asked == (0, "color")
    assert one.choose(0, "blue").asked == (2, "turn")


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


@pytest.mark.rule("common.forfeit")
def test_a_drawn_card_goes_with_its_player() -> None:
    one = table().hand(0, "green-1 green-2").top("red-5").draw_pile("red-9").draw(0).resign(0)
    assert one.asked == (1, "turn")
    assert "red-9" in one.draws()[-3:]


@pytest.mark.rule("common.forfeit", "common.uno.catch")
def test_an_exposed_player_who_resigns_cannot_be_caught() -> None:
    one = table(seats=4).hand(0, "red-1 green-8").top("red-5").play(0, "red-1").resign(0)
    assert one.exposed_now() == []
    assert one.refusal(CatchUno(2, 0)) == "common.uno.catch"
