"""The places of all seats when a game is over (common.places)."""

import pytest

from games.engine import Correct, IllegalMove, Remove, Void, are_places, decide
from games.engine.facts import GameEnded, ResultChanged, SeatOut
from games.engine.state_parts import Result
from games.engine.zones import NOBODY
from tests.table import Table, table

CLASSIC = pytest.mark.parametrize("game", ["avengers", "xmen"])
HEROES = "hulk shuri black-widow captain-america"
PLACES = pytest.mark.rule("common.places")


# ---- more rounds


@PLACES
@CLASSIC
def test_a_game_of_more_rounds_ranks_by_the_total_score_without_a_target_too(game: str) -> None:
    options = {"rounds": 2} | ({"target_score": None} if game == "avengers" else {})
    one = table(game, 3, **options).top("red-5").scores(10, 0, 5)
    one.hand(0, "red-1").hand(1, "blue-1").hand(2, "wild").play(0, "red-1")
    while one.state.result is None:
        one.expire(one.prompt.seat)
    totals = one.state.scores
    assert one.places == tuple(1 + sum(other > own for other in totals) for own in totals)


# ---- seats that are out


@PLACES
@pytest.mark.parametrize("game", ["avengers", "xmen", "ultimate"])
def test_who_is_out_is_behind_all_others_the_last_to_go_out_first(game: str) -> None:
    one = table(game, 4, HEROES if game == "ultimate" else "")
    one.top("red-5").resign(2).resign(0).move(Remove(3))
    assert one.endings == [(1, "last")]
    assert [fact.nth for fact in one.of(SeatOut)] == [1, 2, 3]
    assert one.places == (3, 1, 4, 2)


# ---- no places, other places


def over() -> Table:
    """A game for four that seat 1 has won; seats 0, 2 and 3 went out in that order."""
    return table("avengers", 4).hand(0, "red-1 red-2").top("red-5").resign(0).resign(2).resign(3)


@PLACES
@pytest.mark.parametrize("game", ["avengers", "xmen", "ultimate"])
def test_a_void_game_has_no_places(game: str) -> None:
    one = table(game, 4, HEROES if game == "ultimate" else "").top("red-5").move(Void())
    assert one.of(GameEnded) == [GameEnded(None, "void", None)]
    assert over().move(Void()).of(ResultChanged) == [ResultChanged(None, "void", None)]


@PLACES
def test_a_correction_gives_all_places_and_no_winner_where_the_first_is_shared() -> None:
    one = over().move(Correct(winner=3, places=(2, 2, 4, 1)))
    assert one.state.result == Result(3, "corrected", (2, 2, 4, 1))
    one.move(Correct(winner=None, places=(1, 1, 3, 4)))
    assert one.state.result == Result(NOBODY, "corrected", (1, 1, 3, 4))
    assert one.of(ResultChanged)[-1].winner is None
    assert one.cited[-1] == "common.correct"


@PLACES
@pytest.mark.parametrize(
    ("winner", "places"),
    [
        (None, None),
        (None, (1, 2, 3, 4)),
        (1, (1, 2, 3, 4)),
        (0, (1, 1, 3, 4)),
        (0, (1, 2, 3)),
        (0, (1, 2, 3, 4, 5)),
        (0, (1, 2, 2, 3)),
        (0, (1, 3, 3, 4)),
        (None, (2, 2, 3, 4)),
        (0, (0, 1, 2, 3)),
        (None, ()),
    ],
)
def test_places_that_are_no_order_are_refused(
    winner: int | None, places: tuple[int, ...] | None
) -> None:
    one = over()
    with pytest.raises(IllegalMove) as refused:
        decide(one.ruleset, one.state, Correct(winner=winner, places=places), one.chance)
    assert (refused.value.rule, refused.value.code) == ("common.places", "wrong_places")
    assert refused.value.params == {"seats": 4}


@PLACES
@pytest.mark.parametrize("places", [None, (4, 1, 3, 2)])
def test_a_correction_to_the_present_result_is_refused(places: tuple[int, ...] | None) -> None:
    assert over().refusal(Correct(winner=1, places=places)) == "common.correct"
    one = over().move(Correct(winner=None, places=(1, 1, 3, 3)))
    assert one.refusal(Correct(winner=None, places=(1, 1, 3, 3))) == "common.correct"


def test_places_are_an_order_with_the_winner_alone_first() -> None:
    assert are_places((1, 2, 2, 4), 0, 4)
    assert are_places((1, 1, 3), None, 3)
    assert not are_places((1, 1, 3), 0, 3)
    assert not are_places((1, 2), 0, 3)
