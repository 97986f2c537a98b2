"""Captain America: his power, his Wilds, and what his cards put into the Danger Deck."""

from __future__ import annotations

import pytest

from games.engine.facts import (
    CardsMoved,
    Prompted,
    Shuffled,
    SkipChanged,
)
from games.engine.seen_facts import redact
from tests.table import Table, table

TWO = "captain-america hulk"
THREE = "captain-america hulk shuri"
FOUR = "captain-america hulk shuri black-widow"
WILDS = "final-justice justice-punch shield-slash super-human-reflexes"


def cap(heroes: str = THREE, top: str = "red-3") -> Table:
    """Captain America on turn in seat 0, with red in play and no Danger card to come by itself."""
    return table("ultimate", heroes=heroes).top(top)


def moves(one: Table) -> list[tuple[str, int, str]]:
    """What happened to cards, to whom, and the cards themselves, in order."""
    return [(fact.verb, fact.seat, " ".join(fact.cards)) for fact in one.of(CardsMoved)]


# all his Wilds

OF_HIS = [f"card.{card}" for card in WILDS.split()]


@pytest.mark.rule(*OF_HIS, "common.uno.call")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("final-justice", ("blue", "red")),
        ("justice-punch", ("blue", "1", "1", "1")),
        ("shield-slash", ("blue",)),
        ("super-human-reflexes", ("blue",)),
    ],
)
@pytest.mark.parametrize("uno", [True, False])
def test_each_of_his_wilds_leaves_one_card_and_uno_to_be_called(
    card: str, answers: tuple[str, ...], uno: bool
) -> None:
    one = cap().hand(0, f"{card} red-1").danger("maestro").play(0, card, uno=uno)
    one.choose(0, *answers)
    assert one.asked == (1, "turn")
    assert one.cards_of(0) == ["red-1"]
    assert one.exposed_now() == ([] if uno else [0])


# Final Justice


def judged(hand: str, color: str = "red") -> Table:
    """He has played Final Justice with a hand, blue goes on, and a color is named to burn."""
    return cap().hand(0, f"final-justice {hand}").play(0, "final-justice").choose(0, "blue", color)


@pytest.mark.rule("card.final-justice")
def test_which_cards_he_could_burn_is_hidden_from_the_others() -> None:
    one = judged("red-1 red-2 blue-1")
    asked = redact(one.of(Prompted)[-1], 1).prompt
    assert asked.options is None
    assert redact(one.of(Prompted)[-1], 0).prompt.options == ("done", "red-1", "red-2")


# Super-Human Reflexes


REFLEXES = "super-human-reflexes"


def position(hand: str, heroes: str = THREE) -> Table:
    """He is about to play Super-Human Reflexes; seat 1 has a hand."""
    return cap(heroes).hand(0, f"{REFLEXES} red-1 red-9").hand(1, hand)


def reflex(one: Table) -> Table:
    """He plays them and names red."""
    return one.play(0, REFLEXES).choose(0, "red")


def ready(hand: str, heroes: str = THREE) -> Table:
    """He has played them and named red; seat 1 is on turn with a hand."""
    return reflex(position(hand, heroes))


def asked_by_reflexes(one: Table) -> int:
    """How many times he has been asked whether to pass something on."""
    return [fact.prompt.source for fact in one.of(Prompted)].count(REFLEXES) - 1


@pytest.mark.rule("card.super-human-reflexes")
def test_each_instruction_is_asked_for_by_itself() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "0")
    one.choose(0, "no")
    assert one.moved("add") == [(0, 2)]
    assert one.asked == (0, "player")
    one.choose(0, "2")
    assert one.moved("burn") == [(1, 2), (2, 1)]
    assert asked_by_reflexes(one) == 2


@pytest.mark.rule("card.super-human-reflexes")
def test_it_may_be_passed_to_the_player_who_played_the_card_and_does_not_come_back() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "0")
    one.choose(0, "1", "1")
    assert one.moved("add") == [(1, 2)]
    assert one.moved("burn") == [(1, 2), (1, 1)]
    assert asked_by_reflexes(one) == 2


@pytest.mark.rule("card.super-human-reflexes")
def test_what_is_put_on_others_is_not_his_to_pass_on() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "2")
    assert asked_by_reflexes(one) == 0
    assert one.moved("add") == [(2, 2)]


