"""UNO with own decks, and what the clock answers to each question."""

import pytest

from games.engine import CallUno, CatchUno, Play, observe
from games.engine.facts import CardsMoved, UnoChanged
from games.messages.move_messages import PlayRequest
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint
from tests.table import Table, table

THREE = "hulk shuri black-widow"


def hulk(heroes: str = THREE) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


def one_left(heroes: str = THREE) -> Table:
    """Hulk has played all but one card, and did not say UNO."""
    return hulk(heroes).hand(0, "red-1 blue-2").play(0, "red-1")


def offered_with_uno(one: Table) -> list[str]:
    """The cards that the prompt offers to seat 0 to play with UNO called."""
    told = render_prompts(Viewpoint(one.ruleset, observe(one.ruleset, one.state, 0), "en"), 1)
    bodies = [option.body for option in told.prompts[-1].options or ()]
    return [body.card for body in bodies if isinstance(body, PlayRequest) and body.uno]


# calling


@pytest.mark.rule("common.uno.call")
def test_a_play_that_leaves_one_card_exposes_who_does_not_call() -> None:
    assert one_left().exposed_now() == [0]
    assert one_left().call(0).exposed_now() == []
    called = hulk().hand(0, "red-1 blue-2").play(0, "red-1", uno=True)
    assert called.exposed_now() == []


@pytest.mark.rule("common.uno.call")
def test_the_hand_is_looked_at_after_all_that_the_play_does() -> None:
    one = hulk().hand(0, "red-5 blue-2").danger("abomination").play(0, "red-5")
    assert one.sizes()[0] == 2
    assert one.exposed_now() == []
    one = hulk("captain-america hulk").hand(0, "final-justice red-1 red-9").play(0, "final-justice")
    one.choose(0, "blue", "red", "red-1")
    assert one.exposed_now() == [0]


@pytest.mark.rule("common.uno.call")
def test_uno_may_be_called_while_the_card_is_still_being_worked_out() -> None:
    one = hulk().hand(0, "gamma-charge blue-2").play(0, "gamma-charge")
    one.call(0).choose(0, "red", "1")
    assert one.exposed_now() == []
    assert one.refusal(CatchUno(1, 0)) == "common.uno.catch"


NEVER_ONE = [
    ("hulk shuri", "red-1 red-3 red-4 red-5 red-7", "red-1"),
    ("hulk shuri", "red-1", "red-1"),
    ("hulk shuri", "unstoppable red-1 red-3", "unstoppable"),
    ("hulk black-widow", "red-4 blue-2 green-1", "red-4"),
    ("hulk black-widow", "red-4 unstoppable red-1", "red-4"),
    ("black-widow hulk", "red-5 blue-2 green-1 swipe", "red-5"),
    ("captain-america hulk", "final-justice red-1 blue-1 green-2", "final-justice"),
    ("captain-america hulk", "shield-slash red-1 red-2", "shield-slash"),
]
PERHAPS_ONE = [
    ("captain-america hulk", "final-justice red-1 red-2 blue-1", "final-justice"),
    ("captain-america hulk", "final-justice red-1 red-2 red-4", "final-justice"),
    ("captain-america hulk", "shield-slash red-1", "shield-slash"),
    ("hulk shuri", "unstoppable red-1", "unstoppable"),
]


@pytest.mark.rule("common.uno.call")
@pytest.mark.parametrize(("heroes", "hand", "card"), NEVER_ONE)
def test_a_call_with_a_play_that_cannot_leave_one_card_is_refused(
    heroes: str, hand: str, card: str
) -> None:
    one = table("ultimate", heroes=heroes).hand(0, hand).top("red-9")
    assert one.refusal(Play(0, card)) == ""
    assert one.refusal(Play(0, card, uno=True)) == "common.uno.call"
    assert card not in offered_with_uno(one)


@pytest.mark.rule("common.uno.call")
@pytest.mark.parametrize(("heroes", "hand", "card"), PERHAPS_ONE)
def test_a_call_with_a_play_that_may_leave_one_card_is_taken(
    heroes: str, hand: str, card: str
) -> None:
    one = table("ultimate", heroes=heroes).hand(0, hand).top("red-9")
    assert one.refusal(Play(0, card, uno=True)) == ""
    assert offered_with_uno(one).count(card) == 1


@pytest.mark.rule("common.uno.call", "card.viper", "card.body-armor")
@pytest.mark.parametrize("items", ["", "body-armor"])
def test_a_danger_card_may_take_a_wild_from_the_hand_for_good_with_body_armor(items: str) -> None:
    one = table("ultimate", heroes="captain-america black-widow").top("red-9").danger("viper")
    one.hand(0, "red-4 shield-slash red-1").items(0, items)
    expected = "" if items else "common.uno.call"
    assert one.refusal(Play(0, "red-4", uno=True)) == expected
    assert offered_with_uno(one).count("red-4") == bool(items)
    one.play(0, "red-4", uno=bool(items))
    assert one.state.uno[0] == ("called" if items else "")


@pytest.mark.rule("common.uno.call", "card.sabotage")
def test_a_card_that_waits_adds_more_than_it_takes_from_the_hand() -> None:
    one = table("ultimate", heroes="captain-america black-widow").top("red-9")
    one.hand(0, "super-human-reflexes red-1 shield-slash blue-1").hand(1, "sabotage red-2 red-3")
    one.play(0, "super-human-reflexes").choose(0, "red").play(1, "sabotage").choose(1, "red")
    assert one.refusal(Play(0, "red-1", uno=True)) == "common.uno.call"


