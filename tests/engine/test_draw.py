"""Drawing instead of playing."""

import pytest

from games.engine import Draw, Pass, Play
from games.engine.facts import Prompted
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.draw")
@GAMES
def test_a_player_may_draw_even_with_a_playable_card_in_hand(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").draw_pile("blue-9").draw(0)
    assert one.cards_of(0) == ["blue-9", "red-1", "red-2"]
    assert "common.draw" in one.cited


@pytest.mark.rule("common.draw")
@pytest.mark.parametrize("game", ["avengers", "xmen", "ultimate"])
def test_a_player_who_drew_a_card_that_does_not_fit_is_not_asked(game: str) -> None:
    one = table(game, heroes="hulk shuri" if game == "ultimate" else "")
    one.hand(0, "red-1 red-3").top("red-5").draw_pile("blue-8").deck(0, "blue-8").draw(0)
    assert [fact.prompt.seat for fact in one.of(Prompted)] == [1]
    assert "blue-8" in one.cards_of(0)


@pytest.mark.rule("common.draw")
@GAMES
def test_the_card_drawn_may_be_played_at_once(game: str) -> None:
    one = table(game).hand(0, "green-1 green-2").top("red-5").draw_pile("blue-5")
    one.draw(0).play(0, "blue-5")
    assert one.cards_of(0) == ["green-1", "green-2"]
    assert (one.state.current, one.state.color) == (1, "blue")


@pytest.mark.rule("common.draw")
@GAMES
def test_the_card_drawn_may_be_kept(game: str) -> None:
    one = table(game).hand(0, "green-1 green-2").top("red-5").draw_pile("blue-5")
    one.draw(0).keep(0)
    assert one.cards_of(0) == ["blue-5", "green-1", "green-2"]
    assert one.state.current == 1


@pytest.mark.rule("common.draw")
@GAMES
def test_after_a_draw_no_other_card_may_be_played_and_no_other_drawn(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").draw_pile("red-9 red-8").draw(0)
    assert one.may(0) == {"red-9", "pass"}
    assert one.refusal(Play(0, "red-1")) == "common.draw"
    assert one.refusal(Draw(0)) == "common.draw"


@pytest.mark.rule("common.draw")
def test_a_second_copy_of_the_card_drawn_is_the_same_card() -> None:
    one = table().hand(0, "red-9 red-2").top("red-5").draw_pile("red-9").draw(0)
    assert one.may(0) == {"red-9", "pass"}


@pytest.mark.rule("common.draw")
def test_nothing_drawn_cannot_be_kept() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Pass(0)) == "common.draw"


@pytest.mark.rule("common.draw")
@GAMES
def test_a_wild_that_was_drawn_may_be_played(game: str) -> None:
    one = table(game).hand(0, "green-1 green-2").top("red-5").draw_pile("wild-draw-four").draw(0)
    assert one.may(0) == {"wild-draw-four", "pass"}
