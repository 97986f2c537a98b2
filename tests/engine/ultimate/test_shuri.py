"""Shuri: her power, her Wilds, and the Danger cards that come with her."""

import pytest

from games.engine import observe
from games.engine.facts import (
    Answered,
    CardsMoved,
    DirectionChanged,
    Prompted,
    Shuffled,
    SkipChanged,
    hidden_parts,
)
from tests.table import Table, table


def order(one: Table) -> list[str]:
    """What was done to cards, who lost a turn and when play turned round, in order."""
    found = []
    for fact in one.all_facts:
        match fact:
            case CardsMoved(verb=verb):
                found.append(verb)
            case SkipChanged(on=True):
                found.append("skip")
            case DirectionChanged():
                found.append("reverse")
    return found


def flips(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red card with the Danger icon, which flips this Danger card."""
    one = table("ultimate", heroes=heroes).top("red-3").danger(danger)
    return one.hand(0, f"{icon(heroes)} {PLAIN[heroes.split()[0]]}")


PLAIN = {
    "hulk": "red-1 blue-2 green-3",
    "shuri": "red-2 blue-1 green-2",
    "black-widow": "red-1 blue-2 green-3",
    "captain-america": "red-2 blue-1 green-2",
}
ICON = {"hulk": "red-5", "shuri": "red-6", "black-widow": "red-5", "captain-america": "red-6"}


def icon(heroes: str) -> str:
    """The red card with the Danger icon of the hero at seat 0."""
    return ICON[heroes.split()[0]]


def flipped(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 has flipped this Danger card."""
    return flips(danger, heroes).play(0, icon(heroes))


def watching(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """As ``flips``, and Shuri at seat 1 has three cards and a Burn Pile of three."""
    return flips(danger, heroes).hand(1, "red-2 yellow-3 blue-1").burn(1, "blue-6 green-9 green-8")


def holding(wild: str, heroes: str = "shuri hulk black-widow") -> Table:
    """Seat 0 is about to play a Wild."""
    return table("ultimate", heroes=heroes).hand(0, f"{wild} red-2 blue-1 blue-3").top("red-3")


def starting(heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red card; seat 1 comes next."""
    one = table("ultimate", heroes=heroes).top("red-8")
    return one.hand(0, PLAIN[heroes.split()[0]])


def goes_on(one: Table) -> Table:
    """Seat 0 plays, and the turn of seat 1 starts."""
    return one.play(0, next(card for card in one.cards_of(0) if card.startswith("red")))


# the power


@pytest.mark.rule("card.shuri")
def test_shuri_may_swap_when_she_reveals_an_item_herself() -> None:
    one = flips("rubble", "shuri hulk").burn(0, "blue-6").play(0, "red-6")
    assert (one.asked, one.items_of(0)) == ((0, "confirm"), ["rubble"])


@pytest.mark.rule("card.shuri", "ultimate.power")
def test_shuri_may_decline_the_swap() -> None:
    one = watching("rubble").play(0, "red-5").choose(1, "no")
    assert one.cards_of(1) == ["blue-1", "red-2", "yellow-3"]
    assert one.burned(1) == ("blue-6", "green-9", "green-8")
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.shuri")
@pytest.mark.parametrize("danger", ["rest", "abomination"])
def test_events_and_enemies_do_not_wake_shuri(danger: str) -> None:
    assert watching(danger).play(0, "red-5").asked == (1, "turn")


@pytest.mark.rule("card.shuri", "card.suit-up")
def test_shuri_may_swap_when_an_item_is_destroyed() -> None:
    one = holding("suit-up").items(1, "rubble").burn(0, "blue-6").play(0, "suit-up")
    one.choose(0, "red", "yes")
    assert one.items_of(1) == []
    assert (one.asked, one.prompt.rule) == ((0, "confirm"), "card.shuri")
    one.choose(0, "yes", "red-2")
    assert (one.cards_of(0), one.burned(0)) == (["blue-1", "blue-3", "blue-6"], ("red-2",))


@pytest.mark.rule("card.shuri", "card.tetu", "ultimate.react")
def test_shuri_is_asked_between_the_destruction_and_the_burn_of_tetu() -> None:
    one = watching("tetu").items(0, "rubble").play(0, "red-5")
    assert (one.asked, one.burns()[0]) == ((1, "confirm"), 0)
    one.choose(1, "no")
    assert one.burns()[0] == 2


@pytest.mark.rule("card.shuri", "card.charge", "ultimate.react", "ultimate.danger.until")
def test_shuri_is_asked_for_each_item_that_charge_throws_away_before_the_enemy_does_anything() -> (
    None
):
    one = watching("charge rubble rest hulk-pants abomination", "captain-america shuri hulk")
    one.play(0, "red-6")
    for _ in range(2):
        assert (one.asked, one.prompt.rule) == ((1, "confirm"), "card.shuri")
        assert one.done("add") == []
        one.choose(1, "no")
    assert one.done("add") == [("add", 0, 1)]
    assert [one.items_of(seat) for seat in range(3)] == [[], [], []]
    assert (one.enemies(), one.asked) == (["abomination", "", ""], (1, "turn"))


@pytest.mark.rule("card.shuri", "ultimate.power")
def test_over_an_empty_burn_pile_or_without_a_hand_shuri_is_not_asked() -> None:
    assert watching("rubble").burn(1, "").play(0, "red-5").asked == (1, "turn")
    one = watching("rubble").hand(1, "").play(0, "red-5")
    assert (one.asked, one.items_of(0)) == ((1, "turn"), ["rubble"])


@pytest.mark.rule("card.shuri", "card.swipe")
def test_an_item_merely_taken_does_not_wake_shuri() -> None:
    one = holding("swipe", "black-widow shuri").hand(0, "swipe red-1 blue-2")
    one.items(1, "kinetic-claws").burn(1, "blue-6")
    one.play(0, "swipe").choose(0, "red")
    assert (one.items_of(0), one.asked) == (["kinetic-claws"], (1, "turn"))


@pytest.mark.rule("card.shuri")
def test_nobody_else_sees_the_hand_card_of_a_swap_until_it_lies_on_the_pile() -> None:
    one = watching("rubble").play(0, "red-5").choose(1, "yes", "red-2")
    for viewer in (0, 2, -1):
        for fact in one.of(Prompted)[-2:]:
            assert "/prompt/options" in hidden_parts(fact, viewer)
            assert "/prompt/resume" in hidden_parts(fact, viewer)
        assert hidden_parts(one.of(Answered)[-1], viewer) == ("/option",)
        assert "red-2" not in repr(observe(one.ruleset, one.state, viewer).prompts)
    one.choose(1, "green-9")
    swapped = [fact for fact in one.of(CardsMoved) if fact.verb == "exchange"]
    assert [hidden_parts(fact, 0) for fact in swapped] == [(), ()]


@pytest.mark.rule("card.shuri", "common.uno.other")
def test_a_swap_leaves_a_hand_of_one_card_as_it_stood() -> None:
    one = watching("rubble").hand(1, "red-2").play(0, "red-5").choose(1, "yes", "green-9")
    assert (one.cards_of(1), one.state.uno[1], one.exposed_now()) == (["green-9"], "missed", [])


@pytest.mark.rule("card.shuri", "common.uno.call")
def test_a_call_stays_good_through_a_swap() -> None:
    one = flips("rubble", "shuri hulk").hand(0, "red-6 blue-1").burn(0, "blue-6 green-9")
    one.play(0, "red-6", uno=True).choose(0, "yes", "green-9")
    assert (one.cards_of(0), one.state.uno[0]) == (["green-9"], "called")


@pytest.mark.rule("card.shuri", "common.forfeit")
def test_who_resigns_while_asked_for_a_swap_swaps_nothing() -> None:
    one = watching("rubble").play(0, "red-5").choose(1, "yes", "red-2").resign(1)
    assert one.done("exchange") == []
    assert (one.asked, one.items_of(0)) == ((2, "turn"), ["rubble"])


# Silent Strike


@pytest.mark.rule("card.silent-strike", "ultimate.recover")
@pytest.mark.parametrize("items", ["rubble", "hulk-pants", "rubble kinetic-claws"])
def test_with_an_item_they_also_burn_two_and_shuri_recovers_two(items: str) -> None:
    one = holding("silent-strike").burn(0, "green-1 blue-2 green-8").items(0, items).burn(1, 3)
    one.play(0, "silent-strike").choose(0, "green", "2")
    assert one.done("add", "burn", "recover")[:3] == [
        ("add", 2, 1),
        ("burn", 2, 2),
        ("recover", 0, 2),
    ]
    assert (one.burned(0), one.deck_of(0)[-2:]) == (("green-8",), ("green-1", "blue-2"))
    assert (one.skips(), one.burns()[1]) == ([2], 3)
    assert order(one) == ["play", "add", "skip", "burn", "recover"]


@pytest.mark.rule("card.silent-strike", "ultimate.out")
def test_who_goes_out_by_silent_strike_neither_burns_nor_waits_and_shuri_recovers() -> None:
    one = holding("silent-strike").items(0, "rubble").burn(0, "green-1 blue-2 green-8")
    one.deck(1, size=1).play(0, "silent-strike").choose(0, "green", "1")
    assert one.out_now() == [1]
    assert one.done("add", "burn", "recover") == [("add", 1, 1), ("recover", 0, 2)]
    assert (one.skips(), one.asked) == ([], (2, "turn"))


@pytest.mark.rule("card.silent-strike", "ultimate.only-looks", "card.taskmaster")
def test_taskmaster_does_not_hide_an_item_from_silent_strike() -> None:
    one = holding("silent-strike").items(0, "sonic-hand-cannons").enemy(0, "taskmaster")
    one.play(0, "silent-strike").choose(0, "green", "1")
    assert one.moved("burn") == [(1, 2)]


# Steadfast Resolve


@pytest.mark.rule("card.steadfast-resolve", "ultimate.recover")
@pytest.mark.parametrize(
    ("items", "times"),
    [("", 1), ("rubble", 1), ("rubble gauntlets", 2), ("rubble gauntlets kinetic-claws", 3)],
)
def test_another_burns_one_and_shuri_recovers_one_once_for_each_item(
    items: str, times: int
) -> None:
    one = holding("steadfast-resolve").items(0, items).burn(0, "green-1 blue-2 green-8 blue-5")
    one.items(1, "taser-baton").play(0, "steadfast-resolve").choose(0, "green")
    assert (one.asked, set(one.prompt.options)) == ((0, "player"), {"1", "2"})
    one.choose(0, "2")
    assert one.done("burn", "recover") == [("burn", 2, 1), ("recover", 0, 1)] * times
    assert one.deck_of(0)[-times:] == ("green-1", "blue-2", "green-8")[:times]
    assert one.asked[0] == 1
    assert "card.steadfast-resolve" in one.cited


@pytest.mark.rule("card.steadfast-resolve", "ultimate.out")
def test_when_the_player_goes_out_shuri_still_recovers_as_often_as_she_had_items() -> None:
    one = holding("steadfast-resolve").items(0, "rubble kinetic-claws").deck(1, size=1)
    one.burn(0, "green-1 blue-2 green-8").play(0, "steadfast-resolve").choose(0, "green", "1")
    assert one.out_now() == [1]
    assert one.done("burn", "recover") == [("burn", 1, 1), ("recover", 0, 1), ("recover", 0, 1)]


# Suit Up


@pytest.mark.rule("card.suit-up")
def test_shuri_may_leave_all_items_alone() -> None:
    one = holding("suit-up").items(1, "rubble").play(0, "suit-up").choose(0, "green", "no")
    assert (one.items_of(1), one.asked) == (["rubble"], (2, "turn"))


@pytest.mark.rule(
    "card.suit-up",
    "card.hulk-pants",
    "card.rubble",
    "card.kinetic-claws",
    "card.kinetic-force-shield",
    "card.sonic-hand-cannons",
)
def test_every_item_but_hulk_pants_can_be_destroyed() -> None:
    items = "rubble kinetic-claws kinetic-force-shield sonic-hand-cannons"
    one = holding("suit-up").items(1, f"{items} hulk-pants").play(0, "suit-up")
    one.choose(0, "green", "yes")
    assert set(one.prompt.options) == set(items.split())


@pytest.mark.rule("card.suit-up", "ultimate.next")
def test_suit_up_skips_the_next_player_in_the_running_direction() -> None:
    one = holding("suit-up").counter().play(0, "suit-up").choose(0, "green")
    assert (one.skips(), one.asked) == ([2], (1, "turn"))


# Visionary


@pytest.mark.rule("card.visionary", "ultimate.danger.until", "ultimate.danger.reshuffle")
def test_visionary_goes_on_through_one_reshuffle() -> None:
    one = holding("visionary", "shuri hulk").items(1, "hulk-pants rubble")
    one.items(0, "kinetic-claws kinetic-force-shield").danger("leapfrog", rest="maestro")
    one.play(0, "visionary").choose(0, "green")
    assert "sonic-hand-cannons" in one.items_of(0)
    assert len(one.of(Shuffled)) == 1


# Sidestep


@pytest.mark.rule("card.sidestep", "common.reverse", "ultimate.event")
def test_the_flipper_of_sidestep_adds_one_and_play_turns_round() -> None:
    one = flipped("sidestep")
    assert one.done("add") == [("add", 0, 1)]
    assert [fact.direction for fact in one.of(DirectionChanged)] == [-1]
    assert order(one) == ["play", "flip", "add", "reverse", "discard"]
    assert (one.asked, one.danger_pile()[-1]) == ((2, "turn"), "sidestep")
    assert "card.sidestep" in one.cited


# Kinetic Claws


@pytest.mark.rule("card.kinetic-claws")
def test_the_claws_may_stay_unused_until_the_next_turn_of_their_owner() -> None:
    one = starting().items(1, "kinetic-claws").enemy(1, "abomination").burn(1, "green-1").burn(2, 3)
    one = goes_on(one.hand(1, "red-2 red-3 blue-1")).choose(1, "no")
    assert (one.burned(1), one.asked) == (("green-1",), (1, "turn"))
    one.play(1, "red-2")
    assert one.asked == (2, "turn")


# Kinetic Force Shield


def shielded(enemy: str, heroes: str = "hulk shuri captain-america") -> Table:
    """The turn of seat 1 begins, who has the Force Shield, with an Enemy attacking."""
    return goes_on(starting(heroes).items(1, "kinetic-force-shield").enemy(1, enemy))


@pytest.mark.rule("card.kinetic-force-shield")
def test_the_only_card_an_enemy_burns_can_be_saved() -> None:
    one = shielded("red-guardian", "hulk shuri black-widow").choose(1, "yes")
    assert (one.moved("burn"), one.asked) == ([], (1, "turn"))


@pytest.mark.rule("card.kinetic-force-shield", "card.radioactive-man")
def test_the_force_shield_helps_against_the_enemies_of_others_and_nobody_else() -> None:
    one = starting().items(2, "kinetic-force-shield").enemy(1, "radioactive-man")
    one = goes_on(one)
    assert one.asked == (2, "confirm")
    one.choose(2, "yes")
    assert one.moved("burn") == [(1, 1), (0, 1)]


@pytest.mark.rule("card.kinetic-force-shield")
def test_the_force_shield_is_for_enemies_only() -> None:
    one = flips("burnout", "hulk captain-america shuri").items(0, "kinetic-force-shield")
    one.play(0, "red-5")
    assert one.moved("burn") == [(0, 4)]
    one = holding("hulk-smash", "hulk shuri").hand(0, "hulk-smash red-1 blue-2")
    one.items(0, "kinetic-force-shield").items(1, "kinetic-claws").play(0, "hulk-smash")
    assert one.choose(0, "green").moved("burn") == [(0, 2), (1, 1)]
    one = starting("shuri hulk").items(0, "kinetic-force-shield").items(1, "rubble").burn(1, 12)
    assert goes_on(one).choose(1, "yes").moved("burn") == [(0, 2), (0, 2)]


@pytest.mark.rule("card.kinetic-force-shield", "card.taskmaster", "ultimate.enemy")
def test_the_force_shield_still_helps_while_taskmaster_is_being_flipped() -> None:
    one = flips("taskmaster").items(0, "kinetic-force-shield").play(0, "red-5")
    assert (one.asked, one.prompt.rule) == ((0, "confirm"), "card.kinetic-force-shield")
    assert one.choose(0, "yes").moved("burn") == []


# Sonic Hand Cannons


@pytest.mark.rule("card.sonic-hand-cannons", "ultimate.account", "card.backlash")
def test_an_event_that_another_flips_is_not_the_owners() -> None:
    one = flips("backlash", "hulk captain-america shuri").items(2, "sonic-hand-cannons")
    one.play(0, "red-5")
    assert one.moved("burn") == [(0, 2), (1, 1), (2, 2)]


@pytest.mark.rule("card.sonic-hand-cannons", "card.black-widow")
def test_a_card_burned_from_the_hand_is_not_made_more() -> None:
    one = starting("black-widow shuri").items(0, "sonic-hand-cannons").hand(1, "red-2 red-3")
    one.hand(0, "blue-8 red-1 red-2").play(0, "blue-8").choose(0, "yes")
    assert (one.moved("burn"), one.moved("burn", "hand")) == ([], [(1, 1)])
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.sonic-hand-cannons", "ultimate.account")
def test_the_owners_own_burn_is_not_made_more() -> None:
    one = holding("hulk-smash", "hulk shuri").hand(0, "hulk-smash red-1 blue-2")
    one.items(0, "sonic-hand-cannons").play(0, "hulk-smash").choose(0, "green")
    assert one.moved("burn") == [(0, 2)]
    assert one.choose(0, "yes").moved("burn") == [(0, 2), (1, 2)]


@pytest.mark.rule("card.sonic-hand-cannons", "card.taskmaster")
def test_taskmaster_silences_the_cannons() -> None:
    one = holding("steadfast-resolve").items(0, "sonic-hand-cannons").enemy(0, "taskmaster")
    one.play(0, "steadfast-resolve").choose(0, "green", "1")
    assert (one.moved("burn"), one.asked) == ([(1, 1)], (1, "turn"))


# Mikaboshi


@pytest.mark.rule("card.mikaboshi", "ultimate.next")
def test_mikaboshi_goes_by_the_running_direction() -> None:
    one = flips("mikaboshi").counter().play(0, "red-5")
    assert one.done("add") == [("add", 2, 1)]


@pytest.mark.rule("card.mikaboshi", "card.maestro")
def test_mikaboshi_minds_only_what_his_own_victim_recovers() -> None:
    one = flips("maestro").enemy(2, "mikaboshi").burn(0, 3).burn(1, 3).burn(2, 3).play(0, "red-5")
    assert one.done("recover", "add") == [
        ("recover", 0, 2),
        ("recover", 1, 2),
        ("recover", 2, 2),
        ("add", 2, 1),
    ]


# Radioactive Man


@pytest.mark.rule("card.radioactive-man", "ultimate.enemy", "ultimate.next")
def test_radioactive_man_flipped_makes_the_next_player_burn_three() -> None:
    one = flipped("radioactive-man")
    assert one.moved("burn") == [(1, 3)]
    assert (one.enemies(), one.asked) == (["radioactive-man", "", ""], (1, "turn"))
    assert "card.radioactive-man" in one.cited


# Tetu


@pytest.mark.rule("card.tetu", "card.hulk-pants")
@pytest.mark.parametrize("items", ["", "hulk-pants"])
def test_with_nothing_to_destroy_tetu_flipped_burns_two(items: str) -> None:
    one = flips("tetu").items(0, items).items(1, "kinetic-claws").play(0, "red-5")
    assert one.done("destroy", "burn") == [("burn", 0, 2)]


@pytest.mark.rule("card.tetu")
def test_tetu_leaves_items_alone_while_his_victim_plays() -> None:
    one = starting("shuri hulk").enemy(0, "tetu").items(0, "kinetic-claws").play(0, "red-2")
    assert one.items_of(0) == ["kinetic-claws"]


@pytest.mark.rule("card.tetu")
def test_the_only_item_of_his_victim_tetu_destroys_without_asking() -> None:
    one = goes_on(starting("shuri hulk").enemy(1, "tetu").items(1, "rubble"))
    assert (one.items_of(1), one.asked) == ([], (1, "turn"))
