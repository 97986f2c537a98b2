"""Captain America: his power, his Wilds, and what his cards put into the Danger Deck."""

import pytest

from games.engine import Play
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


def cap(heroes: str = THREE, top: str = "red-3") -> Table:
    """Captain America on turn in seat 0, with red in play and no Danger card to come by itself."""
    return table("ultimate", heroes=heroes).top(top)


def last(heroes: str, *, top: str = "red-3", card: str = "red-1") -> Table:
    """Captain America begins a turn once the last seat, on turn now, has played a card."""
    seat = len(heroes.split()) - 1
    return table("ultimate", heroes=heroes).top(top).turn(seat).hand(seat, f"{card} red-8 green-1")


def moves(one: Table) -> list[tuple[str, int, str]]:
    """What happened to cards, to whom, and the cards themselves, in order."""
    return [(fact.verb, fact.seat, " ".join(fact.cards)) for fact in one.of(CardsMoved)]


# his power


@pytest.mark.rule("card.captain-america")
def test_one_to_burn_stays_one() -> None:
    assert last(TWO).enemy(0, "red-skull").play(1, "red-1").moved("burn") == [(0, 1), (1, 1)]


@pytest.mark.rule("card.captain-america", "card.maestro")
def test_what_others_burn_is_not_made_fewer() -> None:
    one = cap(TWO).hand(0, "red-1 red-9 blue-1").enemy(1, "maestro").play(0, "red-1")
    assert one.moved("burn") == [(1, 2)]


@pytest.mark.rule("card.captain-america", "ultimate.modify", "card.hulk", "card.rubble")
def test_each_burn_is_one_fewer_again() -> None:
    one = cap(TWO).hand(0, "red-1 red-9 blue-1").burn(1, 12).items(1, "rubble").play(0, "red-1")
    one.choose(1, "yes")
    assert one.moved("burn") == [(0, 1), (0, 1)]


@pytest.mark.rule("card.captain-america", "ultimate.draw", "common.draw-two")
def test_what_he_adds_or_draws_is_not_made_fewer() -> None:
    one = last(TWO, card="hulk-smash").play(1, "hulk-smash").choose(1, "red")
    assert one.moved("add") == [(0, 2)]
    one = last(TWO, card="red-draw-two").play(1, "red-draw-two")
    assert one.moved("draw") == [(0, 2)]


# Final Justice


def judged(hand: str, color: str = "red") -> Table:
    """He has played Final Justice with a hand, blue goes on, and a color is named to burn."""
    return cap().hand(0, f"final-justice {hand}").play(0, "final-justice").choose(0, "blue", color)


@pytest.mark.rule("card.final-justice", "common.wild")
def test_the_color_of_play_is_named_first_then_one_to_burn() -> None:
    one = cap().hand(0, "final-justice red-1 blue-1").play(0, "final-justice")
    assert one.prompt.rule == "common.wild"
    one.choose(0, "blue")
    assert one.state.color == "blue"
    assert one.asked == (0, "color")
    assert one.prompt.rule == "card.final-justice"
    assert one.may(0) == {"red", "yellow", "green", "blue"}
    one.choose(0, "red")
    assert one.state.color == "blue"
    assert one.asked == (0, "card")


@pytest.mark.rule("card.final-justice")
def test_none_need_be_burned() -> None:
    one = judged("red-1 red-2 blue-1").choose(0, "done")
    assert one.burns() == [0, 0, 0]
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.final-justice")
def test_a_single_card_is_asked_for_too() -> None:
    one = judged("red-1 blue-1 blue-3")
    assert one.may(0) == {"done", "red-1"}
    one.choose(0, "red-1")
    assert one.burned(0) == ("red-1",)
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.final-justice")
def test_with_one_card_left_or_none_of_the_color_nothing_is_asked() -> None:
    assert judged("red-1").asked == (1, "turn")
    assert judged("red-1 red-2", "green").asked == (1, "turn")


