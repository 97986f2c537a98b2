"""Going out, points, and how a game is won."""

import pytest

from games.engine.facts import CardsShown, RoundEnded, ScoreChanged
from games.engine.zones import HAND
from tests.table import table


@pytest.mark.rule("avengers.out")
def test_a_player_without_cards_ends_the_round() -> None:
    one = table().hand(0, "red-1").hand(1, "blue-1").hand(2, "blue-2").top("red-5")
    one.play(0, "red-1")
    assert one.of(RoundEnded) == [RoundEnded(1, 0, "out")]
    assert one.state.round == 2
    assert "avengers.out" in one.cited


@pytest.mark.rule("avengers.out")
def test_a_last_draw_two_is_drawn_before_scoring() -> None:
    one = table(rounds=1).hand(0, "red-draw-two").hand(1, "blue-1").hand(2, "blue-2").top("red-5")
    one.draw_pile("red-9 wild").play(0, "red-draw-two")
    assert one.cards_of(1) == ["blue-1", "red-9", "wild"]
    assert one.state.scores == (1 + 9 + 50 + 2, 0, 0)


@pytest.mark.rule("avengers.out")
def test_a_last_draw_four_is_drawn_before_scoring_and_cannot_be_challenged() -> None:
    one = table(rounds=1).hand(0, "wild-draw-four").hand(1, "blue-1").hand(2, "blue-2")
    one.top("red-5").draw_pile("red-9 red-8 red-7 red-6").play(0, "wild-draw-four")
    assert one.state.result is not None
    assert one.state.scores == (1 + 9 + 8 + 7 + 6 + 2, 0, 0)
    assert one.of(CardsShown) == []


@pytest.mark.rule("avengers.out")
@pytest.mark.parametrize("card", ["wild", "red-skip", "red-reverse"])
def test_any_last_card_ends_the_round(card: str) -> None:
    one = table(rounds=1).hand(0, card).top("red-5").play(0, card)
    assert one.state.result is not None
    assert one.state.result.winner == 0


@pytest.mark.rule("avengers.score")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("red-0", 0),
        ("blue-7", 7),
        ("red-9", 9),
        ("green-draw-two", 20),
        ("green-reverse", 20),
        ("purple-skip", 20),
        ("wild", 50),
        ("wild-draw-four", 50),
        ("wild-infinity-gauntlet", 50),
    ],
)
def test_the_winner_scores_the_cards_left_in_the_other_hands(card: str, points: int) -> None:
    one = table(rounds=1).hand(0, "red-1").hand(1, card).hand(2, "blue-1 blue-2").top("red-5")
    one.play(0, "red-1")
    assert one.state.scores == (points + 3, 0, 0)
    assert one.of(ScoreChanged) == [ScoreChanged(0, points + 3, points + 3)]
    assert "avengers.score" in one.cited


@pytest.mark.rule("avengers.score", "common.round")
def test_a_new_round_is_dealt_from_all_the_cards() -> None:
    one = table().hand(0, "red-1").hand(1, "blue-1").hand(2, "blue-2").top("red-5")
    one.play(0, "red-1")
    zones = one.state.zones
    cards = sorted(card for cards in zones.values() for card in cards)
    assert cards == sorted(one.ruleset.box)
    assert [len(zones[HAND[seat]]) for seat in range(3)] == [7, 7, 7]
    assert one.state.uno == ("", "", "")


@pytest.mark.rule("avengers.win")
def test_first_to_five_hundred_wins() -> None:
    one = table().scores(450, 480, 0).hand(0, "red-1").hand(1, "wild").hand(2, "red-0")
    one.top("red-5").play(0, "red-1")
    assert one.endings == [(0, "target")]
    assert "avengers.win" in one.cited


@pytest.mark.rule("avengers.win")
def test_four_hundred_and_ninety_nine_is_not_enough() -> None:
    one = table().scores(449, 480, 0).hand(0, "red-1").hand(1, "wild").hand(2, "red-0")
    one.top("red-5").play(0, "red-1")
    assert one.state.result is None
    assert one.state.scores == (499, 480, 0)


@pytest.mark.rule("avengers.win")
def test_another_target_may_be_set() -> None:
    one = table(target_score=40).hand(0, "red-1").hand(1, "wild").hand(2, "red-0").top("red-5")
    assert one.play(0, "red-1").endings == [(0, "target")]


