"""When the draw pile runs out."""

import pytest

from games.engine.facts import CardsMoved, Shuffled
from tests.table import table


@pytest.mark.rule("common.reshuffle")
def test_the_pile_rebuilt_is_drawn_in_its_new_order() -> None:
    one = table().hand(0, "red-draw-two red-1 red-2").hand(1, "blue-1").top("red-5")
    one.draw_pile(size=0).play(0, "red-draw-two")
    order = one.of(Shuffled)[0].order
    drawn = next(fact for fact in one.of(CardsMoved) if fact.verb == "draw")
    assert drawn.cards == order[:-3:-1]
