"""A fifth hero, Lodestar, who needs nothing but fifth_hero.json."""

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from bots.strategies.imagine import imagine
from cards.language import EditionDef, decode_edition, lint_edition
from games.engine import CatchUno, Play, observe, redact
from games.engine.facts import DirectionChanged, Prompted, SkipChanged
from tests.case_runner import ruleset_for
from tests.engine.ultimate.changed_editions import SHIPPED
from tests.laws.checks import (
    RULES,
    check_accepted,
    check_cards,
    check_citations,
    check_codec,
    check_end,
    check_enemies,
    check_fold,
    check_hands,
    check_nothing_half_done,
    check_order,
    check_packs,
    check_pure,
    check_refused,
    check_who_is_out,
)
from tests.laws.random_games import Game
from tests.table import Table, table

GAMES = 51


@lru_cache
def five() -> EditionDef:
    """The shipped edition with one more hero."""
    raw = json.loads(SHIPPED.read_text())
    more = json.loads(Path(__file__).with_name("fifth_hero.json").read_text())
    raw["cards"] += more["cards"]
    raw["decks"].append(more["deck"])
    return decode_edition(json.dumps(raw))


def at(heroes: str = "lodestar hulk shuri", top: str = "red-3") -> Table:
    """Lodestar is on turn in seat 0; red is in play."""
    return table(five(), heroes=heroes).top(top)


def waits(card: str, one: Table) -> Table:
    """Lodestar has played a Wild that lasts, and named red again."""
    return one.hand(0, f"{card} red-1 blue-2").play(0, card).choose(0, "red")


def test_the_edition_passes_the_lint() -> None:
    assert lint_edition(five()) == []
    assert [deck.size() for deck in five().decks] == [47] * 5


# the power


@pytest.mark.parametrize(("card", "recovered"), [("blue-1", 1), ("red-2", 0)])
def test_lodestar_recovers_when_anybody_changes_the_color(card: str, recovered: int) -> None:
    one = at(top="red-1").turn(2).burn(0, 3).hand(2, f"{card} red-3 red-8").play(2, card)
    assert one.burns()[0] == 3 - recovered


def test_lodestar_recovers_for_a_wild_and_for_an_event_that_changes_it() -> None:
    wild = at().burn(0, 3).hand(0, "undertow red-1 blue-2").play(0, "undertow").choose(0, "green")
    assert wild.burns()[0] == 2
    event = at().burn(0, 3).turn(1).hand(1, "red-5 red-1 red-9").danger("bend-and-break")
    assert event.play(1, "red-5").state.color == "green"
    assert event.burns()[0] == 2


# the Wilds


@pytest.mark.parametrize("enemies", [0, 1, 3])
def test_roll_call_counts_the_enemies_in_play(enemies: int) -> None:
    one = at().hand(0, "roll-call red-1 blue-2")
    for seat, enemy in list(enumerate(("the-carrion", "abomination", "tetu")))[:enemies]:
        one.enemy(seat, enemy)
    one.skipped(1, 2).play(0, "roll-call").choose(0, "red")
    assert one.burns()[1:] == [enemies, enemies]


def test_undertow_burns_two_of_another_who_is_made_to_lose_a_turn() -> None:
    one = waits("undertow", at().hand(1, "red-skip red-5 red-9"))
    one.play(1, "red-skip")
    assert one.done("burn") == [("burn", 2, 2)]
    assert one.asked == (0, "turn")
    assert one.state.lasting == ()


def test_undertow_does_not_burn_twice_for_one_lost_turn() -> None:
    one = waits("undertow", at().skipped(2).hand(1, "red-skip red-5 red-9")).play(1, "red-skip")
    assert one.done("burn") == []


def test_lean_years_recover_one_for_each_draw_of_another() -> None:
    one = waits("lean-years", at().burn(0, 5).hand(1, "red-draw-two red-5 red-9"))
    one.play(1, "red-draw-two")
    assert one.done("draw", "recover") == [("draw", 2, 2), ("recover", 0, 1)]
    one.expire(0)
    assert one.done("recover") == [("recover", 0, 1)]


def test_lean_years_recover_nothing_for_the_two_of_the_player_who_is_caught() -> None:
    one = at().burn(0, 5).hand(0, "lean-years red-1 blue-2").hand(1, "red-5 red-9").danger("rest")
    one.play(0, "lean-years").choose(0, "red").play(1, "red-5").catch(2, 1)
    assert one.done("draw", "recover") == [("draw", 1, 2)]
    assert one.asked == (2, "turn")


