"""Hulk: his power, his Wilds, and the Danger cards that come with him."""

import pytest

from games.engine import Play
from games.engine.facts import ColorChanged, GameEnded, SeatOut
from tests.table import Table, edition, table


def before_hulk(burned: int, heroes: str = "shuri hulk black-widow") -> Table:
    """Seat 0 is about to play red-2; Hulk at seat 1 comes next, with so many cards burned."""
    one = table("ultimate", heroes=heroes).hand(0, "red-2 blue-1 green-1").top("red-8")
    return one.burn(1, burned)


def flips(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red 5, which flips this Danger card."""
    hand = "red-5 red-1 blue-2 green-3" if heroes.startswith("hulk") else "red-6 red-2 blue-1"
    return table("ultimate", heroes=heroes).hand(0, hand).top("red-3").danger(danger)


def holding(wild: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Hulk at seat 0 is about to play a Wild."""
    return table("ultimate", heroes=heroes).hand(0, f"{wild} red-1 blue-2 blue-3").top("red-3")


# the power


@pytest.mark.rule("card.hulk", "ultimate.start", "common.order")
@pytest.mark.parametrize(
    ("pile", "expected"), [(13, [(2, 2), (0, 2)]), (12, [(2, 2), (0, 2)]), (11, [])]
)
def test_with_twelve_cards_burned_all_others_burn_two_as_hulk_begins_his_turn(
    pile: int, expected: list[tuple[int, int]]
) -> None:
    one = before_hulk(pile).play(0, "red-2")
    assert one.moved("burn") == expected
    assert ("card.hulk" in one.cited) == bool(expected)


@pytest.mark.rule("card.hulk", "ultimate.start", "card.kinetic-claws")
def test_his_own_items_come_before_his_power_and_may_calm_him() -> None:
    def recovering(answer: str) -> Table:
        one = before_hulk(12).enemy(1, "red-guardian").items(1, "kinetic-claws")
        return one.play(0, "red-2").choose(1, answer)

    assert recovering("yes").burns() == [0, 11, 0]
    assert recovering("no").burns() == [2, 13, 2]


@pytest.mark.rule("card.hulk", "ultimate.out", "ultimate.last")
def test_an_enraged_hulk_wins_when_his_power_empties_the_last_decks() -> None:
    one = before_hulk(12).deck(2, size=2).deck(0, size=1).play(0, "red-2")
    assert [(fact.seat, fact.why) for fact in one.of(SeatOut)] == [(2, "deck"), (0, "deck")]
    assert (one.winner, one.of(GameEnded)[0].why) == (1, "last")


@pytest.mark.rule("card.hulk", "ultimate.out")
def test_hulk_who_goes_out_by_his_enemy_does_not_enrage_any_more() -> None:
    one = before_hulk(12).enemy(1, "maestro").deck(1, size=2).play(0, "red-2")
    assert (one.out_now(), one.burns(), one.asked) == ([1], [0, 0, 0], (2, "turn"))


# Gamma Charge


@pytest.mark.rule("card.gamma-charge")
def test_a_calm_hulk_makes_another_of_his_choice_burn_one() -> None:
    one = holding("gamma-charge").burn(0, 11).play(0, "gamma-charge").choose(0, "green")
    assert one.asked == (0, "player")
    assert set(one.prompt.options) == {"1", "2"}
    one.choose(0, "2")
    assert one.moved("burn") == [(2, 1)]
    assert (one.state.color, one.asked) == ("green", (1, "turn"))
    assert "card.gamma-charge" in one.cited


@pytest.mark.rule("card.gamma-charge")
def test_the_first_card_burned_is_enough_when_it_has_the_color() -> None:
    one = holding("gamma-charge").burn(0, 12).deck(2, "red-1 blue-1")
    one.play(0, "gamma-charge").choose(0, "green", "2", "red")
    assert one.burned(2) == ("red-1",)


@pytest.mark.rule("card.gamma-charge", "ultimate.midway", "common.forfeit")
def test_an_enraged_hulk_who_resigns_before_he_names_the_color_makes_nobody_burn() -> None:
    one = holding("gamma-charge").burn(0, 12).play(0, "gamma-charge").choose(0, "green", "1")
    assert (one.asked, one.prompt.rule) == ((0, "color"), "card.gamma-charge")
    one.resign(0)
    assert (one.moved("burn"), one.asked) == ([], (1, "turn"))


# Hulk Smash


@pytest.mark.rule("card.hulk-smash", "ultimate.add", "ultimate.burn")
def test_hulk_burns_two_and_then_another_adds_two_and_burns_one() -> None:
    one = holding("hulk-smash").deck(2, "red-1 red-2 red-3").play(0, "hulk-smash")
    one.choose(0, "green")
    assert one.asked == (0, "player")
    assert one.moved("burn") == [(0, 2)]
    one.choose(0, "2")
    assert one.done("burn", "add") == [("burn", 0, 2), ("add", 2, 2), ("burn", 2, 1)]
    assert {"red-1", "red-2"} <= set(one.cards_of(2))
    assert one.burned(2) == ("red-3",)
    assert (one.asked, one.state.color) == ((1, "turn"), "green")
    assert "card.hulk-smash" in one.cited


# The Strongest!


@pytest.mark.rule("card.the-strongest", "ultimate.battle.turn", "card.hulk-pants")
def test_for_each_enemy_and_item_removed_all_others_burn_one() -> None:
    one = holding("the-strongest").enemy(0, "tetu").enemy(1, "mikaboshi", new=True)
    one.enemy(2, "viper").items(0, "rubble hulk-pants").items(2, "gauntlets")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.enemies() == ["", "mikaboshi", ""]
    assert [one.items_of(seat) for seat in range(3)] == [["hulk-pants"], [], []]
    assert {"tetu", "viper", "rubble", "gauntlets"} <= set(one.danger_pile())
    assert one.moved("burn") == [(0, 2)] + [(1, 1), (2, 1)] * 4
    assert one.state.color == "green"
    assert "card.the-strongest" in one.cited


@pytest.mark.rule("card.the-strongest", "common.order")
def test_others_burn_in_turn_order_from_hulk() -> None:
    one = holding("the-strongest").counter().enemy(0, "tetu").items(1, "rubble")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.moved("burn") == [(0, 2), (2, 1), (1, 1), (2, 1), (1, 1)]


@pytest.mark.rule("card.the-strongest", "card.captain-america")
def test_single_burns_are_not_lessened_by_captain_america() -> None:
    one = holding("the-strongest", "hulk captain-america").enemy(0, "maestro").items(1, "rubble")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.moved("burn") == [(0, 2), (1, 1), (1, 1)]


@pytest.mark.rule("card.the-strongest", "ultimate.out", "ultimate.last")
def test_the_strongest_can_eliminate_two_players_in_one_effect() -> None:
    one = holding("the-strongest").deck(1, size=2).deck(2, size=1)
    one.enemy(0, "tetu").enemy(1, "viper").items(0, "rubble")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.moved("burn") == [(0, 2), (1, 1), (2, 1), (1, 1)]
    assert [fact.seat for fact in one.of(SeatOut)] == [2, 1]
    assert (one.winner, one.of(GameEnded)[0].why) == (0, "last")


@pytest.mark.rule("card.the-strongest", "ultimate.out")
def test_who_goes_out_by_the_strongest_leaves_the_others_burning() -> None:
    one = holding("the-strongest", "hulk shuri black-widow captain-america")
    one.deck(1, size=1).deck(2, size=2).enemy(0, "tetu").enemy(3, "viper").items(0, "rubble")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.moved("burn")[1:] == [(1, 1), (2, 1), (3, 1), (2, 1), (3, 1), (3, 1)]
    assert (one.out_now(), one.asked) == ([1, 2], (3, "turn"))


@pytest.mark.rule("card.the-strongest", "card.shuri", "common.forfeit")
def test_shuri_who_resigns_when_asked_leaves_the_burns_to_the_others() -> None:
    one = holding("the-strongest").items(0, "rubble").items(2, "gauntlets").burn(1, "green-9")
    one.play(0, "the-strongest").choose(0, "green").resign(1)
    assert one.moved("burn") == [(0, 2), (2, 1), (2, 1)]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.the-strongest", "card.shuri", "card.taskmaster")
def test_enemies_fall_before_the_items_so_shuri_is_free_of_taskmaster_to_answer() -> None:
    one = holding("the-strongest").items(0, "rubble").enemy(1, "taskmaster").burn(1, "green-9")
    one.play(0, "the-strongest").choose(0, "green")
    assert one.asked == (1, "confirm")


@pytest.mark.rule("card.the-strongest", "card.red-guardian", "common.order")
def test_red_guardian_is_asked_about_the_enemies_in_the_order_in_which_they_fell() -> None:
    one = holding("the-strongest", "hulk shuri black-widow captain-america")
    one.enemy(1, "red-guardian", new=True).enemy(2, "viper").enemy(3, "tetu")
    one.play(0, "the-strongest").choose(0, "green").choose(1, "yes")
    assert one.enemies() == ["", "", "red-guardian", ""]
    assert one.asked == (1, "turn")


# Unstoppable


@pytest.mark.rule("card.unstoppable", "ultimate.skip")
@pytest.mark.parametrize(("pile", "skipped", "asked"), [(8, [1], 2), (9, [1, 2], 0)])
def test_hulk_burns_three_and_then_skips_the_next_player_or_enraged_all_others(
    pile: int, skipped: list[int], asked: int
) -> None:
    one = holding("unstoppable").burn(0, pile).deck(0, "red-4 red-5 red-7")
    one.play(0, "unstoppable").choose(0, "green")
    assert one.burned(0)[:3] == ("red-7", "red-5", "red-4")
    assert one.skips() == skipped
    assert one.asked == (asked, "turn")
    assert one.state.color == "green"
    assert "card.unstoppable" in one.cited


@pytest.mark.rule("card.unstoppable", "ultimate.skip", "ultimate.skipped-enemy")
def test_who_waits_to_be_skipped_already_loses_one_turn_and_escapes_the_enemy_that_turn() -> None:
    one = holding("unstoppable").hand(0, "unstoppable green-3 blue-2").skipped(1)
    one.hand(2, "green-1 blue-1").enemy(1, "maestro")
    one.play(0, "unstoppable").choose(0, "green")
    assert one.skips() == []
    assert (one.asked, one.burns()[1]) == ((2, "turn"), 0)
    one.play(2, "green-1").play(0, "green-3")
    assert (one.asked, one.burns()[1]) == ((1, "turn"), 2)


@pytest.mark.rule("card.unstoppable", "ultimate.only-looks", "card.taskmaster")
def test_taskmaster_does_not_calm_hulk_for_unstoppable() -> None:
    one = holding("unstoppable").burn(0, 9).enemy(0, "taskmaster").play(0, "unstoppable")
    one.choose(0, "green")
    assert one.skips() == [1, 2]
    assert one.asked == (0, "turn")


# Bend and Break


@pytest.mark.rule("card.bend-and-break", "ultimate.event")
def test_the_color_in_play_becomes_green() -> None:
    one = flips("bend-and-break").hand(1, "green-1 red-2 blue-5").play(0, "red-5")
    assert one.state.color == "green"
    assert one.may(1) == {"green-1", "blue-5", "draw"}
    assert one.danger_pile()[-1] == "bend-and-break"
    assert "card.bend-and-break" in one.cited


@pytest.mark.rule("card.bend-and-break")
def test_nothing_is_bent_when_green_is_in_play_already() -> None:
    one = flips("bend-and-break").hand(0, "green-5 red-1 blue-2").top("green-3").play(0, "green-5")
    assert one.state.color == "green"
    assert (one.of(ColorChanged), "card.bend-and-break" in one.cited) == ([], False)
    assert one.asked == (1, "turn")


# Burnout

FOUR = "yellow-1 blue-3 red-9 green-1"


@pytest.mark.rule("card.burnout", "ultimate.event", "ultimate.recover")
def test_four_are_burned_and_four_of_choice_go_under_the_deck_the_last_named_lowest() -> None:
    one = flips("burnout").deck(0, f"{FOUR} yellow-9").burn(0, "blue-4 green-9").burn(1, 4)
    one.play(0, "red-5")
    assert (one.asked, one.moved("burn")) == ((0, "card"), [(0, 4)])
    assert set(one.prompt.options) == {*FOUR.split(), "blue-4", "green-9"}
    one.choose(0, "green-9", "red-9", "blue-3", "yellow-1")
    assert one.deck_of(0)[0] == "yellow-9"
    assert one.deck_of(0)[-4:] == ("green-9", "red-9", "blue-3", "yellow-1")
    assert one.burned(0) == ("green-1", "blue-4")
    assert (one.asked, one.danger_pile()[-1]) == ((1, "turn"), "burnout")
    assert "card.burnout" in one.cited


@pytest.mark.rule("card.burnout")
def test_no_card_is_named_twice_for_burnout() -> None:
    one = flips("burnout").deck(0, f"{FOUR} yellow-9").burn(0, "blue-4").play(0, "red-5")
    one.choose(0, "blue-4")
    assert set(one.prompt.options) == set(FOUR.split())


@pytest.mark.rule("card.burnout", "card.captain-america", "ultimate.recover")
def test_with_fewer_than_four_burned_all_of_them_come_back() -> None:
    one = flips("burnout", "captain-america hulk shuri").hand(0, "red-6 red-2 blue-1")
    one.deck(0, "red-1 red-4 red-5 blue-3").play(0, "red-6").choose(0, "red-4", "red-1")
    assert one.done("burn", "recover") == [("burn", 0, 3), ("recover", 0, 3)]
    assert one.deck_of(0)[-3:] == ("red-4", "red-1", "red-5")
    assert (one.burned(0), one.asked) == ((), (1, "turn"))


@pytest.mark.rule("card.burnout", "ultimate.out.cards", "common.forfeit")
def test_who_resigns_while_choosing_for_burnout_takes_the_choice_along() -> None:
    one = flips("burnout").deck(0, FOUR).play(0, "red-5").choose(0, "red-9").resign(0)
    assert (one.asked, one.danger_pile()[-1]) == ((1, "turn"), "burnout")
    assert one.done("recover") == []


# Rest


@pytest.mark.rule("card.rest", "ultimate.recover")
@pytest.mark.parametrize(
    ("heroes", "left"),
    [
        ("hulk shuri", "green-9 yellow-1 blue-3"),
        ("hulk shuri black-widow", "yellow-1 blue-3"),
        ("hulk shuri black-widow captain-america", "blue-3"),
    ],
)
def test_the_flipper_recovers_one_for_each_other_player(heroes: str, left: str) -> None:
    one = flips("rest", heroes).burn(0, "yellow-9 green-9 yellow-1 blue-3").burn(1, 3)
    one.play(0, "red-5")
    assert one.burned(0) == tuple(left.split())
    assert one.deck_of(0)[20:] == ("yellow-9", "green-9", "yellow-1")[: len(heroes.split()) - 1]
    assert one.burns()[1] == 3
    assert "card.rest" in one.cited


@pytest.mark.rule("card.rest", "ultimate.recover", "card.mikaboshi")
def test_rest_recovers_as_many_as_there_are_and_is_one_recovery() -> None:
    one = flips("rest", "hulk shuri black-widow captain-america").enemy(0, "mikaboshi")
    one.burn(0, "yellow-9 green-9").play(0, "red-5")
    assert one.done("recover", "add") == [("recover", 0, 2), ("add", 0, 1)]


@pytest.mark.rule("card.rest", "card.mikaboshi", "ultimate.recover")
def test_with_nothing_to_recover_rest_is_no_recovery() -> None:
    one = flips("rest").enemy(0, "mikaboshi").play(0, "red-5")
    assert one.done("recover", "add") == []


# Hulk Pants


def wearing(pile: str = "yellow-9 green-9 yellow-1 blue-3", heroes: str = "hulk shuri") -> Table:
    """Seat 0 wears Hulk Pants and is about to play red-1."""
    one = table("ultimate", heroes=heroes).hand(0, "red-1 red-8 blue-2").top("red-3")
    return one.burn(0, pile).items(0, "hulk-pants")


@pytest.mark.rule("card.hulk-pants", "ultimate.end")
def test_at_the_end_of_the_turn_hulk_pants_may_be_destroyed_to_recover_three() -> None:
    one = wearing(heroes="hulk black-widow").burn(1, 3).play(0, "red-1")
    assert (one.asked, one.prompt.rule) == ((0, "confirm"), "card.hulk-pants")
    one.choose(0, "yes")
    assert one.done("destroy", "recover") == [("destroy", 0, 1), ("recover", 0, 3)]
    assert one.deck_of(0)[-3:] == ("yellow-9", "green-9", "yellow-1")
    assert (one.items_of(0), one.danger_pile()[-1]) == ([], "hulk-pants")
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.hulk-pants", "ultimate.item")
def test_hulk_pants_may_be_kept_on_and_come_up_at_the_end_of_the_own_turns_only() -> None:
    one = wearing().hand(1, "red-2 red-7 blue-1").play(0, "red-1").choose(0, "no")
    assert (one.items_of(0), one.burns()[0]) == (["hulk-pants"], 4)
    one.play(1, "red-2")
    assert one.asked == (0, "turn")
    one.play(0, "red-8")
    assert one.asked == (0, "confirm")


@pytest.mark.rule("card.hulk-pants")
def test_over_an_empty_burn_pile_hulk_pants_are_not_asked_about() -> None:
    one = wearing("").play(0, "red-1")
    assert (one.asked, one.items_of(0)) == ((1, "turn"), ["hulk-pants"])


@pytest.mark.rule("card.hulk-pants", "card.suit-up")
def test_hulk_pants_are_not_offered_to_be_destroyed() -> None:
    one = table("ultimate", heroes="shuri hulk").hand(0, "suit-up red-2 blue-1").top("red-3")
    one.items(1, "hulk-pants rubble").items(0, "kinetic-claws")
    one.play(0, "suit-up").choose(0, "red", "yes")
    assert set(one.prompt.options) == {"rubble", "kinetic-claws"}


@pytest.mark.rule("card.hulk-pants", "card.shuri", "ultimate.react")
def test_shuri_answers_the_end_of_her_own_pants_before_she_recovers() -> None:
    one = table("ultimate", heroes="shuri hulk").hand(0, "red-2 blue-1 blue-3").top("red-3")
    one.items(0, "hulk-pants").burn(0, "green-1 green-8 blue-2 blue-5").play(0, "red-2")
    one.choose(0, "yes")
    assert (one.asked, one.prompt.rule) == ((0, "confirm"), "card.shuri")
    one.choose(0, "yes", "blue-1", "blue-5")
    assert one.cards_of(0) == ["blue-3", "blue-5"]
    assert one.deck_of(0)[-3:] == ("blue-1", "green-1", "green-8")
    assert one.burned(0) == ("blue-2",)


# Rubble


def before_rubble(heroes: str = "shuri hulk black-widow") -> Table:
    """Seat 0 is about to play red-2; Hulk at seat 1 comes next, with Rubble."""
    return before_hulk(0, heroes).items(1, "rubble")


@pytest.mark.rule("card.rubble", "ultimate.start")
def test_at_the_start_of_the_turn_rubble_may_be_destroyed_and_another_burns_two() -> None:
    one = before_rubble().play(0, "red-2")
    assert (one.asked, one.prompt.rule) == ((1, "confirm"), "card.rubble")
    one.choose(1, "yes")
    assert (one.asked, set(one.prompt.options)) == ((1, "player"), {"0", "2"})
    assert one.items_of(1) == []
    one.choose(1, "2")
    assert one.moved("burn") == [(2, 2)]
    assert one.done("destroy") == [("destroy", 1, 1)]
    assert (one.items_of(1), one.danger_pile()[-1]) == ([], "rubble")
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.rubble", "ultimate.item")
def test_rubble_may_be_kept_for_a_later_turn() -> None:
    one = before_rubble().hand(1, "red-1 red-9 red-8").hand(2, "red-7 red-9 blue-1")
    one.play(0, "red-2").choose(1, "no")
    assert (one.burns(), one.items_of(1)) == ([0, 0, 0], ["rubble"])
    one.play(1, "red-1")
    assert one.asked == (2, "turn")


# Abomination


@pytest.mark.rule("card.abomination", "ultimate.out")
def test_what_abomination_would_recover_does_not_save_who_goes_out_by_the_card_added() -> None:
    one = flips("abomination").deck(0, size=1).burn(0, "yellow-9 green-9").play(0, "red-5")
    assert one.out_now() == [0]
    assert one.done("recover") == []
    assert "abomination" in one.danger_pile()


@pytest.mark.rule("card.abomination")
def test_whom_abomination_attacks_plays_no_wild_but_everything_else() -> None:
    one = table("ultimate", heroes="hulk shuri").enemy(0, "abomination").top("red-3")
    one.hand(0, "hulk-smash unstoppable red-skip red-draw-two red-reverse red-1 blue-2")
    one.hand(1, "visionary red-7 blue-1")
    assert one.may(0) == {"red-skip", "red-draw-two", "red-reverse", "red-1", "draw"}
    assert one.refusal(Play(0, "hulk-smash")) == "card.abomination"
    one.play(0, "red-1")
    assert "visionary" in one.may(1)


# Maestro


@pytest.mark.rule("card.maestro", "ultimate.enemy")
def test_a_new_enemy_in_front_of_maestro_is_discarded_without_effect() -> None:
    one = flips("abomination").enemy(0, "maestro").burn(0, "yellow-9").play(0, "red-5")
    assert one.enemies() == ["maestro", "", ""]
    assert one.danger_pile()[-1] == "abomination"
    assert one.done("add", "recover", "attack", "replace") == []


@pytest.mark.rule("card.maestro")
def test_maestro_wards_off_enemies_of_his_own_victim_only() -> None:
    one = flips("abomination").enemy(1, "maestro").play(0, "red-5")
    assert one.enemies() == ["abomination", "maestro", ""]


@pytest.mark.rule("card.maestro", "card.mikaboshi", "ultimate.skipped-enemy")
def test_what_a_skipped_player_recovers_by_maestro_still_counts_for_mikaboshi() -> None:
    one = flips("maestro").enemy(1, "mikaboshi").skipped(1).burn(1, "green-1 green-2")
    one.play(0, "red-5")
    assert one.done("recover", "add") == [("recover", 1, 2), ("add", 1, 1)]
    assert one.asked == (2, "turn")


# Thunderbolt Ross


def facing_ross(card: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Thunderbolt Ross attacks seat 0, who is about to play a card of the color in play."""
    color = card.split("-")[0]
    one = table("ultimate", heroes=heroes).enemy(0, "thunderbolt-ross")
    one.hand(0, f"{card} blue-3 blue-4 green-3")
    return one.top("red-3", color if color in edition("ultimate").colors else "yellow")


@pytest.mark.rule("card.thunderbolt-ross")
@pytest.mark.parametrize("card", ["yellow-draw-two", "yellow-reverse", "yellow-skip", "hulk-smash"])
def test_for_an_action_card_whom_ross_attacks_adds_two(card: str) -> None:
    one = facing_ross(card).play(0, card)
    if card == "hulk-smash":
        one.choose(0, "yellow", "1")
    assert [move for move in one.done("add") if move[1] == 0] == [("add", 0, 2)]
    assert one.sizes()[0] == 3 + 2
    assert one.enemies()[0] == "thunderbolt-ross"


@pytest.mark.rule("card.thunderbolt-ross")
def test_ross_does_not_mind_numbers_nor_what_others_play() -> None:
    one = facing_ross("yellow-1").hand(1, "yellow-skip yellow-3 blue-1").play(0, "yellow-1")
    one.play(1, "yellow-skip")
    assert one.done("add") == []


@pytest.mark.rule("card.thunderbolt-ross", "ultimate.waiting", "ultimate.battle")
def test_the_two_are_added_after_the_cards_effect_and_before_the_battle() -> None:
    one = facing_ross("red-draw-two").play(0, "red-draw-two")
    assert one.done("draw", "add", "defeat") == [("draw", 1, 2), ("add", 0, 2), ("defeat", 0, 1)]


@pytest.mark.rule("card.thunderbolt-ross", "ultimate.waiting")
def test_a_wild_is_worked_out_before_its_player_adds_two_and_does_not_defeat_ross() -> None:
    one = facing_ross("gamma-charge").play(0, "gamma-charge").choose(0, "red", "1")
    assert one.done("burn", "add", "defeat") == [("burn", 1, 1), ("add", 0, 2)]


@pytest.mark.rule("card.thunderbolt-ross", "ultimate.waiting")
def test_ross_defeated_by_the_very_card_makes_nobody_add() -> None:
    one = facing_ross("shield-slash", "captain-america hulk shuri")
    one.hand(0, "shield-slash red-1 blue-1")
    one.play(0, "shield-slash").choose(0, "green")
    assert one.enemies()[0] == ""
    assert one.done("defeat", "add") == [("defeat", 0, 1)]


@pytest.mark.rule("card.thunderbolt-ross")
def test_the_card_by_which_ross_comes_is_not_counted() -> None:
    one = table("ultimate", heroes="captain-america hulk").hand(0, "justice-punch red-1 blue-1")
    one.top("red-3").danger("thunderbolt-ross").play(0, "justice-punch")
    one.choose(0, "green", "1", "1", "0")
    assert one.enemies() == ["thunderbolt-ross", ""]
    assert one.done("add") == [("add", 1, 1)]