@pytest.mark.rule("card.final-justice", "common.wild")
def test_the_color_of_play_may_be_the_one_to_burn() -> None:
    one = judged("red-1 blue-1 blue-3", "blue").choose(0, "blue-1", "blue-3")
    assert one.cards_of(0) == ["red-1"]


@pytest.mark.rule("card.final-justice")
def test_which_cards_he_could_burn_is_hidden_from_the_others() -> None:
    one = judged("red-1 red-2 blue-1")
    asked = redact(one.of(Prompted)[-1], 1).prompt
    assert asked.options is None
    assert redact(one.of(Prompted)[-1], 0).prompt.options == ("done", "red-1", "red-2")


# Justice Punch


def punched(*answers: str, heroes: str = THREE, danger: str = "body-armor") -> Table:
    """He has played Justice Punch and given some answers after the color."""
    one = cap(heroes).hand(0, "justice-punch red-1 red-9 blue-1").danger(danger)
    return one.play(0, "justice-punch").choose(0, "red", *answers)


@pytest.mark.rule("card.justice-punch")
def test_the_next_is_named_once_the_one_before_has_acted() -> None:
    one = punched()
    assert one.moved("add") == []
    one.choose(0, "1")
    assert one.moved("add") == [(1, 1)]
    assert one.moved("burn") == []
    one.choose(0, "2")
    assert one.moved("burn") == [(2, 2)]
    assert one.dangers()[0] == "body-armor"
    assert one.asked == (0, "player")


@pytest.mark.rule("card.justice-punch", "ultimate.out")
def test_who_goes_out_by_it_is_not_offered_any_more() -> None:
    one = cap().hand(0, "justice-punch red-1 red-9").deck(1, size=1).play(0, "justice-punch")
    one.choose(0, "red", "1")
    assert one.out_now() == [1]
    assert one.asked == (0, "player")
    assert one.may(0) == {"0", "2"}


@pytest.mark.rule("card.justice-punch", "ultimate.last", "ultimate.out")
def test_the_last_one_left_in_wins_in_the_middle_of_it() -> None:
    one = cap(TWO).hand(0, "justice-punch red-1 red-9").deck(1, size=2).danger("maestro")
    one.play(0, "justice-punch").choose(0, "red", "0", "1")
    assert one.winner == 0
    assert one.dangers()[0] == "maestro"


@pytest.mark.rule("card.justice-punch", "ultimate.midway")
@pytest.mark.parametrize("size", [1, 2])
def test_when_he_goes_out_by_it_the_rest_is_dropped(size: int) -> None:
    one = cap().hand(0, "justice-punch red-1 red-9").deck(0, size=size).danger("maestro")
    one.play(0, "justice-punch").choose(0, "red", "0")
    if size == 2:
        one.choose(0, "0")
    assert one.out_now() == [0]
    assert one.burns() == [0, 0, 0]
    assert one.enemies() == ["", "", ""]
    assert one.dangers()[0] == "maestro"
    assert one.asked == (1, "turn")


# Shield Slash


def slashed(*answers: str, hand: str = "red-1 blue-1 blue-3") -> Table:
    """He has played Shield Slash, with Maestro before seat 1 and Tetu before seat 2."""
    one = cap().hand(0, f"shield-slash {hand}").enemy(1, "maestro").enemy(2, "tetu")
    return one.play(0, "shield-slash").choose(0, *answers)


@pytest.mark.rule("card.shield-slash")
def test_any_enemy_may_be_defeated() -> None:
    one = cap().hand(0, "shield-slash red-1 red-9").enemy(0, "red-skull")
    one.enemy(1, "maestro").enemy(2, "tetu").play(0, "shield-slash").choose(0, "red")
    assert one.asked == (0, "card")
    assert one.may(0) == {"red-skull", "maestro", "tetu"}
    one.choose(0, "tetu")
    assert one.enemies()[1:] == ["maestro", ""]
    assert "card.shield-slash" in one.cited


