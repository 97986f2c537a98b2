"""The window for calls and catches: they are held, and the owner's call beats every catch."""

import pytest

from games.engine import (
    CallUno,
    CatchUno,
    CloseWindow,
    Draw,
    Expire,
    IllegalMove,
    Pause,
    Play,
    Resign,
    Resume,
    Stand,
    check_move,
    legal_moves,
    next_move_of_clock,
    observe,
    open_moves,
)
from games.engine.facts import TimeShifted, UnoChanged, UnoHeld, WindowClosed, WindowOpened
from tests.table import NOON, Table, table

pytestmark = pytest.mark.rule("common.uno.window")


def exposed(window: int = 2, **options: object) -> Table:
    """Seat 0 of four has just been left with one card, and has not called."""
    one = table(seats=4)
    one.options = {"uno_window": window, **options}
    one.now = NOON
    one.hand(0, "red-1 red-2").hand(1, "red-6 red-7 red-8").hand(2, "blue-1 blue-2").top("red-5")
    return one.draw_pile("green-1 green-2 green-3 green-4").play(0, "red-1")


def later(one: Table, seconds: float) -> Table:
    assert one.now is not None
    one.now += round(1000 * seconds)
    return one


def test_a_hand_of_one_card_opens_the_window() -> None:
    one = exposed()
    assert WindowOpened(NOON + 2000) == one.facts[-1]
    assert one.cited[-1] == "common.uno.window"
    assert observe(one.ruleset, one.state, 1).window == NOON + 2000
    assert next_move_of_clock(one.ruleset, one.state) == NOON + 2000


def test_no_next_move_is_worked_out_before_it_closes() -> None:
    one = exposed()
    assert legal_moves(one.ruleset, one.state, 1) == []
    for move in (Play(1, "red-6"), Draw(1), Expire(1)):
        assert one.refusal(move) == "common.uno.window"
    later(one, 2).move(CloseWindow()).play(1, "red-6")
    assert one.asked == (2, "turn")


@pytest.mark.rule("common.clock.stands")
def test_a_server_clock_that_was_set_back_leaves_it_the_rest_of_its_time() -> None:
    one = later(exposed(), 1).move(Stand(since=NOON + 1000, ahead=60_000))
    assert one.facts == (TimeShifted(60_000),)
    assert next_move_of_clock(one.ruleset, one.state) == NOON + 2000 - 60_000
    assert observe(one.ruleset, one.state, 1).window == NOON + 2000 - 60_000
    later(one, 1).move(CloseWindow())
    assert one.state.window is None


def test_it_closes_when_its_time_is_over_and_once() -> None:
    one = exposed()
    assert later(one, 1.999).refusal(CloseWindow()) == "common.uno.window"
    later(one, 0.001).move(CloseWindow())
    assert one.facts[0] == WindowClosed()
    assert one.refusal(CloseWindow()) == "common.uno.window"


@pytest.mark.rule("common.uno.catch")
def test_its_close_ends_the_time_to_catch_and_to_call() -> None:
    one = later(exposed(), 2).move(CloseWindow())
    assert one.facts == (WindowClosed(), UnoChanged(0, "missed"))
    assert one.exposed_now() == []
    assert one.sizes()[0] == 1
    assert one.refusal(CatchUno(2, 0)) == "common.uno.catch"
    assert one.refusal(CallUno(0)) == "common.uno.call"


@pytest.mark.rule("common.uno.call", "common.uno.catch")
@pytest.mark.parametrize("catches_first", [True, False])
def test_a_call_by_the_owner_beats_every_catch(catches_first: bool) -> None:
    one = exposed()
    moves = [CatchUno(2, 0), CallUno(0), CatchUno(3, 0)]
    for move in moves if catches_first else moves[::-1]:
        one.move(move)
        assert one.sizes()[0] == 1
    later(one, 2).move(CloseWindow())
    assert one.facts == (WindowClosed(), UnoChanged(0, "called"))
    assert one.cited[-2:] == ["common.uno.window", "common.uno.call"]
    assert one.sizes()[0] == 1


