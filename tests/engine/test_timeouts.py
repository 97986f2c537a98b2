"""Timeouts: the default answer to each question."""

import pytest

from games.engine import Expire
from games.engine.facts import CardsShown
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.choice-timeout")
@GAMES
def test_a_turn_draws_and_keeps_even_a_playable_card(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").draw_pile("red-9").expire(0)
    assert one.cards_of(0) == ["red-1", "red-2", "red-9"]
    assert one.asked == (1, "turn")
    assert "common.choice-timeout" in one.cited


@pytest.mark.rule("common.choice-timeout")
def test_a_card_just_drawn_is_kept() -> None:
    one = table().hand(0, "green-1 green-2").top("red-5").draw_pile("red-9 red-8").draw(0)
    one.expire(0)
    assert one.cards_of(0) == ["green-1", "green-2", "red-9"]
    assert one.asked == (1, "turn")


@pytest.mark.rule("common.choice-timeout")
@GAMES
def test_a_challenge_is_not_made(game: str) -> None:
    one = table(game).hand(0, "wild-draw-four red-1 red-2").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "blue").expire(1)
    assert one.sizes() == [2, 9, 5]
    assert one.asked == (2, "turn")


@pytest.mark.rule("common.choice-timeout")
def test_a_cerebro_is_met_by_a_reveal_where_one_is_possible() -> None:
    one = table("xmen").hand(0, "wild-cerebro red-1 red-2").hand(1, "blue-3 blue-4").top("red-5")
    one.play(0, "wild-cerebro").choose(0, "1", "3").expire(1)
    assert one.of(CardsShown)[0].cards == ("blue-3",)
    assert one.sizes()[1] == 2


@pytest.mark.rule("common.choice-timeout")
@GAMES
def test_otherwise_the_first_option_listed_is_taken(game: str) -> None:
    one = table(game).hand(0, "wild red-1 red-2").top("red-5").play(0, "wild")
    first = one.prompt.options[0]
    one.expire(0)
    assert one.state.color == first == one.cards.colors[0]


@pytest.mark.rule("common.choice-timeout", "common.turn")
def test_the_clock_runs_only_on_the_seat_that_is_asked() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Expire(1)) == "common.turn"


@pytest.mark.rule("common.choice-timeout")
def test_the_clock_never_calls_uno() -> None:
    one = table().hand(0, "wild red-1").top("red-5").play(0, "wild").expire(0)
    assert one.exposed_now() == [0]
