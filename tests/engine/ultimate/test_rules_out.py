"""Going out, and both ways to win."""

from collections.abc import Callable

import pytest

from games.engine import CallUno, Draw, Resign
from games.engine.facts import CardsMoved, LastingEnded, LastingUsed, Prompted, SeatOut, Withdrawn
from games.engine.zones import BURN, DECK, HAND, REMOVED
from tests.table import Table, table

TWO = "hulk shuri"
THREE = "hulk shuri black-widow"
FOUR = "hulk shuri black-widow captain-america"


def hulk(heroes: str = THREE) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


def after_out(one: Table) -> list[str]:
    """What happened after a player went out."""
    at = next(at for at, fact in enumerate(one.all_facts) if isinstance(fact, SeatOut))
    return [type(fact).__name__ for fact in one.all_facts[at + 1 :]]


# out


def added(one: Table) -> Table:
    return one.hand(0, "hulk-smash red-1 red-9").play(0, "hulk-smash").choose(0, "red", "1")


def burned(one: Table) -> Table:
    return one.hand(0, "gamma-charge red-1 red-9").play(0, "gamma-charge").choose(0, "red", "1")


def drawn_for_a_draw_two(one: Table) -> Table:
    return one.hand(0, "red-draw-two red-1 red-9").play(0, "red-draw-two")


def drawn_on_the_turn(one: Table) -> Table:
    return one.turn(1).draw(1)


def drawn_when_caught(one: Table) -> Table:
    return one.hand(1, "blue-1").exposed(1).catch(2, 1)


def burned_for_an_enemy(one: Table) -> Table:
    return one.enemy(1, "radioactive-man").expire(0)


CAUSES = [
    added,
    burned,
    drawn_for_a_draw_two,
    drawn_on_the_turn,
    drawn_when_caught,
    burned_for_an_enemy,
]


@pytest.mark.rule("ultimate.out")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_player_who_has_no_card_left_in_the_deck_is_out_whatever_the_cause(
    cause: Callable[[Table], Table],
) -> None:
    one = cause(hulk().deck(1, size=1))
    assert one.of(SeatOut) == [SeatOut(1, "deck", 1)]
    assert one.out_now() == [1]
    assert one.asked[0] in (0, 2)
    assert "ultimate.out" in one.cited


@pytest.mark.rule("ultimate.out")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_player_who_has_a_card_left_in_the_deck_stays_in(
    cause: Callable[[Table], Table],
) -> None:
    assert cause(hulk().deck(1, size=4)).out_now() == []


@pytest.mark.rule("ultimate.out")
def test_the_last_card_of_the_deck_is_the_last_one_that_is_burned() -> None:
    one = hulk().hand(0, "red-4 red-1 red-9").deck(0, size=3).danger("burnout").play(0, "red-4")
    burns = [fact for fact in one.of(CardsMoved) if fact.verb == "burn"]
    assert [len(fact.cards) for fact in burns] == [3]
    assert one.out_now() == [0]


@pytest.mark.rule("ultimate.out")
def test_the_rest_of_an_effect_on_the_player_who_goes_out_is_dropped() -> None:
    one = hulk("shuri hulk black-widow").items(0, "kinetic-claws").deck(1, size=1).burn(0, 3)
    one.hand(0, "silent-strike red-2 red-8").play(0, "silent-strike").choose(0, "red", "1")
    assert one.skipped_now() == []
    assert [fact.verb for fact in one.of(CardsMoved) if fact.verb in ("add", "burn")] == ["add"]
    assert one.burns()[0] == 1
    assert one.asked == (2, "turn")


# the cards of a player who is out


@pytest.mark.rule("ultimate.out.cards")
def test_enemy_and_items_go_to_the_danger_discard_and_all_other_cards_leave_the_game() -> None:
    one = hulk().enemy(1, "maestro").items(1, "rubble gauntlets").burn(1, 3).deck(1, size=1)
    one.hand(1, "blue-1 blue-2").hand(0, "gamma-charge red-1 red-9").play(0, "gamma-charge")
    one.choose(0, "red", "1")
    assert set(one.danger_pile()) == {"maestro", "rubble", "gauntlets"}
    assert not any(one.state.zones[zones[1]] for zones in (HAND, DECK, BURN))
    assert len(one.state.zones[REMOVED]) == 3 + 1 + 2
    assert (one.enemies()[1], one.items_of(1)) == ("", [])
    assert "ultimate.out.cards" in one.cited


