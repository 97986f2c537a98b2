"""Wild Infinity Gauntlet."""

import pytest

from games.engine import Choose, Play, legal_moves
from games.engine.facts import CardsMoved
from tests.table import Table, table

CARD = "wild-infinity-gauntlet"


def played(hand: str, *others: str) -> Table:
    one = table(rounds=1).hand(0, f"{CARD} {hand}").top("red-5")
    for seat, other in enumerate(others, 1):
        one.hand(seat, other)
    return one.play(0, CARD)


@pytest.mark.rule("avengers.gauntlet")
def test_any_colored_card_of_the_hand_may_be_laid_on_top() -> None:
    one = played("blue-7 green-skip red-1 wild blue-7")
    assert one.asked == (0, "card")
    assert one.may(0) == {"blue-7", "green-skip", "red-1"}
    assert one.refusal(Choose(0, "wild")) != ""
    one.choose(0, "blue-7")
    assert one.pile()[-2:] == (CARD, "blue-7")


@pytest.mark.rule("avengers.gauntlet", "common.order")
@pytest.mark.parametrize(("way", "order"), [(1, [1, 2, 3, 0]), (-1, [3, 2, 1, 0])])
def test_draws_go_round_from_the_next_player_and_end_with_the_player_of_it(
    way: int, order: list[int]
) -> None:
    one = table(seats=4).hand(0, f"{CARD} blue-7 blue-1 red-2").top("red-5")
    one.hand(1, "blue-2 red-1").hand(2, "blue-3 red-1").hand(3, "blue-4 red-3")
    if way == -1:
        one.counter()
    one.play(0, CARD).choose(0, "blue-7")
    drew = [fact.seat for fact in one.of(CardsMoved) if fact.verb == "draw"]
    assert drew == order


@pytest.mark.rule("avengers.gauntlet.match")
def test_the_next_card_matches_the_color_named_or_what_was_laid_or_is_a_wild() -> None:
    one = played("blue-7 red-2 red-3", "purple-7 blue-1 green-4 wild red-9", "red-6 red-3")
    one.choose(0, "blue-7").choose(0, "green").draw_pile()
    assert one.may(1) >= {"purple-7", "green-4", "wild", "draw"}
    assert not one.may(1) & {"blue-1", "red-9"}


@pytest.mark.rule("avengers.gauntlet.out")
def test_the_moves_offer_the_call_with_a_gauntlet_that_leaves_one_card() -> None:

    one = table().hand(0, f"{CARD} blue-7 green-1").top("red-5")
    assert Play(0, CARD, uno=True) in legal_moves(one.ruleset, one.state, 0)
