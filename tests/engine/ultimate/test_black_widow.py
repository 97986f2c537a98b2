"""Black Widow: her power, her Wilds, and what her cards put into the Danger Deck."""

import json

import pytest

from cards.language import EditionDef, decode_edition
from games.engine import Chance, Play
from games.engine.facts import (
    CardsShown,
    LastingEnded,
    LotDrawn,
    Prompted,
    Taken,
    TurnBegan,
)
from games.engine.queries import playable
from games.engine.seen_facts import redact
from tests.table import DATA, Table, table

THREE = "black-widow hulk shuri"
FOUR = "black-widow captain-america hulk shuri"
EVERYBODY = (-1, 0, 1, 2)

FEATURES = {
    "hide-in-plain-sight": "",
    "sabotage": "add burn",
    "set-a-trap": "add burn",
    "swipe": "",
    "final-justice": "burn",
    "justice-punch": "add burn",
    "shield-slash": "",
    "super-human-reflexes": "",
    "gamma-charge": "burn",
    "hulk-smash": "add burn",
    "the-strongest": "burn",
    "unstoppable": "burn",
    "silent-strike": "add burn",
    "steadfast-resolve": "burn",
    "suit-up": "",
    "visionary": "",
}
WILDS = {
    "black-widow": "hide-in-plain-sight sabotage set-a-trap swipe",
    "captain-america": "final-justice justice-punch shield-slash super-human-reflexes",
    "hulk": "gamma-charge hulk-smash the-strongest unstoppable",
    "shuri": "silent-strike steadfast-resolve suit-up visionary",
}


def widow(heroes: str = THREE, top: str = "red-3") -> Table:
    """Black Widow on turn in seat 0, with red in play and no Danger card to come by itself."""
    return table("ultimate", heroes=heroes).top(top)


# her power


def changed(heroes: str = THREE) -> Table:
    """She has played blue on red."""
    one = widow(heroes, "red-2").hand(0, "blue-2 red-1 red-9").hand(1, "red-8 yellow-2 yellow-4")
    return one.play(0, "blue-2")


@pytest.mark.rule("card.black-widow")
def test_the_random_card_is_drawn_by_chance_and_its_number_hidden_from_all() -> None:
    one = changed()
    hand = one.cards_of(1)
    nth = one.state.shuffles
    one.choose(0, "yes", "1")
    picked = one.chance.pick(3, nth)
    assert one.of(LotDrawn) == [LotDrawn(3, picked, nth, hidden=True)]
    assert one.burned(1) == (hand[picked],)
    assert [redact(one.of(LotDrawn)[0], viewer).picked for viewer in EVERYBODY] == [None] * 4
    assert one.state.shuffles == nth + 1


@pytest.mark.rule("card.black-widow")
def test_any_card_of_the_hand_may_be_the_random_one() -> None:
    burned = set()
    for seed in range(20):
        one = changed()
        one.use_chance(Chance(bytes([seed]) * 32)).choose(0, "yes", "1")
        burned |= set(one.burned(1))
    assert burned == {"red-8", "yellow-2", "yellow-4"}


@pytest.mark.rule("card.black-widow")
def test_with_two_players_the_other_one_is_meant_without_asking() -> None:
    one = changed("black-widow hulk").choose(0, "yes")
    assert one.moved("burn", "hand") == [(1, 1)]


@pytest.mark.rule("card.black-widow", "ultimate.first")
@pytest.mark.parametrize("card", ["blue-2", "swipe"])
def test_the_first_card_of_the_game_does_not_set_off_her_power(card: str) -> None:
    one = widow().first_turn().hand(0, "blue-2 swipe red-9").play(0, card)
    if card == "swipe":
        one.choose(0, "blue")
    assert one.state.color == "blue"
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.black-widow", "common.wild")
def test_a_wild_that_names_another_color_sets_off_her_power() -> None:
    one = widow().hand(0, "swipe red-1 red-9").play(0, "swipe").choose(0, "blue")
    assert one.asked == (0, "confirm")


@pytest.mark.rule("card.black-widow")
def test_a_card_of_the_color_in_play_does_not_set_off_her_power() -> None:
    assert widow().hand(0, "red-2 red-1 red-9").play(0, "red-2").asked == (1, "turn")