@pytest.mark.rule("ultimate.out", "ultimate.out.cards", "common.uno.catch")
def test_a_hero_who_is_caught_goes_out_while_asked_for_a_card() -> None:
    one = hulk().exposed(0).hand(0, "blue-2").deck(0, size=2).catch(2, 0)
    assert one.of(SeatOut) == [SeatOut(0, "deck", 1)]
    assert one.of(Withdrawn) == [Withdrawn(0)]
    assert one.asked == (1, "turn")


# the last one left


@pytest.mark.rule("ultimate.last")
def test_the_last_one_left_wins_at_once_in_the_middle_of_an_effect() -> None:
    one = hulk(TWO).hand(0, "hulk-smash red-1 red-9").deck(1, size=1)
    one.play(0, "hulk-smash").choose(0, "red")
    assert one.endings == [(0, "last")]
    assert not [fact for fact in one.of(CardsMoved) if fact.verb == "burn" and fact.seat == 1]
    assert after_out(one)[-1] == "GameEnded"
    assert one.state.prompts == ()
    assert "ultimate.last" in one.cited


@pytest.mark.rule("ultimate.last", "card.red-skull", "common.order")
def test_when_everybody_burns_the_last_one_of_them_is_left() -> None:
    one = hulk("captain-america hulk shuri").enemy(0, "red-skull").turn(2)
    for seat in range(3):
        one.deck(seat, size=1 if seat else 2)
    one.hand(2, "red-2 red-3 blue-1").play(2, "red-2")
    assert one.of(SeatOut) == [SeatOut(1, "deck", 1), SeatOut(2, "deck", 1)]
    assert one.winner == 0
    assert one.decks()[0] == 1


@pytest.mark.rule("ultimate.last", "common.order")
def test_it_is_decided_by_the_order_in_which_they_burn() -> None:
    one = hulk("captain-america hulk").enemy(0, "red-skull").turn(1).deck(0, size=1)
    one.deck(1, size=1).hand(1, "red-1 red-5 blue-2").play(1, "red-1")
    assert one.of(SeatOut) == [SeatOut(0, "deck", 1)]
    assert one.winner == 1


# the last card


@pytest.mark.rule("ultimate.win")
@pytest.mark.parametrize("card", ["red-1", "red-4", "red-draw-two", "red-skip", "the-strongest"])
def test_playing_the_last_card_of_the_hand_wins_and_nothing_of_it_happens(card: str) -> None:
    one = hulk("hulk captain-america black-widow").enemy(0, "red-skull").danger("crossbones")
    one.hand(0, card).play(0, card)
    assert one.endings == [(0, "round")]
    assert (one.enemies()[0], one.skipped_now(), one.sizes()[1]) == ("red-skull", [], 5)
    assert not one.of(Prompted)
    assert one.dangers()[0] == "crossbones"
    assert "ultimate.win" in one.cited


@pytest.mark.rule("ultimate.win", "ultimate.waiting")
@pytest.mark.parametrize("waits", ["defy", "disrupt", "sabotage", "set-a-trap"])
def test_nothing_that_waits_is_told_or_cited_when_the_last_card_wins(waits: str) -> None:
    one = hulk("black-widow captain-america hulk").top("red-3")
    if waits in ("defy", "disrupt"):
        one.hand(0, "red-5 red-1 red-9").hand(1, "red-skip").danger(waits).play(0, "red-5")
    else:
        one.hand(0, f"{waits} red-1 red-9").hand(1, "red-skip").play(0, waits)
        one.choose(0, "red")
    assert [effect.card for effect in one.state.lasting] == [waits]
    before = len(one.cited)
    one.play(1, "red-skip")
    assert one.endings == [(1, "round")]
    assert not any(isinstance(fact, LastingUsed | LastingEnded) for fact in one.facts)
    assert one.cited[before:] == ["common.match", "ultimate.win", "ultimate.win"]


@pytest.mark.rule("ultimate.win", "common.uno.call")
def test_the_player_who_forgot_to_call_uno_and_was_not_caught_wins_all_the_same() -> None:
    one = hulk(TWO).hand(0, "red-1 red-9").hand(1, "red-2 blue-1 blue-2").play(0, "red-1")
    one.play(1, "red-2").play(0, "red-9")
    assert one.winner == 0


