"""A turn from its start to its end: play, battle, skips, abilities, the next seat."""

import pytest

from games.engine import Draw, Pass, Play
from games.engine.facts import (
    CardsMoved,
    LastingEnded,
    SkipChanged,
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


@pytest.mark.rule("ultimate.start", "common.order")
def test_an_item_that_is_gone_before_its_turn_comes_does_nothing() -> None:
    one = hulk("shuri black-widow").turn(1).items(0, "gauntlets").enemy(0, "tetu").expire(1)
    assert one.asked == (0, "turn")
    assert one.items_of(0) == []
    assert one.burns() == [0, 0]


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


@pytest.mark.rule("ultimate.play", "common.draw-two", "card.black-widow")
def test_the_victim_has_drawn_before_a_power_that_the_draw_two_sets_off() -> None:
    one = hulk("black-widow hulk shuri").hand(0, "blue-draw-two red-1 red-9").top("red-draw-two")
    one.play(0, "blue-draw-two")
    assert one.asked == (0, "confirm")
    assert (one.sizes()[1], one.skipped_now()) == (7, [1])


@pytest.mark.rule("common.draw")
def test_the_card_drawn_and_no_other_may_be_played_at_once() -> None:
    one = hulk().hand(0, "red-1 blue-2").deck(0, "red-5").draw(0)
    assert one.may(0) == {"red-5", "pass"}
    assert one.refusal(Play(0, "red-1")) == one.refusal(Draw(0)) == "common.draw"
    assert one.keep(0).asked == (1, "turn")


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


@pytest.mark.rule("ultimate.battle")
def test_only_the_enemy_in_front_of_its_player_is_fought() -> None:
    one = hulk().enemy(1, "red-guardian").hand(0, "red-1 red-9 blue-2").play(0, "red-1")
    assert "red-guardian" in one.enemies()


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
def test_an_enemy_drawn_this_turn_is_not_defeated_this_turn_in_battle() -> None:
    one = hulk().enemy(0, "red-guardian", new=True).hand(0, "red-1 red-9 blue-2").play(0, "red-1")
    assert one.enemies()[0] == "red-guardian"
    assert "ultimate.battle.turn" in one.cited


# skipping


@pytest.mark.rule("ultimate.skip")
def test_the_player_who_waits_to_be_skipped_loses_one_turn_however_many_effects_say_so() -> None:
    one = hulk().hand(0, "red-skip red-1 red-9").skipped(1).hand(2, "red-2 red-3 blue-1")
    one.play(0, "red-skip")
    assert one.asked == (2, "turn")
    assert one.of(SkipChanged) == [SkipChanged(1, False)]
    one.play(2, "red-2").expire(0)
    assert one.asked == (1, "turn")
    assert "ultimate.skip" in one.cited


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


@pytest.mark.rule("common.reverse-two")
def test_with_two_left_in_the_game_a_reverse_card_skips_and_the_direction_stays() -> None:
    one = hulk().out(1).hand(0, "red-reverse red-1 red-9").play(0, "red-reverse")
    assert (one.asked, one.state.direction) == ((0, "turn"), 1)
    assert "common.reverse-two" in one.cited


@pytest.mark.rule("common.reverse-two")
def test_a_reverse_by_another_cards_text_only_turns_the_direction() -> None:
    one = hulk("hulk captain-america").hand(0, "red-5 red-1 red-9").danger("madam-hydra")
    one.play(0, "red-5")
    assert (one.asked, one.state.direction) == ((1, "turn"), -1)
    assert "common.reverse-two" not in one.cited


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


@pytest.mark.rule("ultimate.end")
def test_the_next_player_in_order_who_is_still_in_has_the_next_turn() -> None:
    one = hulk(FOUR).out(1).hand(0, "red-1 red-9 blue-2").play(0, "red-1")
    assert one.asked == (2, "turn")
    one = hulk(FOUR).out(3).counter().hand(0, "red-1 red-9 blue-2").play(0, "red-1")
    assert one.asked == (2, "turn")


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


@pytest.mark.rule("ultimate.end", "common.draw")
def test_a_turn_on_which_a_card_is_drawn_ends_in_the_same_way() -> None:
    one = hulk().items(0, "hulk-pants").burn(0, 3).expire(0)
    assert (one.asked, one.prompt.source) == ((0, "confirm"), "hulk-pants")


# powers


@pytest.mark.rule("ultimate.power")
def test_a_power_that_says_may_is_a_choice() -> None:
    one = hulk("black-widow hulk shuri").top("red-1").hand(0, "blue-1 red-2 red-9")
    one.play(0, "blue-1")
    assert (one.asked, one.may(0)) == ((0, "confirm"), {"yes", "no"})
    assert one.choose(0, "no").sizes()[1:] == [5, 5]
    assert one.asked == (1, "turn")


@pytest.mark.rule("ultimate.power")
def test_those_of_captain_america_and_hulk_are_none() -> None:
    one = hulk("captain-america hulk").top("red-8").enemy(0, "maestro").burn(1, 12).turn(1)
    one.expire(1).expire(0)
    assert causes(one, "burn") == [("burn", "maestro", 0), ("burn", "hulk", 0)]
    assert one.burns()[0] == 2
    assert one.asked == (1, "turn")


@pytest.mark.rule("ultimate.power", "card.shuri")
def test_nobody_is_asked_about_a_power_that_would_gain_nothing() -> None:
    one = (
        hulk("shuri black-widow").hand(0, "red-4 red-2 red-8").danger("gauntlets").play(0, "red-4")
    )
    assert one.asked == (1, "turn")
    one = hulk("shuri black-widow").hand(0, "red-4 red-2 red-8").danger("gauntlets").burn(0, 1)
    assert one.play(0, "red-4").asked == (0, "confirm")


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


# a second play


def slashed(hand: str, enemy: str = "abomination") -> Table:
    """Captain America defeats an opponent's Enemy with a Shield Slash; he names green."""
    one = table("ultimate", heroes="captain-america hulk").top("red-9").enemy(1, enemy)
    return one.hand(0, f"shield-slash {hand}").play(0, "shield-slash").choose(0, "green")


@pytest.mark.rule("ultimate.play-again")
def test_after_an_opponents_enemy_another_card_may_be_played_but_not_drawn() -> None:
    one = slashed("green-2 red-1 blue-1")
    assert one.asked == (0, "again")
    assert one.may(0) == {"green-2", "pass"}
    assert one.refusal(Draw(0)) == "ultimate.play-again"
    assert one.refusal(Play(0, "red-1")) == "common.match"
    assert one.play(0, "green-2").asked == (1, "turn")
    assert one.cards_of(0) == ["blue-1", "red-1"]


@pytest.mark.rule("ultimate.play-again")
def test_the_second_play_may_be_left() -> None:
    assert slashed("green-2 red-1 blue-1").keep(0).asked == (1, "turn")
    assert slashed("green-2 red-1 blue-1").expire(0).asked == (1, "turn")


@pytest.mark.rule("ultimate.play-again")
def test_it_is_not_asked_for_without_a_card_that_can_be_played() -> None:
    assert slashed("red-1 blue-1").asked == (1, "turn")


@pytest.mark.rule("ultimate.play-again")
def test_it_comes_after_battle_and_danger_of_the_first_and_has_its_own() -> None:
    one = table("ultimate", heroes="captain-america hulk black-widow").top("red-9")
    one.enemy(0, "red-skull").enemy(1, "abomination").danger("crossbones rest")
    one.hand(0, "shield-slash green-4 red-1 blue-1").play(0, "shield-slash")
    one.choose(0, "green", "abomination")
    assert one.asked == (0, "again")
    assert one.enemies() == ["", "", ""]
    one.play(0, "green-4")
    assert one.enemies()[0] == "crossbones"
    assert one.asked == (1, "turn")


@pytest.mark.rule("ultimate.play-again", "ultimate.end")
def test_one_end_of_turn_follows_both() -> None:
    one = table("ultimate", heroes="captain-america hulk").top("red-9").enemy(1, "abomination")
    one.items(0, "hulk-pants").burn(0, 8).hand(0, "shield-slash green-2 red-1 blue-1")
    one.play(0, "shield-slash").choose(0, "green").play(0, "green-2")
    assert (one.asked, one.prompt.source) == ((0, "confirm"), "hulk-pants")
    assert one.choose(0, "no").asked == (1, "turn")


@pytest.mark.rule("ultimate.play-again")
def test_a_second_play_of_the_last_card_wins() -> None:
    one = slashed("green-2").play(0, "green-2")
    assert one.winner == 0


@pytest.mark.rule("ultimate.play-again")
def test_there_is_none_for_the_own_enemy() -> None:
    one = table("ultimate", heroes="captain-america hulk").top("red-9").enemy(0, "crossbones")
    one.hand(0, "shield-slash green-2 red-1").play(0, "shield-slash").choose(0, "green")
    assert one.enemies()[0] == ""
    assert one.asked == (1, "turn")


@pytest.mark.rule("ultimate.play-again")
def test_a_pass_is_no_answer_to_a_turn() -> None:
    one = table("ultimate", heroes="captain-america hulk").top("red-9")
    assert one.refusal(Pass(0)) == "common.draw"
