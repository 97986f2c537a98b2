"""Wild Draw Four: its colour, its draw, its challenge."""

import pytest

from games.engine import Choose, Play
from games.engine.facts import CardsShown
from tests.table import Table, table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])
CARD = "wild-draw-four"


def played(hand: str, game: str = "avengers", color: str = "blue", **options: object) -> Table:
    one = table(game, **options).hand(0, f"{CARD} {hand}").hand(1, "green-1 green-2").top("red-5")
    return one.play(0, CARD).choose(0, color)


@pytest.mark.rule("avengers.draw-four", "xmen.draw-four")
@GAMES
def test_the_next_player_draws_four_and_loses_the_turn(game: str) -> None:
    one = played("green-8 green-9", game)
    assert one.asked == (1, "challenge")
    one.choose(1, "no")
    assert one.sizes() == [2, 6, 5]
    assert one.asked == (2, "turn")
    assert one.state.color == "blue"
    assert f"{game}.draw-four" in one.cited


@pytest.mark.rule("avengers.draw-four", "xmen.draw-four")
@GAMES
def test_the_color_is_named_before_the_challenge(game: str) -> None:
    one = table(game).hand(0, f"{CARD} red-1 red-2").top("red-5").play(0, CARD)
    assert one.asked == (0, "color")


@pytest.mark.rule("avengers.draw-four.legal", "xmen.draw-four.legal")
@GAMES
@pytest.mark.parametrize(
    ("hand", "guilty"),
    [
        ("red-8 green-9", True),
        ("red-skip green-9", True),
        ("blue-5 green-9", False),
        ("green-8 green-9", False),
    ],
)
def test_guilty_is_who_holds_the_color_in_play_not_its_number(
    game: str, hand: str, guilty: bool
) -> None:
    one = played(hand, game).choose(1, "yes")
    assert (one.sizes()[0] == 6) is guilty
    assert f"{game}.draw-four.legal" in one.cited


@pytest.mark.rule("avengers.draw-four.legal")
@pytest.mark.parametrize("other", ["wild", "wild-draw-four", "wild-infinity-gauntlet"])
def test_in_avengers_a_wild_is_no_guilt(other: str) -> None:
    one = played(f"{other} green-9").choose(1, "yes")
    assert one.sizes() == [2, 8, 5]


@pytest.mark.rule("xmen.draw-four.legal")
@pytest.mark.parametrize("other", ["wild", "wild-draw-four", "wild-cerebro"])
def test_in_x_men_any_other_wild_is_guilt(other: str) -> None:
    one = played(f"{other} green-9", "xmen").choose(1, "yes")
    assert one.sizes() == [6, 2, 5]


@pytest.mark.rule("avengers.draw-four.legal", "xmen.draw-four.legal")
@GAMES
def test_what_counts_is_the_color_in_play_before_not_the_one_named(game: str) -> None:
    one = played("green-8 green-9", game, "green").choose(1, "yes")
    assert one.sizes()[0] == 2
    one = table(game).hand(0, f"{CARD} green-8 red-9").top("wild", "green").play(0, CARD)
    one.choose(0, "blue").choose(1, "yes")
    assert one.sizes()[0] == 6


@pytest.mark.rule("avengers.draw-four.challenge", "xmen.draw-four.challenge")
@GAMES
def test_guilty_draws_four_and_the_challenger_takes_the_turn(game: str) -> None:
    one = played("red-8 green-9", game).choose(1, "yes")
    assert one.sizes() == [6, 2, 5]
    assert one.asked == (1, "turn")
    assert one.state.color == "blue"
    assert f"{game}.draw-four.challenge" in one.cited


@pytest.mark.rule("avengers.draw-four.challenge", "xmen.draw-four.challenge")
@GAMES
def test_innocent_makes_the_challenger_draw_six_and_lose_the_turn(game: str) -> None:
    one = played("green-8 green-9", game).choose(1, "yes")
    assert one.sizes() == [2, 8, 5]
    assert one.asked == (2, "turn")
    assert one.state.color == "blue"


@pytest.mark.rule("avengers.draw-four.challenge", "xmen.draw-four.challenge")
@GAMES
def test_the_whole_hand_is_shown_to_the_challenger_alone(game: str) -> None:
    one = played("red-8 green-9", game).choose(1, "yes")
    (shown,) = one.of(CardsShown)
    assert (shown.seat, shown.to, shown.verb) == (0, 1, "hand")
    assert sorted(shown.cards) == ["green-9", "red-8"]


@pytest.mark.rule("avengers.draw-four.challenge", "xmen.draw-four.challenge")
@GAMES
def test_only_the_next_player_may_challenge(game: str) -> None:
    one = played("red-8 green-9", game)
    assert one.refusal(Choose(2, "yes")) == "common.turn"
    assert one.may(1) == {"yes", "no"}


@pytest.mark.rule("avengers.draw-four.challenge", "xmen.draw-four.challenge")
@GAMES
def test_without_a_challenge_no_hand_is_shown(game: str) -> None:
    assert played("red-8 green-9", game).choose(1, "no").of(CardsShown) == []


@pytest.mark.rule("avengers.draw-four.legal", "xmen.draw-four.legal")
@GAMES
def test_the_strict_option_refuses_the_bluff(game: str) -> None:
    one = table(game, draw_four="strict").hand(0, f"{CARD} red-1 red-2").top("red-5")
    assert one.refusal(Play(0, CARD)) == f"{game}.draw-four.legal"
    assert one.may(0) == {"red-1", "red-2", "draw"}


@pytest.mark.rule("avengers.draw-four.legal", "xmen.draw-four.legal")
@GAMES
def test_with_the_strict_option_there_is_no_challenge(game: str) -> None:
    one = played("green-8 green-9", game, draw_four="strict")
    assert one.sizes() == [2, 6, 5]
    assert one.asked == (2, "turn")


@pytest.mark.rule("xmen.draw-four.legal")
@pytest.mark.parametrize("other", ["wild", "wild-draw-four", "wild-cerebro"])
def test_the_strict_option_of_x_men_counts_wilds_too(other: str) -> None:
    one = table("xmen", draw_four="strict").hand(0, f"{CARD} {other} green-9").top("red-5")
    assert CARD not in one.may(0)


@pytest.mark.rule("avengers.draw-four.legal")
def test_the_strict_option_of_avengers_does_not_count_wilds() -> None:
    one = table(draw_four="strict").hand(0, f"{CARD} {CARD} wild green-9").top("red-5")
    assert CARD in one.may(0)


@pytest.mark.rule("avengers.draw-four.legal", "common.draw")
def test_a_bluff_just_drawn_is_not_offered_with_the_strict_option() -> None:
    one = table(draw_four="strict").hand(0, "red-1 red-2").top("red-5").draw_pile(CARD).draw(0)
    assert one.asked == (1, "turn")


@pytest.mark.rule("avengers.draw-four.challenge", "common.uno.call")
def test_a_guilty_player_with_one_card_left_is_not_exposed() -> None:
    one = played("red-8").choose(1, "yes")
    assert one.exposed_now() == []
    assert one.sizes()[0] == 5