@pytest.mark.rule("card.super-human-reflexes", "ultimate.draw", "common.draw-two")
def test_the_cards_of_a_draw_two_stay_and_its_lost_turn_is_passed_on() -> None:
    one = ready("red-draw-two red-8 yellow-2", TWO).play(1, "red-draw-two")
    assert one.moved("draw") == [(0, 2)]
    assert one.asked == (0, "player")
    one.choose(0, "1")
    assert one.skipped_now() == [1]
    assert asked_by_reflexes(one) == 1


@pytest.mark.rule("card.super-human-reflexes", "common.uno.catch")
def test_the_penalty_of_a_caught_uno_is_not_passed_on() -> None:
    one = cap(TWO).hand(0, "super-human-reflexes red-1").play(0, REFLEXES).choose(0, "red")
    one.catch(1, 0)
    assert one.moved("draw") == [(0, 2)]
    assert asked_by_reflexes(one) == 0


@pytest.mark.rule("card.super-human-reflexes", "ultimate.skip")
def test_a_further_skip_is_not_passed_on_by_one_who_waits() -> None:
    one = reflex(position("red-skip red-8 yellow-2").hand(2, "red-2 red-8 yellow-3").counter())
    one.play(2, "red-2").state.skipped = 1
    one.play(1, "red-skip")
    assert asked_by_reflexes(one) == 0
    assert one.asked == (2, "turn")
    assert one.cited.count("ultimate.skip") == 1
    assert one.of(SkipChanged) == [SkipChanged(0, False)]


@pytest.mark.rule("card.super-human-reflexes", "ultimate.skip", "common.draw-two")
def test_the_cards_of_a_draw_two_are_drawn_by_one_who_waits() -> None:
    one = ready("red-draw-two red-8 yellow-2", TWO)
    one.state.skipped = 1
    one.play(1, "red-draw-two")
    assert one.moved("draw") == [(0, 2)]
    assert asked_by_reflexes(one) == 0
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.super-human-reflexes", "card.set-a-trap", "ultimate.waiting")
@pytest.mark.parametrize(("mode", "asked"), [("add", 1), ("burn", 1), ("flip", 0)])
def test_what_a_trap_of_another_puts_on_him_is_passed_on(mode: str, asked: int) -> None:
    one = cap("captain-america hulk black-widow").turn(2).hand(2, "set-a-trap red-1 red-9")
    one.hand(0, f"{REFLEXES} red-1 red-9").danger("rubble").play(2, "set-a-trap")
    one.choose(2, "red").play(0, REFLEXES).choose(0, "red", mode)
    assert asked_by_reflexes(one) == asked


@pytest.mark.rule("card.super-human-reflexes", "card.steadfast-resolve")
def test_single_burns_one_after_the_other_are_asked_for_one_by_one() -> None:
    one = cap("captain-america shuri hulk").hand(0, f"{REFLEXES} red-1 red-9")
    one.hand(1, "steadfast-resolve red-2 red-8").items(1, "rubble hulk-pants").burn(1, "red-3")
    one.top("red-4").play(0, REFLEXES).choose(0, "red")
    while one.asked == (1, "confirm"):
        one.choose(1, "no")
    one.play(1, "steadfast-resolve").choose(1, "red", "0").choose(0, "2")
    assert one.asked == (0, "player")
    one.choose(0, "1")
    assert one.moved("burn") == [(2, 1), (1, 1)]


@pytest.mark.rule("card.super-human-reflexes", "ultimate.account")
@pytest.mark.parametrize("item", ["gauntlets", "rubble", "taser-baton"])
def test_what_an_item_puts_on_him_is_not_passed_on(item: str) -> None:
    one = reflex(position("red-8 yellow-2", "captain-america hulk black-widow").items(1, item))
    one.choose(1, "yes", "0")
    assert asked_by_reflexes(one) == 0
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.super-human-reflexes", "card.hulk", "card.black-widow")
def test_what_a_power_puts_on_him_is_not_passed_on() -> None:
    one = reflex(position("red-8 yellow-2").burn(1, 12))
    assert one.moved("burn") == [(2, 2), (0, 1)]
    one = cap("captain-america black-widow").hand(0, f"{REFLEXES} red-1 red-9")
    one.hand(1, "swipe red-1 red-9").play(0, REFLEXES).choose(0, "red").play(1, "swipe")
    one.choose(1, "blue", "yes")
    assert one.moved("add") == [(0, 1)]
    assert asked_by_reflexes(one) == 0


