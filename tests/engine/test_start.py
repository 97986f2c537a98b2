"""The card turned up at the start of a round."""

import pytest

from games.engine import Ruling, Setup, void_start
from games.engine.facts import CardsMoved, GameEnded, GameStarted, Shuffled, TurnBegan
from tests.table import table


@pytest.mark.rule("common.deal")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_everybody_is_dealt_seven_cards(game: str, seats: int) -> None:
    one = table(game, seats).turned_up("red-5")
    assert one.sizes() == [7] * seats
    assert "common.deal" in one.cited
    assert len(one.draws()) == 112 - 7 * seats - 1


@pytest.mark.rule("common.deal")
def test_the_cards_of_a_hand_lay_on_top_of_the_shuffled_pack_left_of_the_dealer_first() -> None:
    one = table(seats=3).turned_up("red-5", dealer=1)
    order = one.of(Shuffled)[0].order[::-1]
    dealt = [fact for fact in one.of(CardsMoved) if fact.verb == "deal"]
    assert [fact.seat for fact in dealt] == [2, 0, 1]
    assert tuple(card for fact in dealt for card in fact.cards) == order[:21]


@pytest.mark.rule("avengers.start", "xmen.start")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_left_of_the_dealer_plays_first_on_the_card_turned_up(game: str) -> None:
    one = table(game).turned_up("red-5", dealer=2)
    assert one.asked == (0, "turn")
    assert one.pile() == ("red-5",)
    assert (one.state.color, one.state.direction) == ("red", 1)
    assert f"{game}.start" in one.cited


@pytest.mark.rule("avengers.start.draw-two")
@pytest.mark.parametrize(("seats", "second"), [(2, 0), (3, 2), (4, 2)])
def test_on_a_draw_two_the_first_player_draws_two_and_misses_the_turn(
    seats: int, second: int
) -> None:
    one = table(seats=seats).turned_up("blue-draw-two")
    assert one.sizes()[1] == 9
    assert one.asked == (second, "turn")
    assert one.state.color == "blue"
    assert "avengers.start.draw-two" in one.cited


@pytest.mark.rule("avengers.start.reverse")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_a_reverse_the_dealer_goes_first(seats: int) -> None:
    one = table(seats=seats).turned_up("blue-reverse", dealer=1)
    assert one.asked == (1, "turn")
    assert "avengers.start.reverse" in one.cited


@pytest.mark.rule("avengers.start.reverse")
def test_on_a_reverse_play_runs_the_other_way() -> None:
    one = table().turned_up("blue-reverse", dealer=1)
    assert one.state.direction == -1
    assert one.expire(1).asked == (0, "turn")


@pytest.mark.rule("avengers.start.skip")
@pytest.mark.parametrize(("seats", "second"), [(2, 0), (3, 2)])
def test_on_a_skip_the_first_player_is_skipped(seats: int, second: int) -> None:
    one = table(seats=seats).turned_up("blue-skip")
    assert one.asked == (second, "turn")
    assert one.sizes() == [7] * seats
    assert "avengers.start.skip" in one.cited


@pytest.mark.rule("avengers.start.wild")
@pytest.mark.parametrize("card", ["wild", "wild-infinity-gauntlet"])
def test_on_a_wild_the_first_player_names_the_color_and_then_plays(card: str) -> None:
    one = table().turned_up(card)
    assert one.asked == (1, "color")
    one.choose(1, "purple")
    assert one.asked == (1, "turn")
    assert one.state.color == "purple"
    assert one.pile() == (card,)
    assert "avengers.start.wild" in one.cited


@pytest.mark.rule("avengers.start.wild")
def test_it_is_the_first_players_turn_while_the_color_is_asked_for() -> None:
    one = table().turned_up("wild")
    assert one.state.current == 1
    one.choose(1, "red")
    assert [fact.seat for fact in one.of(TurnBegan)] == [1]


@pytest.mark.rule("avengers.start.wild")
def test_a_gauntlet_turned_up_does_nothing_else() -> None:
    one = table().turned_up("wild-infinity-gauntlet").choose(1, "red")
    assert one.sizes() == [7, 7, 7]


@pytest.mark.rule("avengers.start.draw-four")
def test_a_draw_four_goes_back_into_the_deck_and_another_is_turned() -> None:
    one = table().turned_up("wild-draw-four wild-draw-four green-5")
    assert one.pile() == ("green-5",)
    assert len(one.of(Shuffled)) == 3
    assert len(one.draws()) == 112 - 21 - 1
    assert one.asked == (1, "turn")
    assert "avengers.start.draw-four" in one.cited


@pytest.mark.rule("xmen.start")
def test_action_cards_and_wilds_turned_up_are_ignored_and_stay_beneath() -> None:
    ignored = "red-skip wild green-draw-two blue-reverse wild-cerebro wild-draw-four"
    one = table("xmen", 2).turned_up(f"{ignored} blue-4")
    assert one.pile() == (*ignored.split(), "blue-4")
    assert one.asked == (1, "turn")
    assert (one.state.color, one.state.direction) == ("blue", 1)
    assert one.sizes() == [7, 7]
    assert len(one.of(Shuffled)) == 1


@pytest.mark.rule("common.shares")
def test_a_start_without_all_shares_deals_nothing_and_names_the_seats() -> None:
    setup = Setup("xmen", "0" * 64, 3, {})
    decision = void_start(setup, [0, 2])
    assert decision.facts == (GameStarted(setup), GameEnded(None, "void", None))
    assert decision.rulings == (Ruling("common.shares", 1, 0), Ruling("common.shares", 1, 2))
    assert decision.state.result is not None
    assert decision.state.result.why == "void"
    assert not any(decision.state.zones.values())
