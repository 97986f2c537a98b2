"""A round in which no player can play or draw, or in which the same cards go in circles."""

import pytest

from games.engine.facts import RoundEnded
from tests.table import Table, table

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


# ---- the same cards drawn and played endlessly


def circle(one: Table, turns: int) -> None:
    """Draw and play the only two cards outside of the hands."""
    for _ in range(turns):
        if one.state.result is None:
            seat = one.state.current
            one.draw(seat)
            drawn = one.state.prompts[-1]
            assert drawn.kind == "drawn"
            one.play(seat, drawn.options[0])


def circling(game: str, top: str = "red-5", drawn: str = "red-8") -> Table:
    one = table(game, seats=2, rounds=1).hand(0, "green-1 green-2").hand(1, "rest")
    return one.top(top).draw_pile(drawn)


@pytest.mark.rule("common.circles")
@GAMES
@pytest.mark.parametrize("loose", ["red-5 red-8", "red-skip blue-skip", "red-reverse blue-reverse"])
def test_a_round_in_which_only_drawn_cards_are_played_for_ten_turns_a_player_ends(
    game: str, loose: str
) -> None:
    one = circling(game, *loose.split())
    circle(one, 19)
    assert one.state.result is None
    assert one.state.circling == 19
    assert one.state.current == ("red-5" in loose)
    circle(one, 1)
    assert one.state.result is not None
    assert one.state.result.winner == 0
    assert one.of(RoundEnded)[0].why == "blocked"
    assert "common.circles" in one.cited
    assert "common.blocked" not in one.cited


@pytest.mark.rule("common.circles")
def test_a_card_of_the_hand_or_one_that_is_kept_begins_the_count_again() -> None:
    one = circling("avengers")
    circle(one, 18)
    one.draw(0).keep(0)
    assert (one.state.circling, one.state.result) == (0, None)
    circle_again = circling("avengers")
    circle(circle_again, 19)
    circle_again.play(1, "red-9")
    assert (circle_again.state.circling, circle_again.state.result) == (0, None)


@pytest.mark.rule("common.circles")
def test_a_turn_without_a_card_does_not_break_the_circle() -> None:
    one = table(seats=3, rounds=1).hand(0, "green-1").hand(1, "green-2").hand(2, "rest")
    one.top("red-5").draw_pile(size=0)
    one.draw(0)
    assert (one.state.idle, one.state.circling) == (1, 1)