@pytest.mark.rule("card.super-human-reflexes", "card.backlash", "card.leapfrog")
@pytest.mark.parametrize("event", ["backlash", "leapfrog"])
def test_what_an_event_puts_on_him_is_not_passed_on(event: str) -> None:
    one = cap("captain-america shuri").hand(0, f"{REFLEXES} red-1 red-9").danger(event)
    one.hand(1, "red-4 red-8 green-1").play(0, REFLEXES).choose(0, "red").play(1, "red-4")
    assert asked_by_reflexes(one) == 0
    assert one.asked == ((0, "turn") if event == "backlash" else (1, "turn"))


@pytest.mark.rule("card.super-human-reflexes", "card.radioactive-man", "card.red-guardian")
@pytest.mark.parametrize(
    ("heroes", "enemy"),
    [
        ("captain-america shuri", "radioactive-man"),
        ("captain-america shuri", "mikaboshi"),
        ("captain-america black-widow", "red-guardian"),
    ],
)
def test_what_an_enemy_puts_on_him_is_not_passed_on(heroes: str, enemy: str) -> None:
    one = cap(heroes).hand(0, f"{REFLEXES} red-1 red-9").danger(enemy).hand(1, "red-6 red-7")
    one.play(0, REFLEXES).choose(0, "red").play(1, "red-6" if "shuri" in heroes else "red-7")
    assert asked_by_reflexes(one) == 0
    assert one.asked[1] == "turn"


# Backlash


@pytest.mark.rule("card.backlash", "common.order", "ultimate.event")
def test_everyone_adds_one_and_then_everyone_burns_two_from_the_flipper_on() -> None:
    one = cap("captain-america black-widow hulk").turn(1).hand(1, "red-5 red-1 red-9")
    one.danger("backlash").play(1, "red-5")
    told = [(fact.verb, fact.seat, len(fact.cards)) for fact in one.of(CardsMoved)][-7:-1]
    assert told == [
        ("add", 1, 1),
        ("add", 2, 1),
        ("add", 0, 1),
        ("burn", 1, 2),
        ("burn", 2, 2),
        ("burn", 0, 1),
    ]
    assert one.danger_pile() == ("backlash",)
    assert "card.backlash" in one.cited


# Charge!


@pytest.mark.rule("card.charge", "ultimate.danger.until", "ultimate.danger.reshuffle")
def test_charge_goes_on_through_one_reshuffle_of_which_it_is_no_part() -> None:
    one = cap().hand(0, "red-4 red-1 red-8").danger("charge rest", rest="").play(0, "red-4")
    shuffled = one.of(Shuffled)
    assert [fact.zone for fact in shuffled] == ["danger"]
    assert "rest" in shuffled[0].order
    assert "charge" not in shuffled[0].order
    assert one.enemies()[0]


# Disrupt


@pytest.mark.rule("card.disrupt")
@pytest.mark.parametrize("card", ["red-draw-two", "red-reverse", "red-skip", "gamma-charge"])
def test_an_action_card_burns_nothing_and_uses_disrupt_up(card: str) -> None:
    one = cap(TWO).hand(0, "red-4 red-9 blue-1").hand(1, f"{card} red-1 red-8").danger("disrupt")
    one.play(0, "red-4").play(1, card)
    if card == "gamma-charge":
        one.choose(1, "red")
    assert one.state.lasting == ()
    assert one.burns() == [int(card == "gamma-charge"), 0]


@pytest.mark.rule("card.disrupt", "ultimate.waiting")
def test_disrupt_waits_through_all_that_is_no_play() -> None:
    one = cap(FOUR).hand(0, "red-4 red-9 blue-1").enemy(1, "mikaboshi").burn(1, "red-4 red-8")
    one.items(1, "kinetic-claws rubble taser-baton").danger("disrupt").play(0, "red-4")
    one.choose(1, "yes", "yes", "3", "yes", "3")
    assert [verb for verb, *_ in moves(one)][-5:] == [
        "recover",
        "add",
        "destroy",
        "burn",
        "destroy",
    ]
    assert [effect.card for effect in one.state.lasting] == ["disrupt"]


# Body Armor