@pytest.mark.rule("card.shield-slash")
def test_without_an_enemy_it_only_names_the_color() -> None:
    one = cap().hand(0, "shield-slash red-1 red-9").play(0, "shield-slash").choose(0, "red")
    assert one.moved("defeat", "enemy") == []
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.shield-slash", "ultimate.play-again", "card.hide-in-plain-sight")
def test_a_banned_card_is_no_playable_card_for_a_second_play() -> None:
    one = table("ultimate", heroes="black-widow captain-america").top("red-3")
    one.hand(0, "hide-in-plain-sight red-1 red-9").enemy(0, "crossbones")
    one.hand(1, "shield-slash final-justice green-2").play(0, "hide-in-plain-sight")
    one.choose(0, "red", "burn").play(1, "shield-slash").choose(1, "red")
    assert one.enemies() == ["", ""]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.shield-slash", "ultimate.play-again", "common.uno.call")
def test_the_card_left_by_the_second_play_is_the_one_to_call() -> None:
    one = slashed("blue", "maestro", hand="blue-1 blue-3").play(0, "blue-1")
    assert one.exposed_now() == [0]
    one = slashed("blue", "maestro", hand="blue-1").keep(0)
    assert one.exposed_now() == [0]


@pytest.mark.rule("card.shield-slash", "ultimate.play-again", "common.draw")
def test_drawn_and_played_at_once_it_gives_a_second_play_of_any_card() -> None:
    one = cap().hand(0, "red-1 blue-1").deck(0, "shield-slash").enemy(1, "maestro").draw(0)
    one.play(0, "shield-slash").choose(0, "red")
    assert one.asked == (0, "again")
    assert one.may(0) == {"red-1", "pass"}
    assert one.play(0, "red-1").asked == (1, "turn")


@pytest.mark.rule("card.shield-slash", "ultimate.play-again")
def test_a_second_shield_slash_gives_a_play_again() -> None:
    one = slashed("blue", "maestro", hand="shield-slash red-1 blue-1").play(0, "shield-slash")
    assert one.choose(0, "red").enemies() == ["", "", ""]
    assert one.asked == (0, "again")
    assert one.play(0, "red-1").asked == (1, "turn")


@pytest.mark.rule("card.shield-slash", "ultimate.play-again", "card.disrupt", "ultimate.waiting")
def test_what_waits_for_the_next_card_meets_the_first_play_alone() -> None:
    one = last(TWO, card="red-4").danger("disrupt").hand(0, "shield-slash red-1 blue-1")
    one.enemy(1, "maestro").play(1, "red-4").play(0, "shield-slash").choose(0, "red")
    assert one.play(0, "red-1").moved("burn") == []


@pytest.mark.rule("card.shield-slash", "ultimate.midway")
def test_the_second_play_falls_away_when_he_resigns() -> None:
    assert slashed("blue", "maestro").resign(0).asked == (1, "turn")


@pytest.mark.rule("card.shield-slash", "ultimate.midway", "card.set-a-trap")
def test_the_second_play_falls_away_when_a_trap_takes_his_last_card() -> None:
    one = table("ultimate", heroes="black-widow captain-america hulk").top("red-3")
    one.hand(0, "set-a-trap red-1 red-9").hand(1, "shield-slash red-1 red-8").deck(1, size=2)
    one.enemy(2, "crossbones").play(0, "set-a-trap").choose(0, "red")
    one.play(1, "shield-slash").choose(1, "red", "burn")
    assert one.enemies() == ["", "", ""]
    assert one.out_now() == [1]
    assert one.asked == (2, "turn")


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
def test_what_is_put_on_others_is_not_his_to_pass_on() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "2")
    assert asked_by_reflexes(one) == 0
    assert one.moved("add") == [(2, 2)]