# a hand emptied by anything but a play


def viper(*, armor: bool) -> Table:
    """Viper comes to Captain America, who holds nothing but a Wild besides."""
    one = hulk("captain-america black-widow").hand(0, "red-4 final-justice").danger("viper")
    return one.items(0, "body-armor" if armor else "").play(0, "red-4")


@pytest.mark.rule("ultimate.hand-empty")
def test_a_hand_still_empty_after_the_whole_effect_wins() -> None:
    one = viper(armor=True)
    assert one.endings == [(0, "round")]
    assert "ultimate.hand-empty" in one.cited


@pytest.mark.rule("ultimate.hand-empty", "common.uno.other")
def test_a_hand_that_is_filled_again_by_the_same_effect_does_not() -> None:
    one = viper(armor=False)
    assert one.winner is None
    assert one.sizes()[0] == 1
    assert one.asked == (1, "turn")
    assert one.exposed_now() == [0]


# out by the own card


@pytest.mark.rule("ultimate.midway")
def test_what_needs_no_choice_of_the_player_who_goes_out_by_the_own_card_goes_on_for_others() -> (
    None
):
    one = hulk().hand(0, "unstoppable red-1 red-9").deck(0, size=3)
    one.play(0, "unstoppable").choose(0, "blue")
    assert one.out_now() == [0]
    assert one.asked == (2, "turn")
    assert one.state.color == "blue"
    assert "ultimate.midway" in one.cited


@pytest.mark.rule("ultimate.midway")
def test_there_is_no_battle_danger_or_end_of_turn_for_the_player_who_went_out() -> None:
    one = hulk("black-widow hulk captain-america").hand(0, "sabotage red-1 red-9")
    one.hand(1, "red-5 blue-2 blue-3").items(1, "hulk-pants").enemy(1, "crossbones")
    one.deck(1, size=4).burn(1, 5).danger("rest").play(0, "sabotage").choose(0, "red")
    assert one.asked == (1, "turn")
    one.play(1, "red-5")
    assert one.out_now() == [1]
    assert [fact.verb for fact in one.of(CardsMoved) if fact.verb in ("defeat", "flip")] == []
    assert not {"ultimate.battle", "ultimate.danger", "ultimate.end"} & set(one.cited)
    assert one.asked == (2, "turn")


# leaving


@pytest.mark.rule("common.forfeit", "ultimate.out.cards")
def test_the_player_who_resigns_takes_the_cards_out_of_the_game_and_leaves_the_danger_cards() -> (
    None
):
    one = hulk().hand(0, "red-1 red-9").enemy(0, "maestro").items(0, "rubble").burn(0, 4)
    one.resign(0)
    assert one.of(SeatOut) == [SeatOut(0, "resigned", 1)]
    assert set(one.danger_pile()) == {"maestro", "rubble"}
    assert len(one.state.zones[REMOVED]) == 2 + 20 + 4
    assert one.asked == (1, "turn")
    assert one.may_besides(0) == []


@pytest.mark.rule("common.forfeit", "ultimate.last")
def test_the_last_one_who_has_not_resigned_wins() -> None:
    one = hulk().resign(1).resign(0)
    assert one.endings == [(2, "last")]
    assert (
        one.refusal(Draw(2)) == one.refusal(Resign(2)) == one.refusal(CallUno(2)) == "common.over"
    )


@pytest.mark.rule("common.forfeit")
def test_a_player_who_was_to_be_chosen_and_resigns_is_offered_no_more() -> None:
    one = hulk(FOUR).hand(0, "gamma-charge red-1 red-9").play(0, "gamma-charge").choose(0, "red")
    assert one.may(0) == {"1", "2", "3"}
    one.resign(2)
    assert one.asked == (0, "player")
    assert one.may(0) == {"1", "3"}


@pytest.mark.rule("ultimate.midway", "ultimate.out.cards", "card.thunderbolt-ross")
def test_what_waits_for_others_still_happens_when_the_player_of_a_card_goes_out() -> None:
    one = table("ultimate", heroes="hulk captain-america shuri").top("red-3")
    one.hand(0, "green-skip green-1 green-2").top("green-3").deck(0, size=2)
    one.enemy(0, "thunderbolt-ross").enemy(1, "madam-hydra").play(0, "green-skip")
    assert one.out_now() == [0]
    assert one.moved("burn") == [(1, 1)]
