"""A turn from its start to its end: play, battle, skips, abilities, the next seat."""

import pytest

from games.engine.facts import (
    CardsMoved,
    LastingEnded,
    TurnBegan,
)
from tests.engine.ultimate.changed_editions import changed, with_dangers
from tests.table import Table, table

THREE = "hulk shuri black-widow"
FOUR = "hulk shuri black-widow captain-america"


def hulk(heroes: str = THREE) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


def causes(one: Table, *verbs: str) -> list[tuple[str, str, int]]:
    """What was done to cards: by which card's text, to whom."""
    return [(fact.verb, fact.cause, fact.seat) for fact in one.of(CardsMoved) if fact.verb in verbs]


def order(one: Table, *sorts: type) -> list[str]:
    """In which order facts of some sorts came."""
    return [type(fact).__name__ for fact in one.all_facts if isinstance(fact, sorts)]


# the start


@pytest.mark.rule("ultimate.start")
def test_the_enemy_acts_first_then_the_own_items_then_the_own_power() -> None:
    one = hulk("hulk black-widow captain-america").turn(2).burn(0, 12).enemy(0, "red-guardian")
    one.items(0, "rubble gauntlets").expire(2)
    assert causes(one, "burn") == [("burn", "red-guardian", 0)]
    first = one.prompt.source
    assert first in ("rubble", "gauntlets")
    one.choose(0, "yes", "1")
    assert one.prompt.source in {"rubble", "gauntlets"} - {first}
    second = one.prompt.source
    one.choose(0, "yes", "1")
    assert [cause for _, cause, _ in causes(one, "burn")] == [
        "red-guardian",
        first,
        second,
        "hulk",
        "hulk",
    ]
    assert one.asked == (0, "turn")
    assert "ultimate.start" in one.cited


@pytest.mark.rule("ultimate.start", "card.hulk")
def test_what_comes_earlier_counts_for_what_comes_later() -> None:
    one = hulk().turn(2).burn(0, 10).enemy(0, "maestro").expire(2)
    assert [cause for _, cause, _ in causes(one, "burn")] == ["maestro", "hulk", "hulk"]


@pytest.mark.rule("ultimate.start")
def test_nobody_else_acts_at_the_start_of_anothers_turn() -> None:
    one = hulk().burn(0, 12).enemy(0, "maestro").items(0, "rubble").expire(0)
    assert one.asked == (1, "turn")
    assert one.of(CardsMoved)[0].verb == "draw"
    assert len(one.of(CardsMoved)) == 1


@pytest.mark.rule("ultimate.start.until")
def test_what_lasts_until_the_next_turn_ends_before_anything_else_of_it() -> None:
    one = hulk("black-widow hulk").hand(0, "sabotage red-1 red-9").enemy(0, "maestro")
    one.play(0, "sabotage").choose(0, "red").expire(1)
    assert one.of(LastingEnded) == [LastingEnded(1, "turn")]
    assert order(one, LastingEnded, TurnBegan, CardsMoved)[-4:] == [
        "CardsMoved",
        "TurnBegan",
        "LastingEnded",
        "CardsMoved",
    ]
    assert "ultimate.start.until" in one.cited


# playing


@pytest.mark.rule("ultimate.play")
def test_color_comes_first_then_the_text_then_a_power_that_it_sets_off() -> None:
    one = hulk("black-widow hulk shuri").hand(0, "hide-in-plain-sight red-1 red-9")
    asked = []
    one.play(0, "hide-in-plain-sight")
    for answer in ("blue", "add", "no"):
        asked.append(one.asked)
        one.choose(0, answer)
    assert asked == [(0, "color"), (0, "mode"), (0, "confirm")]
    assert one.asked == (1, "turn")


# the battle


ACTIONS = ["draw_two", "reverse", "skip", "wild"]