@pytest.mark.rule("card.black-widow")
def test_a_color_that_somebody_else_changes_does_not_set_off_her_power() -> None:
    one = widow().turn(1).hand(1, "blue-3 red-1 red-9").play(1, "blue-3")
    assert one.state.color == "blue"
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.black-widow", "common.draw")
def test_a_card_drawn_and_played_at_once_sets_off_her_power() -> None:
    one = widow(top="red-2").hand(0, "green-1 green-3").deck(0, "blue-2").draw(0)
    assert one.play(0, "blue-2").asked == (0, "confirm")


@pytest.mark.rule("card.black-widow", "ultimate.win")
def test_her_last_card_wins_and_sets_off_nothing() -> None:
    one = widow(top="red-2").hand(0, "blue-2").play(0, "blue-2")
    assert one.winner == 0
    assert one.of(Prompted) == []


@pytest.mark.rule("card.black-widow", "ultimate.play")
def test_her_power_comes_after_the_text_of_her_wild() -> None:
    one = widow().hand(0, "hide-in-plain-sight red-1 red-9").play(0, "hide-in-plain-sight")
    one.choose(0, "blue")
    assert one.asked == (0, "mode")
    one.choose(0, "add")
    assert one.asked == (0, "confirm")
    assert len(one.state.lasting) == 1


@pytest.mark.rule("card.black-widow", "ultimate.waiting", "card.disrupt")
def test_her_power_comes_after_what_waits_and_before_battle_and_danger() -> None:
    one = widow("black-widow captain-america").turn(1).hand(1, "red-4 red-1 red-9")
    one.hand(0, "blue-4 red-1 red-9").enemy(0, "viper").danger("disrupt backlash").play(1, "red-4")
    one.play(0, "blue-4")
    assert one.asked == (0, "confirm")
    assert one.moved("burn") == [(0, 2)]
    assert one.enemies() == ["viper", ""]
    assert one.dangers()[0] == "backlash"
    one.choose(0, "no")
    assert one.enemies() == ["", ""]
    assert one.dangers()[0] != "backlash"


@pytest.mark.rule("card.black-widow", "ultimate.out", "ultimate.waiting")
def test_her_power_falls_away_when_what_waits_takes_her_last_card() -> None:
    one = widow("black-widow captain-america hulk").turn(2).hand(2, "red-4 red-1 red-9")
    one.hand(0, "blue-4 red-1 red-9").deck(0, size=2).danger("disrupt").play(2, "red-4")
    one.play(0, "blue-4")
    assert one.out_now() == [0]
    assert one.asked == (1, "turn")
    assert one.moved("add") == []


@pytest.mark.rule("card.black-widow", "ultimate.out.cards", "common.forfeit")
@pytest.mark.parametrize("answers", [(), ("yes",)])
def test_her_power_falls_away_when_she_resigns_while_asked(answers: tuple[str, ...]) -> None:
    one = changed().choose(0, *answers).resign(0)
    assert one.burns() == [0, 0, 0]
    assert one.sizes() == [0, 3, 5]
    assert one.asked == (1, "turn")


# all her Wilds

HERS = pytest.mark.parametrize("card", WILDS["black-widow"].split())
OF_HERS = [f"card.{card}" for card in WILDS["black-widow"].split()]


@pytest.mark.rule(*OF_HERS, "common.wild", "ultimate.play")
@HERS
def test_the_color_is_named_before_the_text_of_each_of_her_wilds(card: str) -> None:
    one = widow().hand(0, f"{card} red-1 red-9").items(1, "rubble").play(0, card)
    assert one.asked == (0, "color")
    assert one.state.lasting == ()
    assert one.items_of(1) == ["rubble"]


@pytest.mark.rule(*OF_HERS, "common.forfeit", "ultimate.midway", "ultimate.out.cards")
@HERS
def test_who_resigns_before_naming_a_color_does_nothing_with_a_wild(card: str) -> None:
    one = widow().hand(0, f"{card} red-1").items(1, "rubble").play(0, card).resign(0)
    assert one.state.color == "red"
    assert one.state.lasting == ()
    assert one.items_of(1) == ["rubble"]
    assert one.asked == (1, "confirm")
    assert one.choose(1, "no").asked == (1, "turn")


# Hide in Plain Sight


def hidden(word: str, heroes: str = "black-widow hulk") -> Table:
    """She has named a word, and red is in play; the others hold all their Wilds."""
    one = widow(heroes).hand(0, f"{WILDS['black-widow']} red-1")
    for seat, hero in enumerate(heroes.split()[1:], 1):
        one.hand(seat, f"{WILDS[hero]} red-draw-two red-skip red-8")
    return one.play(0, "hide-in-plain-sight").choose(0, "red", word)


