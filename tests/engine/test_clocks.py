"""The clock: seconds, banks, increments, seats that run out, time that is not counted."""

import pytest

from games.engine import (
    AdjustClock,
    Draw,
    Expire,
    IllegalMove,
    Move,
    OptionError,
    Pause,
    Prompt,
    Resume,
    Stand,
    State,
    Void,
    deadline_of,
    decide,
    fold,
    low_on_time_at,
    next_move_of_clock,
    observe,
    read_options,
)
from games.engine.clocks import _questions_kept
from games.engine.facts import (
    Answered,
    ClockChanged,
    ClockSpent,
    ClockStarted,
    ClockStopped,
    Prompted,
    TimeShifted,
    Withdrawn,
)
from games.engine.variants import AVENGERS
from tests.table import NOON, Table, table

CLOCK = pytest.mark.rule("common.clock")
ADJUST = pytest.mark.rule("common.clock.adjust")
OUT = pytest.mark.rule("common.clock.out")


def clocked(*terms: int, **options: object) -> Table:
    """Three seats with hands that can play and draw; seat 0 is asked."""
    one = table().clocked(*terms, **options).top("red-5").draw_pile("blue-9 blue-8 blue-7 blue-6")
    return one.hand(0, "red-1 red-2 red-3").hand(1, "red-6 red-7 red-8").hand(2, "red-9 blue-1")


@CLOCK
def test_an_answer_within_the_seconds_costs_nothing() -> None:
    one = clocked(30, 60, 5).after(29.999).play(0, "red-1")
    assert one.bank == [60, 60, 60]
    assert one.left == 90
    spent, started = one.all_facts[-2:]
    assert spent == ClockSpent(0, 29_999, 60_000)
    assert started == ClockStarted(1, NOON + 29_999)
    assert one.rulings[-1].rule == "common.clock"
    assert one.rulings[-1].at == len(one.facts) - 2


@CLOCK
def test_the_deadline_is_that_of_the_seat_asked_and_in_the_view() -> None:
    one = clocked(30, 60).after(10)
    assert one.left == 80
    view = observe(one.ruleset, one.state, 2)
    assert view.deadline == NOON + 90_000
    assert view.clock == one.state.clock
    assert deadline_of(table().ruleset, one.state) is None


@CLOCK
def test_a_bot_is_low_on_time_when_a_third_of_its_time_is_left() -> None:
    one = clocked(30, 60).after(10)
    assert low_on_time_at(one.ruleset, one.state) == NOON + 60_000
    assert low_on_time_at(table().ruleset, one.state) is None
    one.move(Pause())
    assert low_on_time_at(one.ruleset, one.state) is None


@CLOCK
def test_the_codes_of_refusals_say_whether_time_is_left() -> None:
    one = clocked(30)
    with pytest.raises(IllegalMove) as early:
        decide(one.ruleset, one.state, Expire(0), one.chance, at=NOON + 29_999)
    with pytest.raises(IllegalMove) as late:
        decide(one.ruleset, one.state, Draw(0), one.chance, at=NOON + 30_000)
    assert (early.value.code, late.value.code) == ("time_is_left", "time_is_up")


@CLOCK
def test_a_move_without_a_time_moves_no_clock() -> None:
    one = clocked(30)
    after = decide(one.ruleset, one.state, Expire(0), one.chance)
    assert after.state.clock == one.state.clock


@CLOCK
@pytest.mark.rule("common.uno.call", "common.uno.catch")
def test_calls_and_catches_leave_the_clock_of_the_seat_asked_alone() -> None:
    one = table().clocked(30, 10).hand(0, "red-1 red-2").hand(1, "red-6 red-7").top("red-5")
    one.play(0, "red-1").after(35).catch(2, 0)
    assert one.asked[0] == 1
    assert one.left == 5
    assert not any(isinstance(fact, ClockSpent | ClockStarted) for fact in one.facts)
    assert one.after(4).play(1, "red-6", uno=True).bank == [10, 1, 10]


