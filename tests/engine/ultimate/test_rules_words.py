"""The keywords add, draw, burn and recover: effect, cause, and changes of the number."""

from collections.abc import Callable

import pytest

from cards.language import CardFilter
from games.engine import Play
from tests.table import Table, table

TWO = "hulk shuri"


def hulk(heroes: str = TWO) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


# draw


def draw_two(one: Table) -> Table:
    return one.turn(0).hand(0, "red-draw-two red-1 red-9").play(0, "red-draw-two")


def draw_on_the_turn(one: Table) -> Table:
    return one.turn(1).hand(1, "blue-1 blue-2").deck(1, "green-1 green-8").expire(1)


def penalty(one: Table) -> Table:
    return one.turn(0).hand(1, "blue-1").exposed(1).catch(0, 1)


DRAWS = pytest.mark.parametrize("drawing", [draw_two, draw_on_the_turn, penalty])


@pytest.mark.rule("ultimate.draw")
@DRAWS
def test_a_draw_takes_from_the_own_deck_but_wakes_nothing_that_names_adding(
    drawing: Callable[[Table], Table],
) -> None:
    one = drawing(hulk("hulk black-widow").enemy(1, "viper"))
    drawn = 1 if drawing is draw_on_the_turn else 2
    assert one.decks()[1] == 20 - drawn
    assert one.burns()[1] == 0


# what features what


@pytest.mark.rule("ultimate.features", "card.hide-in-plain-sight")
@pytest.mark.parametrize(
    ("keyword", "banned"),
    [
        ("add", "hulk-smash sabotage set-a-trap"),
        ("burn", "hulk-smash gamma-charge the-strongest unstoppable sabotage set-a-trap"),
    ],
)
def test_only_wilds_whose_own_text_makes_somebody_do_it_feature_a_word(
    keyword: str, banned: str
) -> None:
    wilds = "hulk-smash gamma-charge the-strongest unstoppable"
    one = hulk("black-widow hulk").hand(0, "hide-in-plain-sight red-1 red-9")
    one.hand(1, f"{wilds} red-draw-two red-7").play(0, "hide-in-plain-sight")
    one.choose(0, "red", keyword)
    assert one.may(1) - {"draw"} == {*wilds.split(), "red-draw-two", "red-7"} - set(banned.split())
    for card in wilds.split():
        refusal = one.refusal(Play(1, card))
        assert refusal == ("card.hide-in-plain-sight" if card in banned.split() else "")


@pytest.mark.rule("ultimate.features")
def test_what_a_card_does_later_counts_as_its_own_text() -> None:
    ruleset = hulk("black-widow captain-america hulk shuri").ruleset
    adding = ruleset.matching(CardFilter(keyword="add"))
    assert adding == {
        "sabotage",
        "set-a-trap",
        "justice-punch",
        "hulk-smash",
        "silent-strike",
    }
    assert ruleset.matching(CardFilter(keyword="burn")) == adding | {
        "final-justice",
        "gamma-charge",
        "the-strongest",
        "unstoppable",
        "steadfast-resolve",
    }


# whose doing it is


@pytest.mark.rule("ultimate.account", "card.sonic-hand-cannons")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_wild_an_item_and_an_event_are_the_doing_of_their_player(answer: str) -> None:
    wild = (
        hulk("shuri hulk").items(0, "sonic-hand-cannons").hand(0, "steadfast-resolve red-2 red-8")
    )
    wild.play(0, "steadfast-resolve").choose(0, "red", answer)
    assert wild.burns()[1] == (2 if answer == "yes" else 1)

    item = hulk("shuri black-widow").items(0, "sonic-hand-cannons gauntlets").turn(1)
    item.expire(1).choose(0, "yes", answer)
    assert item.burns()[1] == (2 if answer == "yes" else 1)

    event = hulk("shuri captain-america hulk").items(0, "sonic-hand-cannons").danger("backlash")
    event.hand(0, "red-4 red-3 red-2").play(0, "red-4").choose(0, answer, answer)
    assert event.burns() == [2, 2 if answer == "yes" else 1, 3 if answer == "yes" else 2]


@pytest.mark.rule("ultimate.account", "card.sonic-hand-cannons")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_trap_and_a_power_are_the_doing_of_whose_they_are(answer: str) -> None:
    trap = (
        hulk("black-widow shuri").items(0, "sonic-hand-cannons").hand(0, "set-a-trap red-1 red-9")
    )
    trap.hand(1, "red-2 blue-1 blue-2").play(0, "set-a-trap").choose(0, "red").play(1, "red-2")
    trap.choose(1, "burn").choose(0, answer)
    assert trap.burns()[1] == (4 if answer == "yes" else 3)

    power = hulk("hulk shuri").items(0, "sonic-hand-cannons").burn(0, 12).turn(1)
    power.expire(1).choose(0, answer)
    assert power.burns()[1] == (3 if answer == "yes" else 2)
