"""Completing questions whose options a view hides."""

from games.engine.hidden_prompts import _after_play, _fitting
from games.engine.prompts import Prompt
from games.engine.zones import DECK, HAND, REVEALED
from tests.table import Table, table


def position() -> Table:
    """Seat 1 holds nothing that fits the red 3, and the top of its deck does."""
    one = table("ultimate", heroes="hulk shuri").top("red-3").hand(0, "red-1").hand(1, "blue-2")
    return one.deck(1, "red-7")


def test_a_revealed_danger_card_is_still_to_be_worked_out() -> None:
    state = position().state
    state.zones[REVEALED] = ("defy",)
    prompt = Prompt(1, "card", hidden=True, called=True)
    marks = list(_after_play(position().ruleset, state, prompt))
    assert [mark.source for mark in marks] == ["", "defy"]
    assert marks[0].read("called") == "yes"


def test_a_card_that_fits_is_taken_from_another_hidden_place() -> None:
    one = position()
    fitting = _fitting(one.ruleset, one.state, 1, {HAND[1], DECK[1]}, min)
    assert fitting in one.state.zones[HAND[1]]
    assert "blue-2" in one.state.zones[DECK[1]]
    assert fitting != "blue-2"


def test_a_hand_is_left_as_it_is_if_nothing_hidden_fits() -> None:
    one = position()
    assert _fitting(one.ruleset, one.state, 1, {HAND[1]}, min) == "blue-2"


def test_cards_that_a_viewer_knows_keep_their_places() -> None:
    one = position()
    one.state.known = {HAND[1]: {0: ("blue-2",)}}
    assert _fitting(one.ruleset, one.state, 1, {HAND[1], DECK[1]}, min) == "blue-2"
    assert one.state.zones[HAND[1]] == ("blue-2",)