def featuring(hero: str, word: str) -> set[str]:
    return {card for card in WILDS[hero].split() if word in FEATURES[card]}


@pytest.mark.rule("card.hide-in-plain-sight")
def test_she_names_add_or_burn_after_the_color() -> None:
    one = widow().hand(0, "hide-in-plain-sight red-1 red-9").play(0, "hide-in-plain-sight")
    assert one.asked == (0, "color")
    one.choose(0, "red")
    assert one.asked == (0, "mode")
    assert one.prompt.options == ("add", "burn")
    one.choose(0, "burn")
    assert one.asked == (1, "turn")
    assert "card.hide-in-plain-sight" in one.cited


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.features")
@pytest.mark.parametrize("word", ["add", "burn"])
@pytest.mark.parametrize("hero", ["captain-america", "hulk", "shuri"])
def test_nobody_may_play_a_card_that_features_the_word(hero: str, word: str) -> None:
    one = hidden(word, f"black-widow {hero}")
    banned = featuring(hero, word)
    assert banned
    open_to_play = {"red-draw-two", "red-skip", "red-8", "draw"} | set(WILDS[hero].split())
    assert one.may(1) == open_to_play - banned
    for card in banned:
        assert one.refusal(Play(1, card)) == "card.hide-in-plain-sight"


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.features")
@pytest.mark.parametrize("word", ["add", "burn"])
def test_her_own_cards_are_banned_as_well(word: str) -> None:
    one = hidden(word)
    assert playable(one.ruleset, one.state, 0) == ["red-1", "swipe"]


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.start.until")
def test_the_ban_ends_as_her_next_turn_begins() -> None:
    one = hidden("burn", THREE).play(1, "red-8")
    assert "steadfast-resolve" not in one.may(2)
    one.play(2, "red-8")
    ended = one.facts.index(LastingEnded(1, "turn"))
    assert isinstance(one.facts[ended - 1], TurnBegan)
    assert "ultimate.start.until" in one.cited
    one.play(0, "red-1")
    assert "gamma-charge" in one.may(1)


# Sabotage and Set a Trap


def trapped(card: str, hand: str, heroes: str = THREE) -> Table:
    """She has laid a trap with red in play; seat 1 is on turn with a hand."""
    one = widow(heroes).hand(0, f"{card} red-1 red-9").hand(1, hand)
    return one.play(0, card).choose(0, "red")


@pytest.mark.rule("card.sabotage")
def test_the_wild_that_was_just_played_is_no_wild_of_the_hand() -> None:
    one = trapped("sabotage", "unstoppable red-8 yellow-2").play(1, "unstoppable").choose(1, "red")
    assert one.moved("burn") == [(1, 3), (1, 4)]


@pytest.mark.rule("card.sabotage")
def test_of_several_wilds_the_player_picks_one_unseen() -> None:
    one = trapped("sabotage", "red-8 gamma-charge hulk-smash red-draw-two red-reverse red-skip")
    one.play(1, "red-8").choose(1, "burn-wild")
    assert one.asked == (1, "card")
    assert one.prompt.hidden
    assert one.may(1) == {"gamma-charge", "hulk-smash"}
    one.choose(1, "hulk-smash")
    assert one.burned(1) == ("hulk-smash",)
    assert one.moved("burn", "hand") == [(1, 1)]


def sprung(card: str, *, wild: str = "") -> Table:
    """The trap has sprung for seat 2, who may hold a Wild; seat 1 has drawn, with one in hand."""
    one = widow(FOUR).hand(0, f"{card} {card} red-9").hand(1, "shield-slash blue-1")
    one.hand(2, f"red-8 green-1 green-2 {wild}").hand(3, "visionary blue-1").danger("viper")
    return one.play(0, card).choose(0, "red").expire(1).play(2, "red-8")


@pytest.mark.rule("card.sabotage")
def test_sabotage_is_for_the_player_who_plays_and_their_wild_alone_counts() -> None:
    one = sprung("sabotage")
    assert one.moved("burn") == [(2, 4)]
    one = sprung("sabotage", wild="unstoppable").choose(2, "burn-wild")
    assert one.moved("burn", "hand") == [(2, 1)]
    assert one.moved("add") == [(2, 2)]


@pytest.mark.rule("card.set-a-trap")
def test_set_a_trap_is_for_the_player_who_plays() -> None:
    assert sprung("set-a-trap").choose(2, "add").moved("add") == [(2, 1)]
    assert sprung("set-a-trap").choose(2, "burn").moved("burn") == [(2, 3)]
    assert sprung("set-a-trap").choose(2, "flip").enemies() == ["", "", "viper", ""]


