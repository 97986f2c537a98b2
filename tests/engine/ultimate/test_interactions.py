"""Interactions of the cards of several heroes."""

import pytest

from tests.table import Table, table


def at(heroes: str, top: str = "red-3") -> Table:
    """A table of heroes, by seat; a plain card lies on top."""
    return table("ultimate", heroes=heroes).top(top)


# what waits


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "card.defy", "ultimate.waiting")
def test_a_trap_that_flips_an_event_does_not_catch_the_card_that_sprang_it() -> None:
    one = at("black-widow hulk").hand(0, "set-a-trap red-1 red-9").hand(1, "red-skip red-5 blue-2")
    one.danger("defy").play(0, "set-a-trap").choose(0, "red").play(1, "red-skip")
    one.choose(1, "flip")
    assert one.caused("add") == []
    one.play(1, "red-5")
    assert one.state.lasting == ()


# Red Guardian


@pytest.mark.rule("card.red-guardian", "card.shield-slash")
def test_red_guardian_goes_where_the_enemy_attacked_and_leaves_the_others_alone() -> None:
    one = at("captain-america hulk black-widow", "red-9").enemy(0, "crossbones")
    one.enemy(1, "maestro").enemy(2, "red-guardian").hand(0, "shield-slash blue-1 blue-3")
    one.play(0, "shield-slash").choose(0, "red", "maestro").choose(2, "yes")
    assert one.enemies() == ["crossbones", "red-guardian", ""]


@pytest.mark.rule("card.red-guardian", "card.the-strongest", "ultimate.battle.turn")
def test_a_red_guardian_drawn_this_turn_moves_once_though_many_fall() -> None:
    one = at("hulk black-widow captain-america").enemy(0, "red-guardian", new=True)
    one.enemy(1, "crossbones").enemy(2, "red-skull").hand(0, "the-strongest red-1 red-9")
    one.play(0, "the-strongest").choose(0, "red", "yes")
    assert one.enemies() == ["", "red-guardian", ""]
    assert one.caused("defeat") == [
        ("defeat", 0, 1, "the-strongest"),
        ("defeat", 0, 1, "the-strongest"),
    ]


@pytest.mark.rule("card.red-guardian", "card.the-strongest", "ultimate.react")
def test_red_guardian_falls_with_the_others_when_the_strongest_defeats_all() -> None:
    one = at("hulk black-widow captain-america").enemy(1, "red-guardian").enemy(2, "crossbones")
    one.hand(0, "the-strongest red-1 red-9").play(0, "the-strongest").choose(0, "red")
    assert one.enemies() == ["", "", ""]
    assert one.asked == (1, "turn")
    assert set(one.danger_pile()) == {"red-guardian", "crossbones"}
