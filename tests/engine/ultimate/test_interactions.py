"""Interactions of the cards of several heroes."""

import pytest

from games.engine import Play
from games.engine.facts import LastingEnded, SeatOut, SkipChanged, Withdrawn
from tests.table import Table, table


def at(heroes: str, top: str = "red-3") -> Table:
    """A table of heroes, by seat; a plain card lies on top."""
    return table("ultimate", heroes=heroes).top(top)


# Captain America, who burns fewer


@pytest.mark.rule("card.crossbones", "card.captain-america", "ultimate.modify")
def test_captain_america_under_crossbones_burns_two_all_the_same() -> None:
    one = at("captain-america hulk").enemy(0, "crossbones").turn(1).expire(1)
    assert one.caused("burn") == [("burn", 0, 2, "crossbones")]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.crossbones", "card.kinetic-force-shield", "ultimate.modify")
def test_a_force_shield_is_not_asked_about_where_it_could_not_help() -> None:
    one = at("captain-america shuri").enemy(0, "crossbones").items(0, "kinetic-force-shield")
    assert one.turn(1).expire(1).asked == (0, "turn")
    assert one.burns()[0] == 2


@pytest.mark.rule("card.sonic-hand-cannons", "card.captain-america", "ultimate.modify")
@pytest.mark.parametrize(("answer", "burned"), [("yes", 1), ("no", 1)])
def test_sonic_hand_cannons_gain_nothing_on_a_burn_of_one_by_captain_america(
    answer: str, burned: int
) -> None:
    one = at("shuri captain-america black-widow").items(0, "sonic-hand-cannons gauntlets").turn(2)
    one.expire(2).choose(0, "yes", "1", answer)
    assert one.caused("burn") == [("burn", 1, burned, "gauntlets")]
    made = [("card.sonic-hand-cannons", 1, 2), ("card.captain-america", 2, 1)]
    assert one.changes() == (made if answer == "yes" else [])


@pytest.mark.rule("card.sonic-hand-cannons", "card.captain-america", "ultimate.account")
def test_they_make_two_three_and_his_power_makes_them_two() -> None:
    one = at("hulk captain-america shuri").items(0, "rubble sonic-hand-cannons").turn(2)
    one.expire(2).choose(0, "yes", "1", "yes")
    assert one.caused("burn") == [("burn", 1, 2, "rubble")]


@pytest.mark.rule("card.sonic-hand-cannons", "card.the-strongest", "ultimate.account")
def test_they_are_asked_for_each_player_and_each_instruction() -> None:
    one = at("hulk black-widow shuri").items(0, "sonic-hand-cannons").burn(0, 12).turn(2)
    one.expire(2).choose(0, "yes").choose(0, "no")
    assert one.caused("burn") == [("burn", 1, 3, "hulk"), ("burn", 2, 2, "hulk")]


# Super-Human Reflexes


def reflexes(heroes: str) -> Table:
    """Captain America, in seat 0, is about to play Super-Human Reflexes."""
    return at(f"captain-america {heroes}").hand(0, "super-human-reflexes red-1 red-9")


def last(one: Table) -> Table:
    """They last for him; red is in play, and seat 1 is on turn."""
    return one.play(0, "super-human-reflexes").choose(0, "red")


@pytest.mark.rule("card.super-human-reflexes", "card.hulk-smash")
def test_an_add_and_a_burn_are_passed_on_each_on_its_own() -> None:
    one = last(reflexes("hulk shuri").hand(1, "hulk-smash red-5 red-8"))
    one.play(1, "hulk-smash").choose(1, "red", "0")
    assert (one.asked, one.prompt.source) == ((0, "player"), "super-human-reflexes")
    assert one.may(0) == {"no", "1", "2"}
    one.choose(0, "2")
    assert one.caused("add") == [("add", 2, 2, "hulk-smash")]
    one.choose(0, "1")
    assert one.caused("burn") == [("burn", 1, 2, "hulk-smash"), ("burn", 1, 1, "hulk-smash")]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.super-human-reflexes", "common.skip")
def test_the_skip_of_a_skip_card_is_passed_on_even_to_the_player_who_played_it() -> None:
    one = last(reflexes("hulk shuri").hand(2, "red-skip red-2 red-8")).expire(1)
    one.play(2, "red-skip")
    assert one.asked == (0, "player")
    one.choose(0, "2")
    assert one.skipped_now() == [2]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.super-human-reflexes", "common.draw-two", "ultimate.draw")
