"""The keywords add, draw, burn and recover: effect, cause, and changes of the number."""

from collections.abc import Callable

import pytest

from cards.language import CardFilter
from games.engine.facts import CardsMoved
from tests.engine.ultimate.changed_editions import changed
from tests.table import Table, table

TWO = "hulk shuri"
THREE = "hulk shuri captain-america"


def hulk(heroes: str = TWO) -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table("ultimate", heroes=heroes).top("red-3")


def moved(one: Table, *verbs: str) -> list[tuple[str, int, int]]:
    """What happened to cards: the verb, to whom, how many."""
    return [
        (fact.verb, int(fact.target[-1]), len(fact.cards))
        for fact in one.of(CardsMoved)
        if fact.verb in verbs
    ]


# add


@pytest.mark.rule("ultimate.add")
def test_added_cards_come_from_the_top_of_the_own_deck_into_the_hand() -> None:
    one = hulk().hand(0, "hulk-smash red-1 red-9").hand(1, "blue-1 blue-2")
    one.deck(1, "green-1 green-2 green-8").play(0, "hulk-smash").choose(0, "red")
    assert one.cards_of(1) == ["blue-1", "blue-2", "green-1", "green-2"]
    assert one.burned(1) == ("green-8",)
    assert "ultimate.add" in one.cited


# draw


def draw_two(one: Table) -> Table:
    return one.turn(0).hand(0, "red-draw-two red-1 red-9").play(0, "red-draw-two")


def draw_on_the_turn(one: Table) -> Table:
    return one.turn(1).hand(1, "blue-1 blue-2").deck(1, "green-1 green-8").expire(1)


def penalty(one: Table) -> Table:
    return one.turn(0).hand(1, "blue-1").exposed(1).catch(0, 1)


DRAWS = pytest.mark.parametrize("drawing", [draw_two, draw_on_the_turn, penalty])


@pytest.mark.rule("ultimate.draw")
@DRAWS
def test_a_draw_takes_from_the_own_deck_but_wakes_nothing_that_names_adding(
    drawing: Callable[[Table], Table],
) -> None:
    one = drawing(hulk("hulk black-widow").enemy(1, "viper"))
    drawn = 1 if drawing is draw_on_the_turn else 2
    assert one.decks()[1] == 20 - drawn
    assert one.burns()[1] == 0


# burn


@pytest.mark.rule("ultimate.burn")
def test_burned_cards_come_from_the_top_of_the_deck_one_by_one_onto_the_burn_pile() -> None:
    one = hulk().hand(0, "unstoppable red-1 red-9").deck(0, "blue-2 blue-4 blue-8").burn(0, "red-5")
    one.play(0, "unstoppable").choose(0, "red")
    assert one.burned(0) == ("blue-8", "blue-4", "blue-2", "red-5")
    assert one.cards_of(0) == ["red-1", "red-9"]
    assert "ultimate.burn" in one.cited


def burns_from_hand(**fields: object) -> Table:
    """Hulk names red with a Wild by which all others burn cards of their hands."""
    effect = {"effect": "burn_from_hand", "who": "others", **fields}
    said = changed("gamma-charge", effects=[{"effect": "choose_color", "bind": "color"}, effect])
    one = table(said, heroes=THREE).top("red-3").hand(0, "gamma-charge red-1 red-9")
    one.hand(1, "red-2 blue-1 red-3 red-skip").hand(2, "blue-1 red-5")
    return one.play(0, "gamma-charge").choose(0, "red")


@pytest.mark.rule("ultimate.burn", "common.order")
def test_all_cards_of_a_color_are_burned_from_each_hand_at_once_and_no_player_is_asked() -> None:
    one = burns_from_hand(count="all", card={"color_bound": "color"})
    assert moved(one, "burn") == [("burn", 1, 3), ("burn", 2, 1)]
    assert [one.cards_of(1), one.cards_of(2)] == [["blue-1"], ["blue-1"]]
    assert one.asked == (1, "turn")
    assert one.exposed_now() == [1, 2]


