"""A player who is away: another one claims that the player is out."""

import pytest

from games.engine import ClaimAbsent, Draw, IllegalMove, Pause, Resign
from games.engine.facts import GameEnded, SeatOut
from tests.table import Table, table

pytestmark = pytest.mark.rule("common.absence")


def claimable(seats: int = 3, **options: object) -> Table:
    """A turn of seat 0, of whom another seat may claim that it is out."""
    one = table(seats=seats).hand(0, "red-1 red-2").top("red-5")
    one.options = {"absence": "out", **options}
    return one


def code(one: Table, move: ClaimAbsent) -> str:
    with pytest.raises(IllegalMove) as refused:
        one.move(move)
    return refused.value.code


def test_who_is_claimed_out_is_out_as_if_resigned() -> None:
    one = claimable().move(ClaimAbsent(2, 0))
    assert one.facts[0] == SeatOut(0, "absent", 1)
    assert one.cited[:2] == ["common.absence", "common.forfeit"]
    assert one.rulings[0].seat == 0
    assert one.asked == (1, "turn")
    assert one.refusal(Draw(0)) == "common.forfeit"


def test_the_last_one_left_wins() -> None:
    one = claimable(seats=2).move(ClaimAbsent(1, 0))
    assert one.facts[-1] == GameEnded(1, "last", (2, 1))


def test_with_wait_nothing_happens() -> None:
    for options in ({}, {"absence": "wait"}):
        one = claimable()
        one.options = options
        assert code(one, ClaimAbsent(1, 0)) == "no_claims"
        assert one.refusal(ClaimAbsent(1, 0)) == "common.absence"


def test_only_the_other_player_for_whom_the_game_waits_is_claimed() -> None:
    one = claimable()
    for target in (0, 2, 3, -1):
        assert code(one, ClaimAbsent(1 if target else 0, target)) == "nobody_to_claim"
    one.move(Resign(2))
    assert code(one, ClaimAbsent(2, 0)) == "already_out"


def test_there_is_no_claim_while_the_game_is_paused() -> None:
    assert code(claimable().move(Pause()), ClaimAbsent(1, 0)) == "game_paused"


def test_there_is_no_claim_while_calls_and_catches_are_awaited() -> None:
    one = claimable().clocked(30, uno_window=2).play(0, "red-1")
    assert code(one, ClaimAbsent(2, 1)) == "window_is_open"


def test_a_claim_ends_the_clock_of_the_question() -> None:
    one = claimable().clocked(30).after(29).move(ClaimAbsent(1, 0))
    assert one.cited[:2] == ["common.absence", "common.forfeit"]
    assert one.asked == (1, "turn")