@pytest.mark.rule("card.sabotage", "ultimate.hand-empty")
def test_a_hand_that_burns_its_last_card_and_adds_two_has_not_won() -> None:
    one = trapped("sabotage", "red-8 gamma-charge").play(1, "red-8").choose(1, "burn-wild")
    assert one.winner is None
    assert one.sizes()[1] == 2
    assert one.exposed_now() == []


@pytest.mark.rule("card.set-a-trap")
def test_the_next_to_play_chooses_one_of_three() -> None:
    one = trapped("set-a-trap", "red-8 yellow-2").play(1, "red-8")
    assert one.asked == (1, "mode")
    assert one.prompt.options == ("add", "burn", "flip")


@pytest.mark.rule("card.set-a-trap", "ultimate.next", "card.red-guardian")
def test_after_a_danger_card_from_a_trap_the_next_is_the_one_after_its_flipper() -> None:
    one = widow().hand(0, "set-a-trap red-1 red-9").hand(1, "red-8 yellow-2")
    one.danger("red-guardian").play(0, "set-a-trap").choose(0, "red")
    one.play(1, "red-8").choose(1, "flip")
    assert one.enemies() == ["", "red-guardian", ""]
    assert one.asked == (0, "turn")


TRAPS = pytest.mark.parametrize("card", ["sabotage", "set-a-trap"])


@pytest.mark.rule("card.sabotage", "card.set-a-trap")
@TRAPS
def test_a_trap_fires_once(card: str) -> None:
    one = widow().hand(0, f"{card} red-1 red-9").hand(1, "red-8 yellow-2 yellow-4")
    one.hand(2, "red-2 yellow-3").play(0, card).choose(0, "red").play(1, "red-8")
    if card == "set-a-trap":
        one.choose(1, "burn")
    before = one.moved("burn")
    assert one.state.lasting == ()
    assert one.play(2, "red-2").asked == (0, "turn")
    assert one.moved("burn") == before


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "ultimate.waiting")
@TRAPS
def test_a_trap_waits_through_all_that_is_no_play(card: str) -> None:
    one = widow(FOUR).hand(0, f"{card} red-1 red-9").enemy(1, "mikaboshi").burn(1, "red-2 red-4")
    one.items(1, "kinetic-claws rubble taser-baton").play(0, card).choose(0, "red")
    one.choose(1, "yes", "yes", "2", "yes", "3")
    assert one.verbs()[-5:] == ["recover", "add", "destroy", "burn", "destroy"]
    assert one.asked == (1, "turn")
    assert [effect.card for effect in one.state.lasting] == [card]


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "ultimate.midway")
@TRAPS
def test_a_trap_that_has_sprung_goes_on_without_her(card: str) -> None:
    one = trapped(card, "red-8 gamma-charge yellow-4").play(1, "red-8").resign(0)
    assert one.asked == (1, "mode")
    one.choose(1, "burn-four" if card == "sabotage" else "burn")
    assert one.moved("burn") == [(1, 4 if card == "sabotage" else 3)]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "ultimate.out.cards", "ultimate.waiting")
@TRAPS
def test_a_trap_does_not_spring_when_she_resigns_before_the_card_is_done(card: str) -> None:
    one = trapped(card, "hulk-smash red-8 yellow-4")
    one.play(1, "hulk-smash").resign(0).choose(1, "red")
    assert one.of(LastingEnded) == [LastingEnded(1, "used")]
    assert one.moved("burn") == [(1, 2), (2, 1)]
    assert one.asked == (2, "turn")


# Swipe and Theft


def stealing(how: str, items: dict[int, str], heroes: str = FOUR) -> Table:
    """She has played Swipe, or flipped Theft, with these Items in play."""
    one = widow(heroes).hand(0, "swipe red-5 red-1 red-9").danger("theft")
    for seat, some in items.items():
        one.items(seat, some)
    return one.play(0, "swipe").choose(0, "red") if how == "swipe" else one.play(0, "red-5")


HOW = pytest.mark.parametrize("how", ["swipe", "theft"])


@pytest.mark.rule("card.swipe", "card.theft", "ultimate.react")
@HOW
def test_the_only_item_is_taken_at_once_and_that_is_no_destruction(how: str) -> None:
    one = stealing(how, {3: "rubble"}, FOUR)
    assert one.of(Taken)[-1] == Taken(0, "card", "rubble")
    assert one.items_of(0) == ["rubble"]
    assert one.items_of(3) == []
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.swipe", "card.theft", "card.hulk-pants")
@HOW
def test_hulk_pants_can_be_taken(how: str) -> None:
    assert stealing(how, {2: "hulk-pants"}).items_of(0) == ["hulk-pants"]