@pytest.mark.rule("ultimate.burn")
def test_who_has_none_of_them_burns_none() -> None:
    one = burns_from_hand(count="all", card={"kind": ["wild"]})
    assert moved(one, "burn") == []


@pytest.mark.rule("ultimate.burn")
def test_where_a_card_must_stay_its_owner_chooses_which_only_if_there_is_a_choice() -> None:
    one = burns_from_hand(count="all", card={"color_bound": "color"}, keep=2)
    assert one.asked == (1, "card")
    one.choose(1, "red-skip", "red-2")
    assert [one.cards_of(1), one.cards_of(2)] == [["blue-1", "red-3"], ["blue-1", "red-5"]]
    one = burns_from_hand(count="all", card={"color_bound": "color"}, keep=1)
    assert moved(one, "burn") == [("burn", 1, 3), ("burn", 2, 1)]


@pytest.mark.rule("ultimate.burn", "common.order")
def test_each_of_several_players_burns_a_random_card_of_the_hand() -> None:
    one = burns_from_hand(at_random=True, count=2)
    assert moved(one, "burn") == [("burn", 1, 1), ("burn", 1, 1), ("burn", 2, 1), ("burn", 2, 1)]


# recover


@pytest.mark.rule("ultimate.recover")
def test_recovered_cards_go_from_the_top_of_the_burn_pile_under_the_deck_one_by_one() -> None:
    one = table("ultimate", heroes="shuri hulk").top("red-3").turn(1).hand(1, "red-1 red-9 blue-2")
    one.items(0, "kinetic-claws").enemy(0, "abomination").burn(0, "green-1 green-2 green-8")
    one.play(1, "red-1").choose(0, "yes")
    assert one.burned(0) == ("green-8",)
    assert one.deck_of(0)[-2:] == ("green-1", "green-2")
    assert "ultimate.recover" in one.cited


