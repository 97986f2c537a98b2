"""What an organiser may do to a game: remove a seat, void it, correct its result."""

import pytest

from games.engine import (
    ACTS,
    CallUno,
    CatchUno,
    Correct,
    Draw,
    Expire,
    IllegalMove,
    Move,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    Void,
    Warn,
    decide,
    observe,
)
from games.engine.facts import (
    CardsMoved,
    GameEnded,
    Paused,
    ResultChanged,
    Resumed,
    SeatOut,
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


@pytest.mark.rule("common.penalty")
def test_a_penalty_waits_until_only_a_turn_is_open() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild")
    assert (one.refusal(Penalize(1, 2)), code(one, Penalize(1, 2))) == (
        "common.penalty",
        "question_is_open",
    )
    drawn = table().hand(0, "red-2 red-3").top("red-5").draw_pile("red-9 blue-1").draw(0)
    assert drawn.asked == (0, "drawn")
    assert code(drawn, Penalize(0, 2)) == "question_is_open"
    one.choose(0, "blue").move(Penalize(1, 2))


@pytest.mark.rule("common.penalty", "common.uno.window")
def test_no_penalty_is_drawn_while_calls_are_awaited() -> None:
    one = table().hand(0, "red-1 red-2").hand(1, "blue-1 blue-2").top("red-5")
    one.options |= {"uno_window": 2}
    one.now = NOON
    one.play(0, "red-1")
    assert one.refusal(Penalize(1, 2)) == "common.uno.window"
    assert code(one, Penalize(1, 2)) == "window_is_open"


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