@pytest.mark.rule("card.swipe", "card.theft", "ultimate.item")
@HOW
def test_what_was_taken_serves_the_player_who_has_it_now(how: str) -> None:
    one = stealing(how, {1: "gauntlets"}, "black-widow hulk")
    assert one.asked == (1, "turn")
    one.expire(1)
    assert one.asked == (0, "confirm")
    assert one.prompt.source == "gauntlets"


# Defy


def defied(hand: str, heroes: str = FOUR) -> Table:
    """She has flipped Defy; seat 1 is on turn with a hand and red in play."""
    one = widow(heroes).hand(0, "red-5 red-1 red-9").hand(1, hand).danger("defy rubble")
    return one.play(0, "red-5")


@pytest.mark.rule("card.defy", "ultimate.waiting")
@pytest.mark.parametrize("card", ["red-draw-two", "red-reverse", "red-skip", "shield-slash"])
def test_the_next_to_play_adds_two_for_any_card_but_a_number(card: str) -> None:
    one = defied(f"{card} red-1 blue-1").play(1, card)
    if card == "shield-slash":
        one.choose(1, "red")
    assert one.moved("add") == [(1, 2)]
    assert one.sizes()[1] == 4
    assert one.state.lasting == ()
    assert "card.defy" in one.cited


@pytest.mark.rule("card.defy")
def test_a_number_card_adds_nothing_and_uses_defy_up() -> None:
    one = widow().hand(0, "red-5 red-1 red-9").hand(1, "red-1 blue-2").hand(2, "red-skip red-3")
    one.danger("defy").play(0, "red-5").play(1, "red-1")
    assert one.of(LastingEnded) == [LastingEnded(1, "used")]
    assert one.play(2, "red-skip").moved("add") == []


@pytest.mark.rule("card.defy", "ultimate.waiting", "common.draw")
def test_defy_waits_through_draws_for_its_flipper_too() -> None:
    one = widow("black-widow hulk").hand(0, "red-5 red-skip red-9").danger("defy")
    one.play(0, "red-5").expire(1)
    assert one.state.lasting != ()
    assert one.play(0, "red-skip").moved("add") == [(0, 2)]


@pytest.mark.rule("card.defy", "card.body-armor")
def test_body_armor_does_not_stop_defy() -> None:
    one = widow(FOUR).hand(0, "red-5 red-1 red-9").hand(1, "red-skip red-1").items(1, "body-armor")
    one.danger("defy").play(0, "red-5")
    assert one.play(1, "red-skip").moved("add") == [(1, 2)]


# Surveillance


@pytest.mark.rule("card.surveillance", "ultimate.event")
def test_its_flipper_alone_sees_the_hand_of_another_of_choice() -> None:
    one = widow().turn(1).hand(1, "red-4 red-1 red-8").hand(2, "red-2 blue-1 green-1")
    one.danger("surveillance").play(1, "red-4")
    assert one.asked == (1, "player")
    assert one.may(1) == {"0", "2"}
    one.choose(1, "2")
    shown = CardsShown("hand", 2, ("red-2", "blue-1", "green-1"), 1)
    assert one.of(CardsShown) == [shown]
    assert [redact(shown, viewer).cards is None for viewer in EVERYBODY] == [
        True,
        True,
        False,
        False,
    ]
    assert one.cards_of(2) == ["blue-1", "green-1", "red-2"]
    assert one.danger_pile() == ("surveillance",)
    assert "card.surveillance" in one.cited


@pytest.mark.rule("card.surveillance")
def test_with_two_players_the_other_hand_is_shown_at_once() -> None:
    one = widow("black-widow hulk").hand(0, "red-5 red-1").danger("surveillance").play(0, "red-5")
    assert [(fact.seat, fact.to) for fact in one.of(CardsShown)] == [(1, 0)]


# Taser Baton and Gauntlets


def before(heroes: str = THREE) -> Table:
    """Seat 0 is about to play red-1, after which seat 1 begins a turn."""
    return widow(heroes).hand(0, "red-1 red-9 blue-1")