def test_the_two_of_a_draw_two_are_drawn_and_only_its_lost_turn_is_passed_on() -> None:
    one = last(reflexes("hulk shuri").hand(2, "red-draw-two red-2 red-8")).expire(1)
    one.play(2, "red-draw-two")
    assert one.caused("draw")[-1] == ("draw", 0, 2, "red-draw-two")
    assert one.asked == (0, "player")
    one.choose(0, "1")
    assert one.skipped_now() == [1]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.super-human-reflexes", "common.reverse-two")
def test_with_two_the_skip_of_a_reverse_card_comes_back_to_who_played_it() -> None:
    one = last(reflexes("hulk").hand(1, "red-reverse red-5 red-8")).play(1, "red-reverse")
    assert one.may(0) == {"no", "1"}
    one.choose(0, "1")
    assert one.of(SkipChanged) == [SkipChanged(1, True)]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.super-human-reflexes")
def test_what_a_power_an_item_an_event_or_an_enemy_puts_on_him_is_not_passed_on() -> None:
    power = last(reflexes("black-widow hulk").burn(2, 12)).expire(1)
    assert power.caused("burn") == [("burn", 0, 1, "hulk"), ("burn", 1, 2, "hulk")]

    item = last(reflexes("black-widow hulk").items(1, "gauntlets")).choose(1, "yes", "0")
    assert item.caused("burn") == [("burn", 0, 1, "gauntlets")]

    event = last(reflexes("hulk").hand(1, "red-5 red-8 blue-2").danger("backlash"))
    event.play(1, "red-5")
    assert event.caused("add", "burn")[:2] == [("add", 1, 1, "backlash"), ("add", 0, 1, "backlash")]

    enemy = last(reflexes("shuri").hand(1, "red-4 red-8 blue-2").danger("radioactive-man"))
    enemy.play(1, "red-4")
    assert enemy.caused("burn") == [("burn", 0, 2, "radioactive-man")]


@pytest.mark.rule("card.super-human-reflexes", "card.sabotage", "ultimate.hand-empty")
def test_what_a_trap_of_another_puts_on_him_is_passed_on() -> None:
    one = at("black-widow captain-america shuri").hand(0, "sabotage red-1 red-9")
    one.hand(1, "super-human-reflexes red-2 red-1").play(0, "sabotage").choose(0, "red")
    one.play(1, "super-human-reflexes").choose(1, "red")
    assert (one.asked, one.prompt.source) == ((1, "player"), "super-human-reflexes")
    one.choose(1, "2")
    assert one.caused("burn") == [("burn", 2, 4, "sabotage")]


@pytest.mark.rule("card.super-human-reflexes")
def test_nobody_passes_back_by_the_same_card() -> None:
    one = last(reflexes("hulk shuri").hand(1, "gamma-charge red-5 red-8"))
    one.play(1, "gamma-charge").choose(1, "red", "0").choose(0, "2")
    assert one.caused("burn") == [("burn", 2, 1, "gamma-charge")]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.super-human-reflexes", "card.silent-strike", "card.captain-america")
def test_silent_strike_on_the_player_who_has_super_human_reflexes() -> None:
    one = at("shuri captain-america hulk").turn(1).hand(1, "super-human-reflexes red-1 red-9")
    one.hand(0, "silent-strike red-2 red-8").items(0, "kinetic-claws").burn(0, 3)
    one.play(1, "super-human-reflexes").choose(1, "red").expire(2)
    one.play(0, "silent-strike").choose(0, "red", "1")
    for answer in ("2", "no", "no"):
        assert one.asked == (1, "player")
        one.choose(1, answer)
    assert one.caused("add") == [("add", 2, 1, "silent-strike")]
    assert one.skipped_now() == []
    assert one.caused("burn") == [("burn", 1, 1, "silent-strike")]
    assert one.burns()[0] == 1
    assert one.asked == (2, "turn")


# Viper