@CLOCK
def test_a_deal_starts_the_clock_of_the_first_seat() -> None:
    one = table().clocked(30, 60).turned_up("red-5")
    assert one.state.clock is not None
    assert one.facts[-1] == ClockStarted(1, NOON)
    assert one.left == 90


@OUT
@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_game_that_no_seat_answers_any_more_is_void(most: int) -> None:
    one = clocked(10, timeouts_out=most).draw(0).draw(1)
    seats = [2, *range(3), *range(3), *range(3)][: 3 * most - 1]
    for seat in seats:
        one.after(10).expire(seat)
    assert one.endings == [(None, "void")]
    assert one.places is None
    assert "common.clock.out" in one.cited[-2:]


@pytest.mark.rule("common.clock.stands")
def test_where_no_clock_runs_no_time_is_left_out() -> None:
    assert table().top("red-5").refusal(Stand(since=NOON)) == "common.clock.stands"
    paused = clocked(30).move(Pause())
    assert paused.refusal(Stand(since=NOON)) == "common.clock.stands"
    over = clocked(30).move(Void())
    assert over.refusal(Stand(since=NOON)) == "common.over"


@pytest.mark.rule("common.clock.stands")
def test_a_clock_that_was_set_back_leaves_a_question_the_rest_of_its_time() -> None:
    one = clocked(30, 60).after(20).move(Stand(since=NOON + 20_000, ahead=3_600_000))
    assert one.facts == (
        TimeShifted(3_600_000),
        ClockStopped(0, 20_000),
        ClockStarted(0, NOON + 20_000, 20_000),
    )
    assert one.cited == ["common.clock.stands"]
    assert one.left == 70
    on_server = NOON + 90_000 - 3_600_000
    assert next_move_of_clock(one.ruleset, one.state) == on_server
    assert observe(one.ruleset, one.state, 0).deadline == on_server
    one.after(5).play(0, "red-1")
    assert one.bank == [60, 60, 60]
    one.move(Stand(since=NOON + 25_000))
    assert one.facts[0] == TimeShifted(0)
    assert next_move_of_clock(one.ruleset, one.state) == NOON + 25_000 + 90_000


@pytest.mark.rule("common.clock.stands")
def test_times_are_shifted_also_while_no_clock_runs() -> None:
    paused = clocked(30).after(10).move(Pause()).move(Stand(since=NOON + 10_000, ahead=5000))
    assert paused.facts == (TimeShifted(5000),)
    assert paused.refusal(Stand(since=NOON, ahead=5000)) == "common.clock.stands"
    paused.move(Resume())
    assert next_move_of_clock(paused.ruleset, paused.state) == NOON + 30_000 - 5000
    unclocked = table().top("red-5")
    assert unclocked.refusal(Stand(since=NOON, ahead=5000)) == "common.clock.stands"


@CLOCK
@pytest.mark.parametrize(
    ("given", "code"),
    [
        (30, "option_type"),
        ({"seconds": 0}, "option_range"),
        ({"bank": 5}, "option_range"),
        ({"seconds": 30, "bank": -1}, "option_range"),
        ({"seconds": True}, "option_type"),
        ({"seconds": 30, "minutes": 1}, "option_choice"),
        ({"seconds": 30, "call_stops": 1}, "option_type"),
    ],
)
def test_terms_of_a_clock_that_cannot_be(given: object, code: str) -> None:
    with pytest.raises(OptionError) as error:
        read_options(AVENGERS, {"clock": given}, 3)
    assert (error.value.option, error.value.code) == ("clock", code)


@CLOCK
def test_the_terms_are_completed() -> None:
    read = read_options(AVENGERS, {"clock": {"seconds": 86_400}}, 3)
    assert read["clock"] == {
        "seconds": 86_400,
        "bank": 0,
        "increment": 0,
        "call_stops": False,
    }
    assert read["timeouts_out"] == 3
    assert read_options(AVENGERS, {}, 3)["clock"] is None


