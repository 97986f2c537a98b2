"""What seats and the public know of cards that they do not see, and the clues to hands."""

import pytest

from games.engine import MAX_CLUES, NOBODY, Clue, Resign, State, fold, observe
from games.engine.facts import Answered, CardsMoved, CardsShown, Prompted
from games.engine.prompts import Prompt
from tests.table import Table, table

Known = dict[str, tuple[str, ...]]


def known(one: Table, viewer: int) -> Known:
    """What a viewer knows of zones that it does not see."""
    return observe(one.ruleset, one.state, viewer).known


def everyone(one: Table) -> list[Known]:
    """What each seat knows, and last the public."""
    return [known(one, viewer) for viewer in (*range(one.seats), NOBODY)]


def clues(one: Table) -> list[tuple[int, str, str]]:
    """The seat, the act and the color of each clue."""
    views = [observe(one.ruleset, one.state, viewer) for viewer in (NOBODY, 0)]
    assert views[0].clues == views[1].clues
    return [(clue.seat, clue.what, clue.color) for clue in views[0].clues]


# by card


@pytest.mark.rule("common.memory", "avengers.draw-four.challenge", "xmen.draw-four.challenge")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_a_challenger_remembers_the_hand_and_no_other_player_knows_it(game: str) -> None:
    one = table(game).hand(0, "wild-draw-four green-8 green-9 green-9").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "green").choose(1, "yes")
    assert everyone(one) == [{}, {"hand:0": ("green-8", "green-9", "green-9")}, {}, {}]
    one.draw(2)
    if one.asked[1] == "drawn":
        one.keep(2)
    one.play(0, "green-9")
    assert known(one, 1) == {"hand:0": ("green-8", "green-9")}


@pytest.mark.rule("common.memory")
def test_a_card_drawn_unseen_adds_nothing_to_what_is_known_of_a_hand() -> None:
    one = table(seats=2).hand(0, "wild-draw-four red-8 green-9").hand(1, "green-1 green-2")
    one.top("red-5").draw_pile("blue-9 blue-8 blue-7 blue-6")
    one.play(0, "wild-draw-four").choose(0, "green").choose(1, "yes")
    assert one.sizes()[0] == 6
    assert known(one, 1) == {"hand:0": ("green-9", "red-8")}


@pytest.mark.rule("common.memory", "xmen.cerebro.reveal")
def test_all_remember_a_card_revealed_to_a_cerebro() -> None:
    one = table("xmen").hand(0, "wild-cerebro green-8").hand(1, "blue-3 blue-2").top("red-5")
    one.play(0, "wild-cerebro").choose(0, "1", "3").choose(1, "reveal")
    assert everyone(one) == [{"hand:1": ("blue-3",)}, {}, *[{"hand:1": ("blue-3",)}] * 2]
    one.choose(0, "blue").play(1, "blue-3")
    assert everyone(one) == [{}] * 4


@pytest.mark.rule("common.memory", "xmen.cerebro.reveal")
def test_a_card_shown_twice_is_known_once_and_a_second_copy_after_the_first_has_left_not() -> None:
    one = table("xmen").hand(1, "blue-3 blue-3 red-1").hand(0, "green-1 green-2").top("red-5")
    shown = CardsShown("reveal", 1, ("blue-3",))
    state = fold(one.state, [shown, shown])
    assert state.known == {"hand:1": {NOBODY: ("blue-3",)}}
    played = CardsMoved("play", 1, ("blue-3",), "hand:1", "discard")
    assert fold(state, [played]).known == {}


@pytest.mark.rule("common.memory", "card.surveillance")
def test_surveillance_is_remembered_by_the_player_who_looked() -> None:
    one = table("ultimate", heroes="black-widow hulk shuri").top("red-9").danger("surveillance")
    one.hand(0, "red-5 red-1").hand(1, "blue-2 red-3 yellow-8").play(0, "red-5").choose(0, "1")
    hand = ("blue-2", "red-3", "yellow-8")
    assert everyone(one) == [{"hand:1": hand}, {}, {}, {}]
    one.play(1, "red-3")
    assert known(one, 0) == {"hand:1": ("blue-2", "yellow-8")}


