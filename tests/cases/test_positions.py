"""Positions of cases: every card of the box is in a zone, and omitted parts have defaults."""

from collections import Counter
from typing import Any

import pytest

from games.engine import Ruleset, State
from games.engine.zones import (
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
)
from tests.case_runner import Case, CaseError, given_state, read_case, ruleset_for
from tests.cases.raw import HEROIC, PLAIN, changed, differences, given
from tests.cases.test_cases import CASES
from tests.table import edition


def rules(case: Case) -> Ruleset:
    return ruleset_for(case.id, edition(case.variant), case.players, case.options, case.heroes)


def state_of(raw: dict[str, Any]) -> State:
    case = read_case(raw)
    return given_state(rules(case), case.given)


def box(ruleset: Ruleset) -> Counter[str]:
    """Every card of a game, and how many of each."""
    heroes = ruleset.heroes
    own = [card for hero in heroes for card in (*ruleset.decks[hero], *ruleset.dangers[hero])]
    return Counter([*ruleset.box, *heroes, *own])


def test_a_position_uses_every_card_of_the_box() -> None:
    for case in CASES:
        if case.given.turned_up is None:
            ruleset = rules(case)
            zones = given_state(ruleset, case.given).zones
            cards = Counter(card for pile in zones.values() for card in pile)
            assert cards == box(ruleset), case.id


def test_what_a_position_does_not_give_has_its_default() -> None:
    state = state_of(PLAIN)
    assert (state.dealer, state.current, state.direction, state.color) == (2, 0, 1, "red")
    assert len(state.zones[HAND[1]]) == len(state.zones[HAND[2]]) == 5
    assert all(card[-1].isdigit() for card in state.zones[HAND[1]])
    assert state.zones[DISCARD] == ("red-5",)
    assert len(state.zones[DRAW]) == 112 - 1 - 3 - 10


def test_a_draw_pile_of_given_size_leaves_the_rest_under_the_discard_top() -> None:
    state = state_of(given(PLAIN, draw_top=["blue-1", "blue-2"], draw_size=3))
    assert state.zones[DRAW][:0:-1] == ("blue-1", "blue-2") and len(state.zones[DRAW]) == 3
    assert state.zones[DISCARD][-1] == "red-5"


def test_what_a_position_of_heroes_does_not_give_has_its_default() -> None:
    state = state_of(HEROIC)
    zones = state.zones
    assert (state.current, state.turn, state.dealer, state.color) == (0, 1, -1, "red")
    assert [len(zones[DECK[seat]]) for seat in range(3)] == [20, 20, 20]
    assert [len(zones[BURN[seat]]) for seat in range(3)] == [0, 0, 0]
    assert [zones[HERO[seat]] for seat in range(3)] == [(hero,) for hero in HEROIC["heroes"]]
    for seat in (1, 2):
        hand = zones[HAND[seat]]
        assert len(hand) == 5 and {card[-1] for card in hand} <= set("12389")
    assert zones[DISCARD][-1] == "red-3" and len(zones[DISCARD]) == 3 * 47 - 60 - 13
    assert len(zones[DANGER]) == 24 and not zones[DANGER_DISCARD] and not zones[REMOVED]
    assert state.prompts[-1].kind == "turn"


def test_decks_and_burn_piles_are_listed_from_the_top() -> None:
    state = state_of(
        given(
            HEROIC,
            decks={0: ["blue-1", "blue-2"], 1: ["blue-1", "blue-8"]},
            deck_size={0: 2, 2: 7},
            burn={0: ["green-1", "green-3"], 2: {"n": 12}},
        )
    )
    zones = state.zones
    assert zones[DECK[0]] == ("blue-2", "blue-1")
    assert zones[DECK[1]][:-3:-1] == ("blue-1", "blue-8") and len(zones[DECK[1]]) == 20
    assert len(zones[DECK[2]]) == 7
    assert zones[BURN[0]] == ("green-3", "green-1")
    assert len(zones[BURN[2]]) == 12


def test_a_deck_without_a_size_is_as_large_as_the_cards_allow() -> None:
    state = state_of(given(HEROIC, burn={1: {"n": 27}}, hands={1: []}))
    assert len(state.zones[DECK[1]]) == 20 and len(state.zones[BURN[1]]) == 27
    state = state_of(given(HEROIC, decks={2: ["red-9", "red-8"]}, deck_size={2: 42}))
    assert len(state.zones[DECK[2]]) == 42
    listed = [card for card in rules(read_case(HEROIC)).decks["hulk"] if "-" in card[-2:]]
    state = state_of(given(HEROIC, decks={2: listed[:21]}, hands={2: []}))
    assert len(state.zones[DECK[2]]) == 21


def test_dangers_lie_in_front_of_seats_in_the_deck_and_in_its_discard() -> None:
    raw = given(
        HEROIC,
        enemies={0: "viper", 2: "maestro"},
        enemies_arrived_this_turn=[2],
        items={1: ["rubble", "gauntlets"]},
        danger_top=["rest", "defy"],
        danger_rest=["theft"],
    )
    state = state_of(raw)
    zones = state.zones
    assert (zones[ENEMY[0]], zones[ENEMY[2]]) == (("viper",), ("maestro",))
    assert state.enemy_since[0] < state.turn == state.enemy_since[2]
    assert zones[ITEMS[1]] == ("rubble", "gauntlets")
    assert zones[DANGER] == ("theft", "defy", "rest")
    assert len(zones[DANGER_DISCARD]) == 24 - 2 - 2 - 3
    alone = state_of(given(raw, danger_rest=[])).zones
    assert alone[DANGER] == ("defy", "rest")
    under = state_of({**raw, "given": raw["given"] | {"danger_rest": None}}).zones
    assert under[DANGER][:-3:-1] == ("rest", "defy") and not under[DANGER_DISCARD]


