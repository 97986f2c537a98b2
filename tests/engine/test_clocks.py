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
    Play,
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
    SeatOut,
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
def test_when_the_seconds_are_used_up_the_bank_runs() -> None:
    one = clocked(30, 60).after(40).play(0, "red-1")
    assert one.bank == [50, 60, 60]
    assert one.after(10).play(1, "red-6").after(80).play(2, "red-9").after(1).left == 79
    assert one.bank == [50, 60, 10]


@CLOCK
def test_an_answer_in_time_refills_the_bank_up_to_its_start() -> None:
    one = clocked(30, 60, 25).after(90 - 0.001).play(0, "red-1")
    assert one.bank == [25.001, 60, 60]
    one.after(31).play(1, "red-6")
    assert one.bank == [25.001, 60, 60]


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
@pytest.mark.rule("common.choice-timeout")
def test_from_the_deadline_on_only_the_clock_answers() -> None:
    one = clocked(30, 60)
    assert one.after(89.999).refusal(Expire(0)) == "common.clock"
    assert one.after(0.001).refusal(Play(0, "red-1")) == "common.clock"
    assert one.refusal(Draw(0)) == "common.clock"
    assert one.refusal(Play(1, "red-6")) == "common.turn"
    one.expire(0)
    assert one.asked == (1, "turn")
    assert one.bank == [0, 60, 60]
    assert "common.choice-timeout" in one.cited
    assert ClockSpent(0, 90_000, 0, 1, unanswered=(0,)) in one.facts


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
def test_each_question_has_its_own_seconds() -> None:
    one = table().clocked(30, 10).hand(0, "wild red-1 red-2").top("red-5")
    one.after(29).play(0, "wild").after(29).choose(0, "blue")
    assert one.bank == [10, 10, 10]
    assert one.left == 40


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
@pytest.mark.rule("common.pause")
def test_a_pause_stops_the_clock() -> None:
    one = clocked(30, 60).after(40).move(Pause())
    assert one.facts[-1] == ClockStopped(0, 40_000)
    assert one.left is None
    one.after(1_000_000).move(Resume())
    assert one.facts[-1] == ClockStarted(0, NOON + 1_000_040_000, 40_000)
    assert one.left == 50
    assert one.after(5).play(0, "red-1").bank == [45, 60, 60]


@CLOCK
@pytest.mark.rule("common.pause", "common.forfeit")
def test_no_clock_starts_in_a_pause() -> None:
    one = clocked(30, 60).after(40).move(Pause()).after(5).resign(0)
    assert one.facts[-1] == ClockSpent(0, 40_000, 50_000)
    assert one.left is None
    one.after(5).resign(1)
    assert one.state.result is not None


@CLOCK
@pytest.mark.rule("common.pause", "common.forfeit")
def test_the_question_after_a_pause_has_all_its_time() -> None:
    one = clocked(30, 60).move(Pause()).after(5).resign(0).after(5).move(Resume())
    assert one.asked == (1, "turn")
    assert one.left == 90


@CLOCK
@pytest.mark.rule("common.forfeit")
def test_a_question_that_is_withdrawn_is_charged_and_not_refilled() -> None:
    one = clocked(30, 60, 30).after(50).resign(0)
    assert ClockSpent(0, 50_000, 40_000) in one.facts
    assert (one.asked, one.left) == ((1, "turn"), 90)


@CLOCK
@pytest.mark.rule("common.void")
def test_the_end_of_the_game_ends_every_clock() -> None:
    one = clocked(30).after(5).move(Void())
    assert one.facts[-1] == ClockSpent(0, 5_000, 0)
    assert one.left is None


@CLOCK
def test_a_clock_set_back_costs_nothing_and_gives_nothing() -> None:
    one = clocked(30, 60).after(-10).play(0, "red-1")
    assert ClockSpent(0, 0, 60_000) in one.facts


@CLOCK
def test_a_deal_starts_the_clock_of_the_first_seat() -> None:
    one = table().clocked(30, 60).turned_up("red-5")
    assert one.state.clock is not None
    assert one.facts[-1] == ClockStarted(1, NOON)
    assert one.left == 90


@OUT
@pytest.mark.rule("common.forfeit")
def test_a_seat_that_lets_three_questions_in_a_row_run_out_is_out() -> None:
    one = clocked(10)
    one.after(10).expire(0).draw(1).draw(2).after(10).expire(0).draw(1).draw(2)
    assert one.state.clock is not None
    assert one.state.clock.missed == (2, 0, 0)
    one.after(10).expire(0)
    assert SeatOut(0, "timeouts", 1) in one.facts
    assert Withdrawn(0) in one.facts
    assert "common.clock.out" in one.cited
    assert "common.forfeit" in one.cited
    assert one.asked[0] == 1


@OUT
def test_an_answer_in_time_begins_the_count_again() -> None:
    one = clocked(10, timeouts_out=2).after(10).expire(0)
    one.draw(1).draw(2).draw(0).draw(1).draw(2).after(10).expire(0)
    assert one.state.seats_in() == [0, 1, 2]


