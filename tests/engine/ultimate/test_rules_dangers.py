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
def test_it_goes_through_the_deck_and_one_reshuffle_and_then_ends() -> None:
    one = hulk("captain-america hulk", "charge", "rest", "rubble")
    one.hand(0, "red-4 red-1 red-9").danger("charge rest", rest="").play(0, "red-4")
    assert len(one.of(Shuffled)) == 1
    assert one.verbs().count("flip") == 1 + 1 + 2
    assert sorted(one.danger_pile()) == ["charge", "rest", "rubble"]
    assert one.asked == (1, "turn")


@pytest.mark.rule("ultimate.danger.until")
def test_it_finds_what_lies_in_the_discard_pile() -> None:
    one = hulk("captain-america hulk", "charge", "maestro", "rubble")
    one.hand(0, "red-4 red-1 red-9").danger("charge", rest="").play(0, "red-4")
    assert one.enemies() == ["maestro", ""]


@pytest.mark.rule("ultimate.danger.until", "ultimate.react", "card.visionary")
def test_what_it_passes_over_was_revealed() -> None:
    one = hulk("captain-america shuri", "charge", "kinetic-claws", "tetu").burn(1, 1)
    one.hand(0, "red-4 red-1 red-9").danger("charge kinetic-claws tetu").play(0, "red-4")
    assert (one.asked, one.prompt.source) == ((1, "confirm"), "shuri")


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


# a choice that is none


@pytest.mark.rule("common.answer")
def test_a_choice_with_one_option_is_taken_without_asking_and_recorded() -> None:
    one = hulk("hulk black-widow").items(0, "rubble").turn(1).expire(1).choose(0, "yes")
    assert [fact.prompt.kind for fact in one.of(Prompted)] == ["confirm", "turn"]
    assert one.of(Taken) == [Taken(0, "player", "1")]


@pytest.mark.rule("ultimate.power", "ultimate.item")
@pytest.mark.parametrize("burned", [0, 2])
def test_one_that_would_gain_nothing_is_passed_over(burned: int) -> None:
    one = table("ultimate", heroes="shuri black-widow").top("red-3").turn(1).burn(0, burned)
    one.items(0, "kinetic-claws")
    if not burned:
        one.enemy(0, "viper")
    assert one.expire(1).asked == (0, "turn")
