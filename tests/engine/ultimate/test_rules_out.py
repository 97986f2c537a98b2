"""Going out, and both ways to win."""

from collections.abc import Callable

import pytest

from games.engine.facts import CardsMoved, SeatOut
from games.engine.zones import BURN, DECK, HAND, REMOVED
from tests.table import Table, table

TWO = "hulk shuri"
THREE = "hulk shuri black-widow"


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
@pytest.mark.parametrize(("danger", "deck"), [("burnout", 4), ("abomination", 1)])
def test_what_the_same_effect_would_recover_later_saves_nobody(danger: str, deck: int) -> None:
    one = hulk().hand(0, "red-4 red-1 red-9").deck(0, size=deck).burn(0, 5).danger(danger)
    one.play(0, "red-4")
    assert one.out_now() == [0]
    assert not [fact for fact in one.of(CardsMoved) if fact.verb == "recover"]
    assert one.asked == (1, "turn")


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


# out by the own card


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
