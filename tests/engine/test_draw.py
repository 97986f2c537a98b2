"""Drawing instead of playing."""

import pytest

from games.engine.facts import Prompted
from tests.table import table


@pytest.mark.rule("common.draw")
@pytest.mark.parametrize("game", ["avengers", "xmen", "ultimate"])
def test_a_player_who_drew_a_card_that_does_not_fit_is_not_asked(game: str) -> None:
    one = table(game, heroes="hulk shuri" if game == "ultimate" else "")
    one.hand(0, "red-1 red-3").top("red-5").draw_pile("blue-8").deck(0, "blue-8").draw(0)
    assert [fact.prompt.seat for fact in one.of(Prompted)] == [1]
    assert "blue-8" in one.cards_of(0)
