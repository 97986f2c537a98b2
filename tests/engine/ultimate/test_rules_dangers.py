"""The Danger Deck: flips, Enemies, Items, Events, and who answers them."""

import pytest

from games.engine.facts import LastingBegan, Prompted, Shuffled, Taken
from games.engine.zones import DANGER, REVEALED
from tests.engine.ultimate.changed_editions import with_dangers
from tests.table import Table, table

THREE = "hulk shuri black-widow"
PLAY = "red-5 red-1 red-9"


def hulk(heroes: str = THREE, *dangers: str) -> Table:
    """Hulk is on turn in seat 0; red is in play. Danger cards named are all there are."""
    game = with_dangers(*dangers) if dangers else "ultimate"
    return table(game, heroes=heroes).top("red-3").hand(0, PLAY)


# flips


@pytest.mark.rule("ultimate.danger")
@pytest.mark.parametrize(("card", "flips"), [("red-5", 1), ("red-1", 0), ("red-skip", 0)])
def test_the_icon_on_the_card_played_flips_a_danger_card(card: str, flips: int) -> None:
    one = hulk().hand(0, f"{card} red-9 blue-2").danger("rest").play(0, card)
    assert one.verbs().count("flip") == flips
    assert ("ultimate.danger" in one.cited) is bool(flips)


@pytest.mark.rule("ultimate.danger")
def test_a_card_with_the_icon_that_is_drawn_and_kept_flips_nothing() -> None:
    one = hulk().deck(0, "red-4").draw(0).keep(0)
    assert "flip" not in one.verbs()
    one = hulk().deck(0, "red-4").danger("rest").draw(0).play(0, "red-4")
    assert "flip" in one.verbs()


@pytest.mark.rule("ultimate.danger")
def test_what_is_flipped_is_worked_out_before_the_turn_passes() -> None:
    one = hulk().danger("leapfrog").play(0, "red-5")
    assert one.burns()[0] == 1
    assert one.asked == (2, "turn")


@pytest.mark.rule("ultimate.danger.reshuffle")
def test_an_empty_danger_deck_is_rebuilt_from_its_discard() -> None:
    one = hulk("hulk shuri", "rest", "leapfrog").danger("", rest="").play(0, "red-5")
    assert [fact.zone for fact in one.of(Shuffled)] == [DANGER]
    assert len(one.dangers()) == 1
    assert "ultimate.danger.reshuffle" in one.cited


@pytest.mark.rule("ultimate.danger.reshuffle")
def test_it_is_rebuilt_only_when_a_card_has_to_be_flipped() -> None:
    one = hulk("hulk shuri", "rest", "leapfrog").danger("rest", rest="").play(0, "red-5")
    assert one.of(Shuffled) == []
    assert one.dangers() == ()
    assert one.danger_pile() == ("leapfrog", "rest")


@pytest.mark.rule("ultimate.danger.reshuffle")
def test_with_no_danger_card_left_anywhere_none_is_flipped() -> None:
    one = hulk("hulk shuri", "maestro").enemy(0, "maestro").play(0, "red-5")
    assert one.verbs() == ["play"]
    assert one.asked == (1, "turn")


# until


@pytest.mark.rule("ultimate.danger.until")
def test_flipping_until_passes_over_other_kinds_which_do_nothing_and_go_to_nobody() -> None:
    one = hulk("captain-america hulk").hand(0, "red-4 red-1 red-9")
    one.danger("charge burnout rubble maestro").burn(0, 2).play(0, "red-4")
    assert one.enemies() == ["maestro", ""]
    assert one.items_of(0) == []
    assert one.burns()[0] == 0
    assert {"burnout", "rubble", "charge"} <= set(one.danger_pile())
    assert "ultimate.danger.until" in one.cited


@pytest.mark.rule("ultimate.danger.until")
def test_it_goes_through_the_deck_and_one_reshuffle_and_then_ends() -> None:
    one = hulk("captain-america hulk", "charge", "rest", "rubble")
    one.hand(0, "red-4 red-1 red-9").danger("charge rest", rest="").play(0, "red-4")
    assert len(one.of(Shuffled)) == 1
    assert one.verbs().count("flip") == 1 + 1 + 2
    assert sorted(one.danger_pile()) == ["charge", "rest", "rubble"]
    assert one.asked == (1, "turn")


# Enemies


@pytest.mark.rule("ultimate.enemy")
def test_a_flipped_enemy_goes_in_front_of_its_flipper_and_the_one_there_is_discarded() -> None:
    one = hulk().enemy(0, "taskmaster").danger("red-guardian").play(0, "red-5")
    assert one.enemies()[0] == "red-guardian"
    assert one.danger_pile() == ("taskmaster",)
    assert "ultimate.enemy" in one.cited


@pytest.mark.rule("ultimate.enemy", "card.red-guardian")
def test_that_is_no_defeat() -> None:
    one = hulk().enemy(0, "taskmaster").enemy(2, "red-guardian").danger("abomination")
    assert one.play(0, "red-5").asked == (1, "turn")
    assert "defeat" not in one.verbs()
    one = hulk().enemy(0, "taskmaster").enemy(2, "red-guardian").hand(0, "green-5 red-1 red-9")
    assert one.top("green-3").danger("abomination").play(0, "green-5").asked == (2, "confirm")


@pytest.mark.rule("ultimate.enemy", "card.viper")
def test_what_it_does_while_attacking_holds_only_after_what_it_does_when_flipped() -> None:
    one = hulk().danger("viper").play(0, "red-5")
    assert one.verbs() == ["play", "flip", "attack", "add"]
    assert one.burns()[0] == 0