def test_before_the_first_card_nothing_lies_on_the_discard_pile() -> None:
    state = state_of(given(HEROIC, discard_top="none"))
    assert state.zones[DISCARD] == () and state.color == ""
    assert [len(state.zones[DECK[seat]]) for seat in range(3)] == [20, 20, 20]
    assert len(state.zones[REMOVED]) == 3 * 47 - 60 - 13


def test_the_cards_of_a_seat_that_is_out_have_left_the_game() -> None:
    state = state_of(given(HEROIC, out_before=[1]))
    assert state.is_out(1)
    assert not state.zones[HAND[1]] and not state.zones[DECK[1]]
    assert len(state.zones[REMOVED]) == 47


def test_the_top_of_the_discard_pile_may_be_of_any_hero_in_play() -> None:
    assert "red-4" not in rules(read_case(HEROIC)).decks["black-widow"]
    assert state_of(given(HEROIC, discard_top="red-4")).zones[DISCARD][-1] == "red-4"
    state = state_of(given(HEROIC, discard_top="gamma-charge", color="blue"))
    assert state.color == "blue"


def test_a_hand_of_one_card_can_be_caught_only_where_the_case_says_so() -> None:
    state = state_of(given(HEROIC, hands={0: ["red-1"], 1: ["red-1"]}, exposed=[1]))
    assert state.uno == ("missed", "exposed", "")


@pytest.mark.parametrize(
    "parts",
    [
        {"discard_top": ""},
        {"discard_top": "red-9", "hands": {seat: ["red-9"] for seat in range(3)}},
        {"discard_top": "visionary", "color": "red"},
        {"discard_top": "gamma-charge"},
        {"discard_top": "none", "color": "red"},
        {"hands": {0: ["red-4"]}},
        {"hands": {0: ["red-1", "red-1"]}},
        {"hands": {0: ["red-1"]}, "decks": {0: ["red-1"]}},
        {"hands": {0: "rest"}},
        {"decks": {0: ["blue-1", "blue-2"]}, "deck_size": {0: 1}},
        {"deck_size": {0: 0}},
        {"deck_size": {0: 45}},
        {"burn": {0: {"n": 30}}},
        {"burn": {0: ["gamma-charge"]}},
        {"enemies": {0: "tetu"}},
        {"enemies": {0: "rubble"}},
        {"enemies": {0: "viper", 1: "viper"}},
        {"items": {0: ["viper"]}},
        {"danger_top": ["rubble"], "items": {0: ["rubble"]}},
        {"enemies_arrived_this_turn": [0]},
        {"out_before": [1], "enemies": {1: "viper"}},
        {"out_before": [1], "deck_size": {1: 3}},
        {"out_before": [0]},
        {"exposed": [0]},
        {"draw_top": ["red-1"]},
        {"draw_size": 3},
        {"scores": {0: 1}},
        {"turned_up": ["red-1"]},
        {"turned_up": []},
        {"danger_top": ["hulk-trousers"]},
    ],
    ids=repr,
)
def test_a_position_that_cannot_be_is_none(parts: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match="heroic"):
        differences(given(HEROIC, **parts))


@pytest.mark.parametrize(
    "heroes",
    [[], ["hulk"], ["hulk", "hulk", "shuri"], ["hulk", "shuri", "thor"], ["", "hulk", "shuri"]],
    ids=repr,
)
def test_every_seat_has_a_hero_of_its_own(heroes: list[str]) -> None:
    with pytest.raises(CaseError, match="heroic"):
        differences(changed(HEROIC, heroes=heroes))


# fresh deals

FRESH = changed(HEROIC, given={"turned_up": []}, when=[], options={"first_seat": 1}, then={})


def test_a_fresh_deal_gives_seven_cards_of_the_own_deck_each() -> None:
    then = {"current": 1, "hand_size": {0: 7, 1: 7, 2: 7}, "direction": "clockwise"}
    assert differences(FRESH | {"then": then}) == []


def test_a_fresh_deal_can_be_wished_for() -> None:
    hand = ["red-4", "red-1", "red-2", "red-8", "blue-1", "blue-3", "green-8"]
    raw = FRESH | {
        "given": {
            "turned_up": [],
            "hands": {1: hand},
            "decks": {1: ["yellow-9"], 2: ["yellow-9"]},
            "danger_top": ["crossbones"],
        },
        "when": [
            {"seat": 1, "do": "play", "card": "red-4"},
            {"seat": 2, "do": "draw"},
        ],
        "then": {"hand_has": {1: ["yellow-9"], 2: ["yellow-9"]}, "enemy": {1: "crossbones"}},
    }
    assert differences(raw) == []
    assert differences(raw | {"then": {"deck_size_change": {0: 0, 1: -1, 2: -1}}}) == []