@pytest.mark.rule("card.super-human-reflexes", "common.choice-timeout")
def test_when_his_time_runs_out_it_stays_with_him() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "0")
    one.expire(0)
    assert one.moved("add") == [(0, 2)]


@pytest.mark.rule("card.super-human-reflexes", "common.skip")
def test_a_skip_is_passed_on() -> None:
    one = ready("red-skip red-8 yellow-2", TWO).play(1, "red-skip")
    assert one.asked == (0, "player")
    assert one.may(0) == {"no", "1"}
    one.choose(0, "1")
    assert one.skipped_now() == [1]
    one.play(0, "red-1")
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.super-human-reflexes", "common.reverse-two")
def test_a_reverse_that_skips_is_passed_on() -> None:
    one = ready("red-reverse red-8 yellow-2", TWO).play(1, "red-reverse").choose(0, "1")
    assert one.skipped_now() == [1]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.super-human-reflexes", "common.uno.catch")
def test_the_penalty_of_a_caught_uno_is_not_passed_on() -> None:
    one = cap(TWO).hand(0, "super-human-reflexes red-1").play(0, REFLEXES).choose(0, "red")
    one.catch(1, 0)
    assert one.moved("draw") == [(0, 2)]
    assert asked_by_reflexes(one) == 0


@pytest.mark.rule("card.super-human-reflexes", "ultimate.skip", "card.unstoppable")
def test_a_skip_passed_to_one_who_waits_already_is_still_one_lost_turn() -> None:
    one = reflex(position("unstoppable red-8 yellow-2").burn(1, 12)).play(1, "unstoppable")
    one.choose(1, "red")
    assert one.skipped_now() == [2]
    one.choose(0, "2")
    assert one.of(SkipChanged) == [SkipChanged(2, True), SkipChanged(2, False)]
    assert one.asked == (0, "turn")


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


@pytest.mark.rule("card.super-human-reflexes", "card.sabotage", "ultimate.hand-empty")
def test_a_hand_whose_last_wild_is_burned_wins_when_the_two_to_add_are_passed_on() -> None:
    one = cap("captain-america hulk black-widow").turn(2).hand(2, "sabotage red-1 red-9")
    one.hand(0, f"{REFLEXES} shield-slash").play(2, "sabotage").choose(2, "red")
    one.play(0, REFLEXES).choose(0, "red", "burn-wild")
    assert one.sizes()[0] == 0
    assert one.asked == (0, "player")
    one.choose(0, "1")
    assert one.moved("add") == [(1, 2)]
    assert one.winner == 0
    assert "ultimate.hand-empty" in one.cited


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


@pytest.mark.rule("card.super-human-reflexes", "ultimate.modify", "card.sonic-hand-cannons")
@pytest.mark.parametrize(("to", "burned"), [("2", (2, 2)), ("1", (1, 1))])
def test_the_cannons_make_more_of_what_the_one_burns_to_whom_it_was_passed(
    to: str, burned: tuple[int, int]
) -> None:
    one = position("gamma-charge red-8 yellow-2").items(1, "sonic-hand-cannons")
    reflex(one).play(1, "gamma-charge").choose(1, "red", "0").choose(0, to)
    if to == "2":
        one.choose(1, "yes")
    assert one.moved("burn") == [burned]


@pytest.mark.rule("card.super-human-reflexes", "ultimate.out", "ultimate.midway")
def test_who_goes_out_by_what_was_passed_on_is_spared_the_rest() -> None:
    one = reflex(position("hulk-smash red-8 yellow-2").deck(2, size=2)).play(1, "hulk-smash")
    one.choose(1, "red", "0").choose(0, "2")
    assert one.out_now() == [2]
    assert one.asked == (0, "player")
    assert one.may(0) == {"no", "1"}
    assert one.choose(0, "no").asked == (0, "turn")
    assert one.moved("burn") == [(1, 2), (0, 1)]