@pytest.mark.rule("ultimate.enemy", "card.maestro")
def test_the_one_that_is_there_goes_before_the_new_ones_flip_is_worked_out() -> None:
    one = hulk("hulk black-widow").enemy(0, "viper").danger("abomination").burn(0, 2)
    one.play(0, "red-5")
    assert one.verbs() == ["play", "flip", "replace", "attack", "add", "recover"]


# Items


@pytest.mark.rule("ultimate.item")
def test_a_flipped_item_is_attached_to_its_flipper_and_there_may_be_any_number() -> None:
    one = hulk().items(0, "rubble gauntlets").danger("kinetic-claws").play(0, "red-5")
    assert one.items_of(0) == ["gauntlets", "kinetic-claws", "rubble"]
    assert "ultimate.item" in one.cited


@pytest.mark.rule("ultimate.item", "card.kinetic-force-shield")
@pytest.mark.parametrize(("answer", "burned"), [("yes", 2), ("no", 3)])
def test_what_an_item_says_with_may_is_its_players_choice_on_anybodys_turn(
    answer: str, burned: int
) -> None:
    one = hulk("shuri hulk").turn(0).hand(0, "red-4 red-2 red-8").items(1, "kinetic-force-shield")
    one.danger("radioactive-man").play(0, "red-4")
    assert one.asked == (1, "confirm")
    assert one.choose(1, answer).burns()[1] == burned


# Events


@pytest.mark.rule("ultimate.event")
def test_an_event_is_worked_out_at_once_and_then_discarded() -> None:
    one = hulk().danger("burnout").play(0, "red-5")
    assert one.asked == (0, "card")
    assert one.state.zones[REVEALED] == ("burnout",)
    assert one.danger_pile() == ()
    for _ in range(4):
        if one.asked == (0, "card"):
            one.choose(0, one.prompt.options[0])
    assert one.state.zones[REVEALED] == ()
    assert one.danger_pile() == ("burnout",)
    assert "ultimate.event" in one.cited


@pytest.mark.rule("ultimate.event", "card.defy")
def test_one_that_waits_is_discarded_and_its_effect_waits() -> None:
    one = hulk().danger("defy").play(0, "red-5")
    assert one.danger_pile() == ("defy",)
    (began,) = one.of(LastingBegan)
    assert (began.effect.card, began.effect.until, began.effect.uses) == ("defy", "used", 1)
    one.expire(1).expire(2)
    assert len(one.state.lasting) == 1


# answers


@pytest.mark.rule("ultimate.react", "card.shuri")
def test_a_power_that_answers_a_reveal_is_asked_at_once_and_once_for_each_item() -> None:
    one = hulk("shuri hulk").hand(0, "visionary red-2 red-8 blue-1").burn(0, "green-1 green-2")
    one.danger("rest rubble").play(0, "visionary").choose(0, "red")
    assert one.items_of(0) == ["rubble"]
    assert one.choose(0, "yes", "blue-1", "green-2").asked == (1, "turn")
    assert one.cards_of(0) == ["green-2", "red-2", "red-8"]
    assert one.burned(0) == ("blue-1", "green-1")
    assert "ultimate.react" in one.cited


@pytest.mark.rule("ultimate.react", "card.shuri", "card.rubble")
def test_it_is_asked_before_the_rest_of_the_effect_that_destroyed() -> None:
    one = hulk("hulk shuri").burn(1, 1).items(0, "rubble").turn(1).expire(1).choose(0, "yes")
    assert (one.asked, one.prompt.source) == ((1, "confirm"), "shuri")
    assert one.burns()[1] == 1
    one.choose(1, "no")
    assert one.burns()[1] == 3


# only stopped


@pytest.mark.rule("ultimate.only-looks", "card.taskmaster")
def test_a_power_and_items_that_are_stopped_do_nothing() -> None:
    one = hulk("hulk black-widow shuri").enemy(0, "taskmaster").burn(0, 12).items(0, "gauntlets")
    one.turn(2).expire(2)
    assert one.asked == (0, "turn")
    assert one.burns() == [12, 0, 0]


# a choice that is none


@pytest.mark.rule("common.answer")
def test_a_choice_with_one_option_is_taken_without_asking_and_recorded() -> None:
    one = hulk("hulk black-widow").items(0, "rubble").turn(1).expire(1).choose(0, "yes")
    assert [fact.prompt.kind for fact in one.of(Prompted)] == ["confirm", "turn"]
    assert one.of(Taken) == [Taken(0, "player", "1")]


@pytest.mark.rule("ultimate.power", "ultimate.item")
def test_a_may_with_one_sensible_answer_is_still_asked() -> None:
    one = table("ultimate", heroes="shuri black-widow").top("red-3").turn(1).burn(0, 2)
    one.items(0, "kinetic-claws").enemy(0, "viper")
    assert one.expire(1).asked == (0, "confirm")


@pytest.mark.rule("ultimate.power", "ultimate.item")
@pytest.mark.parametrize("burned", [0, 2])
def test_one_that_would_gain_nothing_is_passed_over(burned: int) -> None:
    one = table("ultimate", heroes="shuri black-widow").top("red-3").turn(1).burn(0, burned)
    one.items(0, "kinetic-claws")
    if not burned:
        one.enemy(0, "viper")
    assert one.expire(1).asked == (0, "turn")