@CLOCK
def test_facts_of_a_clock_change_no_game_without_one() -> None:
    facts = (ClockStarted(0, 5), ClockStopped(0, 5), ClockSpent(0, 5, 5))
    assert fold(State(seats=2), facts).clock is None


@CLOCK
def test_a_question_on_top_of_another_stops_the_clock_below() -> None:
    one, above = clocked(30, 60), Prompt(1, "confirm", ("yes", "no"))
    state = fold(one.state, (Prompted(above), ClockStopped(0, 40_000), ClockStarted(1, NOON, 0, 1)))
    assert state.clock is not None
    assert state.clock.spent == (40_000, 0)
    state = fold(state, (Answered(1, "yes"), ClockSpent(1, 5, 60_000, 0, 1)))
    assert state.clock is not None
    assert state.clock.spent == (40_000,)


@CLOCK
def test_a_question_that_replaces_another_in_one_move_has_its_own_clock() -> None:
    before = fold(clocked(30).state, (Prompted(Prompt(1, "confirm", ("yes", "no"))),))
    replaced = (Withdrawn(1), Prompted(Prompt(2, "confirm")), Prompted(Prompt(1, "confirm")))
    assert _questions_kept(before, replaced) == 1
    assert _questions_kept(before, (*replaced, Withdrawn(1))) == 1


# ---- time added or taken by an organiser


@ADJUST
def test_seconds_are_added_to_a_bank_and_the_deadline_moves() -> None:
    one = clocked(30, 60).after(40)
    assert one.left == 50
    one.move(AdjustClock(0, 25))
    assert one.facts == (ClockChanged(0, 85_000),)
    assert [(ruling.rule, ruling.seat) for ruling in one.rulings] == [("common.clock.adjust", 0)]
    assert (one.bank, one.left) == ([85, 60, 60], 75)
    one.after(10).play(0, "red-1")
    assert one.bank == [65, 60, 60]


@ADJUST
def test_seconds_are_taken_from_a_bank_down_to_zero() -> None:
    one = clocked(30, 60).move(AdjustClock(1, -20)).move(AdjustClock(1, -50))
    assert one.facts == (ClockChanged(1, 0),)
    assert one.bank == [60, 0, 60]
    assert refused(one, AdjustClock(1, -1)) == ("common.clock.adjust", "no_time_to_take")
    assert refused(one, AdjustClock(1, 0)) == ("common.clock.adjust", "no_time_to_take")


@ADJUST
def test_an_open_question_may_run_out_by_time_that_is_taken() -> None:
    one = clocked(30, 60).after(40)
    assert refused(one, Expire(0)) == ("common.clock", "time_is_left")
    one.move(AdjustClock(0, -55))
    assert refused(one, Draw(0)) == ("common.clock", "time_is_up")
    one.move(Expire(0))
    assert one.bank[0] == 0


@ADJUST
def test_a_clock_is_adjusted_only_for_a_seat_in_a_running_game_with_a_clock() -> None:
    assert refused(table().top("red-5"), AdjustClock(0, 5)) == ("common.clock.adjust", "no_clock")
    one = clocked(30, 60).resign(2)
    assert refused(one, AdjustClock(2, 5)) == ("common.forfeit", "already_out")
    assert refused(one.move(Void()), AdjustClock(0, 5)) == ("common.over", "game_over")


@ADJUST
def test_a_changed_bank_changes_no_game_without_a_clock() -> None:
    assert fold(State(seats=2), (ClockChanged(0, 5),)).clock is None


def refused(one: Table, move: Move) -> tuple[str, str]:
    """The rule and the code with which a move is refused."""
    with pytest.raises(IllegalMove) as error:
        decide(one.ruleset, one.state, move, one.chance, at=one.now)
    return error.value.rule, error.value.code