@pytest.mark.rule("card.super-human-reflexes", "card.viper")
def test_viper_bites_the_one_to_whom_an_add_was_passed() -> None:
    one = reflex(position("hulk-smash red-8 yellow-2", FOUR).enemy(3, "viper"))
    one.play(1, "hulk-smash").choose(1, "red", "0").choose(0, "3", "no")
    assert one.moved("burn") == [(1, 2), (3, 1), (0, 1)]


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


@pytest.mark.rule("card.super-human-reflexes", "ultimate.midway", "common.forfeit")
def test_what_he_was_asked_to_pass_on_falls_away_when_he_resigns() -> None:
    one = ready("hulk-smash red-8 yellow-2").play(1, "hulk-smash").choose(1, "red", "0")
    one.resign(0)
    assert one.moved("add") == []
    assert one.moved("burn") == [(1, 2)]
    assert one.asked == (2, "turn")


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


@pytest.mark.rule("card.charge", "ultimate.danger.until", "ultimate.enemy")
def test_charge_flips_until_an_enemy_which_comes_before_its_flipper() -> None:
    one = cap().turn(1).hand(1, "red-4 red-1 red-8").danger("charge rest rubble crossbones tetu")
    one.play(1, "red-4")
    assert one.enemies() == ["", "crossbones", ""]
    assert one.items_of(1) == []
    assert one.moved("add") == [(1, 1)]
    assert one.danger_pile() == ("rest", "rubble", "charge")
    assert one.dangers()[0] == "tetu"
    assert one.asked == (2, "turn")
    assert "card.charge" in one.cited


@pytest.mark.rule("card.charge", "ultimate.danger.until", "ultimate.danger.reshuffle")
def test_charge_goes_on_through_one_reshuffle_of_which_it_is_no_part() -> None:
    one = cap().hand(0, "red-4 red-1 red-8").danger("charge rest", rest="").play(0, "red-4")
    shuffled = one.of(Shuffled)
    assert [fact.zone for fact in shuffled] == ["danger"]
    assert "rest" in shuffled[0].order
    assert "charge" not in shuffled[0].order
    assert one.enemies()[0]


@pytest.mark.rule("card.charge", "ultimate.enemy")
def test_the_enemy_that_charge_finds_takes_the_place_of_another() -> None:
    one = cap().hand(0, "red-4 red-1 red-8").enemy(0, "madam-hydra").danger("charge red-skull")
    one.play(0, "red-4")
    assert one.enemies() == ["red-skull", "", ""]
    assert "madam-hydra" in one.danger_pile()
    assert one.moved("defeat", "enemy") == []


# Disrupt


@pytest.mark.rule("card.disrupt", "ultimate.event", "ultimate.waiting")
def test_disrupt_is_discarded_and_the_next_to_play_a_number_burns_two() -> None:
    one = cap().hand(0, "red-4 red-9 blue-1").hand(1, "red-1 red-8").danger("disrupt")
    one.play(0, "red-4")
    assert one.danger_pile() == ("disrupt",)
    assert one.burns() == [0, 0, 0]
    one.play(1, "red-1")
    assert one.moved("burn") == [(1, 2)]
    assert one.state.lasting == ()
    assert "card.disrupt" in one.cited


@pytest.mark.rule("card.disrupt")
@pytest.mark.parametrize("card", ["red-draw-two", "red-reverse", "red-skip", "gamma-charge"])
def test_an_action_card_burns_nothing_and_uses_disrupt_up(card: str) -> None:
    one = cap(TWO).hand(0, "red-4 red-9 blue-1").hand(1, f"{card} red-1 red-8").danger("disrupt")
    one.play(0, "red-4").play(1, card)
    if card == "gamma-charge":
        one.choose(1, "red")
    assert one.state.lasting == ()
    assert one.burns() == [int(card == "gamma-charge"), 0]


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


