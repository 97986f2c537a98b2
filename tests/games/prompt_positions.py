"""Positions of all three games, one for each kind of question, for tests of their words."""

from collections.abc import Callable
from typing import Final

from tests.table import Table, table


def _ultimate(heroes: str = "hulk shuri black-widow") -> Table:
    return table("ultimate", heroes=heroes).top("red-5")


def turn_that_fits() -> Table:
    return table("avengers", 3).top("red-4").hand(0, "red-6 blue-4 green-1")


def turn_on_a_wild() -> Table:
    return table("xmen", 3).top("wild-cerebro", "green").hand(0, "green-6 blue-4")


def turn_on_an_action() -> Table:
    return table("avengers", 2).top("blue-skip").hand(0, "red-skip wild-draw-four blue-2")


def turn_without_a_card() -> Table:
    return table("xmen", 3).top("yellow-1").hand(0, "red-6 blue-4 green-2 blue-9")


def turn_with_one_card_that_does_not_fit() -> Table:
    return table("xmen", 3).top("yellow-1").hand(0, "red-6")


def turn_between_two() -> Table:
    one = table("avengers", 2).top("red-1")
    return one.hand(0, "red-reverse red-skip red-draw-two wild-draw-four wild-infinity-gauntlet")


def turn_with_two_cards() -> Table:
    return table("xmen", 3).top("red-5").hand(0, "red-1 red-reverse")


def turn_before_an_enemy() -> Table:
    one = table("ultimate", heroes="hulk black-widow").top("red-5").enemy(0, "taskmaster")
    return one.hand(0, "green-5 yellow-5 red-1 the-strongest gamma-charge")


def turn_without_wilds() -> Table:
    return _ultimate().enemy(0, "abomination").hand(0, "hulk-smash red-1 blue-2")


def turn_without_an_enemy() -> Table:
    one = table("ultimate", heroes="captain-america hulk").top("red-5")
    return one.hand(0, "shield-slash red-1 blue-3 blue-4").deck(0, size=2)


def first_turn() -> Table:
    return table("ultimate", heroes="hulk shuri").first_turn().hand(0, "red-1 blue-2 green-3")


def drawn() -> Table:
    one = table("avengers", 3).top("red-4").hand(0, "blue-6 green-1").draw_pile("red-8")
    return one.draw(0)


def first_color() -> Table:
    return table("avengers", 3).turned_up("wild", dealer=2)


def challenge() -> Table:
    one = table("avengers", 3).top("purple-4").hand(0, "wild-draw-four red-1 blue-1")
    return one.play(0, "wild-draw-four").choose(0, "red")


def challenge_of_xmen() -> Table:
    one = table("xmen", 3).top("blue-4").hand(0, "wild-draw-four red-1 blue-1")
    return one.play(0, "wild-draw-four").choose(0, "red")


def gauntlet() -> Table:
    one = table("avengers", 3).top("purple-4").hand(0, "wild-infinity-gauntlet red-1 blue-1")
    return one.play(0, "wild-infinity-gauntlet")


def cerebro_names() -> Table:
    one = table("xmen", 3).top("red-5").hand(0, "wild-cerebro red-1 red-2")
    return one.hand(1, "red-3 red-4").play(0, "wild-cerebro")


def cerebro_character() -> Table:
    return cerebro_names().choose(0, "1")


def cerebro_answer() -> Table:
    return cerebro_character().choose(0, "3")


def wild_color() -> Table:
    one = table("xmen", 3).top("red-5").hand(0, "wild red-1 red-2")
    return one.play(0, "wild")


def hulk_smash() -> Table:
    return _ultimate().hand(0, "hulk-smash red-1 blue-2").play(0, "hulk-smash").choose(0, "blue")


def second_play() -> Table:
    one = _ultimate("captain-america hulk").enemy(1, "crossbones")
    one.hand(0, "shield-slash red-1 blue-3 blue-4")
    return one.play(0, "shield-slash").choose(0, "red")


def sabotage() -> Table:
    one = _ultimate("black-widow hulk").hand(0, "sabotage red-1 red-2")
    one.hand(1, "hulk-smash red-3 blue-3")
    return one.play(0, "sabotage").choose(0, "red").play(1, "red-3")


POSITIONS: Final[dict[str, Callable[[], Table]]] = {
    make.__name__: make
    for make in (
        turn_that_fits,
        turn_on_a_wild,
        turn_on_an_action,
        turn_without_a_card,
        turn_with_one_card_that_does_not_fit,
        turn_between_two,
        turn_with_two_cards,
        turn_before_an_enemy,
        turn_without_wilds,
        turn_without_an_enemy,
        first_turn,
        drawn,
        first_color,
        challenge,
        challenge_of_xmen,
        gauntlet,
        cerebro_names,
        cerebro_character,
        cerebro_answer,
        wild_color,
        hulk_smash,
        second_play,
        sabotage,
    )
}