@pytest.mark.rule("card.viper", "card.charge", "ultimate.enemy")
def test_viper_found_by_a_charge_shows_the_hand_burns_a_wild_and_adds_one() -> None:
    one = at("captain-america black-widow").hand(0, "red-4 final-justice shield-slash red-1")
    one.danger("charge theft viper").play(0, "red-4")
    assert one.asked == (0, "card")
    assert one.may(0) == {"final-justice", "shield-slash"}
    one.choose(0, "shield-slash")
    assert one.enemies()[0] == "viper"
    assert one.burned(0) == ("shield-slash",)
    assert one.caused("add", "burn") == [("burn", 0, 1, "viper"), ("add", 0, 1, "viper")]
    assert set(one.danger_pile()) == {"charge", "theft"}


@pytest.mark.rule("card.viper", "card.justice-punch")
def test_viper_burns_once_for_each_instruction_that_adds() -> None:
    one = at("captain-america black-widow hulk").turn(2).enemy(0, "viper")
    one.hand(2, "hulk-smash red-5 red-8").play(2, "hulk-smash").choose(2, "red", "0")
    assert one.caused("add", "burn")[1:] == [
        ("add", 0, 2, "hulk-smash"),
        ("burn", 0, 1, "viper"),
        ("burn", 0, 1, "hulk-smash"),
    ]


# Hulk


@pytest.mark.rule("card.unstoppable", "ultimate.out", "ultimate.midway")
@pytest.mark.parametrize(("deck", "skipped"), [(3, [1]), (4, [1])])
def test_hulk_goes_out_by_his_own_unstoppable_and_the_next_player_is_skipped(
    deck: int, skipped: list[int]
) -> None:
    one = at("hulk shuri black-widow").hand(0, "unstoppable red-1 red-9").deck(0, size=deck)
    one.play(0, "unstoppable").choose(0, "red")
    assert one.out_now() == ([0] if deck == 3 else [])
    assert one.skips() == skipped
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.unstoppable", "ultimate.out.cards")
def test_a_hulk_who_is_out_is_enraged_no_more() -> None:
    one = at("hulk shuri black-widow").hand(0, "unstoppable red-1 red-9").deck(0, size=3)
    one.burn(0, 12).play(0, "unstoppable").choose(0, "red")
    assert one.skips() == [1]


@pytest.mark.rule("card.unstoppable", "card.hulk")
def test_the_three_he_burns_can_be_what_enrages_him() -> None:
    one = at("hulk shuri black-widow").hand(0, "unstoppable red-1 red-9").burn(0, 9)
    one.play(0, "unstoppable").choose(0, "red")
    assert one.skips() == [1, 2]
    assert one.asked == (0, "turn")
    assert one.caused("burn")[-2:] == [("burn", 1, 2, "hulk"), ("burn", 2, 2, "hulk")]


@pytest.mark.rule("card.the-strongest", "ultimate.out", "ultimate.last")
def test_the_strongest_puts_two_players_out_in_one_effect() -> None:
    one = at("hulk shuri black-widow captain-america").hand(0, "the-strongest red-1 red-9")
    one.enemy(1, "maestro").items(2, "gauntlets rubble").deck(1, size=2).deck(2, size=1)
    one.play(0, "the-strongest").choose(0, "red")
    assert one.of(SeatOut) == [SeatOut(2, "deck", 1), SeatOut(1, "deck", 1)]
    assert one.burns()[3] == 3
    assert one.asked == (3, "turn")


@pytest.mark.rule("card.the-strongest", "ultimate.last")
def test_the_strongest_puts_everybody_out_and_the_last_one_left_wins() -> None:
    one = at("hulk shuri black-widow").hand(0, "the-strongest red-1 red-9").enemy(1, "maestro")
    one.enemy(2, "taskmaster").deck(1, size=2).deck(2, size=1).play(0, "the-strongest")
    one.choose(0, "red")
    assert one.of(SeatOut) == [SeatOut(2, "deck", 1), SeatOut(1, "deck", 1)]
    assert one.endings == [(0, "last")]


# Hide in Plain Sight


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.features", "common.after-wild")
def test_the_player_who_hides_in_plain_sight_is_bound_by_it_too_until_the_next_turn() -> None:
    one = at("black-widow hulk shuri").hand(0, "hide-in-plain-sight sabotage swipe red-9")
    one.hand(1, "gamma-charge red-5 blue-2").hand(2, "silent-strike red-2 blue-1")
    one.play(0, "hide-in-plain-sight").choose(0, "red", "add")
    assert one.refusal(Play(1, "gamma-charge")) == ""
    one.expire(1)
    assert one.refusal(Play(2, "silent-strike")) == "card.hide-in-plain-sight"
    one.expire(2)
    assert "sabotage" in one.may(0)