@pytest.mark.rule("card.body-armor", "card.justice-punch")
def test_what_a_wild_makes_its_owner_add_is_added() -> None:
    one = cap().hand(0, "justice-punch red-9 blue-1").items(0, "body-armor")
    one.play(0, "justice-punch").choose(0, "red", "0")
    assert one.moved("add") == [(0, 1)]


@pytest.mark.rule("card.body-armor", "card.black-widow")
def test_what_a_power_makes_its_owner_add_is_added() -> None:
    one = cap("captain-america black-widow").turn(1).hand(1, "blue-2 red-5 red-9").top("red-2")
    one.items(0, "body-armor").play(1, "blue-2").choose(1, "yes")
    assert one.moved("add") == [(0, 1)]


@pytest.mark.rule("card.body-armor", "card.crossbones", "card.red-guardian")
def test_body_armor_stops_no_burn_and_no_skip_of_an_enemy() -> None:
    one = cap("captain-america black-widow").turn(1).hand(1, "red-1 red-5 red-9")
    one.items(0, "body-armor").enemy(0, "crossbones").danger("red-guardian")
    assert one.play(1, "red-1").moved("burn") == [(0, 2)]
    one = cap("captain-america black-widow").turn(1).hand(1, "red-1 red-5 red-9")
    one.items(0, "body-armor").danger("red-guardian").play(1, "red-5")
    assert one.of(SkipChanged)[0] == SkipChanged(0, True)


@pytest.mark.rule("card.body-armor", "card.flash-bang", "card.suit-up")
@pytest.mark.parametrize("item", ["body-armor", "flash-bang"])
def test_his_items_can_be_destroyed(item: str) -> None:
    one = cap().turn(2).hand(2, "suit-up red-2 red-4").items(0, item).play(2, "suit-up")
    assert one.choose(2, "red", "yes").items_of(0) == []


@pytest.mark.rule("card.body-armor", "card.red-skull")
def test_body_armor_serves_its_owner_alone() -> None:
    one = cap().hand(0, "red-4 red-9 blue-1").items(1, "body-armor").danger("red-skull")
    assert one.play(0, "red-4").moved("add") == [(0, 1), (2, 1)]


@pytest.mark.rule("card.body-armor", "card.viper")
def test_viper_does_not_bite_for_what_body_armor_has_stopped() -> None:
    one = cap("captain-america black-widow").hand(0, "red-4 red-9 blue-1").danger("red-skull")
    one.items(1, "body-armor").enemy(1, "viper").play(0, "red-4")
    assert one.moved("burn") == []


# Flash Bang


def flashed(hand: str, heroes: str = THREE) -> Table:
    """He has discarded Flash Bang at the start of his turn; seat 1 has a hand."""
    one = cap(heroes).hand(0, "red-skip red-9 blue-1 red-2").hand(1, hand)
    seat = len(heroes.split()) - 1
    if seat != 1:
        one.hand(seat, "red-8 red-2")
    one.items(0, "flash-bang").turn(seat).expire(seat)
    assert one.asked == (0, "confirm")
    return one.choose(0, "yes")


HELD = "red-8 red-skip red-reverse red-draw-two unstoppable"


@pytest.mark.rule("card.flash-bang", "ultimate.item", "ultimate.start")
def test_flash_bang_may_be_discarded_to_keep_all_others_from_action_cards() -> None:
    one = flashed(HELD)
    assert one.items_of(0) == []
    assert one.danger_pile() == ("flash-bang",)
    assert one.asked == (0, "turn")
    assert {"red-skip", "red-9"} <= one.may(0)
    one.play(0, "red-9")
    assert one.may(1) == {"red-8", "draw"}
    for card in ("red-skip", "red-reverse", "red-draw-two", "unstoppable"):
        assert one.refusal(Play(1, card)) == "card.flash-bang"
    assert "card.flash-bang" in one.cited


@pytest.mark.rule("card.flash-bang")
def test_who_discarded_it_may_play_action_cards() -> None:
    assert flashed(HELD).play(0, "red-skip").skipped_now() == []


