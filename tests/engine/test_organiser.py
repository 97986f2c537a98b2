"""What an organiser may do to a game: remove a seat, void it, correct its result."""

import pytest

from games.engine import (
    ACTS,
    Correct,
    Draw,
    IllegalMove,
    Move,
    Play,
    Remove,
    Resign,
    Void,
    decide,
    observe,
)
from games.engine.facts import GameEnded, ResultChanged, SeatOut, Withdrawn
from games.engine.state import Result
from games.engine.zones import NOBODY
from tests.table import Table, table

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
    def laid() -> Table:
        return table(game, 4).hand(0, "red-1 red-2").top("red-5").draw_pile("blue-1")

    removed, resigned = laid().move(Remove(0)), laid().resign(0)
    assert removed.state == resigned.state
    assert removed.rulings == resigned.rulings
    assert removed.facts[0] == SeatOut(0, "removed")
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
    assert one.of(GameEnded) == [GameEnded(1, "last")]


@pytest.mark.rule("common.forfeit")
def test_nobody_is_removed_twice_or_from_a_place_that_is_not_there() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").move(Remove(0))
    for seat in (0, 3, -1):
        assert one.refusal(Remove(seat)) == "common.forfeit"


# ---- voiding a game


@pytest.mark.rule("common.void")
@GAMES
def test_a_running_game_that_is_voided_is_over_and_nobody_wins(game: str) -> None:
    one = table(game).hand(0, "red-1 wild").top("red-5").play(0, "wild").move(Void())
    assert one.facts == (GameEnded(NOBODY, "void"),)
    assert one.state.result == Result(NOBODY, "void")
    assert one.state.prompts == ()
    assert one.cited[-1] == "common.void"


@pytest.mark.rule("common.void")
def test_a_finished_game_that_is_voided_loses_its_winner_and_nothing_else() -> None:
    one = over()
    before = one.state.copy()
    one.move(Void())
    assert one.facts == (ResultChanged(NOBODY, "void"),)
    before.result = Result(NOBODY, "void")
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
    assert one.facts == (ResultChanged(0, "corrected"),)
    assert one.winner == 0
    assert one.cited[-1] == "common.correct"


@pytest.mark.rule("common.correct")
def test_a_correction_may_be_taken_back_by_another() -> None:
    one = over().move(Correct(winner=2)).move(Correct(winner=1))
    assert one.state.result == Result(1, "corrected")


@pytest.mark.rule("common.correct", "common.void")
def test_a_void_game_is_given_a_winner_and_may_be_voided_again() -> None:
    one = table().top("red-5").move(Void()).move(Correct(winner=2))
    assert one.state.result == Result(2, "corrected")
    one.move(Void())
    assert one.state.result == Result(NOBODY, "void")


@pytest.mark.rule("common.correct")
@pytest.mark.parametrize(
    ("winner", "why"), [(1, "same_winner"), (3, "no_such_seat"), (NOBODY, "no_such_seat")]
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