@pytest.mark.rule("ultimate.battle")
@pytest.mark.parametrize(
    ("cost", "card", "falls"),
    [
        ({"color": ["red"]}, "red-1", True),
        ({"color": ["red"]}, "red-skip", True),
        ({"color": ["blue"]}, "red-1", False),
        ({"color": ["blue", "red"]}, "red-1", True),
        ({"color": ["red"]}, "hulk-smash", False),
        ({"kind": ["wild"]}, "hulk-smash", True),
        ({"kind": ["wild"]}, "red-1", False),
        ({"kind": ["number"]}, "red-1", True),
        ({"kind": ["number"]}, "red-reverse", False),
        ({"kind": ACTIONS}, "red-reverse", True),
        ({"kind": ACTIONS}, "hulk-smash", True),
        ({"kind": ACTIONS}, "red-1", False),
        ({"danger": True}, "red-5", True),
        ({"danger": True}, "red-1", False),
        ([{"color": ["red"]}, {"danger": True}], "red-1", True),
        ([{"color": ["blue"]}, {"danger": True}], "red-5", True),
        ([{"color": ["blue"]}, {"danger": True}], "red-1", False),
    ],
)
def test_the_card_played_defeats_the_enemy_if_it_fits_any_one_symbol_of_the_cost(
    cost: object, card: str, falls: bool
) -> None:
    one = table(changed("crossbones", defeat=cost), heroes="hulk captain-america").top("red-3")
    one.enemy(0, "crossbones").danger("rest").hand(0, f"{card} red-8 blue-2").play(0, card)
    if one.asked == (0, "color"):
        one.choose(0, "red")
    assert (one.enemies()[0] == "") is falls
    assert ("crossbones" in one.danger_pile()) is falls
    assert ("ultimate.battle" in one.cited) is falls


@pytest.mark.rule("ultimate.battle", "ultimate.play", "card.bend-and-break")
def test_the_battle_comes_before_the_danger_card() -> None:
    one = hulk().enemy(0, "red-guardian").danger("abomination").hand(0, "red-5 red-9 blue-2")
    one.play(0, "red-5")
    assert [fact.verb for fact in one.of(CardsMoved)] == [
        "play",
        "defeat",
        "flip",
        "attack",
        "add",
    ]


@pytest.mark.rule("ultimate.battle.turn")
@pytest.mark.parametrize("card", ["shield-slash", "the-strongest"])
def test_no_card_defeats_it_on_that_turn_either(card: str) -> None:
    heroes = {"shield-slash": "captain-america hulk", "the-strongest": "hulk captain-america"}
    one = hulk(heroes[card]).enemy(0, "crossbones", new=True).hand(0, f"{card} red-8 blue-3")
    one.top("red-9").play(0, card).choose(0, "green")
    assert one.enemies()[0] == "crossbones"
    one = hulk(heroes[card]).enemy(0, "crossbones").hand(0, f"{card} red-8 blue-3")
    one.top("red-9").play(0, card).choose(0, "green")
    assert one.enemies()[0] == ""


# skipping


@pytest.mark.rule("ultimate.skipped-enemy")
def test_its_other_attacking_effects_go_on() -> None:
    one = hulk("hulk black-widow shuri").hand(0, "hulk-smash red-1 red-9").enemy(1, "viper")
    one.skipped(1).play(0, "hulk-smash").choose(0, "red", "1")
    assert causes(one, "burn") == [
        ("burn", "hulk-smash", 0),
        ("burn", "viper", 1),
        ("burn", "hulk-smash", 1),
    ]


# turning round


@pytest.mark.rule("common.order")
def test_what_happens_to_several_begins_with_the_next_one_in_the_running_direction() -> None:
    one = hulk(FOUR).counter().turn(1).burn(0, 12).expire(1)
    assert [seat for _, _, seat in causes(one, "burn")] == [3, 2, 1]


@pytest.mark.rule("common.order")
def test_and_with_whose_effect_it_is_where_that_player_is_one_of_them() -> None:
    one = hulk(FOUR).hand(0, "red-5 red-1 red-9").danger("backlash").play(0, "red-5")
    assert [seat for _, _, seat in causes(one, "add")] == [0, 1, 2, 3]
    assert [seat for _, _, seat in causes(one, "burn")] == [0, 1, 2, 3]
    verbs = [verb for verb, _, _ in causes(one, "add", "burn")]
    assert verbs == ["add"] * 4 + ["burn"] * 4


# who is next


@pytest.mark.rule("ultimate.next")
def test_for_a_danger_card_the_next_player_is_the_one_after_its_flipper() -> None:
    one = hulk("captain-america shuri hulk black-widow").hand(0, "justice-punch red-1 red-9")
    one.danger("leapfrog").play(0, "justice-punch").choose(0, "red", "0", "0", "2")
    assert causes(one, "burn")[-1] == ("burn", "leapfrog", 2)
    assert one.skipped_now() == [3]


@pytest.mark.rule("ultimate.next")
def test_the_next_player_follows_the_running_direction_and_is_still_in() -> None:
    one = hulk(FOUR).counter().out(3).hand(0, "red-5 red-1 red-9").danger("radioactive-man")
    one.play(0, "red-5")
    assert causes(one, "burn") == [("burn", "radioactive-man", 2)]