@pytest.mark.rule("common.memory", "card.viper")
def test_a_hand_that_viper_shows_is_known_to_all_less_the_wild_it_burns() -> None:
    one = table("ultimate", heroes="black-widow hulk shuri").top("red-9").danger("viper")
    one.hand(0, "red-5 sabotage blue-1 red-1").play(0, "red-5")
    assert [seen["hand:0"] for seen in everyone(one)[1:]] == [("blue-1", "red-1")] * 3


@pytest.mark.rule("common.memory", "card.shuri")
def test_a_card_swapped_from_a_burn_pile_into_a_hand_is_known_to_all() -> None:
    one = table("ultimate", heroes="hulk shuri").top("red-9").hand(0, "red-5 red-1")
    one.hand(1, "red-2 blue-2").burn(1, "green-9 blue-6").danger("rubble")
    one.play(0, "red-5").choose(1, "yes", "red-2", "green-9")
    assert everyone(one) == [{"hand:1": ("green-9",)}, {}, {"hand:1": ("green-9",)}]


@pytest.mark.rule("common.memory", "ultimate.recover")
def test_recovered_cards_are_known_under_the_deck_and_in_the_hand_that_adds_them() -> None:
    one = table("ultimate", heroes="hulk shuri").top("red-9").deck(0, "red-3 red-7", size=2)
    one.hand(0, "red-5 red-1").burn(0, "blue-6 yellow-2").danger("rest").play(0, "red-5")
    assert everyone(one) == [{"deck:0": ("blue-6",)}] * 3
    added = CardsMoved("add", 0, ("red-3", "red-7"), "deck:0", "hand:0")
    state = fold(one.state, [added])
    assert state.known == {"deck:0": {NOBODY: ("blue-6",)}}
    last = CardsMoved("add", 0, ("blue-6",), "deck:0", "hand:0")
    assert fold(state, [last]).known == {"hand:0": {NOBODY: ("blue-6",)}}
    burned = CardsMoved("burn", 0, ("blue-6",), "deck:0", "burn:0")
    assert fold(state, [burned]).known == {}


# what becomes uncertain


@pytest.mark.rule("common.memory")
def test_a_hand_put_under_the_pile_is_known_in_order_to_its_player_alone() -> None:
    one = table().hand(0, "wild-draw-four red-8 green-9").hand(1, "green-1 green-2").top("red-5")
    one.play(0, "wild-draw-four").choose(0, "green").choose(1, "yes")
    hand = one.state.zones["hand:0"]
    one.move(Resign(0))
    assert everyone(one) == [{"draw": hand[::-1]}, {}, {}, {}]


@pytest.mark.rule("common.memory")
def test_what_is_known_of_a_pile_ends_with_a_shuffle() -> None:
    one = table(seats=3).hand(0, "green-8 green-9").hand(1, "green-1 green-2").top("red-5")
    one.draw_pile("red-1", size=1).move(Resign(0))
    assert known(one, 0) == {"draw": ("green-9", "green-8")}
    while "common.reshuffle" not in one.cited:
        seat, kind = one.asked
        one.keep(seat) if kind == "drawn" else one.draw(seat)
    assert known(one, 0).get("draw") is None


@pytest.mark.rule("common.memory")
def test_a_card_that_leaves_a_hand_unseen_may_be_any_of_it() -> None:
    one = table(seats=4).hand(1, "red-1 red-1 red-2 blue-2").hand(2, "green-1").top("red-5")
    shown = CardsShown("hand", 1, ("red-1", "red-1", "red-2", "blue-2"), 0)
    taken = CardsMoved("take", 1, ("red-2",), "hand:1", "hand:2")
    assert fold(one.state, [shown, taken]).known == {
        "hand:1": {0: ("red-1",)},
        "hand:2": {1: ("red-2",)},
    }
    all_of_it = CardsMoved("take", 1, ("red-1", "red-1", "red-2", "blue-2"), "hand:1", "hand:2")
    assert fold(one.state, [shown, all_of_it]).known == {
        "hand:2": dict.fromkeys((0, 1), ("blue-2", "red-1", "red-1", "red-2"))
    }
    under = CardsMoved("take", 1, ("red-1", "red-1", "red-2", "blue-2"), "hand:1", "draw", True)
    assert fold(one.state, [shown, under]).known == {
        "draw": {1: ("blue-2", "red-2", "red-1", "red-1")}
    }


