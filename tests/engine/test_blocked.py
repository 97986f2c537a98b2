"""A round in which no player can play or draw."""

import pytest

from games.engine.facts import RoundEnded
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.blocked")
@GAMES
def test_when_everybody_in_turn_can_neither_play_nor_draw_the_lowest_hand_wins(game: str) -> None:
    one = table(game, rounds=1).hand(0, "green-7 green-9").hand(1, "blue-8 blue-1").hand(2, "rest")
    one.top("red-5").draw_pile(size=0).draw(0).draw(1)
    assert one.state.result is None
    one.draw(2)
    assert one.state.result is not None
    assert one.state.result.winner == 1
    assert one.of(RoundEnded)[0].why == "blocked"
    assert "common.blocked" in one.cited


@pytest.mark.rule("common.blocked")
def test_a_tie_goes_to_the_tied_player_first_from_the_next_turn_on() -> None:
    one = table(rounds=1).turn(1).hand(0, "green-7 green-9").hand(1, "blue-8 blue-8")
    one.hand(2, "rest").top("red-5").draw_pile(size=0).draw(1).draw(2).draw(0)
    assert one.state.result is not None
    assert one.state.result.winner == 1


@pytest.mark.rule("common.blocked", "avengers.score")
def test_a_blocked_round_scores_the_other_hands() -> None:
    one = table(seats=2, rounds=1).hand(0, "green-1").hand(1, "rest").top("red-5")
    one.draw_pile(size=0).draw(0)
    rest = sum(one.ruleset.points[card] for card in one.cards_of(1))
    one.draw(1)
    assert one.state.scores == (rest, 0)


@pytest.mark.rule("common.blocked", "avengers.alternative")
def test_a_blocked_round_counted_low_keeps_every_hand() -> None:
    one = table(seats=2, rounds=1, scoring="low").hand(0, "green-1 green-2").hand(1, "rest")
    one.top("red-5").draw_pile(size=0).draw(0).draw(1)
    assert one.state.scores[0] == 3
    assert one.state.result is not None
    assert one.state.result.winner == 0


@pytest.mark.rule("common.blocked")
def test_a_play_in_between_begins_the_count_again() -> None:
    one = table(seats=2, rounds=1).hand(0, "green-7 green-9 green-8").hand(1, "rest").top("red-5")
    one.draw_pile(size=0).draw(0).play(1, "red-9").draw(0)
    assert one.state.result is None
    assert one.state.idle == 0


@pytest.mark.rule("common.blocked")
def test_the_clock_blocks_a_round_as_well() -> None:
    one = table(seats=2, rounds=1).hand(0, "green-7 green-9").hand(1, "rest").top("red-5")
    one.draw_pile(size=0).expire(0).expire(1)
    assert one.state.result is not None


@pytest.mark.rule("common.blocked", "common.forfeit")
def test_only_seats_still_in_are_counted() -> None:
    one = table(rounds=1).out(2).hand(0, "green-7 green-9").hand(1, "rest").top("red-5")
    one.draw_pile(size=0).draw(0).draw(1)
    assert one.state.result is not None
    assert one.state.result.winner == 0
