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


def single(game: str, *hands: str, **options: object) -> Table:
    """A single round that seat 0 wins with its next play; the other seats hold these cards."""
    one = table(game, len(hands) + 1, rounds=1, **options).top("red-5").hand(0, "red-1")
    for seat, hand in enumerate(hands, 1):
        one.hand(seat, hand)
    return one


# ---- a single round


@PLACES
@CLASSIC
def test_a_single_round_ranks_by_the_points_in_hand_the_fewest_first(game: str) -> None:
    one = single(game, "blue-9 blue-8", "blue-1 blue-2", "wild").play(0, "red-1")
    assert one.places == (1, 3, 2, 4)


@PLACES
@CLASSIC
def test_equal_points_share_a_place_and_the_next_is_skipped(game: str) -> None:
    one = single(game, "blue-3 blue-4", "green-7 green-0", "green-1").play(0, "red-1")
    assert one.places == (1, 3, 3, 2)


@PLACES
@CLASSIC
def test_the_winner_shares_the_first_place_with_no_seat_that_has_no_points_either(
    game: str,
) -> None:
    one = single(game, "blue-0", "green-0").play(0, "red-1")
    assert one.places == (1, 2, 2)


@PLACES
def test_a_single_round_ranks_by_points_in_hand_whatever_is_scored() -> None:
    for scoring in ("high", "low"):
        one = single("avengers", "blue-9", "blue-2", scoring=scoring).play(0, "red-1")
        assert one.places == (1, 3, 2)


@PLACES
def test_the_winner_of_a_blocked_round_is_first_and_a_tied_seat_second() -> None:
    one = table(rounds=1).turn(1).hand(0, "green-7 green-9").hand(1, "blue-8 blue-8")
    one.hand(2, "rest").top("red-5").draw_pile(size=0).draw(1).draw(2).draw(0)
    assert one.endings == [(1, "rounds")]
    assert one.places == (2, 1, 3)


# ---- more rounds


@PLACES
@CLASSIC
def test_a_game_to_a_target_ranks_by_the_total_score(game: str) -> None:
    one = table(game, 4, target_score=500).top("red-5").scores(480, 200, 300, 200)
    one.hand(0, "red-1").hand(1, "blue-9").hand(2, "wild wild").hand(3, "blue-1")
    assert one.play(0, "red-1").endings == [(0, "target")]
    assert one.places == (1, 3, 2, 3)


@PLACES
def test_where_low_scores_win_the_lowest_total_is_first() -> None:
    one = table("avengers", 3, target_score=100, scoring="low").top("red-5").scores(40, 90, 60)
    one.hand(0, "red-1").hand(1, "wild").hand(2, "blue-1")
    assert one.play(0, "red-1").endings == [(0, "target")]
    assert one.places == (1, 3, 2)


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


# ---- Ultimate


@PLACES
def test_ultimate_ranks_by_cards_in_hand_and_then_by_the_larger_deck() -> None:
    one = table("ultimate", heroes=HEROES).top("red-5")
    one.hand(0, "red-1").hand(1, "blue-1 blue-2").hand(2, "blue-1 blue-2").hand(3, "blue-1")
    one.deck(1, size=10).deck(2, size=12).deck(3, size=1)
    assert one.play(0, "red-1").places == (1, 4, 3, 2)


@PLACES
def test_ultimate_shares_a_place_with_as_many_cards_in_hand_and_deck() -> None:
    one = table("ultimate", heroes="hulk shuri black-widow").top("red-5")
    one.hand(0, "red-1").hand(1, "blue-1 blue-2").hand(2, "blue-1 blue-2")
    one.deck(1, size=10).deck(2, size=10)
    assert one.play(0, "red-1").places == (1, 2, 2)


@PLACES
def test_ultimate_ranks_an_empty_hand_that_did_not_win_before_a_hand_of_one_card() -> None:
    one = table("ultimate", heroes="hulk shuri black-widow").top("red-5")
    one.hand(0, "red-1").hand(1, "blue-1").hand(2, "blue-1 blue-2").deck(1, size=1)
    assert one.play(0, "red-1").places == (1, 2, 3)


# ---- seats that are out


@PLACES
@pytest.mark.parametrize("game", ["avengers", "xmen", "ultimate"])
def test_who_is_out_is_behind_all_others_the_last_to_go_out_first(game: str) -> None:
    one = table(game, 4, HEROES if game == "ultimate" else "")
    one.top("red-5").resign(2).resign(0).move(Remove(3))
    assert one.endings == [(1, "last")]
    assert [fact.nth for fact in one.of(SeatOut)] == [1, 2, 3]
    assert one.places == (3, 1, 4, 2)


@PLACES
@CLASSIC
def test_a_seat_that_is_out_is_behind_one_with_a_lower_score(game: str) -> None:
    one = table(game, 3, target_score=500).top("red-5").scores(490, 400, 0)
    one.hand(0, "red-1").hand(1, "blue-9").hand(2, "wild").resign(1).play(0, "red-1")
    assert one.places == (1, 3, 2)


@PLACES
def test_seats_that_go_out_by_the_same_move_share_a_place() -> None:
    one = table("ultimate", heroes=HEROES).top("red-5")
    one.hand(0, "the-strongest red-1 red-9").enemy(1, "maestro").items(2, "gauntlets rubble")
    one.deck(1, size=2).deck(2, size=1).play(0, "the-strongest").choose(0, "red")
    assert one.of(SeatOut) == [SeatOut(2, "deck", 1), SeatOut(1, "deck", 1)]
    assert one.resign(0).of(SeatOut)[-1] == SeatOut(0, "resigned", 2)
    assert one.places == (2, 3, 3, 1)


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
def test_a_correction_of_the_winner_leaves_the_others_in_their_order() -> None:
    one = over()
    assert one.places == (4, 1, 3, 2)
    one.move(Correct(winner=0))
    assert one.of(ResultChanged) == [ResultChanged(0, "corrected", (1, 2, 4, 3))]
    one.move(Correct(winner=2, places=(2, 2, 1, 2))).move(Correct(winner=3))
    assert one.places == (3, 3, 2, 1)


@PLACES
def test_a_correction_of_a_void_game_takes_the_order_in_which_it_stopped() -> None:
    one = table("xmen", 3).hand(0, "blue-7").hand(1, "blue-1").hand(2, "blue-3").top("red-5")
    one.move(Void()).move(Correct(winner=0))
    assert one.places == (1, 2, 3)
    assert over().move(Void()).move(Correct(winner=0)).places == (1, 2, 4, 3)


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


@PLACES
def test_the_same_winner_with_other_places_is_another_result() -> None:
    assert over().move(Correct(winner=1, places=(2, 1, 2, 2))).places == (2, 1, 2, 2)


def test_places_are_an_order_with_the_winner_alone_first() -> None:
    assert are_places((1, 2, 2, 4), 0, 4)
    assert are_places((1, 1, 3), None, 3)
    assert not are_places((1, 1, 3), 0, 3)
    assert not are_places((1, 2), 0, 3)