@pytest.mark.rule("card.body-armor", "ultimate.item")
@pytest.mark.parametrize("enemy", ["crossbones", "abomination", "viper", "taskmaster", "red-skull"])
def test_what_an_enemy_flipped_makes_its_owner_add_is_ignored(enemy: str) -> None:
    one = cap("captain-america hulk black-widow").hand(0, "red-4 red-9 blue-1")
    one.items(0, "body-armor").danger(enemy).play(0, "red-4")
    assert one.sizes()[0] == 2
    assert [seat for seat, _ in one.moved("add")] == ([1, 2] if enemy == "red-skull" else [])
    assert one.asked == (1, "turn")
    assert "card.body-armor" in one.cited


@pytest.mark.rule("card.body-armor", "card.red-skull", "card.mikaboshi")
@pytest.mark.parametrize("enemy", ["red-skull", "mikaboshi"])
def test_what_the_enemy_of_another_makes_its_owner_add_is_ignored(enemy: str) -> None:
    one = cap("captain-america shuri").turn(1).hand(1, "red-4 red-8 green-1").top("red-3")
    one.items(0, "body-armor").danger(enemy).play(1, "red-4")
    assert 0 not in [seat for seat, _ in one.moved("add")]


# what defeats his Enemies

COSTS = {"crossbones": "red", "madam-hydra": "green"}
CARDS = "red-1 yellow-1 green-2 blue-1 red-skip yellow-reverse green-draw-two blue-skip"
ANSWERS = {
    "final-justice": ("yellow",),
    "justice-punch": ("1", "1", "1"),
    "shield-slash": (),
    "super-human-reflexes": (),
}


@pytest.mark.rule("card.crossbones", "card.madam-hydra", "card.red-skull", "ultimate.battle")
@pytest.mark.parametrize("card", CARDS.split())
@pytest.mark.parametrize("enemy", ["crossbones", "madam-hydra", "red-skull"])
def test_a_card_of_the_color_of_the_cost_defeats_the_enemy(enemy: str, card: str) -> None:
    one = cap().first_turn().hand(0, f"{card} red-9 blue-3").enemy(0, enemy).play(0, card)
    assert (enemy in one.danger_pile()) == (card.partition("-")[0] == COSTS.get(enemy))


@pytest.mark.rule("card.crossbones", "card.madam-hydra", "card.red-skull", "ultimate.battle")
@pytest.mark.parametrize("card", ["final-justice", "justice-punch", "super-human-reflexes"])
@pytest.mark.parametrize("enemy", ["crossbones", "madam-hydra", "red-skull"])
def test_a_wild_defeats_red_skull_alone_whatever_color_it_names(enemy: str, card: str) -> None:
    one = cap().first_turn().hand(0, f"{card} red-9 blue-3").enemy(0, enemy).danger("rest")
    one.play(0, card).choose(0, COSTS.get(enemy, "blue"), *ANSWERS[card])
    assert one.asked == (1, "turn")
    assert (enemy in one.danger_pile()) == (enemy == "red-skull")


@pytest.mark.rule("card.madam-hydra", "card.red-skull", "card.kinetic-force-shield")
@pytest.mark.parametrize("enemy", ["madam-hydra", "red-skull"])
def test_the_one_that_his_enemies_burn_can_become_none(enemy: str) -> None:
    one = cap(top="green-4").hand(0, "green-2 red-9 blue-1").enemy(1, enemy)
    one.items(1, "kinetic-force-shield").play(0, "green-2")
    assert one.asked == (1, "confirm")
    assert 1 not in [seat for seat, _ in one.choose(1, "yes").moved("burn")]


# Madam Hydra


@pytest.mark.rule("card.madam-hydra", "ultimate.waiting", "common.draw-two")
def test_madam_hydra_burns_after_the_cards_own_effect() -> None:
    one = cap(top="green-4").hand(0, "green-draw-two red-9 red-4").enemy(1, "madam-hydra")
    one.play(0, "green-draw-two")
    assert [verb for verb, seat, _ in moves(one) if seat == 1] == ["draw", "burn"]


@pytest.mark.rule("card.madam-hydra", "ultimate.waiting", "ultimate.battle")
def test_the_green_card_that_defeats_her_burns_one_before() -> None:
    one = cap(top="green-4").hand(0, "green-2 red-9 red-4").enemy(0, "madam-hydra")
    one.play(0, "green-2")
    assert [verb for verb, _, _ in moves(one)] == ["play", "burn", "defeat"]
    assert one.enemies() == ["", "", ""]