@pytest.mark.rule("common.uno.catch")
def test_without_a_call_a_catch_counts_once_when_it_closes() -> None:
    one = exposed().catch(2, 0).catch(1, 0)
    assert one.facts == (UnoHeld(1, 0),)
    assert one.sizes()[0] == 1
    later(one, 2).move(CloseWindow())
    assert one.sizes()[0] == 3
    assert one.cited.count("common.uno.catch") == 1


def test_a_call_or_a_catch_is_held_once() -> None:
    one = exposed().call(0).catch(2, 0)
    for move in (CallUno(0), CatchUno(2, 0)):
        assert one.refusal(move) == "common.uno.window"
        with pytest.raises(IllegalMove, match="already_held"):
            check_move(one.ruleset, one.state, move)
    assert open_moves(one.ruleset, one.state, 0) == [Resign(0)]
    assert open_moves(one.ruleset, one.state, 2) == [Resign(2)]
    assert CatchUno(3, 0) in open_moves(one.ruleset, one.state, 3)


@pytest.mark.rule("common.forfeit")
def test_what_was_held_of_a_seat_that_is_out_is_dropped() -> None:
    one = exposed().catch(2, 0).resign(2)
    later(one, 2).move(CloseWindow())
    assert one.sizes()[0] == 1


@pytest.mark.rule("common.forfeit")
@pytest.mark.parametrize("pauses", [False, True])
def test_it_closes_at_once_when_no_hand_is_exposed_any_more(pauses: bool) -> None:
    one = exposed().catch(2, 0)
    one = one.move(Pause()).resign(0).move(Resume()) if pauses else one.resign(0)
    assert one.state.window is None
    assert pauses or WindowClosed() in one.facts
    assert one.sizes()[2] == 2
    one.play(1, "red-6")
    assert one.asked == (2, "turn")


def test_it_stays_open_while_another_hand_is_exposed() -> None:
    one = exposed().resign(1)
    assert observe(one.ruleset, one.state, 2).window == NOON + 2000
    assert one.exposed_now() == [0]


def test_a_seat_sees_what_it_has_held_and_no_other_seat_does() -> None:
    one = exposed()
    before = [observe(one.ruleset, one.state, seat) for seat in range(-1, 4)]
    one.catch(2, 0)
    after = [observe(one.ruleset, one.state, seat) for seat in range(-1, 4)]
    assert [one for one, other in zip(after, before, strict=True) if one != other] == [after[3]]
    assert after[3].held == (0,)
    assert CatchUno(2, 0) not in after[3].open


@pytest.mark.rule("common.pause")
def test_after_a_pause_the_whole_time_begins_again() -> None:
    one = later(exposed().catch(2, 0), 1).move(Pause())
    assert observe(one.ruleset, one.state, 1).window is None
    assert later(one, 500).refusal(CloseWindow()) == "common.uno.window"
    one.move(Resume())
    assert one.facts[-1] == WindowOpened(NOON + 503_000)
    one.call(0)
    later(one, 2).move(CloseWindow())
    assert one.state.uno[0] == "called"


@pytest.mark.rule("common.clock")
def test_the_clock_of_the_next_seat_starts_when_it_closes() -> None:
    one = table(seats=4).clocked(30, uno_window=3).top("red-5").hand(0, "red-1 red-2")
    one.hand(1, "red-6 red-7").after(5).play(0, "red-1")
    assert one.left is None
    one.after(3).move(CloseWindow())
    assert one.left == 30


def test_a_call_with_the_play_opens_no_window() -> None:
    one = table(seats=4)
    one.options, one.now = {"uno_window": 2}, NOON
    one.hand(0, "red-1 red-2").hand(1, "red-6 red-7").top("red-5").play(0, "red-1", uno=True)
    assert one.state.window is None


def test_without_the_option_nothing_waits() -> None:
    assert exposed(0).state.window is None


def test_the_end_of_the_game_closes_it() -> None:
    one = exposed().resign(1).resign(2).resign(3)
    assert one.state.result is not None
    assert one.state.window is None