@pytest.mark.rule("common.memory")
def test_whoever_sees_which_of_the_known_cards_leaves_knows_the_rest() -> None:
    one = table(seats=4).hand(1, "red-1 red-2 blue-2").hand(2, "green-1").top("red-5")
    shown = CardsShown("hand", 1, ("red-1", "red-2", "blue-2"))
    taken = CardsMoved("take", 1, ("red-2",), "hand:1", "hand:2")
    assert fold(one.state, [shown, taken]).known == {
        "hand:1": {2: ("blue-2", "red-1")},
        "hand:2": {1: ("red-2",)},
    }


@pytest.mark.rule("common.memory")
def test_a_card_seen_to_leave_that_was_not_among_the_known_ones_changes_nothing() -> None:
    one = table(seats=4).hand(1, "red-1 red-2 blue-2").top("red-5")
    shown = CardsShown("reveal", 1, ("red-1",))
    played = CardsMoved("play", 1, ("red-2",), "hand:1", "discard")
    assert fold(one.state, [shown, played]).known == {"hand:1": {NOBODY: ("red-1",)}}


# clues


@pytest.mark.rule("common.memory")
def test_a_draw_instead_of_a_play_is_a_clue() -> None:
    one = table().hand(0, "green-1 green-2").hand(1, "green-3 green-4").top("red-5")
    one.draw_pile("blue-9 red-9 red-8")
    one.draw(0)
    assert one.state.clues == (Clue(0, "drew", 1, "red", "red-5", 2),)
    one.draw(1).keep(1)
    assert clues(one) == [(0, "drew", "red"), (1, "kept", "red")]
    one.draw(2).play(2, "red-8")
    assert clues(one)[2:] == [(2, "played", "red")]


@pytest.mark.rule("common.memory")
def test_a_card_chosen_from_the_hand_is_a_clue() -> None:
    one = table().hand(0, "red-1 green-2 green-3").top("red-5").play(0, "red-1")
    assert one.state.clues == (Clue(0, "chose", 1, "red", "red-5", 3, "red-1"),)


@pytest.mark.rule("common.memory")
def test_a_color_named_is_a_clue() -> None:
    one = table().hand(0, "wild green-2 green-3").top("red-5").play(0, "wild").choose(0, "green")
    assert clues(one) == [(0, "chose", "red"), (0, "named", "green")]


@pytest.mark.rule("common.memory")
def test_a_seat_that_is_out_leaves_no_clues() -> None:
    one = table().hand(0, "red-1 red-2 red-3").hand(1, "green-3 green-4").top("red-5")
    one.play(0, "red-1").draw_pile("blue-9").draw(1)
    assert clues(one) == [(0, "chose", "red"), (1, "drew", "red")]
    one.move(Resign(1))
    assert clues(one) == [(0, "chose", "red")]


@pytest.mark.rule("common.memory")
def test_a_question_about_a_card_drawn_changes_only_the_clue_of_its_own_draw() -> None:
    drawn = Prompt(seat=1, kind="drawn", options=("red-1", "pass"), hidden=True)
    facts = (Prompted(drawn), Answered(1, "pass", hidden=True))
    assert fold(State(seats=2), facts).clues == ()
    other = (Clue(0, "drew", 1, "red", "red-5", 2),)
    assert fold(State(seats=2, clues=other), facts).clues == other


@pytest.mark.rule("common.memory")
def test_only_the_last_clues_are_kept() -> None:
    zones = {"discard": (), "hand:0": ()}
    ask = Prompted(Prompt(seat=0, kind="color", options=("red", "blue")))
    facts = [ask, Answered(0, "red")] * (MAX_CLUES + 5)
    found = fold(State(seats=1, zones=zones), [ask, Answered(0, "blue"), *facts]).clues
    assert len(found) == MAX_CLUES
    assert {(clue.color, clue.top) for clue in found} == {("red", "")}
