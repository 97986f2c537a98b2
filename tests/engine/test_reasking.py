"""Questions that are recomputed in a state come out as a game asks them."""

import pytest

from games.engine import INTENT_VERBS, Bookmark, Chance, Prompt, ask_drawn, ask_turn, reask
from tests.table import table

CHANCE = Chance(bytes(32))


def test_a_turn_is_asked_as_the_game_asks_it() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    assert ask_turn(one.ruleset, one.state, CHANCE) == one.state.prompts


def test_a_drawn_card_that_fits_is_asked_as_the_game_asks_it() -> None:
    one = table().hand(0, "blue-1").top("red-5").draw_pile("red-7").draw(0)
    asked = ask_drawn(one.ruleset, one.state, "red-7", CHANCE)
    assert [(prompt.kind, prompt.options) for prompt in asked] == [("drawn", ("red-7", "pass"))]
    assert asked[0].options == one.state.prompts[0].options


@pytest.mark.parametrize("card", ["green-4", "blue-1"])
def test_a_drawn_card_that_is_not_held_or_does_not_fit_is_not_asked_for(card: str) -> None:
    one = table().hand(0, "blue-1 red-7").top("red-5")
    assert ask_drawn(one.ruleset, one.state, card, CHANCE) == ()


def test_a_question_of_a_card_is_asked_again_and_the_state_is_left_as_it_is() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5").play(0, "wild")
    bare = one.state.copy()
    bare.prompts = ()
    assert reask(one.ruleset, bare, one.state.prompts[0], CHANCE) == one.state.prompts
    assert bare.prompts == ()


def test_work_that_does_more_than_ask_asks_nothing() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    bare = one.state.copy()
    bare.prompts = ()
    prompt = Prompt(0, "turn", resume=(Bookmark("turn", 0, 0),))
    assert reask(one.ruleset, bare, prompt, CHANCE) == ()


def test_the_verbs_of_intents_are_listed() -> None:
    assert {"draw", "skip", "burn"} <= INTENT_VERBS
    assert "play" not in INTENT_VERBS
