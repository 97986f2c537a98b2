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


@pytest.mark.rule("avengers.gauntlet")
@pytest.mark.parametrize("top", ["blue-skip", "blue-draw-two", "blue-reverse"])
def test_the_effect_of_the_new_top_card_does_not_fire(top: str) -> None:
    one = played(f"{top} red-1 red-2", "red-3 red-4", "red-6 red-7")
    one.choose(0, top).choose(0, "green")
    assert one.sizes() == [2, 2, 2]
    assert (one.state.current, one.state.direction) == (1, 1)


@pytest.mark.rule("avengers.gauntlet")
def test_everyone_who_still_holds_its_color_draws_two_and_nobody_loses_a_turn() -> None:
    one = played("blue-7 blue-1 red-2", "blue-3 red-4", "red-6 wild")
    one.choose(0, "blue-7").choose(0, "green")
    assert one.sizes() == [4, 4, 2]
    assert one.asked == (1, "turn")
    assert one.state.color == "green"
    assert "avengers.gauntlet" in one.cited


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


@pytest.mark.rule("avengers.gauntlet")
def test_the_color_is_named_after_the_draws() -> None:
    one = played("blue-7 green-1 red-2", "blue-4 red-1", "red-6 red-3").choose(0, "blue-7")
    assert one.sizes()[1] == 4
    assert one.asked == (0, "color")
    assert set(one.prompt.options) == {"blue", "green", "red", "purple"}


@pytest.mark.rule("avengers.gauntlet.match")
def test_the_next_card_matches_the_color_named_or_what_was_laid_or_is_a_wild() -> None:
    one = played("blue-7 red-2 red-3", "purple-7 blue-1 green-4 wild red-9", "red-6 red-3")
    one.choose(0, "blue-7").choose(0, "green").draw_pile()
    assert one.may(1) >= {"purple-7", "green-4", "wild", "draw"}
    assert not one.may(1) & {"blue-1", "red-9"}


@pytest.mark.rule("avengers.gauntlet.alone")
def test_without_a_colored_card_it_is_a_plain_wild() -> None:
    one = played("wild wild-draw-four", "blue-1 red-1", "red-2 green-1")
    assert one.asked == (0, "color")
    one.choose(0, "green")
    assert one.sizes() == [2, 2, 2]
    assert one.pile()[-1] == CARD
    assert one.may(1) == {"draw"}
    assert "avengers.gauntlet.alone" in one.cited


@pytest.mark.rule("avengers.gauntlet.alone", "avengers.out")
def test_the_last_card_of_all_wins_the_round() -> None:
    one = played("", "blue-1 red-1", "red-2 green-1")
    assert one.state.result is not None
    assert one.state.scores == (5, 0, 0)


@pytest.mark.rule("avengers.gauntlet.out")
def test_with_one_colored_card_both_leave_the_hand_and_the_draws_come_before_scoring() -> None:
    one = table(rounds=1).hand(0, f"{CARD} blue-7").hand(1, "blue-1").hand(2, "red-1")
    one.top("red-5").draw_pile("red-9 red-8").play(0, CARD)
    assert one.state.result is not None
    assert one.state.scores == (1 + 9 + 8 + 1, 0, 0)
    assert one.exposed_now() == []
    assert "avengers.gauntlet.out" in one.cited


@pytest.mark.rule("avengers.gauntlet.out", "common.uno.call")
def test_with_two_colored_cards_uno_must_be_called() -> None:
    one = played("blue-7 green-1", "red-1 red-2", "red-3 red-4")
    one.choose(0, "blue-7").choose(0, "red")
    assert one.exposed_now() == [0]
    assert one.catch(1, 0).sizes()[0] == 3


@pytest.mark.rule("avengers.gauntlet.out", "common.uno.call")
def test_uno_called_with_the_gauntlet_is_good() -> None:
    one = table().hand(0, f"{CARD} blue-7 green-1").hand(1, "red-1 red-2").hand(2, "red-3 red-4")
    one.top("red-5").play(0, CARD, uno=True).choose(0, "blue-7").choose(0, "red")
    assert one.exposed_now() == []
    assert one.state.uno[0] == "called"


@pytest.mark.rule("avengers.gauntlet.out")
def test_the_moves_offer_the_call_with_a_gauntlet_that_leaves_one_card() -> None:

    one = table().hand(0, f"{CARD} blue-7 green-1").top("red-5")
    assert Play(0, CARD, uno=True) in legal_moves(one.ruleset, one.state, 0)


@pytest.mark.rule("common.wild", "common.forfeit")
def test_a_player_who_is_out_before_naming_a_color_leaves_the_one_before() -> None:
    one = table().hand(0, f"{CARD} blue-1 green-2").hand(1, "blue-9 red-9 green-9").top("red-5")
    one.draw_pile("blue-2 blue-3").play(0, CARD).choose(0, "blue-1").resign(0)
    assert one.state.color == "red"
    assert one.may(1) == {"red-9", "draw"}
    assert one.cited[-2:] == ["common.forfeit", "common.wild"]