@pytest.mark.rule("ultimate.recover")
@pytest.mark.parametrize(("there", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_as_many_are_recovered_as_there_are(there: int, left: int) -> None:
    one = hulk().hand(0, "red-4 red-1 red-9").burn(0, there).danger("abomination").play(0, "red-4")
    assert one.burns()[0] == left
    assert one.decks()[0] == 20 - 1 + there - left


# what features what


@pytest.mark.rule("ultimate.features")
def test_what_a_card_does_later_counts_as_its_own_text() -> None:
    ruleset = hulk("black-widow captain-america hulk shuri").ruleset
    adding = ruleset.matching(CardFilter(keyword="add"))
    assert adding == {
        "sabotage",
        "set-a-trap",
        "justice-punch",
        "hulk-smash",
        "silent-strike",
    }
    assert ruleset.matching(CardFilter(keyword="burn")) == adding | {
        "final-justice",
        "gamma-charge",
        "the-strongest",
        "unstoppable",
        "steadfast-resolve",
    }


# whose doing it is


@pytest.mark.rule("ultimate.account", "card.sonic-hand-cannons")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_wild_an_item_and_an_event_are_the_doing_of_their_player(answer: str) -> None:
    wild = (
        hulk("shuri hulk").items(0, "sonic-hand-cannons").hand(0, "steadfast-resolve red-2 red-8")
    )
    wild.play(0, "steadfast-resolve").choose(0, "red", answer)
    assert wild.burns()[1] == (2 if answer == "yes" else 1)

    item = hulk("shuri black-widow").items(0, "sonic-hand-cannons gauntlets").turn(1)
    item.expire(1).choose(0, "yes", answer)
    assert item.burns()[1] == (2 if answer == "yes" else 1)

    event = hulk("shuri captain-america hulk").items(0, "sonic-hand-cannons").danger("backlash")
    event.hand(0, "red-4 red-3 red-2").play(0, "red-4").choose(0, answer, answer)
    assert event.burns() == [2, 2 if answer == "yes" else 1, 3 if answer == "yes" else 2]


@pytest.mark.rule("ultimate.account", "card.sonic-hand-cannons")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_trap_and_a_power_are_the_doing_of_whose_they_are(answer: str) -> None:
    trap = (
        hulk("black-widow shuri").items(0, "sonic-hand-cannons").hand(0, "set-a-trap red-1 red-9")
    )
    trap.hand(1, "red-2 blue-1 blue-2").play(0, "set-a-trap").choose(0, "red").play(1, "red-2")
    trap.choose(1, "burn").choose(0, answer)
    assert trap.burns()[1] == (4 if answer == "yes" else 3)

    power = hulk("hulk shuri").items(0, "sonic-hand-cannons").burn(0, 12).turn(1)
    power.expire(1).choose(0, answer)
    assert power.burns()[1] == (3 if answer == "yes" else 2)


@pytest.mark.rule("ultimate.account", "card.captain-america")
def test_fewer_names_burns_from_the_deck_alone() -> None:
    one = hulk("captain-america hulk").hand(0, "final-justice red-1 red-9 red-8 blue-1")
    one.play(0, "final-justice").choose(0, "green", "red", "red-1", "red-8", "red-9")
    assert one.burned(0) == ("red-9", "red-8", "red-1")
    assert one.changes() == []


# more and fewer


@pytest.mark.rule("ultimate.modify")
@pytest.mark.parametrize(("item", "burned"), [("gauntlets", 1), ("rubble", 2)])
def test_what_makes_a_burn_more_comes_before_what_makes_it_fewer(item: str, burned: int) -> None:
    one = hulk("hulk captain-america shuri black-widow").turn(3)
    one.items(0, f"{item} sonic-hand-cannons").expire(3).choose(0, "yes", "1", "yes")
    assert one.changes() == [
        ("card.sonic-hand-cannons", burned, burned + 1),
        ("card.captain-america", burned + 1, burned),
    ]
    assert one.burns()[1] == burned
    assert "ultimate.modify" in one.cited


@pytest.mark.rule("ultimate.two-reducers")
def test_two_that_make_fewer_come_one_after_the_other_and_may_leave_none() -> None:
    one = hulk("captain-america shuri hulk").items(0, "kinetic-force-shield").enemy(0, "maestro")
    one.turn(2).expire(2)
    assert one.asked == (0, "confirm")
    one.choose(0, "yes")
    assert one.changes() == [("card.captain-america", 2, 1), ("card.kinetic-force-shield", 1, 0)]
    assert one.burns()[0] == 0
    assert "ultimate.two-reducers" in one.cited


# equal cards of a Burn Pile

PILE = "blue-2 hulk-smash red-7 hulk-smash red-8"


@pytest.mark.rule("ultimate.burn.copies")
def test_of_equal_cards_of_a_burn_pile_the_uppermost_is_taken() -> None:
    one = hulk("hulk black-widow").hand(0, "red-5 red-1 red-9").danger("burnout").burn(0, PILE)
    one.deck(0, "green-1 green-2 green-5 green-3").play(0, "red-5")
    one.choose(0, "hulk-smash", "red-8", "green-3", "green-5")
    assert one.burned(0) == ("green-2", "green-1", "blue-2", "red-7", "hulk-smash")
    assert "ultimate.burn.copies" in one.cited


@pytest.mark.rule("ultimate.burn.copies", "card.shuri")
def test_shuri_takes_the_uppermost_of_equal_cards() -> None:
    pile = "blue-1 suit-up red-7 suit-up red-8"
    one = hulk("shuri hulk").hand(0, "red-6 red-2 blue-3").danger("rubble").burn(0, pile)
    one.play(0, "red-6").choose(0, "yes", "blue-3", "suit-up")
    assert one.burned(0) == ("blue-3", "blue-1", "red-7", "suit-up", "red-8")
    assert "ultimate.burn.copies" in one.cited


@pytest.mark.rule("ultimate.burn.copies")
def test_a_card_without_equal_ones_does_not_cite_the_rule_of_copies() -> None:
    one = hulk("shuri hulk").hand(0, "red-6 red-2 blue-3").danger("rubble").burn(0, "blue-1")
    one.play(0, "red-6").choose(0, "yes", "blue-3")
    assert "ultimate.burn.copies" not in one.cited