@pytest.mark.rule("card.taser-baton")
def test_the_baton_may_be_kept_and_is_asked_for_again() -> None:
    one = before().items(1, "taser-baton").play(0, "red-1").choose(1, "no")
    assert one.asked == (1, "turn")
    assert one.items_of(1) == ["taser-baton"]
    assert one.skipped_now() == []
    assert one.expire(1).expire(2).expire(0).asked == (1, "confirm")


@pytest.mark.rule("card.taser-baton", "ultimate.skip")
def test_the_baton_is_passed_over_when_all_others_wait_to_be_skipped_already() -> None:
    one = table("ultimate", heroes="captain-america black-widow").top("red-3")
    one.hand(0, "super-human-reflexes red-1 red-9").hand(1, "red-skip red-5 red-9")
    one.items(0, "taser-baton").play(0, "super-human-reflexes").choose(0, "red")
    one.play(1, "red-skip").choose(0, "1")
    assert one.skipped_now() == [1]
    assert one.asked == (0, "turn")
    assert one.items_of(0) == ["taser-baton"]


@pytest.mark.rule("card.taser-baton", "ultimate.skip")
def test_the_baton_is_asked_for_while_one_other_does_not_wait() -> None:
    one = before().items(1, "taser-baton").skipped(0).play(0, "red-1")
    assert one.asked == (1, "confirm")


@pytest.mark.rule("card.gauntlets", "ultimate.start", "ultimate.item")
def test_at_the_start_of_each_turn_another_may_burn_one_and_the_gauntlets_stay() -> None:
    one = before().items(1, "gauntlets").play(0, "red-1")
    assert one.asked == (1, "confirm")
    one.choose(1, "yes")
    assert one.may(1) == {"0", "2"}
    one.choose(1, "0")
    assert one.moved("burn") == [(0, 1)]
    assert one.items_of(1) == ["gauntlets"]
    assert one.asked == (1, "turn")
    assert "card.gauntlets" in one.cited
    assert one.expire(1).expire(2).expire(0).asked == (1, "confirm")


@pytest.mark.rule("card.gauntlets")
def test_the_gauntlets_are_a_choice() -> None:
    one = before().items(1, "gauntlets").play(0, "red-1").choose(1, "no")
    assert one.burns() == [0, 0, 0]
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.gauntlets", "card.taser-baton", "ultimate.start")
def test_the_enemy_acts_before_the_items_and_each_item_is_asked_for() -> None:
    one = before().items(1, "gauntlets taser-baton").enemy(1, "red-guardian").play(0, "red-1")
    assert one.moved("burn") == [(1, 1)]
    asked = one.prompt.source
    one.choose(1, "no")
    assert {asked, one.prompt.source} == {"gauntlets", "taser-baton"}
    assert one.choose(1, "no").asked == (1, "turn")


@pytest.mark.rule("card.gauntlets", "card.taser-baton", "card.suit-up")
@pytest.mark.parametrize("item", ["gauntlets", "taser-baton"])
def test_her_items_can_be_destroyed(item: str) -> None:
    one = widow().turn(2).hand(2, "suit-up red-2 red-4").items(0, item).play(2, "suit-up")
    assert one.choose(2, "red", "yes").items_of(0) == []


# her Enemies


@pytest.mark.rule("card.red-guardian", "card.viper", "card.kinetic-force-shield")
@pytest.mark.parametrize("enemy", ["red-guardian", "viper"])
def test_the_one_that_her_enemies_burn_can_become_none(enemy: str) -> None:
    one = before().items(1, "kinetic-force-shield").enemy(1, enemy)
    if enemy == "viper":
        one.turn(2).hand(2, "silent-strike red-2 red-4").play(2, "silent-strike")
        one.choose(2, "red", "1")
    else:
        one.play(0, "red-9")
    assert one.asked == (1, "confirm")
    assert one.choose(1, "yes").moved("burn") == []


# Red Guardian


def guarded(*, new: bool = False) -> Table:
    """Crossbones attacks seat 0 and Red Guardian seat 1; red is in play."""
    one = table("ultimate", heroes="captain-america black-widow hulk").top("red-3")
    one.hand(0, "red-1 red-2 blue-3").hand(1, "red-9 green-1 blue-1").hand(2, "red-8 blue-2 blue-3")
    return one.enemy(0, "crossbones").enemy(1, "red-guardian", new=new)


@pytest.mark.rule("card.red-guardian")
def test_he_does_not_move_for_his_own_defeat() -> None:
    one = guarded().turn(1).play(1, "red-9")
    assert one.enemies() == ["crossbones", "", ""]
    assert one.asked == (2, "turn")


