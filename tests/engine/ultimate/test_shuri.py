"""Shuri: her power, her Wilds, and the Danger cards that come with her."""

import pytest

from games.engine import observe
from games.engine.facts import (
    Answered,
    CardsMoved,
    DirectionChanged,
    GameEnded,
    Prompted,
    SeatOut,
    SkipChanged,
    hidden_parts,
)
from tests.table import Table, table


def order(one: Table) -> list[str]:
    """What was done to cards, who lost a turn and when play turned round, in order."""
    found = []
    for fact in one.all_facts:
        match fact:
            case CardsMoved(verb=verb):
                found.append(verb)
            case SkipChanged(on=True):
                found.append("skip")
            case DirectionChanged():
                found.append("reverse")
    return found


def flips(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red card with the Danger icon, which flips this Danger card."""
    one = table("ultimate", heroes=heroes).top("red-3").danger(danger)
    return one.hand(0, f"{icon(heroes)} {PLAIN[heroes.split()[0]]}")


PLAIN = {
    "hulk": "red-1 blue-2 green-3",
    "shuri": "red-2 blue-1 green-2",
    "black-widow": "red-1 blue-2 green-3",
    "captain-america": "red-2 blue-1 green-2",
}
ICON = {"hulk": "red-5", "shuri": "red-6", "black-widow": "red-5", "captain-america": "red-6"}


def icon(heroes: str) -> str:
    """The red card with the Danger icon of the hero at seat 0."""
    return ICON[heroes.split()[0]]


def flipped(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 has flipped this Danger card."""
    return flips(danger, heroes).play(0, icon(heroes))


def watching(danger: str, heroes: str = "hulk shuri black-widow") -> Table:
    """As ``flips``, and Shuri at seat 1 has three cards and a Burn Pile of three."""
    return flips(danger, heroes).hand(1, "red-2 yellow-3 blue-1").burn(1, "blue-6 green-9 green-8")


def holding(wild: str, heroes: str = "shuri hulk black-widow") -> Table:
    """Seat 0 is about to play a Wild."""
    return table("ultimate", heroes=heroes).hand(0, f"{wild} red-2 blue-1 blue-3").top("red-3")


def starting(heroes: str = "hulk shuri black-widow") -> Table:
    """Seat 0 is about to play a red card; seat 1 comes next."""
    one = table("ultimate", heroes=heroes).top("red-8")
    return one.hand(0, PLAIN[heroes.split()[0]])


def goes_on(one: Table) -> Table:
    """Seat 0 plays, and the turn of seat 1 starts."""
    return one.play(0, next(card for card in one.cards_of(0) if card.startswith("red")))


# the power


@pytest.mark.rule("card.shuri", "card.charge", "ultimate.react", "ultimate.danger.until")
def test_shuri_is_asked_for_each_item_that_charge_throws_away_before_the_enemy_does_anything() -> (
    None
):
    one = watching("charge rubble rest hulk-pants abomination", "captain-america shuri hulk")
    one.play(0, "red-6")
    for _ in range(2):
        assert (one.asked, one.prompt.rule) == ((1, "confirm"), "card.shuri")
        assert one.done("add") == []
        one.choose(1, "no")
    assert one.done("add") == [("add", 0, 1)]
    assert [one.items_of(seat) for seat in range(3)] == [[], [], []]
    assert (one.enemies(), one.asked) == (["abomination", "", ""], (1, "turn"))


@pytest.mark.rule("card.shuri")
def test_nobody_else_sees_the_hand_card_of_a_swap_until_it_lies_on_the_pile() -> None:
    one = watching("rubble").play(0, "red-5").choose(1, "yes", "red-2")
    for viewer in (0, 2, -1):
        for fact in one.of(Prompted)[-2:]:
            assert "/prompt/options" in hidden_parts(fact, viewer)
            assert "/prompt/resume" in hidden_parts(fact, viewer)
        assert hidden_parts(one.of(Answered)[-1], viewer) == ("/option",)
        assert "red-2" not in repr(observe(one.ruleset, one.state, viewer).prompts)
    one.choose(1, "green-9")
    swapped = [fact for fact in one.of(CardsMoved) if fact.verb == "exchange"]
    assert [hidden_parts(fact, 0) for fact in swapped] == [(), ()]


# Silent Strike


@pytest.mark.rule("card.silent-strike", "ultimate.recover")
@pytest.mark.parametrize("items", ["rubble", "hulk-pants", "rubble kinetic-claws"])
def test_with_an_item_they_also_burn_two_and_shuri_recovers_two(items: str) -> None:
    one = holding("silent-strike").burn(0, "green-1 blue-2 green-8").items(0, items).burn(1, 3)
    one.play(0, "silent-strike").choose(0, "green", "2")
    assert one.done("add", "burn", "recover")[:3] == [
        ("add", 2, 1),
        ("burn", 2, 2),
        ("recover", 0, 2),
    ]
    assert (one.burned(0), one.deck_of(0)[-2:]) == (("green-8",), ("green-1", "blue-2"))
    assert (one.skips(), one.burns()[1]) == ([2], 3)
    assert order(one) == ["play", "add", "skip", "burn", "recover"]


# Steadfast Resolve


@pytest.mark.rule("card.steadfast-resolve", "ultimate.recover")
@pytest.mark.parametrize(
    ("items", "times"),
    [("", 1), ("rubble", 1), ("rubble gauntlets", 2), ("rubble gauntlets kinetic-claws", 3)],
)
def test_another_burns_one_and_shuri_recovers_one_once_for_each_item(
    items: str, times: int
) -> None:
    one = holding("steadfast-resolve").items(0, items).burn(0, "green-1 blue-2 green-8 blue-5")
    one.items(1, "taser-baton").play(0, "steadfast-resolve").choose(0, "green")
    assert (one.asked, set(one.prompt.options)) == ((0, "player"), {"1", "2"})
    one.choose(0, "2")
    assert one.done("burn", "recover") == [("burn", 2, 1), ("recover", 0, 1)] * times
    assert one.deck_of(0)[-times:] == ("green-1", "blue-2", "green-8")[:times]
    assert one.asked[0] == 1
    assert "card.steadfast-resolve" in one.cited


# Suit Up


@pytest.mark.rule("card.suit-up", "card.hulk-pants")
@pytest.mark.parametrize("items", ["", "hulk-pants"])
def test_with_nothing_to_destroy_suit_up_asks_nothing(items: str) -> None:
    one = holding("suit-up").items(1, items).play(0, "suit-up").choose(0, "green")
    assert (one.items_of(1), one.asked) == (items.split(), (2, "turn"))


@pytest.mark.rule(
    "card.suit-up",
    "card.hulk-pants",
    "card.rubble",
    "card.kinetic-claws",
    "card.kinetic-force-shield",
    "card.sonic-hand-cannons",
)
def test_every_item_but_hulk_pants_can_be_destroyed() -> None:
    items = "rubble kinetic-claws kinetic-force-shield sonic-hand-cannons"
    one = holding("suit-up").items(1, f"{items} hulk-pants").play(0, "suit-up")
    one.choose(0, "green", "yes")
    assert set(one.prompt.options) == set(items.split())


# Leapfrog


@pytest.mark.rule("card.leapfrog", "ultimate.next", "ultimate.event")
def test_the_flipper_of_leapfrog_burns_one_and_the_next_player_is_skipped() -> None:
    one = flipped("leapfrog")
    assert order(one) == ["play", "flip", "burn", "skip", "discard"]
    assert one.moved("burn") == [(0, 1)]
    assert (one.skips(), one.asked, one.danger_pile()[-1]) == ([1], (2, "turn"), "leapfrog")
    assert "card.leapfrog" in one.cited


# Sidestep


@pytest.mark.rule("card.sidestep", "common.reverse", "ultimate.event")
def test_the_flipper_of_sidestep_adds_one_and_play_turns_round() -> None:
    one = flipped("sidestep")
    assert one.done("add") == [("add", 0, 1)]
    assert [fact.direction for fact in one.of(DirectionChanged)] == [-1]
    assert order(one) == ["play", "flip", "add", "reverse", "discard"]
    assert (one.asked, one.danger_pile()[-1]) == ((2, "turn"), "sidestep")
    assert "card.sidestep" in one.cited


# Kinetic Claws


@pytest.mark.rule("card.kinetic-claws", "ultimate.power")
@pytest.mark.parametrize(
    ("enemy", "pile"), [("", "green-1 blue-2"), ("abomination", ""), ("taskmaster", "green-1")]
)
def test_without_an_enemy_or_over_an_empty_burn_pile_the_claws_are_not_asked_about(
    enemy: str, pile: str
) -> None:
    one = starting().items(1, "kinetic-claws").burn(1, pile).enemy(0, "viper")
    one = goes_on(one.enemy(1, enemy) if enemy else one)
    assert one.asked == (1, "turn")


# Kinetic Force Shield


def shielded(enemy: str, heroes: str = "hulk shuri captain-america") -> Table:
    """The turn of seat 1 begins, who has the Force Shield, with an Enemy attacking."""
    return goes_on(starting(heroes).items(1, "kinetic-force-shield").enemy(1, enemy))


@pytest.mark.rule("card.kinetic-force-shield")
def test_the_force_shield_is_for_enemies_only() -> None:
    one = flips("burnout", "hulk captain-america shuri").items(0, "kinetic-force-shield")
    one.play(0, "red-5")
    assert one.moved("burn") == [(0, 4)]
    one = holding("hulk-smash", "hulk shuri").hand(0, "hulk-smash red-1 blue-2")
    one.items(0, "kinetic-force-shield").items(1, "kinetic-claws").play(0, "hulk-smash")
    assert one.choose(0, "green").moved("burn") == [(0, 2), (1, 1)]
    one = starting("shuri hulk").items(0, "kinetic-force-shield").items(1, "rubble").burn(1, 12)
    assert goes_on(one).choose(1, "yes").moved("burn") == [(0, 2), (0, 2)]


@pytest.mark.rule("card.kinetic-force-shield", "ultimate.two-reducers", "card.captain-america")
def test_captain_america_with_the_force_shield_can_make_two_none() -> None:
    one = shielded("maestro", "hulk captain-america shuri").choose(1, "yes")
    assert (one.moved("burn"), one.asked) == ([], (1, "turn"))
    cited = [rule for rule in one.cited if rule.startswith("card.")]
    assert cited == ["card.captain-america", "card.kinetic-force-shield"]


# Sonic Hand Cannons


@pytest.mark.rule("card.sonic-hand-cannons", "ultimate.modify", "card.captain-america")
@pytest.mark.parametrize(("answer", "count"), [("yes", 1), ("no", 1)])
def test_the_cannons_come_before_captain_america_s_reduction(answer: str, count: int) -> None:
    one = holding("steadfast-resolve", "shuri captain-america").items(0, "sonic-hand-cannons")
    one.play(0, "steadfast-resolve").choose(0, "green", answer)
    assert one.moved("burn") == [(1, count)]
    assert ("card.captain-america" in one.cited) == (answer == "yes")


@pytest.mark.rule("card.sonic-hand-cannons", "ultimate.modify", "card.captain-america")
def test_one_more_is_asked_for_before_captain_america_burns_one_fewer() -> None:
    one = holding("silent-strike", "shuri captain-america").items(0, "sonic-hand-cannons")
    one.play(0, "silent-strike").choose(0, "green")
    assert (one.asked, "card.captain-america" in one.cited) == ((0, "confirm"), False)
    assert one.choose(0, "yes").moved("burn") == [(1, 2)]


@pytest.mark.rule("card.sonic-hand-cannons", "ultimate.out", "ultimate.last")
def test_the_one_more_card_may_be_the_last() -> None:
    one = holding("steadfast-resolve", "shuri hulk").items(0, "sonic-hand-cannons")
    one.deck(1, size=2).play(0, "steadfast-resolve").choose(0, "green", "yes")
    assert [fact.seat for fact in one.of(SeatOut)] == [1]
    assert (one.winner, one.of(GameEnded)[0].why) == (0, "last")


# Mikaboshi


@pytest.mark.rule(
    "card.mikaboshi", "card.radioactive-man", "card.tetu", "ultimate.battle", "ultimate.start"
)
@pytest.mark.parametrize(
    ("enemy", "colors"),
    [("mikaboshi", ["yellow"]), ("radioactive-man", ["green", "yellow"]), ("tetu", ["blue"])],
)
@pytest.mark.parametrize("card", ["red-3", "yellow-1", "green-1", "blue-2", "suit-up"])
def test_each_enemy_falls_to_the_colors_of_its_cost_alone(
    enemy: str, colors: list[str], card: str
) -> None:
    color = card.split("-")[0]
    one = table("ultimate", heroes="shuri hulk").hand(0, f"{card} red-7 red-8").enemy(0, enemy)
    one.top("red-1", "yellow" if color == "suit" else color).play(0, card)
    if color == "suit":
        one.choose(0, colors[0])
    assert one.enemies()[0] == ("" if color in colors else enemy)


# Tetu


@pytest.mark.rule("card.tetu", "card.hulk-pants")
@pytest.mark.parametrize("items", ["", "hulk-pants"])
def test_with_only_hulk_pants_or_nothing_tetu_destroys_nothing(items: str) -> None:
    one = goes_on(starting("shuri hulk").enemy(1, "tetu").items(1, items))
    assert (one.items_of(1), one.asked) == (items.split(), (1, "turn"))