@pytest.mark.rule("card.hide-in-plain-sight", "common.draw")
def test_a_banned_card_that_is_drawn_is_kept() -> None:
    one = at("black-widow hulk").hand(0, "hide-in-plain-sight red-1 red-9")
    one.deck(1, "unstoppable").play(0, "hide-in-plain-sight").choose(0, "red", "burn").draw(1)
    assert one.asked == (0, "turn")


# what waits


@pytest.mark.rule("card.sabotage", "ultimate.waiting", "ultimate.start.until")
def test_sabotage_waits_through_draws_and_ends_with_the_round_of_turns() -> None:
    one = (
        at("black-widow hulk shuri").hand(0, "sabotage red-1 red-9").hand(2, "red-2 blue-1 blue-2")
    )
    one.play(0, "sabotage").choose(0, "red").expire(1)
    assert len(one.state.lasting) == 1
    one.play(2, "red-2")
    assert one.caused("burn") == [("burn", 2, 4, "sabotage")]
    assert one.of(LastingEnded) == [LastingEnded(1, "used")]

    unmet = at("black-widow hulk").hand(0, "sabotage red-1 red-9").play(0, "sabotage")
    unmet.choose(0, "red").expire(1)
    assert unmet.of(LastingEnded) == [LastingEnded(1, "turn")]


@pytest.mark.rule("card.set-a-trap", "ultimate.waiting")
def test_a_trap_waits_through_draws() -> None:
    one = at("black-widow hulk shuri").hand(0, "set-a-trap red-1 red-9").hand(2, "red-2 blue-1")
    one.play(0, "set-a-trap").choose(0, "red").expire(1).play(2, "red-2")
    assert (one.asked, one.prompt.source) == ((2, "mode"), "set-a-trap")


@pytest.mark.rule("card.defy", "card.disrupt", "ultimate.waiting")
@pytest.mark.parametrize(
    ("event", "card", "hit"),
    [
        ("defy", "red-skip", [("add", 0, 2, "defy")]),
        ("defy", "red-1", []),
        ("disrupt", "red-skip", []),
        ("disrupt", "red-1", [("burn", 0, 1, "disrupt")]),
    ],
)
def test_an_event_waits_through_any_number_of_draws_for_the_player_who_plays_next(
    event: str, card: str, hit: list[tuple[str, int, int, str]]
) -> None:
    one = at("captain-america black-widow").hand(0, f"red-4 {card} red-9 blue-1").danger(event)
    one.play(0, "red-4").expire(1).expire(0).expire(1).play(0, card)
    assert one.caused("add", "burn") == hit
    assert one.state.lasting == ()


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "card.defy", "ultimate.waiting")
def test_a_trap_that_flips_an_event_does_not_catch_the_card_that_sprang_it() -> None:
    one = at("black-widow hulk").hand(0, "set-a-trap red-1 red-9").hand(1, "red-skip red-5 blue-2")
    one.danger("defy").play(0, "set-a-trap").choose(0, "red").play(1, "red-skip")
    one.choose(1, "flip")
    assert one.caused("add") == []
    one.play(1, "red-5")
    assert one.state.lasting == ()


# Red Guardian


@pytest.mark.rule("card.red-guardian", "card.shield-slash")
def test_red_guardian_goes_where_the_enemy_attacked_and_leaves_the_others_alone() -> None:
    one = at("captain-america hulk black-widow", "red-9").enemy(0, "crossbones")
    one.enemy(1, "maestro").enemy(2, "red-guardian").hand(0, "shield-slash blue-1 blue-3")
    one.play(0, "shield-slash").choose(0, "red", "maestro").choose(2, "yes")
    assert one.enemies() == ["crossbones", "red-guardian", ""]


@pytest.mark.rule("card.red-guardian", "card.the-strongest", "ultimate.battle.turn")
def test_a_red_guardian_drawn_this_turn_moves_once_though_many_fall() -> None:
    one = at("hulk black-widow captain-america").enemy(0, "red-guardian", new=True)
    one.enemy(1, "crossbones").enemy(2, "red-skull").hand(0, "the-strongest red-1 red-9")
    one.play(0, "the-strongest").choose(0, "red", "yes")
    assert one.enemies() == ["", "red-guardian", ""]
    assert one.caused("defeat") == [
        ("defeat", 0, 1, "the-strongest"),
        ("defeat", 0, 1, "the-strongest"),
    ]