@OUT
@pytest.mark.parametrize("never", [0, None])
def test_without_a_number_nobody_is_put_out(never: int | None) -> None:
    one = clocked(10, timeouts_out=never)
    for _ in range(4):
        one.after(10).expire(0).after(10).expire(1).draw(2)
    assert one.state.seats_in() == [0, 1, 2]
    assert one.endings == []


@OUT
@pytest.mark.parametrize("never", [0, None])
def test_without_a_number_a_game_that_no_seat_answers_any_more_is_void_too(
    never: int | None,
) -> None:
    one = clocked(10, timeouts_out=never).draw(0).draw(1)
    for seat in [2, *range(3), *range(3), 0]:
        one.after(10).expire(seat)
    assert one.endings == []
    one.after(10).expire(1)
    assert one.endings == [(None, "void")]
    assert one.places is None
    assert one.cited[-2:] == ["common.clock.out", "common.clock"]
    assert one.state.seats_in() == [0, 1, 2]


@OUT
def test_without_a_number_a_seat_that_is_out_is_not_waited_for() -> None:
    one = clocked(10, timeouts_out=0)
    for seat in [*range(3), *range(3), 0, 1]:
        one.after(10).expire(seat)
    assert one.endings == []
    one.resign(2)
    assert one.endings == []
    one.after(10).expire(0)
    assert one.endings == [(None, "void")]


@OUT
def test_with_one_the_first_question_that_runs_out_puts_out() -> None:
    one = clocked(10, timeouts_out=1).after(10).expire(0).draw(1).after(10).expire(2)
    assert one.endings == [(1, "last")]


@OUT
@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_game_that_no_seat_answers_any_more_is_void(most: int) -> None:
    """With one, the last seat was never asked after the others went out, and wins."""
    one = clocked(10, timeouts_out=most).draw(0).draw(1)
    seats = [2, *range(3), *range(3), *range(3)][: 3 * most - 1]
    for seat in seats:
        one.after(10).expire(seat)
    assert one.endings == [(1, "last") if most == 1 else (None, "void")]
    if most > 1:
        assert one.places is None
        assert "common.clock.out" in one.cited[-2:]


@OUT
@pytest.mark.parametrize("most", [1, 2, 3])
def test_who_answers_wins_over_an_opponent_who_stops_answering(most: int) -> None:
    one = table(seats=2).top("red-5").clocked(10, timeouts_out=most)
    for _ in range(most):
        one.draw(0).after(10).expire(1)
    assert one.endings == [(0, "last")]


@OUT
def test_questions_that_run_out_in_one_turn_do_not_void_the_game_of_who_answers() -> None:
    one = table("xmen", 2).hand(0, "wild-cerebro green-8 green-9").hand(1, "blue-8 blue-9")
    one.top("red-5").clocked(10, timeouts_out=2).play(0, "wild-cerebro")
    one.after(10).expire(0).after(10).expire(0)
    assert one.endings == [(1, "last")]


@OUT
def test_only_the_last_question_of_the_seat_that_is_left_counts() -> None:
    one = clocked(10, timeouts_out=2).after(10).expire(0).after(10).expire(1)
    one.after(10).expire(2).after(10).expire(0).after(10).expire(1)
    assert one.endings == [(None, "void")]
    one = clocked(10, timeouts_out=2).draw(0).draw(1).after(10).expire(2)
    one.after(10).expire(0).after(10).expire(1).draw(2).after(10).expire(0)
    assert one.after(10).expire(1).endings == [(2, "last")]


@OUT
@pytest.mark.rule("common.forfeit")
def test_the_last_seat_wins_if_another_resigns_though_none_has_answered() -> None:
    one = clocked(10, timeouts_out=3)
    for seat in range(3):
        one.after(10).expire(seat)
    assert one.resign(0).resign(1).endings == [(2, "last")]


@pytest.mark.rule("common.clock.stands")
def test_time_in_which_the_server_did_not_run_is_not_counted() -> None:
    one = clocked(30).after(500).move(Stand(since=NOON + 20_000))
    assert one.facts == (ClockStopped(0, 20_000), ClockStarted(0, NOON + 500_000, 20_000))
    assert one.cited == ["common.clock.stands"]
    assert one.left == 10
    one.after(4).move(Stand(since=NOON + 20_000))
    assert one.left == 10
    assert one.after(5).move(Stand(since=NOON + 10**9)).left == 5


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
def test_a_bank_above_its_start_is_not_refilled_and_not_cut() -> None:
    one = clocked(30, 60, 5).move(AdjustClock(0, 10)).play(0, "red-1")
    assert one.bank == [70, 60, 60]
    other = clocked(30, 60, 5).move(AdjustClock(0, 10)).after(48).play(0, "red-1")
    assert other.bank == [57, 60, 60]


@ADJUST
def test_a_clock_is_adjusted_in_a_paused_game_and_runs_on_as_before() -> None:
    one = clocked(30, 60).after(10).move(Pause()).move(AdjustClock(0, 5))
    assert one.facts == (ClockChanged(0, 65_000),)
    assert (one.state.paused, one.left) == (True, None)
    assert one.after(100).move(Resume()).left == 85


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
