"""Hulk: his power, his Wilds, and the Danger cards that come with him."""

import pytest

from games.engine.facts import ColorChanged, GameEnded, SeatOut
from games.engine.zones import DECK
from tests.table import Table, edition, table


def before_hulk(burned: int, heroes: str = "shuri hulk black-widow") -> Table:
    """Seat 0 is about to play red-2; Hulk at seat 1 comes next, with so many cards burned."""
    one = table("ultimate", heroes=heroes).hand(0, "red-2 blue-1 green-1").top("red-8")
    return one.burn(1, burned)


def flips(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red 5, which flips this Danger card."""
    hand = "red-5 red-1 blue-2 green-3" if heroes.startswith("hulk") else "red-6 red-2 blue-1"
    return table("ultimate", heroes=heroes).hand(0, hand).top("red-3").danger(danger)


def holding(wild: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Hulk at seat 0 is about to play a Wild."""
    return table("ultimate", heroes=heroes).hand(0, f"{wild} red-1 blue-2 blue-3").top("red-3")


# the power


@pytest.mark.rule("card.hulk", "ultimate.start", "common.order")
@pytest.mark.parametrize(
    ("pile", "expected"), [(13, [(2, 2), (0, 2)]), (12, [(2, 2), (0, 2)]), (11, [])]
)
def test_with_twelve_cards_burned_all_others_burn_two_as_hulk_begins_his_turn(
    pile: int, expected: list[tuple[int, int]]
) -> None:
    one = before_hulk(pile).play(0, "red-2")
    assert one.moved("burn") == expected
    assert ("card.hulk" in one.cited) == bool(expected)


@pytest.mark.rule("card.hulk", "ultimate.start", "card.kinetic-claws")
def test_his_own_items_come_before_his_power_and_may_calm_him() -> None:
    def recovering(answer: str) -> Table:
        one = before_hulk(12).enemy(1, "red-guardian").items(1, "kinetic-claws")
        return one.play(0, "red-2").choose(1, answer)

    assert recovering("yes").burns() == [0, 11, 0]
    assert recovering("no").burns() == [2, 13, 2]


@pytest.mark.rule("card.hulk", "ultimate.out", "ultimate.last")
def test_an_enraged_hulk_wins_when_his_power_empties_the_last_decks() -> None:
    one = before_hulk(12).deck(2, size=2).deck(0, size=1).play(0, "red-2")
    assert [(fact.seat, fact.why) for fact in one.of(SeatOut)] == [(2, "deck"), (0, "deck")]
    assert (one.winner, one.of(GameEnded)[0].why) == (1, "last")


# The Strongest!


@pytest.mark.rule("card.the-strongest", "ultimate.battle.turn", "card.hulk-pants")
def test_for_each_enemy_and_item_removed_all_others_burn_one() -> None:
    one = holding("the-strongest").enemy(0, "tetu").enemy(1, "mikaboshi", new=True)
    one.enemy(2, "viper").items(0, "rubble hulk-pants").items(2, "gauntlets")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.enemies() == ["", "mikaboshi", ""]
    assert [one.items_of(seat) for seat in range(3)] == [["hulk-pants"], [], []]
    assert {"tetu", "viper", "rubble", "gauntlets"} <= set(one.danger_pile())
    assert one.moved("burn") == [(0, 2)] + [(1, 1), (2, 1)] * 4
    assert one.state.color == "green"
    assert "card.the-strongest" in one.cited


@pytest.mark.rule("card.the-strongest", "ultimate.out", "ultimate.last")
def test_the_strongest_can_eliminate_two_players_in_one_effect() -> None:
    one = holding("the-strongest").deck(1, size=2).deck(2, size=1)
    one.enemy(0, "tetu").enemy(1, "viper").items(0, "rubble")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.moved("burn") == [(0, 2), (1, 1), (2, 1), (1, 1)]
    assert [fact.seat for fact in one.of(SeatOut)] == [2, 1]
    assert (one.winner, one.of(GameEnded)[0].why) == (0, "last")


# Bend and Break


@pytest.mark.rule("card.bend-and-break")
def test_nothing_is_bent_when_green_is_in_play_already() -> None:
    one = flips("bend-and-break").hand(0, "green-5 red-1 blue-2").top("green-3").play(0, "green-5")
    assert one.state.color == "green"
    assert (one.of(ColorChanged), "card.bend-and-break" in one.cited) == ([], False)
    assert one.asked == (1, "turn")


# Burnout

FOUR = "yellow-1 blue-3 red-9 green-1"


@pytest.mark.rule("card.burnout", "ultimate.event", "ultimate.recover")
def test_four_are_burned_and_four_of_choice_go_under_the_deck_the_last_named_lowest() -> None:
    one = flips("burnout").deck(0, f"{FOUR} yellow-9").burn(0, "blue-4 green-9").burn(1, 4)
    one.play(0, "red-5")
    assert (one.asked, one.moved("burn")) == ((0, "card"), [(0, 4)])
    assert set(one.prompt.options) == {*FOUR.split(), "blue-4", "green-9"}
    one.choose(0, "green-9", "red-9", "blue-3", "yellow-1")
    assert one.deck_of(0)[0] == "yellow-9"
    assert one.deck_of(0)[-4:] == ("green-9", "red-9", "blue-3", "yellow-1")
    assert one.burned(0) == ("green-1", "blue-4")
    assert (one.asked, one.danger_pile()[-1]) == ((1, "turn"), "burnout")
    assert "card.burnout" in one.cited


@pytest.mark.rule("card.burnout")
def test_no_card_is_named_twice_for_burnout() -> None:
    one = flips("burnout").deck(0, f"{FOUR} yellow-9").burn(0, "blue-4").play(0, "red-5")
    one.choose(0, "blue-4")
    assert set(one.prompt.options) == set(FOUR.split())


# Rest


@pytest.mark.rule("card.rest", "ultimate.recover")
@pytest.mark.parametrize(
    ("heroes", "left"),
    [
        ("hulk shuri", "green-9 yellow-1 blue-3"),
        ("hulk shuri black-widow", "yellow-1 blue-3"),
        ("hulk shuri black-widow captain-america", "blue-3"),
    ],
)
def test_the_flipper_recovers_one_for_each_other_player(heroes: str, left: str) -> None:
    one = flips("rest", heroes).burn(0, "yellow-9 green-9 yellow-1 blue-3").burn(1, 3)
    one.play(0, "red-5")
    assert one.burned(0) == tuple(left.split())
    assert one.deck_of(0)[20:] == ("yellow-9", "green-9", "yellow-1")[: len(heroes.split()) - 1]
    assert one.burns()[1] == 3
    assert "card.rest" in one.cited


# Abomination


@pytest.mark.rule("card.abomination", "card.maestro", "ultimate.battle")
@pytest.mark.parametrize("enemy", ["abomination", "maestro"])
@pytest.mark.parametrize(
    ("card", "falls"),
    [
        ("green-1", True),
        ("green-skip", True),
        ("red-1", False),
        ("yellow-1", False),
        ("blue-2", False),
    ],
)
def test_a_green_card_defeats_abomination_and_maestro(enemy: str, card: str, falls: bool) -> None:
    one = table("ultimate", heroes="hulk shuri").enemy(0, enemy).top("red-3", card.split("-")[0])
    one.hand(0, f"{card} blue-3 blue-4").play(0, card)
    assert one.enemies()[0] == ("" if falls else enemy)
    assert bool(one.done("defeat")) == falls
    assert one.moved("burn") == []


# Thunderbolt Ross


def facing_ross(card: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Thunderbolt Ross attacks seat 0, who is about to play a card of the color in play."""
    color = card.split("-")[0]
    one = table("ultimate", heroes=heroes).enemy(0, "thunderbolt-ross")
    one.hand(0, f"{card} blue-3 blue-4 green-3")
    return one.top("red-3", color if color in edition("ultimate").colors else "yellow")


@pytest.mark.rule("card.thunderbolt-ross")
@pytest.mark.parametrize("card", ["yellow-draw-two", "yellow-reverse", "yellow-skip", "hulk-smash"])
def test_for_an_action_card_whom_ross_attacks_adds_two(card: str) -> None:
    one = facing_ross(card).play(0, card)
    if card == "hulk-smash":
        one.choose(0, "yellow", "1")
    assert [move for move in one.done("add") if move[1] == 0] == [("add", 0, 2)]
    assert one.sizes()[0] == 3 + 2
    assert one.enemies()[0] == "thunderbolt-ross"


@pytest.mark.rule("card.thunderbolt-ross", "ultimate.out")
def test_the_two_for_ross_may_be_the_last_of_the_deck() -> None:
    one = facing_ross("yellow-skip").deck(0, size=2).play(0, "yellow-skip")
    assert one.out_now() == [0]
    assert one.asked == (2, "turn")
    assert one.state.zones[DECK[0]] == ()