@pytest.mark.rule("card.red-guardian", "card.the-strongest", "ultimate.react")
def test_red_guardian_falls_with_the_others_when_the_strongest_defeats_all() -> None:
    one = at("hulk black-widow captain-america").enemy(1, "red-guardian").enemy(2, "crossbones")
    one.hand(0, "the-strongest red-1 red-9").play(0, "the-strongest").choose(0, "red")
    assert one.enemies() == ["", "", ""]
    assert one.asked == (1, "turn")
    assert set(one.danger_pile()) == {"red-guardian", "crossbones"}


@pytest.mark.rule("card.red-guardian", "ultimate.battle.turn")
def test_the_player_to_whom_it_was_moved_burns_at_the_start_of_the_next_turn() -> None:
    one = at("captain-america hulk black-widow").enemy(0, "crossbones").enemy(2, "red-guardian")
    one.hand(0, "red-1 red-9 blue-1").play(0, "red-1").choose(2, "yes")
    assert one.enemies() == ["red-guardian", "", ""]
    one.expire(1).expire(2)
    assert one.caused("burn") == [("burn", 0, 1, "red-guardian")]


# leaving in the middle


@pytest.mark.rule("common.forfeit", "ultimate.out.cards", "card.super-human-reflexes")
def test_a_hero_who_leaves_with_a_prompt_open_takes_along_what_was_to_happen_to_them() -> None:
    one = last(reflexes("hulk shuri").hand(1, "hulk-smash red-5 red-8"))
    one.play(1, "hulk-smash").choose(1, "red", "0")
    assert one.asked == (0, "player")
    one.resign(0)
    assert one.of(Withdrawn) == [Withdrawn(0)]
    assert one.caused("add") == []
    assert one.caused("burn") == [("burn", 1, 2, "hulk-smash")]
    assert one.asked == (2, "turn")


@pytest.mark.rule("common.forfeit", "ultimate.midway", "card.set-a-trap")
def test_a_trap_that_was_sprung_goes_on_when_its_owner_leaves() -> None:
    one = at("black-widow hulk shuri").hand(0, "set-a-trap red-1 red-9")
    one.hand(1, "red-1 blue-2 red-8").play(0, "set-a-trap").choose(0, "red").play(1, "red-1")
    assert one.asked == (1, "mode")
    one.resign(0)
    assert one.of(Withdrawn) == [Withdrawn(1)]
    assert one.choose(1, "burn").burns() == [0, 3, 0]
    assert one.asked == (2, "turn")


@pytest.mark.rule("common.forfeit", "card.burnout", "ultimate.event")
def test_an_event_of_the_player_who_leaves_is_discarded() -> None:
    one = at("hulk shuri black-widow").hand(0, "red-5 red-1 red-9").danger("burnout")
    one.play(0, "red-5")
    assert one.asked == (0, "card")
    one.resign(0)
    assert "burnout" in one.danger_pile()
    assert one.asked == (1, "turn")


# winning


@pytest.mark.rule("ultimate.win", "ultimate.danger")
def test_the_player_who_plays_a_danger_card_last_has_won_and_flips_none() -> None:
    one = at("hulk shuri").hand(0, "red-5").danger("tetu").play(0, "red-5")
    assert one.endings == [(0, "round")]
    assert one.caused("flip") == []


@pytest.mark.rule("ultimate.hand-empty", "card.body-armor", "card.viper")
def test_whose_last_wild_viper_burns_wins_behind_a_body_armor() -> None:
    one = at("captain-america black-widow").hand(0, "red-4 justice-punch").items(0, "body-armor")
    one.danger("viper").play(0, "red-4")
    assert one.endings == [(0, "round")]


@pytest.mark.rule("ultimate.hand-empty", "card.sabotage", "card.super-human-reflexes")
def test_whose_last_wild_a_sabotage_burns_wins_if_the_two_are_passed_on() -> None:
    one = at("black-widow captain-america hulk").hand(0, "sabotage red-1 red-9")
    one.hand(1, "super-human-reflexes final-justice").play(0, "sabotage").choose(0, "red")
    one.play(1, "super-human-reflexes").choose(1, "red", "burn-wild")
    assert one.sizes()[1] == 0
    one.choose(1, "2")
    assert one.endings == [(1, "round")]
