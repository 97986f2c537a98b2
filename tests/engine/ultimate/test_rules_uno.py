"""UNO with own decks, and what the clock answers to each question."""

import pytest

from games.engine import Play
from games.engine.facts import CardsMoved
from tests.table import Table, table

THREE = "hulk shuri black-widow"


def hulk(heroes: str = THREE) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


def one_left(heroes: str = THREE) -> Table:
    """Hulk has played all but one card, and did not say UNO."""
    return hulk(heroes).hand(0, "red-1 blue-2").play(0, "red-1")


# calling


@pytest.mark.rule("common.uno.call")
def test_a_play_that_leaves_one_card_exposes_who_does_not_call() -> None:
    assert one_left().exposed_now() == [0]
    assert one_left().call(0).exposed_now() == []
    called = hulk().hand(0, "red-1 blue-2").play(0, "red-1", uno=True)
    assert called.exposed_now() == []


@pytest.mark.rule("common.uno.call", "card.viper", "card.body-armor")
@pytest.mark.parametrize("items", ["", "body-armor"])
def test_a_danger_card_may_take_a_wild_from_the_hand_for_good_with_body_armor(items: str) -> None:
    one = table("ultimate", heroes="captain-america black-widow").top("red-9").danger("viper")
    one.hand(0, "red-4 shield-slash red-1").items(0, items)
    expected = "" if items else "common.uno.call"
    assert one.refusal(Play(0, "red-4", uno=True)) == expected
    one.play(0, "red-4", uno=bool(items))
    assert one.state.uno[0] == ("called" if items else "")


# the clock


@pytest.mark.rule("common.choice-timeout")
def test_any_other_question_is_answered_with_the_first_option_listed() -> None:
    one = hulk("black-widow hulk shuri").items(1, "rubble gauntlets")
    one.hand(0, "swipe red-1 red-9").play(0, "swipe").expire(0)
    assert one.state.color == "red"
    first = one.prompt.options[0]
    assert one.asked == (0, "card")
    assert one.expire(0).items_of(0) == [first]

    one = hulk("black-widow hulk shuri").hand(0, "hide-in-plain-sight red-1 red-9")
    one.play(0, "hide-in-plain-sight").expire(0).expire(0)
    assert one.state.lasting[0].bound == (("verb", "add"),)

    one = hulk().hand(0, "gamma-charge red-1 red-9").play(0, "gamma-charge").expire(0).expire(0)
    assert one.burns() == [0, 1, 0]
    assert one.cited.count("common.choice-timeout") == 2


@pytest.mark.rule("common.choice-timeout", "card.shuri")
def test_of_cards_that_have_to_be_named_the_first_ones_are() -> None:
    one = hulk("shuri black-widow").hand(0, "red-4 red-2 red-8").danger("gauntlets")
    one.burn(0, "green-1 green-2").play(0, "red-4").choose(0, "yes").expire(0).expire(0)
    exchanged = [fact.cards for fact in one.of(CardsMoved) if fact.verb == "exchange"]
    assert exchanged == [("green-1",), ("red-2",)]
