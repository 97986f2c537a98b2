"""Going out, points, and how a game is won."""

import pytest

from games.engine.facts import ScoreChanged
from games.engine.zones import HAND
from tests.table import table


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
def test_after_the_last_of_several_rounds_the_most_points_win() -> None:
    one = table(rounds=2).scores(0, 90, 0).hand(0, "red-1").hand(1, "wild").hand(2, "red-0")
    one.top("red-5").play(0, "red-1")
    assert one.state.result is None
    state = one.state.copy()
    again = table(rounds=2).scores(*state.scores).hand(0, "red-1").hand(1, "red-2").top("red-5")
    again.state.round = 2
    assert again.play(0, "red-1").endings == [(1, "rounds")]
