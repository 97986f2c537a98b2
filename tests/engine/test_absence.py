"""A player who is away: another one claims that, or lets a bot go on."""

import pytest

from games.engine import (
    ClaimAbsent,
    Draw,
    IllegalMove,
    Move,
    Pause,
    Resign,
    StandIn,
    TakeBack,
    Void,
    observe,
)
from games.engine.facts import GameEnded, SeatOut, StandInBegan, StandInEnded
from tests.table import Table, table

claims, bots = pytest.mark.rule("common.absence"), pytest.mark.rule("common.absence.bot")


def claimable(seats: int = 3, **options: object) -> Table:
    """A turn of seat 0, of whom another seat may claim that it is out."""
    one = table(seats=seats).hand(0, "red-1 red-2").top("red-5")
    one.options = {"absence": "out", **options}
    return one


def code(one: Table, move: Move) -> str:
    with pytest.raises(IllegalMove) as refused:
        one.move(move)
    return refused.value.code


@claims
def test_who_is_claimed_out_is_out_as_if_resigned() -> None:
    one = claimable().move(ClaimAbsent(2, 0))
    assert one.facts[0] == SeatOut(0, "absent", 1)
    assert one.cited[:2] == ["common.absence", "common.forfeit"]
    assert one.rulings[0].seat == 0
    assert one.asked == (1, "turn")
    assert one.refusal(Draw(0)) == "common.forfeit"


@claims
def test_the_last_one_left_wins() -> None:
    one = claimable(seats=2).move(ClaimAbsent(1, 0))
    assert one.facts[-1] == GameEnded(1, "last", (2, 1))


@claims
def test_with_wait_nothing_happens() -> None:
    for options in ({}, {"absence": "wait"}):
        one = claimable()
        one.options = options
        assert code(one, ClaimAbsent(1, 0)) == "no_claims"
        assert one.refusal(ClaimAbsent(1, 0)) == "common.absence"


@claims
def test_only_the_other_player_for_whom_the_game_waits_is_claimed() -> None:
    one = claimable()
    for target in (0, 2, 3, -1):
        assert code(one, ClaimAbsent(1 if target else 0, target)) == "nobody_to_claim"
    one.move(Resign(2))
    assert code(one, ClaimAbsent(2, 0)) == "already_out"


@claims
def test_there_is_no_claim_while_the_game_is_paused() -> None:
    assert code(claimable().move(Pause()), ClaimAbsent(1, 0)) == "game_paused"


@claims
def test_there_is_no_claim_while_calls_and_catches_are_awaited() -> None:
    one = claimable().clocked(30, uno_window=2).play(0, "red-1")
    assert code(one, ClaimAbsent(2, 1)) == "window_is_open"


@claims
def test_a_claim_ends_the_clock_of_the_question() -> None:
    one = claimable().clocked(30).after(29).move(ClaimAbsent(1, 0))
    assert one.cited[:2] == ["common.absence", "common.forfeit"]
    assert one.asked == (1, "turn")


def standing(seats: int = 3, **options: object) -> Table:
    """A turn of seat 0, for which a bot plays."""
    return claimable(seats, absence="bot", **options).move(StandIn(1, 0))


@bots
def test_a_bot_goes_on_and_the_player_takes_the_seat_back() -> None:
    one = standing()
    assert (one.facts, one.rulings[-1].rule) == ((StandInBegan(0),), "common.absence.bot")
    assert (one.state.stand_ins, one.asked) == (0b001, (0, "turn"))
    one.move(TakeBack(0))
    assert (one.facts, one.rulings[-1].rule) == ((StandInEnded(0),), "common.absence.bot")
    assert (one.state.stand_ins, one.asked) == (0, (0, "turn"))


@bots
def test_a_seat_is_taken_back_out_of_turn() -> None:
    one = standing().play(0, "red-1")
    assert (one.asked, one.state.stand_ins) == ((1, "turn"), 0b001)
    one.move(TakeBack(0)).move(StandIn(2, 1))
    assert one.state.stand_ins == 0b010


@bots
def test_all_see_for_whom_a_bot_plays() -> None:
    one = standing()
    seen = [observe(one.ruleset, one.state, seat).stand_ins for seat in (-1, 0, 1)]
    assert seen == [(0,)] * 3


@bots
def test_a_bot_goes_on_only_with_the_option() -> None:
    for absence in ("wait", "out"):
        one = claimable(absence=absence)
        assert code(one, StandIn(1, 0)) == "no_stand_ins"
        assert one.refusal(StandIn(1, 0)) == "common.absence.bot"
    assert code(claimable(absence="bot"), ClaimAbsent(1, 0)) == "no_claims"


@bots
def test_a_bot_goes_on_only_for_the_player_for_whom_the_game_waits() -> None:
    one = claimable(absence="bot")
    for target in (0, 2, 3, -1):
        assert code(one, StandIn(1 if target else 0, target)) == "nobody_to_claim"
        assert one.refusal(StandIn(1 if target else 0, target)) == "common.absence.bot"
    assert code(standing(), StandIn(2, 0)) == "bot_plays"
    assert code(one.move(Resign(2)), StandIn(2, 0)) == "already_out"


@bots
def test_only_a_seat_for_which_a_bot_plays_is_taken_back() -> None:
    assert code(standing(), TakeBack(1)) == "no_bot_plays"
    assert code(standing().move(TakeBack(0)), TakeBack(0)) == "no_bot_plays"
    assert code(standing().move(Resign(0)), TakeBack(0)) == "already_out"


@bots
def test_in_a_pause_a_seat_is_only_taken_back() -> None:
    assert code(claimable(absence="bot").move(Pause()), StandIn(1, 0)) == "game_paused"
    assert standing().move(Pause()).move(TakeBack(0)).state.stand_ins == 0


@bots
def test_neither_is_possible_while_calls_and_catches_are_awaited() -> None:
    waiting = claimable(absence="bot").clocked(30, uno_window=2).move(StandIn(1, 0))
    waiting.play(0, "red-1")
    assert code(waiting, TakeBack(0)) == code(waiting, StandIn(2, 1)) == "window_is_open"


@bots
def test_no_bot_plays_for_who_is_out_nor_after_the_end() -> None:
    assert standing().move(Resign(0)).state.stand_ins == 0
    assert standing().move(Void()).state.stand_ins == 0


@bots
def test_the_clock_goes_on_for_the_bot() -> None:
    one = claimable(absence="bot").clocked(30).after(10).move(StandIn(1, 0))
    assert one.cited == ["common.absence.bot"]
    assert code(one.after(21), Draw(0)) == "time_is_up"
