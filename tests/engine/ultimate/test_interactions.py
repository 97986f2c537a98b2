"""Interactions of the cards of several heroes."""

import pytest

from tests.table import Table, table


def at(heroes: str, top: str = "red-3") -> Table:
    """A table of heroes, by seat; a plain card lies on top."""
    return table("ultimate", heroes=heroes).top(top)


# Captain America, who burns fewer


@pytest.mark.rule("card.sonic-hand-cannons", "card.captain-america", "ultimate.modify")
@pytest.mark.parametrize(("answer", "burned"), [("yes", 1), ("no", 1)])
def test_sonic_hand_cannons_gain_nothing_on_a_burn_of_one_by_captain_america(
    answer: str, burned: int
) -> None:
    one = at("shuri captain-america black-widow").items(0, "sonic-hand-cannons gauntlets").turn(2)
    one.expire(2).choose(0, "yes", "1", answer)
    assert one.caused("burn") == [("burn", 1, burned, "gauntlets")]
    made = [("card.sonic-hand-cannons", 1, 2), ("card.captain-america", 2, 1)]
    assert one.changes() == (made if answer == "yes" else [])


# Super-Human Reflexes


def reflexes(heroes: str) -> Table:
    """Captain America, in seat 0, is about to play Super-Human Reflexes."""
    return at(f"captain-america {heroes}").hand(0, "super-human-reflexes red-1 red-9")


def last(one: Table) -> Table:
    """They last for him; red is in play, and seat 1 is on turn."""
    return one.play(0, "super-human-reflexes").choose(0, "red")


@pytest.mark.rule("card.super-human-reflexes")
def test_what_a_power_an_item_an_event_or_an_enemy_puts_on_him_is_not_passed_on() -> None:
    power = last(reflexes("black-widow hulk").burn(2, 12)).expire(1)
    assert power.caused("burn") == [("burn", 0, 1, "hulk"), ("burn", 1, 2, "hulk")]

    item = last(reflexes("black-widow hulk").items(1, "gauntlets")).choose(1, "yes", "0")
    assert item.caused("burn") == [("burn", 0, 1, "gauntlets")]

    event = last(reflexes("hulk").hand(1, "red-5 red-8 blue-2").danger("backlash"))
    event.play(1, "red-5")
    assert event.caused("add", "burn")[:2] == [("add", 1, 1, "backlash"), ("add", 0, 1, "backlash")]

    enemy = last(reflexes("shuri").hand(1, "red-4 red-8 blue-2").danger("radioactive-man"))
    enemy.play(1, "red-4")
    assert enemy.caused("burn") == [("burn", 0, 2, "radioactive-man")]
