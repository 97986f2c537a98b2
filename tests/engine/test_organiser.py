"""What an organiser may do to a game: remove a seat, void it, correct its result."""

from contextlib import nullcontext

import msgspec
import pytest

from games.engine import (
    ACTS,
    AnswerCall,
    CallJudge,
    CallUno,
    CancelCall,
    CatchUno,
    CloseWindow,
    Correct,
    Deduct,
    Draw,
    Expire,
    GameLoss,
    IllegalMove,
    Move,
    Note,
    Pass,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    Void,
    Warn,
    Withdraw,
    decide,
    observe,
)
from games.engine.facts import (
    CallClosed,
    CardsMoved,
    GameEnded,
    JudgeCalled,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    ResultChanged,
    Resumed,
    ScorePenalized,
    SeatOut,
    WindowClosed,
    Withdrawn,
)
from games.engine.state_parts import Result
from games.engine.zones import DISCARD, DRAW, HAND, NOBODY
from tests.table import NOON, Table, table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


def over(game: str = "avengers") -> Table:
    """A game for three that seat 1 has won, because the others left."""
    return table(game).hand(0, "red-1 red-2").top("red-5").resign(0).resign(2)


def code(one: Table, move: Move) -> str:
    """The code with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        decide(one.ruleset, one.state, move, one.chance)
    return refused.value.code


# ---- removing a seat


@pytest.mark.rule("common.forfeit")
@GAMES
def test_a_removed_player_is_out_just_as_if_the_player_had_resigned(game: str) -> None:
    def new_table() -> Table:
        return table(game, 4).hand(0, "red-1 red-2").top("red-5").draw_pile("blue-1")

    removed, resigned = new_table().move(Remove(0)), new_table().resign(0)
    assert removed.state == resigned.state
    assert removed.rulings == resigned.rulings
    assert removed.facts[0] == SeatOut(0, "removed", 1)
    assert removed.facts[1:] == resigned.facts[1:]


@pytest.mark.rule("common.forfeit")
def test_a_question_to_a_player_who_is_removed_falls_away_and_the_turn_passes_on() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild").move(Remove(0))
    assert one.of(Withdrawn) == [Withdrawn(0)]
    assert one.asked == (1, "turn")


@pytest.mark.rule("common.forfeit", "ultimate.out.cards")
def test_the_cards_of_a_hero_who_is_removed_leave_the_game() -> None:
    heroes = "black-widow captain-america hulk"
    one = table("ultimate", heroes=heroes).enemy(1, "viper").items(1, "body-armor").top("red-5")
    one.move(Remove(1))
    assert (one.decks()[1], one.sizes()[1], one.enemies()[1], one.items_of(1)) == (0, 0, "", [])
    assert sorted(one.danger_pile()[-2:]) == ["body-armor", "viper"]
    assert "ultimate.out.cards" in one.cited


@pytest.mark.rule("common.forfeit")
@GAMES
def test_when_all_others_are_removed_the_last_one_left_wins(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").move(Remove(0)).move(Remove(2))
    assert one.endings == [(1, "last")]


@pytest.mark.rule("common.forfeit")
def test_nobody_is_removed_twice_or_from_a_place_that_is_not_there() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").move(Remove(0))
    for seat in (0, 3, -1):
        assert one.refusal(Remove(seat)) == "common.forfeit"


# ---- pausing a game, warning a player


@pytest.mark.rule("common.pause")
@GAMES
def test_a_paused_game_accepts_no_move_but_a_resignation_until_it_goes_on(game: str) -> None:
    one = table(game).hand(0, "red-1 red-2").top("red-5").move(Pause())
    assert one.facts == (Paused(),)
    for move in (Play(0, "red-1"), Draw(0), Expire(0), CallUno(0), CatchUno(0, 1)):
        assert one.refusal(move) == "common.pause"
        assert code(one, move) == "game_paused"
    view = observe(one.ruleset, one.state, 0)
    assert (view.paused, view.moves, view.open) == (True, (), (Resign(0),))
    one.move(Resume())
    assert one.facts == (Resumed(),)
    assert one.cited[-1] == "common.pause"
    assert one.play(0, "red-1").asked == (1, "turn")


@pytest.mark.rule("common.pause")
def test_a_resignation_a_removal_and_a_warning_leave_the_game_paused() -> None:
    one = table("avengers", 4).top("red-5").move(Pause()).resign(0).move(Remove(1)).move(Warn(2))
    assert one.state.paused
    assert one.refusal(Draw(2)) == "common.pause"
    one.move(Resume()).draw(2)


@pytest.mark.rule("common.pause")
def test_a_paused_game_may_end() -> None:
    for one in (
        table().top("red-5").move(Pause()).resign(0).resign(1),
        table().top("red-5").move(Pause()).move(Void()),
    ):
        assert one.state.result is not None
        assert not one.state.paused
        for act in (Pause(), Resume(), Warn(0)):
            assert one.refusal(act) == "common.over"


@pytest.mark.rule("common.pause")
def test_a_game_is_paused_once_and_goes_on_once() -> None:
    one = table().top("red-5")
    assert (one.refusal(Resume()), code(one, Resume())) == ("common.pause", "not_paused")
    one.move(Pause())
    assert (one.refusal(Pause()), code(one, Pause())) == ("common.pause", "game_paused")


@pytest.mark.rule("common.warn")
def test_a_warning_is_on_record_and_changes_nothing() -> None:
    one = table().top("red-5").resign(2)
    before = one.state.copy()
    for seat in (0, 1, 2):
        one.move(Warn(seat))
        assert one.facts == ()
        assert (one.rulings[-1].rule, one.rulings[-1].seat) == ("common.warn", seat)
    assert one.state == before
    for seat in (-1, 3):
        assert (one.refusal(Warn(seat)), code(one, Warn(seat))) == ("common.warn", "no_such_seat")


@pytest.mark.rule("common.note", "common.withdraw")
@pytest.mark.parametrize(("act", "rule"), [(Note(), "note"), (Withdraw(seq=3), "withdraw")])
def test_a_note_and_a_withdrawal_are_on_record_and_change_nothing(act: Move, rule: str) -> None:
    one = table().top("red-5").move(Pause())
    before = one.state.copy()
    one.move(act)
    assert (one.facts, one.rulings[-1].rule) == ((), f"common.{rule}")
    assert one.state == before
    assert over().refusal(act) == "common.over"


# ---- a game loss, and points that count against a seat


@pytest.mark.rule("common.loss", "common.places")
@GAMES
def test_a_player_with_a_game_loss_is_last_whoever_went_out_before(game: str) -> None:
    one = table(game, 5, rounds=1).hand(0, "red-1").top("red-5").resign(1)
    one.move(GameLoss(2)).move(Remove(3)).move(GameLoss(4))
    assert one.of(SeatOut)[-1] == SeatOut(4, "loss", 0)
    assert one.cited[-1] == "common.forfeit" and "common.loss" in one.cited
    assert (one.endings, one.places) == ([(0, "last")], (1, 3, 4, 2, 4))


@pytest.mark.rule("common.loss")
def test_the_others_play_on_after_a_game_loss() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild").move(GameLoss(0))
    assert (one.of(Withdrawn), one.asked) == ([Withdrawn(0)], (1, "turn"))
    assert code(one, GameLoss(0)) == "already_out"


@pytest.mark.rule("common.deduct")
def test_points_are_taken_from_a_score_down_to_none() -> None:
    one = table().top("red-5").scores(30, 0, 5).move(Pause()).move(Deduct(0, 20))
    assert one.facts == (ScorePenalized(0, 20, 10),)
    assert (one.rulings[-1].rule, one.rulings[-1].seat) == ("common.deduct", 0)
    one.move(Deduct(0, 20))
    assert (one.facts, one.state.scores) == ((ScorePenalized(0, 20, 0),), (0, 0, 5))
    assert code(one, Deduct(0, 1)) == "no_points_to_take"


@pytest.mark.rule("common.deduct")
def test_points_are_added_where_low_scores_win() -> None:
    one = table("avengers", 3, scoring="low").top("red-5").scores(30, 0, 5).move(Deduct(1, 20))
    assert one.facts == (ScorePenalized(1, 20, 20),)


@pytest.mark.rule("common.deduct")
@pytest.mark.parametrize(("game", "options"), [("avengers", {"rounds": 1}), ("xmen", {})])
def test_no_points_are_taken_where_no_total_decides(game: str, options: dict[str, object]) -> None:
    one = table(game, 3, **options).top("red-5")
    assert (one.refusal(Deduct(0, 5)), code(one, Deduct(0, 5))) == ("common.deduct", "no_scores")


# ---- a call for a judge

CALL = CallJudge(1, "A card fell.")
JUDGE = pytest.mark.rule("common.judge")


def stopping(*, stops: bool = True) -> Table:
    """A game for three with a clock that a call stops, in which seat 0 is asked."""
    clock = {"seconds": 30, "bank": 60, "call_stops": stops}
    return table().clocked(30, clock=clock).hand(0, "red-1 red-2").top("red-5")


@JUDGE
def test_a_seat_that_is_not_asked_calls_a_judge_and_nothing_else_changes() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").move(CALL)
    assert (one.facts, one.rulings[-1].rule) == ((JudgeCalled(1),), "common.judge")
    assert one.asked == (0, "turn")
    one.play(0, "red-1").move(AnswerCall(1, "upheld"))
    assert one.facts == (CallClosed(1, "upheld"),)
    assert one.rulings[-1].rule == "common.judge"


@JUDGE
def test_a_seat_has_one_open_call_and_ten_in_a_game() -> None:
    one = table().top("red-5")
    for number in range(10):
        one.move(CALL)
        assert (one.refusal(CALL), code(one, CALL)) == ("common.judge", "call_is_open")
        one.move(CancelCall(1) if number % 2 else AnswerCall(1, "refused"))
    assert (one.refusal(CALL), code(one, CALL)) == ("common.judge", "no_calls_left")
    one.move(CallJudge(2, "Another seat."))


@JUDGE
def test_only_an_open_call_is_answered_or_cancelled() -> None:
    one = table().top("red-5").move(CALL)
    for move in (CancelCall(0), AnswerCall(0, "noted"), AnswerCall(7, "noted")):
        assert (one.refusal(move), code(one, move)) == ("common.judge", "no_open_call")
    one.move(CancelCall(1))
    assert one.facts == (CallClosed(1, "cancelled"),)
    assert code(one, AnswerCall(1, "noted")) == "no_open_call"


@JUDGE
def test_a_player_who_is_out_calls_no_judge_but_an_open_call_is_answered() -> None:
    one = table("avengers", 4).top("red-5").move(CALL).resign(1)
    for move in (CALL, CancelCall(1)):
        assert one.refusal(move) == "common.forfeit"
    one.move(AnswerCall(1, "noted"))


@JUDGE
def test_a_call_stops_all_clocks_until_the_answer_if_the_clock_says_so() -> None:
    one = stopping().after(10).move(CALL)
    assert one.facts[:2] == (JudgeCalled(1, stops=True), Paused())
    assert one.refusal(Play(0, "red-1")) == "common.pause"
    one.after(1000).move(AnswerCall(1, "noted"))
    assert one.facts[:2] == (CallClosed(1, "noted"), Resumed())
    assert (one.left, one.bank) == (80, [60, 60, 60])
    assert not one.state.calls.stops


@JUDGE
def test_a_game_that_calls_have_paused_goes_on_with_the_last_of_them() -> None:
    one = stopping().move(CALL).move(CallJudge(0, "Me too."))
    assert one.facts == (JudgeCalled(0),)
    one.move(CancelCall(1))
    assert (one.facts, one.state.paused) == ((CallClosed(1, "cancelled"),), True)
    one.move(AnswerCall(0, "refused"))
    assert not one.state.paused


@JUDGE
def test_an_answer_ends_no_pause_of_an_organiser() -> None:
    one = stopping().move(Pause()).move(CALL)
    assert one.facts == (JudgeCalled(1),)
    assert one.move(AnswerCall(1, "noted")).state.paused
    one = stopping().move(CALL).move(Resume()).move(Pause()).move(AnswerCall(1, "noted"))
    assert one.state.paused


@JUDGE
def test_a_call_does_not_pause_a_game_whose_clock_does_not_say_so() -> None:
    for one in (stopping(stops=False), table().top("red-5")):
        assert one.move(CALL).facts == (JudgeCalled(1),)
        assert not one.state.paused


@JUDGE
def test_the_end_of_the_game_drops_open_calls() -> None:
    one = stopping().move(CALL).resign(0).resign(2)
    assert (one.state.result is not None, one.state.calls.open) == (True, ())
    for move in (CALL, CancelCall(1), AnswerCall(1, "noted")):
        assert one.refusal(move) == "common.over"


# ---- a penalty of cards


@pytest.mark.rule("common.penalty")
@GAMES
@pytest.mark.parametrize("seat", [0, 2])
def test_a_penalized_seat_draws_and_the_turn_stays_where_it_is(game: str, seat: int) -> None:
    one = table(game).hand(0, "red-1 red-2").hand(2, "red-3").top("red-5")
    one.draw_pile("blue-1 blue-2 blue-3")
    before = one.sizes()[seat]
    one.move(Penalize(seat, 2))
    assert (one.rulings[0].rule, one.rulings[0].seat) == ("common.penalty", seat)
    assert one.facts[0] == CardsMoved("draw", seat, ("blue-1", "blue-2"), DRAW, HAND[seat])
    assert one.sizes()[seat] == before + 2
    assert one.asked == (0, "turn")
    assert one.play(0, "red-1").asked == (1, "turn")


@pytest.mark.rule("common.penalty", "common.reshuffle")
def test_a_penalty_draws_as_many_cards_as_there_are() -> None:
    one = table().hand(0, "rest").hand(1, "red-1").hand(2, "red-2").top("red-5").draw_pile("blue-1")
    left = len(one.state.zones[DRAW]) + len(one.state.zones[DISCARD]) - 1
    one.move(Penalize(1, 10))
    assert one.sizes()[1] == 1 + min(10, left)
    assert one.asked == (0, "turn")


@pytest.mark.rule("common.penalty", "common.uno.catch")
def test_a_hand_that_grows_by_a_penalty_can_no_longer_be_caught() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").draw_pile("blue-1 blue-2").play(0, "red-1")
    assert one.state.uno[0] == "exposed"
    one.move(Penalize(0, 1))
    assert one.refusal(CatchUno(1, 0)) == "common.uno.catch"


@pytest.mark.rule("common.penalty", "ultimate.out")
def test_a_hero_draws_a_penalty_from_the_own_deck_and_may_go_out_by_it() -> None:
    def new_table() -> Table:
        one = table("ultimate", heroes="black-widow hulk shuri").top("red-5")
        return one.hand(0, "red-1 red-2").deck(1, "red-7 red-8", size=2)

    one = new_table().move(Penalize(1, 1))
    assert (one.decks()[1], one.asked) == (1, (0, "turn"))
    one = new_table().move(Penalize(1, 5))
    assert SeatOut(1, "deck", 1) in one.facts
    assert one.asked == (0, "turn")


@pytest.mark.rule("common.penalty", "ultimate.last")
def test_a_penalty_that_puts_one_of_two_heroes_out_ends_the_game() -> None:
    one = table("ultimate", heroes="hulk shuri").top("red-3").deck(1, size=2)
    one.move(Penalize(1, 2))
    assert one.out_now() == [1]
    assert one.endings == [(0, "last")]


@pytest.mark.rule("common.penalty")
@pytest.mark.parametrize("count", [-1, 0, 1, 10, 11])
def test_a_penalty_is_of_one_to_ten_cards(count: int) -> None:
    given = {"move": "penalize", "seat": 0, "count": count}
    with nullcontext() if 1 <= count <= 10 else pytest.raises(msgspec.ValidationError):
        assert msgspec.convert(given, Move) == Penalize(0, count)


@pytest.mark.rule("common.penalty")
def test_a_penalty_waits_until_only_a_turn_is_open() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild")
    one.move(Penalize(1, 2)).move(Penalize(2, 1)).move(Penalize(1, 1))
    assert one.facts == (PenaltyDue(1, 1),)
    assert (one.rulings[-1].rule, one.rulings[-1].seat) == ("common.penalty", 1)
    one.choose(0, "blue")
    assert one.of(PenaltyDrawn) == [PenaltyDrawn(1, 2), PenaltyDrawn(2, 1), PenaltyDrawn(1, 1)]
    drawn_by = [(fact.seat, len(fact.cards)) for fact in one.of(CardsMoved) if fact.verb == "draw"]
    assert drawn_by == [(1, 2), (2, 1), (1, 1)]
    assert [ruling.seat for ruling in one.rulings if ruling.rule == "common.penalty"][-3:] == [
        1,
        2,
        1,
    ]
    assert (one.asked, one.state.due) == ((1, "turn"), ())


@pytest.mark.rule("common.penalty")
def test_a_card_just_drawn_is_played_before_a_penalty_is_drawn() -> None:
    drawn = table().hand(0, "red-2 red-3").top("red-5").draw_pile("red-9 blue-1").draw(0)
    assert drawn.asked == (0, "drawn")
    drawn.move(Penalize(0, 1))
    assert (drawn.state.due, drawn.facts) == (((0, 1),), (PenaltyDue(0, 1),))
    drawn.move(Pass(0))
    assert (drawn.state.due, drawn.of(PenaltyDrawn)) == ((), [PenaltyDrawn(0, 1)])


@pytest.mark.rule("common.penalty")
def test_a_penalty_that_is_due_is_dropped_when_its_seat_or_the_game_is_out() -> None:
    one = table("avengers", 4).hand(0, "wild red-2 red-3").top("red-5").play(0, "wild")
    one.move(Penalize(1, 2)).move(Penalize(2, 3)).resign(1)
    assert one.state.due == ((2, 3),)
    one.move(Void())
    assert one.state.due == ()


@pytest.mark.rule("common.penalty", "common.uno.window")
def test_no_penalty_is_drawn_while_calls_are_awaited() -> None:
    one = table().hand(0, "red-1 red-2").hand(1, "blue-1 blue-2").top("red-5")
    one.options |= {"uno_window": 2}
    one.now = NOON
    one.play(0, "red-1")
    one.move(Penalize(1, 2))
    assert one.facts[0] == PenaltyDue(1, 2)
    one.now = NOON + 2000
    one.move(CloseWindow())
    kinds = [type(fact) for fact in one.facts]
    assert kinds.index(WindowClosed) < kinds.index(PenaltyDrawn) < kinds.index(CardsMoved)
    assert (one.state.due, one.state.window, one.asked) == ((), None, (1, "turn"))


@pytest.mark.rule("common.penalty", "common.uno.window")
def test_a_penalty_that_is_due_waits_for_the_window_that_a_move_opens() -> None:
    one = table().hand(0, "wild red-2").hand(1, "blue-1 blue-2").top("red-5")
    one.options |= {"uno_window": 2}
    one.now = NOON
    one.play(0, "wild").move(Penalize(0, 2)).choose(0, "blue")
    assert (one.state.due, one.state.window is None) == (((0, 2),), False)
    one.resign(0)
    assert (one.state.due, one.state.window) == ((), None)


@pytest.mark.rule("common.penalty", "ultimate.out")
def test_a_penalty_that_was_due_may_put_a_hero_out() -> None:
    one = table("ultimate", heroes="hulk black-widow shuri").top("red-5")
    one.hand(0, "red-1 blue-2").deck(0, "red-7 red-8", size=5).deck(1, size=2).draw(0)
    assert one.asked == (0, "drawn")
    one.move(Penalize(1, 5)).move(Penalize(1, 1)).move(Pass(0))
    assert SeatOut(1, "deck", 1) in one.facts
    assert (one.asked, one.state.due) == ((2, "turn"), ())


@pytest.mark.rule("common.penalty")
def test_a_penalty_in_a_paused_game_leaves_it_paused_and_no_seat_out_draws_one() -> None:
    one = table().hand(0, "red-1").top("red-5").draw_pile("blue-1").resign(2)
    one.move(Pause()).move(Penalize(0, 1))
    assert one.state.paused
    assert code(one, Penalize(2, 1)) == "already_out"
    assert code(over(), Penalize(1, 1)) == "game_over"


# ---- voiding a game


@pytest.mark.rule("common.void")
@GAMES
def test_a_running_game_that_is_voided_is_over_and_nobody_wins(game: str) -> None:
    one = table(game).hand(0, "red-1 wild").top("red-5").play(0, "wild").move(Void())
    assert one.facts == (GameEnded(None, "void", None),)
    assert one.state.result == Result(NOBODY, "void", None)
    assert one.state.prompts == ()
    assert one.cited[-1] == "common.void"


@pytest.mark.rule("common.void")
def test_a_finished_game_that_is_voided_loses_its_winner_and_nothing_else() -> None:
    one = over()
    before = one.state.copy()
    one.move(Void())
    assert one.facts == (ResultChanged(None, "void", None),)
    before.result = Result(NOBODY, "void", None)
    assert one.state == before


@pytest.mark.rule("common.void")
def test_a_game_is_voided_once() -> None:
    for one in (over().move(Void()), table().top("red-5").move(Void())):
        assert one.refusal(Void()) == "common.void"
        assert code(one, Void()) == "already_void"


# ---- correcting a result


@pytest.mark.rule("common.correct")
def test_a_finished_game_is_given_another_winner_who_may_be_out() -> None:
    one = over().move(Correct(winner=0))
    assert one.facts == (ResultChanged(0, "corrected", (1, 2, 3)),)
    assert one.winner == 0
    assert one.cited[-2:] == ["common.correct", "common.correct.out"]


@pytest.mark.rule("common.correct")
def test_a_correction_gives_places_to_all_seats() -> None:
    one = over().move(Correct(winner=None, places=(3, 1, 1)))
    assert one.facts == (ResultChanged(None, "corrected", (3, 1, 1)),)
    assert one.state.result == Result(NOBODY, "corrected", (3, 1, 1))


@pytest.mark.rule("common.correct.out")
@pytest.mark.parametrize(
    ("correct", "ahead"),
    [
        (Correct(winner=0), [0]),
        (Correct(winner=2, places=(2, 3, 1)), [0, 2]),
        (Correct(winner=None, places=(1, 1, 3)), []),
        (Correct(winner=1, places=(2, 1, 2)), []),
    ],
)
def test_a_correction_names_the_seats_that_are_out_and_placed_before_others(
    correct: Correct, ahead: list[int]
) -> None:
    one = over().move(correct)
    named = [ruling for ruling in one.rulings if ruling.rule == "common.correct.out"]
    assert [(ruling.seat, ruling.at) for ruling in named] == [(seat, 0) for seat in ahead]


@pytest.mark.rule("common.correct.out")
def test_a_seat_that_is_out_stays_named_when_another_result_keeps_it_before_others() -> None:
    one = table("xmen", 4).hand(0, "red-1").top("red-5").resign(3).play(0, "red-1")
    one.move(Correct(winner=3)).move(Correct(winner=1))
    assert one.places is not None and one.places[3] < one.places[2]
    named = [ruling.seat for ruling in one.rulings if ruling.rule == "common.correct.out"]
    assert named == [3, 3], "by each of the two corrections"


@pytest.mark.rule("common.correct")
def test_a_correction_may_be_taken_back_by_another() -> None:
    one = over().move(Correct(winner=2)).move(Correct(winner=1))
    assert one.state.result == Result(1, "corrected", (3, 1, 2))


@pytest.mark.rule("common.correct", "common.void")
def test_a_void_game_is_given_a_winner_and_may_be_voided_again() -> None:
    one = table().top("red-5").move(Void()).move(Correct(winner=2))
    assert (one.winner, one.places) == (2, (2, 2, 1))
    one.move(Void())
    assert one.state.result == Result(NOBODY, "void", None)


@pytest.mark.rule("common.correct")
@pytest.mark.parametrize(
    ("winner", "why"), [(1, "same_result"), (3, "no_such_seat"), (NOBODY, "no_such_seat")]
)
def test_the_winner_of_a_correction_is_another_seat_of_the_table(winner: int, why: str) -> None:
    assert over().refusal(Correct(winner=winner)) == "common.correct"
    assert code(over(), Correct(winner=winner)) == why


@pytest.mark.rule("common.correct")
def test_the_result_of_a_running_game_is_not_corrected() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert one.refusal(Correct(winner=1)) == "common.correct"
    assert code(one, Correct(winner=1)) == "game_not_over"


# ---- the other seats


@pytest.mark.rule("common.over")
def test_a_game_that_is_over_accepts_nothing_but_a_void_and_a_correction() -> None:
    for one in (over(), over().move(Void()), over().move(Correct(winner=0))):
        for move in (Draw(1), Play(1, "red-1"), Resign(1), Remove(1)):
            assert one.refusal(move) == "common.over"


@pytest.mark.rule("common.void", "common.correct")
def test_no_seat_is_ever_offered_what_an_organiser_does() -> None:
    for one in (table().hand(0, "red-1 red-2").top("red-5"), over()):
        for seat in range(3):
            view = observe(one.ruleset, one.state, seat)
            assert not any(isinstance(move, ACTS) for move in (*view.moves, *view.open))
