"""Which cards match, and whose turn it is."""

import pytest

from games.engine import Draw, Play, legal_moves
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.match")
@GAMES
@pytest.mark.parametrize(
    ("top", "card", "color"),
    [
        ("red-5", "red-9", "red"),
        ("red-5", "blue-5", "blue"),
        ("red-5", "red-skip", "red"),
        ("red-skip", "green-skip", "green"),
        ("red-draw-two", "blue-draw-two", "blue"),
        ("red-reverse", "blue-reverse", "blue"),
    ],
)
def test_a_card_matches_by_color_number_or_symbol(
    game: str, top: str, card: str, color: str
) -> None:
    one = table(game).hand(0, f"{card} green-1 green-2").top(top)
    one.play(0, card)
    assert one.pile()[-1] == card
    assert one.state.color == color
    assert "common.match" in one.cited


@pytest.mark.rule("common.wild")
@GAMES
@pytest.mark.parametrize("color", ["red", "green"])
def test_a_wild_names_the_color_that_goes_on_even_the_one_in_play(game: str, color: str) -> None:
    one = table(game).hand(0, "wild red-1 red-2").top("red-5").play(0, "wild")
    assert one.asked == (0, "color")
    assert set(one.prompt.options) == set(one.cards.colors)
    one.choose(0, color)
    assert one.state.color == color
    assert one.state.current == 1
    assert "common.wild" in one.cited


@pytest.mark.rule("common.after-wild")
@GAMES
def test_on_a_wild_only_the_color_named_or_another_wild_fits(game: str) -> None:
    hand = "blue-skip red-5 green-reverse wild wild-draw-four"
    one = table(game).hand(0, hand).top("wild", "blue")
    assert one.may(0) == {"blue-skip", "wild", "wild-draw-four", "draw"}
    assert one.refusal(Play(0, "red-5")) != ""


@pytest.mark.rule("common.match")
@GAMES
def test_each_card_that_matches_is_offered_once_in_the_order_of_codes(game: str) -> None:
    one = table(game).hand(0, "wild red-9 red-1 green-2 red-9 blue-5 red-1 wild").top("red-5")
    plays = [Play(0, card) for card in ("blue-5", "red-1", "red-9", "wild")]
    assert legal_moves(one.ruleset, one.state, 0) == [*plays, Draw(0)]


@pytest.mark.rule("common.turn")
def test_a_seat_that_does_not_exist_is_refused() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Draw(7)) != ""
    assert one.refusal(Draw(-1)) != ""
