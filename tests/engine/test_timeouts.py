"""Timeouts: the default answer to each question."""

import pytest

from games.engine.facts import CardsShown
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


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