@pytest.mark.rule("card.flash-bang", "common.draw")
def test_an_action_card_drawn_under_flash_bang_cannot_be_played() -> None:
    one = cap(TWO).turn(1).hand(0, "red-9 blue-1").items(0, "flash-bang").hand(1, "red-8 blue-2")
    one.deck(1, "blue-3 red-skip").expire(1).choose(0, "yes").play(0, "red-9").draw(1)
    assert "red-skip" in one.cards_of(1)
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.flash-bang")
def test_flash_bang_may_be_kept_and_is_asked_for_again() -> None:
    one = cap(TWO).turn(1).items(0, "flash-bang").hand(1, HELD).expire(1).choose(0, "no")
    assert one.items_of(0) == ["flash-bang"]
    assert one.state.lasting == ()
    assert one.expire(0).expire(1).asked == (0, "confirm")


@pytest.mark.rule("card.flash-bang", "card.shuri", "ultimate.react", "ultimate.out.cards")
def test_nothing_is_banned_when_its_owner_resigns_while_shuri_answers() -> None:
    one = cap("captain-america shuri hulk").turn(2).items(0, "flash-bang").burn(1, "red-2")
    one.hand(1, "red-skip red-8").expire(2).choose(0, "yes")
    assert one.asked == (1, "confirm")
    assert one.state.lasting == ()
    one.resign(0).choose(1, "no")
    assert one.state.lasting == ()
    assert "red-skip" in one.may(1)


@pytest.mark.rule("card.flash-bang", "ultimate.skip")
def test_flash_bang_is_passed_over_when_nobody_else_will_play_before_the_next_turn() -> None:
    one = position("red-skip red-8 yellow-2", TWO).items(0, "flash-bang")
    reflex(one).play(1, "red-skip").choose(0, "1")
    assert one.asked == (0, "turn")
    assert one.items_of(0) == ["flash-bang"]


# what defeats his Enemies


@pytest.mark.rule("card.madam-hydra", "card.red-skull", "card.kinetic-force-shield")
@pytest.mark.parametrize("enemy", ["madam-hydra", "red-skull"])
def test_the_one_that_his_enemies_burn_can_become_none(enemy: str) -> None:
    one = cap(top="green-4").hand(0, "green-2 red-9 blue-1").enemy(1, enemy)
    one.items(1, "kinetic-force-shield").play(0, "green-2")
    assert one.asked == (1, "confirm")
    assert 1 not in [seat for seat, _ in one.choose(1, "yes").moved("burn")]


# Madam Hydra


@pytest.mark.rule("card.madam-hydra")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whenever_anybody_plays_a_green_card_whom_she_attacks_burns_one(seat: int) -> None:
    one = cap(top="green-4").turn(1).hand(1, "green-1 red-8 red-1").enemy(seat, "madam-hydra")
    one.play(1, "green-1")
    assert one.moved("burn") == [(seat, 1)]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.madam-hydra")
def test_green_action_cards_count_and_wilds_or_other_colors_do_not() -> None:
    one = cap(TWO, "green-4").hand(0, "green-skip justice-punch red-9 blue-1")
    one.enemy(1, "madam-hydra").play(0, "green-skip")
    assert one.moved("burn") == [(1, 1)]
    one = cap(top="green-4").hand(0, "final-justice red-9 red-4").enemy(1, "madam-hydra")
    one.play(0, "final-justice").choose(0, "green", "blue")
    assert one.state.color == "green"
    assert one.burns() == [0, 0, 0]


@pytest.mark.rule("card.madam-hydra")
@pytest.mark.parametrize("card", ["red-1", "yellow-1", "blue-1"])
def test_madam_hydra_minds_no_other_color(card: str) -> None:
    one = cap().first_turn().hand(0, f"{card} red-9 red-4").enemy(1, "madam-hydra").play(0, card)
    assert one.burns() == [0, 0, 0]


