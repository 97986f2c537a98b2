"""The cards with a symbol."""

import pytest

from games.engine.facts import DirectionChanged
from tests.table import table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


@pytest.mark.rule("common.draw-two")
@GAMES
def test_draw_two_makes_the_next_player_draw_two_and_lose_the_turn(game: str) -> None:
    one = table(game).hand(0, "red-draw-two red-1 red-2").hand(1, "red-3 red-4").top("red-5")
    one.draw_pile("blue-1 blue-2").play(0, "red-draw-two")
    assert one.cards_of(1) == ["blue-1", "blue-2", "red-3", "red-4"]
    assert one.state.current == 2
    assert "common.draw-two" in one.cited


@pytest.mark.rule("common.draw-two")
def test_draw_two_hits_the_next_player_in_the_running_direction() -> None:
    one = table(seats=4).counter().hand(0, "red-draw-two red-1 red-2").top("red-5")
    one.play(0, "red-draw-two")
    assert one.sizes() == [2, 5, 5, 7]
    assert one.state.current == 2


@pytest.mark.rule("common.skip")
@GAMES
def test_skip_takes_the_next_players_turn(game: str) -> None:
    one = table(game).hand(0, "red-skip red-1 red-2").top("red-5").play(0, "red-skip")
    assert one.state.current == 2
    assert one.state.skipped == 0
    assert "common.skip" in one.cited


@pytest.mark.rule("common.skip")
@GAMES
def test_with_two_players_a_skip_brings_the_turn_back(game: str) -> None:
    one = table(game, 2).hand(0, "red-skip red-1 red-2").top("red-5").play(0, "red-skip")
    assert one.state.current == 0


@pytest.mark.rule("common.skip")
def test_a_seat_that_waits_to_be_skipped_is_passed_over_once() -> None:
    one = table().skipped(1).hand(0, "red-1 red-2 red-3").hand(2, "red-4 red-6").top("red-5")
    one.play(0, "red-1")
    assert one.state.current == 2
    one.play(2, "red-4").play(0, "red-2")
    assert one.state.current == 1


@pytest.mark.rule("common.skip", "common.forfeit")
def test_a_skip_passes_over_seats_that_are_out() -> None:
    one = table(seats=4).out(1).hand(0, "red-skip red-1 red-2").top("red-5").play(0, "red-skip")
    assert one.state.current == 3


@pytest.mark.rule("common.reverse")
@GAMES
def test_reverse_turns_the_direction(game: str) -> None:
    one = table(game).hand(0, "red-reverse red-1 red-2").hand(2, "blue-reverse red-1").top("red-5")
    one.play(0, "red-reverse")
    assert (one.state.current, one.state.direction) == (2, -1)
    one.play(2, "blue-reverse")
    assert (one.state.current, one.state.direction) == (0, 1)
    assert "common.reverse" in one.cited


@pytest.mark.rule("common.reverse-two")
@GAMES
def test_with_two_players_a_reverse_card_skips_and_the_direction_stays(game: str) -> None:
    one = table(game, 2).hand(0, "red-reverse red-1 red-2").top("red-5").play(0, "red-reverse")
    assert (one.state.current, one.state.direction) == (0, 1)
    assert one.of(DirectionChanged) == []
    assert "common.reverse-two" in one.cited


@pytest.mark.rule("common.reverse-two")
@GAMES
def test_with_two_left_of_three_a_reverse_card_skips(game: str) -> None:
    one = table(game).out(1).hand(0, "red-reverse red-1 red-2").top("red-5").play(0, "red-reverse")
    assert (one.state.current, one.state.direction) == (0, 1)


@pytest.mark.rule("common.reverse-two")
@GAMES
def test_as_printed_a_reverse_of_two_players_only_turns_the_direction(game: str) -> None:
    one = table(game, 2, two_player_reverse="as_printed").hand(0, "red-reverse red-1 red-2")
    one.top("red-5").play(0, "red-reverse")
    assert (one.state.current, one.state.direction) == (1, -1)
