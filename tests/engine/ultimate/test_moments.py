"""Abilities of a moment of the turn act at no other moment."""

from collections.abc import Callable

import pytest

from games.engine.facts import CardsMoved
from tests.table import Table, table


def adds_burns_flips_and_recovers(one: Table) -> Table:
    one.hand(0, "justice-punch red-1 blue-1").danger("rest").play(0, "justice-punch")
    return one.choose(0, "green", "1", "1", "1")


def draws(one: Table) -> Table:
    return one.hand(0, "red-draw-two red-1 blue-1").play(0, "red-draw-two")


def loses_an_item(one: Table) -> Table:
    one.turn(2).hand(2, "suit-up red-2 blue-1").play(2, "suit-up").choose(2, "green", "yes")
    if one.asked == (2, "card"):
        one.choose(2, "sonic-hand-cannons")
    return one.choose(2, "no")


def loses_an_enemy(one: Table) -> Table:
    one.hand(0, "shield-slash red-1 blue-1").play(0, "shield-slash")
    return one.choose(0, "green")


def plays(one: Table) -> Table:
    return one.skipped().turn(1).hand(1, "blue-3 red-1 red-4").play(1, "blue-3")


def is_skipped(one: Table) -> Table:
    return one.skipped().hand(0, "red-skip red-1 blue-1").play(0, "red-skip")


EVENTS = [adds_burns_flips_and_recovers, draws, loses_an_item, loses_an_enemy]
MORE_EVENTS = [*EVENTS, plays, is_skipped]
FOUR = "captain-america hulk shuri black-widow"


def position(
    heroes: str = "captain-america hulk shuri",
    *,
    item: str = "",
    enemy: str = "abomination",
    burned: int = 4,
) -> Table:
    """Hulk at seat 1 waits to be skipped."""
    one = table("ultimate", heroes=heroes).top("red-3").skipped(1)
    one.burn(1, burned).burn(2, 1).items(1, f"sonic-hand-cannons {item}").enemy(1, enemy)
    return one


def told(one: Table) -> list[tuple[str, int, int]]:
    """What was done to cards, by whom and to how many; a seat is then on turn."""
    assert one.prompt.kind == "turn"
    return [(fact.verb, fact.seat, len(fact.cards)) for fact in one.of(CardsMoved)]


@pytest.mark.rule("card.rubble", "card.hulk-pants", "card.kinetic-claws", "ultimate.start")
@pytest.mark.parametrize("item", ["rubble", "hulk-pants", "kinetic-claws"])
@pytest.mark.parametrize("happens", EVENTS)
def test_an_item_of_the_start_or_end_of_a_turn_comes_up_at_no_other_time(
    item: str, happens: Callable[[Table], Table]
) -> None:
    assert told(happens(position(item=item))) == told(happens(position()))


@pytest.mark.rule("card.taser-baton", "card.gauntlets", "card.flash-bang", "ultimate.start")
@pytest.mark.parametrize("item", ["taser-baton", "gauntlets", "flash-bang"])
@pytest.mark.parametrize("happens", MORE_EVENTS)
def test_an_item_of_the_start_of_a_turn_comes_up_at_no_other_time(
    item: str, happens: Callable[[Table], Table]
) -> None:
    assert told(happens(position(FOUR, item=item))) == told(happens(position(FOUR)))


@pytest.mark.rule(
    "card.maestro",
    "card.thunderbolt-ross",
    "card.radioactive-man",
    "card.tetu",
    "ultimate.start",
)
@pytest.mark.parametrize("enemy", ["maestro", "thunderbolt-ross", "radioactive-man", "tetu"])
@pytest.mark.parametrize("happens", EVENTS)
def test_an_enemy_does_nothing_at_what_it_does_not_name(
    enemy: str, happens: Callable[[Table], Table]
) -> None:
    assert told(happens(position(enemy=enemy))) == told(happens(position()))


@pytest.mark.rule("card.hulk", "ultimate.start")
@pytest.mark.parametrize("happens", EVENTS)
def test_an_enraged_hulk_burns_nobody_but_at_the_start_of_his_turn(
    happens: Callable[[Table], Table],
) -> None:
    assert told(happens(position(burned=12))) == told(happens(position()))


@pytest.mark.rule("card.mikaboshi", "ultimate.start")
@pytest.mark.parametrize("happens", [draws, loses_an_item, loses_an_enemy])
def test_mikaboshi_minds_nothing_but_a_recovery(happens: Callable[[Table], Table]) -> None:
    assert told(happens(position(enemy="mikaboshi"))) == told(happens(position()))


@pytest.mark.rule(
    "card.red-guardian",
    "card.crossbones",
    "card.madam-hydra",
    "card.red-skull",
    "ultimate.start",
)
@pytest.mark.parametrize("enemy", ["red-guardian", "crossbones", "madam-hydra", "red-skull"])
@pytest.mark.parametrize("happens", MORE_EVENTS)
def test_an_enemy_minds_neither_plays_nor_skips_that_it_does_not_name(
    enemy: str, happens: Callable[[Table], Table]
) -> None:
    assert told(happens(position(FOUR, enemy=enemy))) == told(happens(position(FOUR)))


@pytest.mark.rule("card.viper", "ultimate.start")
@pytest.mark.parametrize("happens", [draws, loses_an_item, loses_an_enemy, is_skipped])
def test_viper_minds_nothing_but_an_add(happens: Callable[[Table], Table]) -> None:
    assert told(happens(position(FOUR, enemy="viper"))) == told(happens(position(FOUR)))