def test_an_open_house_asks_everybody_one_after_the_other() -> None:
    one = at().burn(2, 1).hand(0, "open-house red-1 blue-2").play(0, "open-house").choose(0, "red")
    asked = []
    for answer in ("no", "yes", "yes", "yes", "no"):
        asked.append(one.asked)
        one.choose(one.asked[0], answer)
    assert asked == [(seat, "confirm") for seat in (0, 1, 2, 2, 0)]
    assert one.done("burn", "recover") == [("burn", 0, 1), ("burn", 0, 1), ("recover", 2, 1)]
    assert one.asked == (1, "turn")


# the Events


def test_a_flood_burns_two_of_each_other_player_in_turn_order() -> None:
    one = at().counter().hand(0, "red-4 red-1 blue-2").danger("flood").play(0, "red-4")
    assert one.done("burn") == [("burn", 2, 2), ("burn", 1, 2)]


def test_low_tide_waits_for_the_next_to_recover() -> None:
    one = at().hand(0, "red-4 red-1 blue-2").danger("low-tide").burn(1, 3).items(1, "hulk-pants")
    one.play(0, "red-4").expire(1).choose(1, "yes")
    assert one.of(SkipChanged) == [SkipChanged(1, True)]
    assert one.state.lasting == ()


# the Items


@pytest.mark.parametrize(
    ("answer", "burns"), [("no", [2, 0, 0]), ("1", [0, 2, 0]), ("2", [0, 0, 2])]
)
def test_a_prism_passes_on_the_burn_of_an_item(answer: str, burns: list[int]) -> None:
    one = at("lodestar black-widow hulk").items(0, "prism").items(2, "rubble").turn(1).expire(1)
    one.choose(2, "yes", "0")
    assert (one.asked, one.prompt.source) == ((0, "player"), "prism")
    assert one.may(0) == {"no", "1", "2"}
    assert one.choose(0, answer).burns() == burns


def test_a_prism_passes_on_the_burn_of_an_event() -> None:
    one = at("lodestar black-widow hulk").items(0, "prism").turn(2).hand(2, "red-5 red-1 red-9")
    one.danger("flood").play(2, "red-5").choose(0, "1")
    assert one.burns() == [0, 4, 0]


def test_a_prism_does_not_pass_on_the_burn_of_a_wild() -> None:
    one = at("lodestar hulk shuri").items(0, "prism").turn(1).hand(1, "gamma-charge red-5 red-9")
    one.play(1, "gamma-charge").choose(1, "red", "0")
    assert one.burns() == [1, 0, 0]


def test_a_straight_road_bans_reverses_of_others() -> None:
    one = at().items(0, "straight-road").hand(0, "red-reverse red-1 blue-2")
    one.hand(2, "red-reverse red-8 red-2").turn(2)
    assert one.refusal(Play(2, "red-reverse")) == "card.straight-road"
    assert one.may(2) == {"red-8", "red-2", "draw"}
    one.play(2, "red-8").play(0, "red-reverse")
    assert one.of(DirectionChanged) == [DirectionChanged(-1)]


def branded(own: str = "roll-call undertow", *, second: str = "red-5 green-skip") -> Table:
    """Lodestar begins a turn; all must burn a number card from the hand, Lodestar last."""
    one = at().items(0, "brand").hand(0, own).hand(1, second).hand(2, "red-2 blue-1 blue-2")
    return one.turn(2).expire(2)


def test_a_brand_burns_from_the_hands_at_the_start_of_the_turn() -> None:
    one = branded()
    assert one.burned(1) == ("red-5",)
    assert one.asked == (2, "card")
    (asked,) = (fact for fact in one.of(Prompted) if fact.prompt.kind == "card")
    assert redact(asked, 0).prompt.options is None
    one.choose(2, "blue-1")
    assert one.burned(2) == ("blue-1",)
    assert one.asked == (0, "turn")


def test_a_hand_that_a_brand_brings_to_one_card_is_exposed_until_the_next_move() -> None:
    one = branded().choose(2, "blue-1")
    assert one.exposed_now() == [1]
    assert "common.uno.other" in one.cited
    assert one.refusal(CatchUno(2, 1)) == ""
    one.expire(0)
    assert one.exposed_now() == []


def test_so_is_the_hand_of_the_player_who_is_about_to_play() -> None:
    one = branded("red-1 undertow").choose(2, "blue-1")
    assert one.asked == (0, "turn")
    assert one.exposed_now() == [0, 1]
    assert one.catch(2, 0).sizes()[0] == 3
    assert one.asked == (0, "turn")


def test_an_exposed_hand_that_has_become_empty_is_not_caught_and_wins() -> None:
    one = at().items(0, "brand").hand(0, "roll-call undertow").hand(1, "red-1 red-5").skipped(2)
    one.hand(2, "red-2 blue-1 blue-2").turn(1).play(1, "red-1")
    assert one.asked == (2, "card")
    assert one.refusal(CatchUno(2, 1)) == "common.uno.catch"
    assert CatchUno(2, 1) not in one.may_besides(2)
    assert observe(one.ruleset, one.state, 2).exposed == ()
    assert one.choose(2, "blue-1").winner == 1
    assert "ultimate.hand-empty" in one.cited