@pytest.mark.rule("avengers.win")
def test_a_single_round_is_won_by_the_player_who_goes_out() -> None:
    one = table(rounds=1).scores(0, 400, 0).hand(0, "red-1").hand(1, "red-2").top("red-5")
    assert one.play(0, "red-1").endings == [(0, "rounds")]


@pytest.mark.rule("avengers.win")
def test_after_the_last_of_several_rounds_the_most_points_win() -> None:
    one = table(rounds=2).scores(0, 90, 0).hand(0, "red-1").hand(1, "wild").hand(2, "red-0")
    one.top("red-5").play(0, "red-1")
    assert one.state.result is None
    state = one.state.copy()
    again = table(rounds=2).scores(*state.scores).hand(0, "red-1").hand(1, "red-2").top("red-5")
    again.state.round = 2
    assert again.play(0, "red-1").endings == [(1, "rounds")]


@pytest.mark.rule("avengers.alternative")
def test_counting_low_each_keeps_the_points_of_the_own_hand() -> None:
    one = table(scoring="low").hand(0, "red-1").hand(1, "wild red-9").hand(2, "blue-skip")
    one.top("red-5").play(0, "red-1")
    assert one.state.scores == (0, 59, 20)
    assert "avengers.alternative" in one.cited


@pytest.mark.rule("avengers.alternative")
def test_counting_low_the_lowest_total_wins_when_someone_reaches_the_target() -> None:
    one = table(scoring="low").scores(40, 460, 5).hand(0, "red-1").hand(1, "wild")
    one.hand(2, "blue-3").top("red-5").play(0, "red-1")
    assert one.endings == [(2, "target")]
    assert one.state.scores == (40, 510, 8)


@pytest.mark.rule("avengers.alternative")
def test_counting_low_a_tie_plays_one_more_round() -> None:
    one = table(scoring="low").scores(8, 460, 5).hand(0, "red-1").hand(1, "wild")
    one.hand(2, "blue-3").top("red-5").play(0, "red-1")
    assert one.state.result is None
    assert (one.state.round, one.state.scores) == (2, (8, 510, 8))


@pytest.mark.rule("avengers.alternative", "common.forfeit")
def test_counting_low_a_player_who_has_left_cannot_win() -> None:
    one = table(scoring="low").out(2).scores(40, 460, 0).hand(0, "red-1").hand(1, "wild")
    one.top("red-5").play(0, "red-1")
    assert one.endings == [(0, "target")]


@pytest.mark.rule("xmen.out")
@pytest.mark.parametrize("card", ["red-draw-two", "wild-draw-four", "wild-cerebro", "wild"])
def test_in_x_men_the_last_card_wins_and_nothing_on_it_resolves(card: str) -> None:
    one = table("xmen").hand(0, card).hand(1, "blue-1").top("red-5").play(0, card)
    assert one.endings == [(0, "round")]
    assert one.sizes() == [0, 1, 5]
    assert one.state.prompts == ()
    assert "xmen.out" in one.cited


@pytest.mark.rule("xmen.score")
def test_x_men_is_one_hand_without_points() -> None:
    one = table("xmen").hand(0, "red-1").hand(1, "wild").top("red-5").play(0, "red-1")
    assert one.state.scores == (0, 0, 0)
    assert one.state.result is not None


@pytest.mark.rule("xmen.score")
@pytest.mark.parametrize("options", [{"target_score": 500}, {"rounds": 2}])
def test_a_target_or_more_rounds_turn_points_on(options: dict[str, object]) -> None:
    one = table("xmen", **options).hand(0, "red-1").hand(1, "wild-cerebro red-skip")
    one.hand(2, "blue-4").top("red-5").play(0, "red-1")
    assert one.state.scores == (74, 0, 0)
    assert one.state.round == 2
    assert "xmen.score" in one.cited


@pytest.mark.rule("xmen.score")
def test_one_round_alone_turns_no_points_on() -> None:
    one = table("xmen", rounds=1).hand(0, "red-1").hand(1, "wild").top("red-5").play(0, "red-1")
    assert one.state.scores == (0, 0, 0)


@pytest.mark.rule("xmen.score")
def test_in_x_men_the_target_wins() -> None:
    one = table("xmen", target_score=500).scores(470, 490, 0).hand(0, "red-1").hand(1, "wild")
    one.hand(2, "blue-4").top("red-5").play(0, "red-1")
    assert one.endings == [(0, "target")]
