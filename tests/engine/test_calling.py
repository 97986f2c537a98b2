"""Whether UNO may be called with a play: how many cards texts may take from a hand."""

from dataclasses import replace

import msgspec

from cards.language.abilities import Trigger
from cards.language.effects import BurnFromHand, CardFilter, EffectPart, LayColor
from games.engine.calling import _Loss
from games.engine.resolution import Resolution
from games.engine.verbs import VERBS
from tests.table import table

HAND = ["red-1", "blue-3", "yellow-8"]


def loss(**cards: object) -> _Loss:
    """The bounds for a hand of three; ``cards`` replace definitions of the edition."""
    one = table("ultimate", heroes="hulk shuri").top("red-3").hand(0, " ".join(HAND))
    ruleset = replace(one.ruleset, cards=one.ruleset.cards | cards)
    return _Loss(ruleset, one.state, 0, HAND)


def test_cards_chosen_by_something_named_earlier_may_be_any() -> None:
    named = CardFilter(symbol_bound="chosen")
    assert loss()._removed(BurnFromHand(who="self", count=2, card=named)) == 2


def test_a_verb_of_unknown_reach_may_take_the_whole_hand() -> None:
    assert loss()._removed(LayColor()) == len(HAND)


def test_a_card_that_is_laid_with_the_play_is_counted_once() -> None:
    assert loss()._of([LayColor()], frozenset({"self"})) == 0


def test_no_uno_was_called_with_what_happens_outside_a_turn() -> None:
    one = table("ultimate", heroes="hulk shuri").top("red-3")
    assert not Resolution(one.ruleset, one.state, one.chance, VERBS).has_called()


def test_a_danger_card_whose_ability_burns_from_the_hand_may_take_all_of_it() -> None:
    burns = Trigger(on=("burn",), do=(BurnFromHand(who="self", count=1, card=CardFilter()),))
    rubble = msgspec.structs.replace(loss().ruleset.cards["rubble"], abilities=(burns,))
    assert loss()._of_danger("rubble") == 0
    assert loss(rubble=rubble)._of_danger("rubble") == len(HAND)


def test_a_part_is_repeated_for_several_players_or_by_a_count() -> None:
    assert not EffectPart("do", ()).is_repeated
    assert EffectPart("do", (), they="others").is_repeated
    assert EffectPart("do", (), times=2).is_repeated