@pytest.mark.rule("card.madam-hydra", "common.draw")
def test_a_green_card_drawn_and_kept_counts_for_nothing() -> None:
    one = cap(top="green-4").hand(0, "red-9 red-4").deck(0, "green-2").enemy(1, "madam-hydra")
    assert one.draw(0).keep(0).burns() == [0, 0, 0]


@pytest.mark.rule("card.madam-hydra", "ultimate.waiting", "common.draw-two")
def test_madam_hydra_burns_after_the_cards_own_effect() -> None:
    one = cap(top="green-4").hand(0, "green-draw-two red-9 red-4").enemy(1, "madam-hydra")
    one.play(0, "green-draw-two")
    assert [verb for verb, seat, _ in moves(one) if seat == 1] == ["draw", "burn"]


@pytest.mark.rule("card.madam-hydra", "ultimate.skipped-enemy")
def test_madam_hydra_acts_on_a_player_who_waits_to_be_skipped() -> None:
    one = cap(top="green-4").hand(0, "green-2 red-9 red-4").enemy(1, "madam-hydra").skipped(1)
    assert one.play(0, "green-2").moved("burn") == [(1, 1)]


@pytest.mark.rule("card.madam-hydra", "ultimate.out", "ultimate.midway")
def test_who_burns_the_last_card_to_the_own_green_card_is_out() -> None:
    one = cap(top="green-3").hand(0, "green-4 red-9 red-4").enemy(0, "madam-hydra")
    one.deck(0, size=1).danger("red-skull").play(0, "green-4")
    assert one.out_now() == [0]
    assert one.dangers()[0] == "red-skull"
    assert one.asked == (1, "turn")


# Red Skull


@pytest.mark.rule("card.red-skull", "ultimate.enemy", "common.order")
def test_red_skull_flipped_has_everyone_add_one_from_the_flipper_on() -> None:
    one = cap().turn(1).hand(1, "red-4 red-8 red-1").danger("red-skull").play(1, "red-4")
    assert one.enemies() == ["", "red-skull", ""]
    assert one.moved("add") == [(1, 1), (2, 1), (0, 1)]
    assert one.burns() == [0, 0, 0]
    assert "card.red-skull" in one.cited


@pytest.mark.rule("card.red-skull", "ultimate.start", "common.order")
def test_at_the_start_of_the_turn_of_whom_he_attacks_everyone_burns_one() -> None:
    one = cap().hand(0, "red-1 red-9 blue-1").enemy(1, "red-skull").play(0, "red-1")
    assert one.moved("burn") == [(1, 1), (2, 1), (0, 1)]
    one.expire(1).expire(2)
    assert len(one.moved("burn")) == 3


@pytest.mark.rule("card.red-skull", "ultimate.skipped-enemy", "ultimate.skip")
def test_red_skull_burns_those_who_wait_to_be_skipped_but_not_at_their_turn() -> None:
    one = cap().hand(0, "red-1 red-9 blue-1").enemy(1, "red-skull").skipped(2).play(0, "red-1")
    assert one.moved("burn") == [(1, 1), (2, 1), (0, 1)]
    one = cap().hand(0, "red-skip red-9 blue-1").enemy(1, "red-skull").play(0, "red-skip")
    assert one.burns() == [0, 0, 0]


@pytest.mark.rule("card.red-skull", "ultimate.midway", "ultimate.out")
def test_red_skull_goes_on_when_whom_he_attacks_goes_out() -> None:
    one = cap().hand(0, "red-1 red-9 blue-1").enemy(1, "red-skull").deck(1, size=1)
    one.play(0, "red-1")
    assert one.out_now() == [1]
    assert one.moved("burn") == [(1, 1), (2, 1), (0, 1)]
    assert one.danger_pile() == ("red-skull",)
    assert one.asked == (2, "turn")
