"""Which cards match, and whose turn it is."""

import pytest

from games.engine import Choose, Draw, Pass, Play, legal_moves
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


@pytest.mark.rule("common.match")
@GAMES
def test_a_card_that_matches_nothing_is_refused(game: str) -> None:
    one = table(game).hand(0, "blue-8 green-skip green-2").top("red-5")
    assert one.refusal(Play(0, "blue-8")) == "common.match"
    assert one.refusal(Play(0, "green-skip")) == "common.match"
    assert one.may(0) == {"draw"}


@pytest.mark.rule("common.match", "common.wild")
@GAMES
def test_a_wild_may_always_be_played(game: str) -> None:
    one = table(game).hand(0, "wild wild-draw-four blue-8").top("red-5")
    assert one.may(0) == {"wild", "wild-draw-four", "draw"}


@pytest.mark.rule("common.hand")
def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Play(0, "red-9")) == "common.hand"


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


@pytest.mark.rule("common.after-wild")
@GAMES
def test_a_card_played_on_a_wild_brings_its_own_match_back(game: str) -> None:
    one = table(game).hand(0, "blue-7 red-1 red-2").hand(1, "red-7 red-8 blue-1")
    one.top("wild", "blue").play(0, "blue-7")
    assert one.may(1) == {"red-7", "blue-1", "draw"}


@pytest.mark.rule("common.turn")
@GAMES
def test_a_seat_moves_when_the_game_waits_for_it(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").hand(1, "red-3 red-4").top("red-5")
    for move in (Play(1, "red-3"), Draw(1), Pass(1), Choose(1, "red")):
        assert one.refusal(move) == "common.turn"
    assert one.may(1) == set()


@pytest.mark.rule("common.turn", "common.answer")
def test_while_a_color_is_asked_for_nothing_else_is_accepted_of_the_same_seat() -> None:
    one = table().hand(0, "wild red-1 red-2").top("red-5").play(0, "wild")
    for move in (Play(0, "red-1"), Draw(0), Pass(0), Choose(0, "yellow")):
        assert one.refusal(move) == "common.answer"
    assert one.refusal(Play(1, "red-1")) == "common.turn"


@pytest.mark.rule("common.answer")
def test_a_turn_cannot_be_answered_by_a_choice() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Choose(0, "red")) == "common.answer"


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


@pytest.mark.rule("common.over")
def test_nothing_is_accepted_once_the_game_is_over() -> None:
    one = table("xmen").hand(0, "red-1").top("red-5").play(0, "red-1")
    assert one.refusal(Draw(1)) == "common.over"
    assert one.may(1) == set()
    assert one.may_besides(1) == []