@pytest.mark.rule("card.red-guardian", "card.rest", "card.rubble")
def test_he_does_not_move_for_anything_but_a_defeat() -> None:
    one = guarded().hand(2, "blue-2 red-4 blue-3").items(2, "rubble").burn(2, 3).turn(1)
    one.danger("rest").expire(1).choose(2, "yes", "0")
    assert one.asked == (2, "turn")
    one.play(2, "red-4")
    assert one.verbs() == ["draw", "destroy", "burn", "play", "flip", "recover", "discard", "burn"]
    assert one.asked == (0, "turn")


@pytest.mark.rule("card.red-guardian", "ultimate.out.cards")
def test_he_does_not_move_for_an_enemy_that_leaves_with_its_player() -> None:
    one = guarded().resign(0)
    assert one.enemies() == ["", "red-guardian", ""]
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.red-guardian", "card.shield-slash", "ultimate.play-again")
def test_shield_slash_moves_him_as_well_before_the_second_play() -> None:
    one = table("ultimate", heroes="captain-america black-widow hulk").top("red-3")
    one.hand(0, "shield-slash red-2 blue-3").enemy(1, "red-guardian").enemy(2, "maestro")
    one.play(0, "shield-slash").choose(0, "red", "maestro")
    assert one.asked == (1, "confirm")
    one.choose(1, "yes")
    assert one.enemies() == ["", "", "red-guardian"]
    assert one.asked == (0, "again")


@pytest.mark.rule("card.red-guardian", "card.shield-slash")
def test_whom_he_attacks_sends_him_away_with_shield_slash() -> None:
    one = table("ultimate", heroes="captain-america black-widow hulk").top("red-3")
    one.hand(0, "shield-slash red-2 blue-3").enemy(0, "red-guardian").enemy(2, "maestro")
    one.play(0, "shield-slash").choose(0, "red", "maestro")
    assert one.asked == (0, "confirm")
    one.choose(0, "yes").play(0, "red-2")
    assert one.enemies() == ["", "", "red-guardian"]


@pytest.mark.rule("card.red-guardian", "card.shield-slash", "ultimate.battle.turn")
@pytest.mark.parametrize("new", [False, True])
def test_moved_on_this_turn_he_falls_in_the_second_battle_unless_he_was_drawn_on_it(
    new: bool,
) -> None:
    one = table("ultimate", heroes="captain-america black-widow hulk").top("red-3")
    one.hand(0, "shield-slash red-2 blue-3").enemy(0, "red-skull").enemy(2, "maestro")
    one.enemy(1, "red-guardian", new=new)
    one.play(0, "shield-slash").choose(0, "red", "maestro").choose(1, "no")
    assert one.asked == (1, "confirm")
    one.choose(1, "yes")
    assert one.enemies() == ["red-guardian", "", ""]
    one.play(0, "red-2")
    assert one.enemies() == ["red-guardian" if new else "", "", ""]


@pytest.mark.rule("card.red-guardian", "ultimate.enemy")
def test_moved_onto_another_enemy_he_takes_its_place() -> None:
    flips = {"ability": "trigger", "on": ["defeat"], "whose": "all"}
    flips["do"] = [{"effect": "flip", "who": "they"}]
    one = table(saying(crossbones=flips), heroes=FOUR).top("blue-3")
    one.hand(0, "blue-2 red-1 red-9").enemy(0, "viper").enemy(1, "crossbones")
    one.enemy(2, "red-guardian").danger("red-skull").play(0, "blue-2")
    assert one.enemies() == ["red-skull", "crossbones", "red-guardian", ""]
    assert one.asked == (2, "confirm")
    one.choose(2, "yes")
    assert one.enemies() == ["red-guardian", "crossbones", "", ""]
    assert one.danger_pile() == ("viper", "red-skull")
    assert one.moved("replace", "enemy") == [(0, 1)]
    assert one.asked == (1, "turn")


def saying(**more: dict[str, object]) -> EditionDef:
    """The edition with one more ability on each of some cards."""
    raw = json.loads((DATA / "ultimate_marvel.json").read_text())
    for card in raw["cards"]:
        if card["code"] in more:
            card["abilities"].append(more[card["code"]])
    return decode_edition(json.dumps(raw))


# Taskmaster


@pytest.mark.rule("card.taskmaster", "card.black-widow")
def test_under_taskmaster_black_widow_is_not_asked_even_as_she_defeats_him() -> None:
    one = widow().enemy(0, "taskmaster").hand(0, "green-3 red-9 blue-1").play(0, "green-3")
    assert one.state.color == "green"
    assert one.enemies()[0] == ""
    assert one.asked == (1, "turn")


