"""Black Widow: her power, her Wilds, and what her cards put into the Danger Deck."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from cards.language import EditionDef, decode_edition
from games.engine import Chance, Play
from games.engine.facts import (
    CardsMoved,
    CardsShown,
    LastingEnded,
    LotDrawn,
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


@pytest.mark.rule("card.black-widow", "ultimate.power", "ultimate.play")
def test_when_her_play_changes_the_color_another_burns_a_card_of_the_hand_then_adds_one() -> None:
    one = changed()
    assert one.asked == (0, "confirm")
    one.choose(0, "yes")
    assert one.asked == (0, "player")
    assert one.may(0) == {"1", "2"}
    one.choose(0, "1")
    assert one.moved("burn", "hand") == [(1, 1)]
    assert one.moved("add") == [(1, 1)]
    assert one.verbs()[-2:] == ["burn", "add"]
    assert one.burned(1)[0] in ("red-8", "yellow-2", "yellow-4")
    assert one.sizes()[1] == 3
    assert one.decks() == [20, 19, 20]
    assert one.asked == (1, "turn")
    assert "card.black-widow" in one.cited


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


# all her Wilds

HERS = pytest.mark.parametrize("card", WILDS["black-widow"].split())
OF_HERS = [f"card.{card}" for card in WILDS["black-widow"].split()]


@pytest.mark.rule(*OF_HERS, "common.uno.call")
@HERS
@pytest.mark.parametrize("uno", [True, False])
def test_each_of_her_wilds_leaves_one_card_and_uno_to_be_called(card: str, uno: bool) -> None:
    one = widow().hand(0, f"{card} red-1").items(1, "rubble").play(0, card, uno=uno)
    one.choose(0, "red")
    if card == "hide-in-plain-sight":
        one.choose(0, "add")
    assert one.asked == (1, "confirm" if card != "swipe" else "turn")
    assert one.exposed_now() == ([] if uno else [0])


# Hide in Plain Sight


def hidden(word: str, heroes: str = "black-widow hulk") -> Table:
    """She has named a word, and red is in play; the others hold all their Wilds."""
    one = widow(heroes).hand(0, f"{WILDS['black-widow']} red-1")
    for seat, hero in enumerate(heroes.split()[1:], 1):
        one.hand(seat, f"{WILDS[hero]} red-draw-two red-skip red-8")
    return one.play(0, "hide-in-plain-sight").choose(0, "red", word)


def featuring(hero: str, word: str) -> set[str]:
    return {card for card in WILDS[hero].split() if word in FEATURES[card]}


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


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.start.until", "ultimate.skip")
def test_the_ban_outlives_a_turn_that_she_is_skipped() -> None:
    one = hidden("burn").play(1, "red-skip")
    assert one.asked == (1, "turn")
    assert one.may(1) & set(WILDS["hulk"].split()) == set()
    one.play(1, "red-8")
    assert one.state.lasting == ()


@pytest.mark.rule("card.hide-in-plain-sight", "ultimate.out.cards")
def test_the_ban_ends_when_she_goes_out() -> None:
    one = hidden("burn", THREE).resign(0)
    assert one.of(LastingEnded) == [LastingEnded(1, "out")]
    assert set(WILDS["hulk"].split()) <= one.may(1)


# Sabotage and Set a Trap


def sprung(card: str, *, wild: str = "") -> Table:
    """The trap has sprung for seat 2, who may hold a Wild; seat 1 has drawn, with one in hand."""
    one = widow(FOUR).hand(0, f"{card} {card} red-9").hand(1, "shield-slash blue-1")
    one.hand(2, f"red-8 green-1 green-2 {wild}").hand(3, "visionary blue-1").danger("viper")
    return one.play(0, card).choose(0, "red").expire(1).play(2, "red-8")


@pytest.mark.rule("card.set-a-trap")
def test_set_a_trap_is_for_the_player_who_plays() -> None:
    assert sprung("set-a-trap").choose(2, "add").moved("add") == [(2, 1)]
    assert sprung("set-a-trap").choose(2, "burn").moved("burn") == [(2, 3)]
    assert sprung("set-a-trap").choose(2, "flip").enemies() == ["", "", "viper", ""]


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
def test_a_trap_waits_through_draws(card: str) -> None:
    one = widow(FOUR).hand(0, f"{card} red-1 red-9").hand(3, "red-8 green-1 green-2")
    one.play(0, card).choose(0, "red").expire(1).expire(2)
    assert len(one.state.lasting) == 1
    one.play(3, "red-8")
    if card == "set-a-trap":
        one.choose(3, "burn")
    assert [seat for seat, _ in one.moved("burn")] == [3]


@pytest.mark.rule("card.sabotage", "card.set-a-trap", "ultimate.waiting")
@TRAPS
def test_a_trap_waits_through_all_that_is_no_play(card: str) -> None:
    one = widow(FOUR).hand(0, f"{card} red-1 red-9").enemy(1, "mikaboshi").burn(1, "red-2 red-4")
    one.items(1, "kinetic-claws rubble taser-baton").play(0, card).choose(0, "red")
    one.choose(1, "yes", "yes", "2", "yes", "3")
    assert one.verbs()[-5:] == ["recover", "add", "destroy", "burn", "destroy"]
    assert one.asked == (1, "turn")
    assert [effect.card for effect in one.state.lasting] == [card]


# Defy


def defied(hand: str, heroes: str = FOUR) -> Table:
    """She has flipped Defy; seat 1 is on turn with a hand and red in play."""
    one = widow(heroes).hand(0, "red-5 red-1 red-9").hand(1, hand).danger("defy rubble")
    return one.play(0, "red-5")


@pytest.mark.rule("card.defy", "ultimate.event", "ultimate.waiting")
def test_defy_is_discarded_and_waits() -> None:
    one = defied("red-1 red-skip")
    assert one.danger_pile() == ("defy",)
    assert [(effect.card, effect.seat) for effect in one.state.lasting] == [("defy", 0)]
    assert one.asked == (1, "turn")
    assert one.moved("add") == []


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


@pytest.mark.rule("card.defy", "ultimate.waiting", "common.draw")
def test_defy_waits_through_draws_for_its_flipper_too() -> None:
    one = widow("black-widow hulk").hand(0, "red-5 red-skip red-9").danger("defy")
    one.play(0, "red-5").expire(1)
    assert one.state.lasting != ()
    assert one.play(0, "red-skip").moved("add") == [(0, 2)]


@pytest.mark.rule("card.defy", "ultimate.waiting")
def test_defy_waits_through_all_that_is_no_play() -> None:
    one = widow(FOUR).hand(0, "red-5 red-1 red-9").enemy(1, "mikaboshi").burn(1, "red-2 red-4")
    one.items(1, "kinetic-claws rubble taser-baton").danger("defy").play(0, "red-5")
    one.choose(1, "yes", "yes", "2", "yes", "3")
    assert one.verbs()[-5:] == ["recover", "add", "destroy", "burn", "destroy"]
    assert [effect.card for effect in one.state.lasting] == ["defy"]


class DefyOnTop(Chance):
    """Chance that shuffles Defy to the top."""

    def shuffle(self, cards: Sequence[str], nth: int) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(sorted(cards, key="defy".__eq__))


@pytest.mark.rule("card.defy", "ultimate.waiting", "ultimate.danger.reshuffle")
def test_two_that_wait_under_one_name_both_fire() -> None:
    one = widow("black-widow hulk").hand(0, "set-a-trap red-1 red-9").danger("defy", rest="")
    one.hand(1, "red-4 red-skip red-3").use_chance(DefyOnTop(bytes(32)))
    one.play(0, "set-a-trap").choose(0, "red").play(1, "red-4").choose(1, "flip")
    assert [effect.card for effect in one.state.lasting] == ["defy", "defy"]
    one.expire(0).play(1, "red-skip")
    assert one.moved("add") == [(1, 2), (1, 2)]
    assert one.state.lasting == ()


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


@pytest.mark.rule("card.gauntlets", "card.taser-baton", "ultimate.start")
def test_the_enemy_acts_before_the_items_and_each_item_is_asked_for() -> None:
    one = before().items(1, "gauntlets taser-baton").enemy(1, "red-guardian").play(0, "red-1")
    assert one.moved("burn") == [(1, 1)]
    asked = one.prompt.source
    one.choose(1, "no")
    assert {asked, one.prompt.source} == {"gauntlets", "taser-baton"}
    assert one.choose(1, "no").asked == (1, "turn")


# her Enemies

COSTS = {"red-guardian": ["red"], "taskmaster": ["green", "yellow"], "viper": ["blue"]}
CARDS = "red-1 yellow-2 green-3 blue-2 red-skip yellow-reverse green-draw-two blue-skip swipe"


@pytest.mark.rule("card.red-guardian", "card.taskmaster", "card.viper", "ultimate.battle")
@pytest.mark.parametrize("card", CARDS.split())
@pytest.mark.parametrize("enemy", COSTS)
def test_a_card_of_a_color_of_the_cost_defeats_the_enemy_and_a_wild_does_not(
    enemy: str, card: str
) -> None:
    one = widow().first_turn().hand(0, f"{card} red-9 blue-1").enemy(0, enemy).play(0, card)
    if card == "swipe":
        one.choose(0, COSTS[enemy][0])
    assert (enemy in one.danger_pile()) == (card.partition("-")[0] in COSTS[enemy])


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


@pytest.mark.rule("card.viper", "card.hulk-smash")
def test_viper_bites_at_once_before_the_rest_of_the_card_that_has_added() -> None:
    one = widow().turn(1).hand(1, "hulk-smash red-1 red-4").enemy(0, "viper").play(1, "hulk-smash")
    one.choose(1, "red", "0")
    burned = [fact.cause for fact in one.of(CardsMoved) if (fact.verb, fact.seat) == ("burn", 0)]
    assert burned == ["viper", "hulk-smash"]


@pytest.mark.rule("card.viper", "ultimate.draw", "common.uno.catch")
@pytest.mark.parametrize("how", ["turn", "draw two", "uno"])
def test_a_draw_is_no_add_to_viper(how: str) -> None:
    one = widow("hulk black-widow").hand(0, "red-draw-two red-1").enemy(1, "viper")
    one.hand(1, "red-9 blue-1")
    if how == "turn":
        one.turn(1).draw(1)
    elif how == "draw two":
        one.play(0, "red-draw-two")
    else:
        one.turn(1).play(1, "red-9").catch(0, 1)
    assert one.decks()[1] in (18, 19)
    assert one.burns() == [0, 0]
