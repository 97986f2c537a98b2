"""When the draw pile runs out."""

import pytest

from games.engine.facts import CardsMoved, Shuffled
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.reshuffle")
@GAMES
def test_a_pile_that_runs_out_in_the_middle_of_a_draw_is_rebuilt(game: str) -> None:
    one = table(game).hand(0, "red-draw-two red-1 red-2").hand(1, "blue-1").top("red-5")
    one.draw_pile("green-1", size=1).play(0, "red-draw-two")
    assert len(one.cards_of(1)) == 3
    assert "green-1" in one.cards_of(1)
    assert one.pile() == ("red-draw-two",)
    assert len(one.of(Shuffled)) == 1
    assert "common.reshuffle" in one.cited


@pytest.mark.rule("common.reshuffle")
@GAMES
def test_the_top_of_the_discard_pile_stays(game: str) -> None:
    one = table(game, 2).hand(0, "red-draw-two red-1 red-2").hand(1, "rest").top("red-5")
    one.draw_pile(size=0).play(0, "red-draw-two")
    assert one.pile() == ("red-draw-two",)
    assert "red-5" in one.cards_of(1)


@pytest.mark.rule("common.reshuffle")
def test_with_nothing_left_a_player_draws_as_many_as_there_are() -> None:
    one = table(seats=2).hand(0, "wild-draw-four green-1 green-2").hand(1, "rest").top("red-5")
    one.draw_pile("red-9", size=1)
    before = len(one.cards_of(1))
    one.play(0, "wild-draw-four").choose(0, "red").choose(1, "no")
    assert len(one.cards_of(1)) == before + 2
    assert one.draws() == ()
    assert one.state.current == 0


@pytest.mark.rule("common.reshuffle")
def test_the_pile_rebuilt_is_drawn_in_its_new_order() -> None:
    one = table().hand(0, "red-draw-two red-1 red-2").hand(1, "blue-1").top("red-5")
    one.draw_pile(size=0).play(0, "red-draw-two")
    order = one.of(Shuffled)[0].order
    drawn = next(fact for fact in one.of(CardsMoved) if fact.verb == "draw")
    assert drawn.cards == order[:-3:-1]


@pytest.mark.rule("common.reshuffle")
def test_without_a_draw_nothing_is_shuffled() -> None:
    one = table().hand(0, "red-1 red-2 red-3").top("red-5").draw_pile(size=0).play(0, "red-1")
    assert one.of(Shuffled) == []