@pytest.mark.rule("card.taskmaster", "card.black-widow")
def test_once_taskmaster_is_defeated_her_power_is_back() -> None:
    one = widow("black-widow hulk").enemy(0, "taskmaster").hand(0, "green-3 red-3 blue-1")
    one.play(0, "green-3").expire(1).play(0, "red-3")
    assert one.asked == (0, "confirm")


@pytest.mark.rule("card.taskmaster", "card.black-widow")
def test_taskmaster_silences_only_whom_he_attacks() -> None:
    one = widow().enemy(1, "taskmaster").hand(0, "green-3 red-9 blue-1").play(0, "green-3")
    assert one.asked == (0, "confirm")


@pytest.mark.rule("card.taskmaster", "card.kinetic-force-shield")
@pytest.mark.parametrize(("enemy", "asked"), [("taskmaster", (1, "turn")), ("", (0, "confirm"))])
def test_under_taskmaster_the_force_shield_is_not_asked_for(
    enemy: str, asked: tuple[int, str]
) -> None:
    one = before().items(0, "kinetic-force-shield").enemy(1, "radioactive-man")
    if enemy:
        one.enemy(0, enemy)
    assert one.play(0, "red-1").asked == asked


@pytest.mark.rule("card.taskmaster", "ultimate.start")
@pytest.mark.parametrize(
    "item", ["taser-baton", "gauntlets", "flash-bang", "rubble", "kinetic-claws"]
)
@pytest.mark.parametrize("enemy", ["taskmaster", "viper"])
def test_under_taskmaster_no_item_is_asked_for(item: str, enemy: str) -> None:
    one = before(FOUR).items(1, item).burn(1, "red-1").enemy(1, enemy).play(0, "red-1")
    assert one.asked == (1, "turn" if enemy == "taskmaster" else "confirm")


@pytest.mark.rule("card.taskmaster", "card.set-a-trap", "ultimate.item")
def test_taskmaster_does_not_end_what_a_wild_has_begun() -> None:
    one = widow().enemy(0, "taskmaster").hand(0, "set-a-trap red-1 red-9").hand(1, "red-8 red-1")
    one.play(0, "set-a-trap").choose(0, "red").play(1, "red-8")
    assert one.asked == (1, "mode")


# Viper


def bitten(hand: str, heroes: str = THREE) -> Table:
    """She flips Viper with a hand, and all others hold a Wild."""
    one = widow(heroes).hand(0, f"red-5 {hand}").danger("viper")
    for seat, hero in enumerate(heroes.split()[1:], 1):
        one.hand(seat, f"{WILDS[hero].split()[0]} red-4 red-8")
    return one.play(0, "red-5")


@pytest.mark.rule("card.viper", "ultimate.enemy")
def test_viper_flipped_shows_the_hand_to_all_burns_its_wild_and_adds_one() -> None:
    one = bitten("red-1 sabotage blue-1")
    shown = CardsShown("hand", 0, ("red-1", "sabotage", "blue-1"))
    assert one.of(CardsShown) == [shown]
    assert [redact(shown, viewer).cards for viewer in EVERYBODY] == [shown.cards] * 4
    assert one.moved("burn", "hand") == [(0, 1)]
    assert one.burned(0) == ("sabotage",)
    assert one.moved("add") == [(0, 1)]
    assert one.verbs()[-2:] == ["burn", "add"]
    assert one.enemies() == ["viper", "", ""]
    assert one.asked == (1, "turn")
    assert "card.viper" in one.cited


@pytest.mark.rule("card.viper", "card.rest")
def test_viper_minds_neither_a_turn_nor_a_color_nor_a_recovery() -> None:
    one = widow("hulk black-widow").turn(1).hand(1, "red-1 red-9 blue-2").burn(0, 3)
    one.enemy(0, "viper").hand(0, "green-1 green-5 red-4").danger("rest").play(1, "red-1")
    one.play(0, "green-1").expire(1).play(0, "green-5")
    assert one.moved("recover", "burn") == [(0, 1)]
    assert one.moved("burn") == []


@pytest.mark.rule("card.viper", "card.red-skull")
def test_viper_bites_only_whom_she_attacks() -> None:
    one = widow("black-widow captain-america hulk").hand(0, "red-5 red-1 red-9").enemy(1, "viper")
    one.danger("red-skull").play(0, "red-5")
    assert len(one.moved("add")) == 3
    assert one.moved("burn") == [(1, 1)]