@pytest.mark.rule("common.uno.call", "card.final-justice")
@pytest.mark.parametrize("burned", ["red-1", "done"])
def test_a_call_with_final_justice_counts_if_it_leaves_one_card(burned: str) -> None:
    one = hulk("captain-america hulk").hand(0, "final-justice red-1 red-9")
    one.play(0, "final-justice", uno=True).choose(0, "blue", "red", burned)
    assert one.state.uno[0] == ("called" if burned == "red-1" else "")
    assert one.cited.count("common.uno.call") == (burned == "red-1")


@pytest.mark.rule("common.uno.call", "card.abomination")
def test_a_call_does_not_count_if_a_danger_card_adds_a_card() -> None:
    one = hulk().hand(0, "red-5 blue-2").danger("abomination").play(0, "red-5", uno=True)
    assert one.of(UnoChanged) == []
    assert "common.uno.call" not in one.cited


@pytest.mark.rule("common.uno.call", "ultimate.play-again")
@pytest.mark.parametrize("again", [True, False])
def test_a_call_belongs_to_one_play_of_two(again: bool) -> None:
    one = table("ultimate", heroes="captain-america hulk").top("red-9").enemy(1, "maestro")
    one.hand(0, "shield-slash blue-1").play(0, "shield-slash", uno=True)
    one.choose(0, "blue")
    assert (one.asked, one.state.uno[0]) == ((0, "again"), "called")
    assert one.refusal(CallUno(0)) == "common.uno.call"
    if again:
        assert one.play(0, "blue-1").winner == 0
    else:
        assert one.keep(0).state.uno[0] == "called"


# catching


@pytest.mark.rule("common.uno.catch")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_answer_to_a_question_at_the_start_of_the_turn_closes_the_window(answer: str) -> None:
    one = hulk().hand(0, "red-1 blue-2").items(1, "taser-baton").play(0, "red-1")
    assert one.asked == (1, "confirm")
    assert one.exposed_now() == [0]
    one.choose(1, answer)
    assert one.of(UnoChanged)[-1] == UnoChanged(0, "missed")
    assert one.refusal(CatchUno(2, 0)) == "common.uno.catch"


@pytest.mark.rule("common.uno.catch", "common.choice-timeout")
def test_so_does_the_clock_that_answers_it() -> None:
    one = hulk().hand(0, "red-1 blue-2").items(1, "taser-baton").play(0, "red-1").expire(1)
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.catch", "card.shuri")
def test_an_answer_that_belongs_to_the_turn_before_does_not() -> None:
    one = hulk("black-widow shuri hulk").hand(0, "red-5 blue-2").danger("gauntlets").burn(1, 1)
    one.play(0, "red-5")
    assert (one.asked, one.prompt.source) == ((1, "confirm"), "shuri")
    one.choose(1, "no")
    assert one.asked == (1, "turn")
    assert one.exposed_now() == [0]


# one card otherwise


def widows_victim(hand: str) -> Table:
    """Black Widow's power burns a card from the hand of Shuri, who then adds one."""
    one = hulk("black-widow hulk shuri").top("red-1").hand(0, "blue-1 red-2 red-9").hand(2, hand)
    return one.play(0, "blue-1").choose(0, "yes", "2")


@pytest.mark.rule("common.uno.other", "card.black-widow")
def test_a_hand_that_grows_again_by_the_same_effect_is_not_exposed() -> None:
    one = widows_victim("red-2 red-3")
    assert one.sizes()[2] == 2
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.other", "card.super-human-reflexes")
def test_a_call_stays_good_while_the_hand_stays_at_one() -> None:
    one = hulk("black-widow hulk shuri").top("red-1").turn(2).hand(2, "red-2 red-3")
    one.hand(0, "blue-2 red-9 green-1").play(2, "red-2", uno=True)
    one.play(0, "blue-2").choose(0, "yes", "2")
    assert (one.sizes()[2], one.state.uno[2]) == (1, "called")
    assert one.refusal(CatchUno(1, 2)) == "common.uno.catch"


# the clock


@pytest.mark.rule("common.choice-timeout", "card.super-human-reflexes")
def test_what_could_be_passed_on_is_not() -> None:
    one = hulk("captain-america hulk shuri").hand(0, "super-human-reflexes red-1 red-9")
    one.hand(1, "gamma-charge red-5 red-8").play(0, "super-human-reflexes").choose(0, "red")
    one.play(1, "gamma-charge").choose(1, "red", "0").expire(0)
    assert one.burns() == [1, 0, 0]


@pytest.mark.rule("common.choice-timeout", "card.kinetic-force-shield")
def test_what_could_be_made_fewer_is_not() -> None:
    one = hulk("shuri hulk").items(0, "kinetic-force-shield").enemy(0, "maestro").turn(1)
    one.expire(1).expire(0)
    assert one.burns()[0] == 2


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


@pytest.mark.rule("common.choice-timeout", "card.final-justice")
def test_of_any_number_of_cards_none_is_chosen() -> None:
    one = hulk("captain-america hulk").hand(0, "final-justice red-1 red-9").play(0, "final-justice")
    one.choose(0, "blue", "red").expire(0)
    assert one.cards_of(0) == ["red-1", "red-9"]


@pytest.mark.rule("common.choice-timeout", "card.shuri")
def test_of_cards_that_have_to_be_named_the_first_ones_are() -> None:
    one = hulk("shuri black-widow").hand(0, "red-4 red-2 red-8").danger("gauntlets")
    one.burn(0, "green-1 green-2").play(0, "red-4").choose(0, "yes").expire(0).expire(0)
    exchanged = [fact.cards for fact in one.of(CardsMoved) if fact.verb == "exchange"]
    assert exchanged == [("green-1",), ("red-2",)]