# the Enemies


def test_the_maw_makes_each_burn_one_bigger_once_it_attacks() -> None:
    one = at().hand(0, "red-4 red-1 blue-2").danger("the-maw").play(0, "red-4")
    assert one.done("burn") == [("burn", 0, 1)]
    one = at().enemy(0, "the-maw").turn(1).hand(1, "gamma-charge red-5 red-9")
    one.play(1, "gamma-charge").choose(1, "red", "0")
    assert one.burns()[0] == 2


def test_the_maw_and_captain_america_leave_a_burn_as_it_was() -> None:
    one = at("lodestar captain-america hulk").enemy(1, "the-maw").turn(2)
    one.hand(2, "gamma-charge red-5 red-9").play(2, "gamma-charge").choose(2, "red", "1")
    assert one.burns()[1] == 1


@pytest.mark.parametrize(
    ("enemy", "card", "falls"),
    [
        ("the-maw", "red-1", True),
        ("the-maw", "red-skip", False),
        ("the-carrion", "red-4", True),
        ("the-carrion", "red-1", False),
        ("the-ebb", "red-skip", True),
        ("the-ebb", "roll-call", True),
        ("the-ebb", "red-1", False),
    ],
)
def test_a_number_a_danger_icon_and_an_action_card_are_costs_too(
    enemy: str, card: str, falls: bool
) -> None:
    one = at().enemy(0, enemy).danger("rest").hand(0, f"{card} red-2 blue-2").play(0, card)
    if one.asked == (0, "color"):
        one.choose(0, "red")
    assert (one.enemies()[0] == "") is falls


def test_the_carrion_draws_when_another_burns() -> None:
    one = at().enemy(0, "the-carrion").turn(1).hand(1, "unstoppable red-5 red-9")
    one.play(1, "unstoppable").choose(1, "red")
    assert one.done("burn", "draw") == [("burn", 1, 3), ("draw", 0, 1)]


def test_the_ebb_swaps_everybodys_cards_and_skips_the_player_who_recovers() -> None:
    one = at().hand(0, "red-4 red-1").burn(0, "blue-3 blue-4").burn(1, "blue-4").danger("the-ebb")
    one.hand(1, "red-5 red-9").play(0, "red-4").choose(0, "blue-3").choose(1, "red-5")
    assert (one.cards_of(0), one.cards_of(1)) == (["blue-3"], ["blue-4", "red-9"])
    assert one.burned(0)[0] == "red-1"
    assert one.burned(1) == ("red-5",)

    one = at().enemy(0, "the-ebb").burn(0, 2).hand(0, "undertow red-1 blue-2").skipped(1)
    one.play(0, "undertow").choose(0, "green")
    assert one.done("recover") == [("recover", 0, 1)]
    assert "the-ebb" in one.danger_pile()


# whole games


def games() -> Iterator[Game]:
    """Games of two, three and four, Lodestar in every one of them."""
    heroes = [deck.hero for deck in five().decks]
    orders = [
        order for seats in (2, 3, 4) for order in permutations(heroes, seats) if "lodestar" in order
    ]
    for number in range(GAMES):
        order = orders[number * len(orders) // GAMES]
        ruleset = ruleset_for("a fifth hero", five(), len(order), {}, order)
        yield Game(ruleset, number, 0.01 if number % 4 == 3 else 0.0)


def test_the_laws_hold_over_random_games() -> None:
    acted = set()
    for game in games():
        ruleset, rng = game.ruleset, Random(game.seed)
        known = RULES | set(ruleset.rules.values())
        for number, moment in enumerate(game.play()):
            state = moment.decision.state
            acted |= {ruling.rule for ruling in moment.decision.rulings}
            check_fold(moment)
            check_order(game, moment)
            check_hands(moment)
            check_citations(moment, known)
            check_nothing_half_done(state)
            check_who_is_out(state)
            check_enemies(state)
            if number % 20 == 0:
                check_pure(game, moment)
                check_codec(moment)
                check_packs(ruleset, state)
                legal = check_accepted(game, state)
                check_refused(ruleset, state, legal, rng, game.chance, known)
                for viewer in range(-1, ruleset.seats):
                    view = observe(ruleset, state, viewer)
                    assert observe(ruleset, imagine(ruleset, view, rng), viewer) == view
        check_cards(game, moment)
        check_end(moment)
    own = {f"card.{card.code}" for card in five().cards if "lodestar" in (card.hero, card.code)}
    assert own - acted == {"card.straight-road"}, "a ban is cited only where it refuses"