@pytest.mark.rule("ultimate.end", "card.hulk-pants")
def test_what_waits_for_the_end_of_the_turn_comes_after_the_danger_card() -> None:
    one = hulk().items(0, "hulk-pants").burn(0, 3).hand(0, "red-5 red-1 red-9").danger("burnout")
    one.play(0, "red-5")
    while one.asked == (0, "card"):
        one.choose(0, one.prompt.options[0])
    assert (one.asked, one.prompt.source) == ((0, "confirm"), "hulk-pants")
    one.choose(0, "yes")
    assert one.burns()[0] == 0
    assert one.asked == (1, "turn")
    assert "ultimate.end" in one.cited


# powers


@pytest.mark.rule("ultimate.power")
def test_those_of_captain_america_and_hulk_are_none() -> None:
    one = hulk("captain-america hulk").top("red-8").enemy(0, "maestro").burn(1, 12).turn(1)
    one.expire(1).expire(0)
    assert causes(one, "burn") == [("burn", "maestro", 0), ("burn", "hulk", 0)]
    assert one.burns()[0] == 2
    assert one.asked == (1, "turn")


# what waits


@pytest.mark.rule("ultimate.waiting")
def test_what_waits_for_the_next_card_comes_after_that_cards_own_effect() -> None:
    one = hulk("black-widow shuri hulk").hand(0, "sabotage red-1 red-9")
    one.hand(1, "red-draw-two blue-1 blue-2").play(0, "sabotage").choose(0, "red")
    one.play(1, "red-draw-two")
    assert [(fact.verb, fact.seat) for fact in one.of(CardsMoved)][-2:] == [
        ("draw", 2),
        ("burn", 1),
    ]
    assert "ultimate.waiting" in one.cited


@pytest.mark.rule("ultimate.waiting", "card.black-widow")
def test_it_comes_before_a_power_that_the_card_sets_off() -> None:
    one = hulk("captain-america black-widow").turn(0).top("red-1").hand(0, "red-4 red-2 red-8")
    one.danger("disrupt").hand(1, "blue-4 blue-1 blue-2").top("red-9").play(0, "red-4")
    one.play(1, "blue-4")
    assert causes(one, "burn") == [("burn", "disrupt", 1)]
    assert (one.asked, one.prompt.source) == ((1, "confirm"), "black-widow")


@pytest.mark.rule("ultimate.waiting", "card.madam-hydra", "card.set-a-trap")
def test_what_an_enemy_does_whenever_a_card_is_played_comes_before_a_wild_that_waits() -> None:
    one = hulk("black-widow captain-america").top("green-3").hand(0, "set-a-trap red-1 red-9")
    one.enemy(1, "madam-hydra").hand(1, "green-2 blue-1 blue-3").play(0, "set-a-trap")
    one.choose(0, "green").play(1, "green-2")
    assert causes(one, "burn") == [("burn", "madam-hydra", 1)]
    assert (one.asked, one.prompt.source) == ((1, "mode"), "set-a-trap")


@pytest.mark.rule("ultimate.waiting", "card.madam-hydra", "card.disrupt")
def test_it_comes_before_an_event_that_waits_too() -> None:
    one = hulk("black-widow captain-america").top("green-3").enemy(1, "madam-hydra")
    one.hand(0, "green-4 red-1 blue-9").hand(1, "green-2 blue-1 blue-3").danger("disrupt")
    one.play(0, "green-4").play(1, "green-2")
    assert [cause for _, cause, _ in causes(one, "burn")] == ["madam-hydra"] * 2 + ["disrupt"]


@pytest.mark.rule("ultimate.waiting", "card.defy")
def test_two_that_wait_under_one_name_both_fire() -> None:
    one = table(with_dangers("defy"), heroes="black-widow shuri").top("red-3")
    one.hand(0, "set-a-trap red-skip red-9").hand(1, "red-4 blue-2 blue-3").danger("defy", rest="")
    one.play(0, "set-a-trap").choose(0, "red").play(1, "red-4").choose(1, "flip")
    assert [effect.card for effect in one.state.lasting] == ["defy", "defy"]
    one.play(0, "red-skip")
    assert causes(one, "add") == [("add", "defy", 0)] * 2
    assert one.sizes()[0] == 5
    assert one.state.lasting == ()
