"""The fields of a state that each fact changes, stated independently of the folds."""

from dataclasses import asdict
from typing import Any, get_args

import msgspec
import pytest

from games.engine import Clock, Clue, Fact, Prompt, Result, Setup, State, Window, evolve, fold
from games.engine.facts import (
    Answered,
    CallClosed,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    ClockChanged,
    ClockSpent,
    ClockStarted,
    ClockStopped,
    ColorChanged,
    DirectionChanged,
    EnemyCame,
    GameEnded,
    GameStarted,
    JudgeCalled,
    KeyRevoked,
    LastingBegan,
    LastingEffect,
    LastingEnded,
    LastingUsed,
    LotDrawn,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    Prompted,
    ResultChanged,
    Resumed,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
    ScorePenalized,
    SeatOut,
    Shuffled,
    SkipChanged,
    StandInBegan,
    StandInEnded,
    Taken,
    TimeShifted,
    TurnBegan,
    UnoChanged,
    UnoHeld,
    WindowClosed,
    WindowOpened,
    Withdrawn,
)
from games.engine.state_parts import JudgeCalls
from tests.table import table

FIRST = Prompt(seat=0, kind="turn")
SECOND = Prompt(seat=2, kind="color", options=("red", "blue"))
TRAP = LastingEffect(key=4, card="set-a-trap", ability=0, seat=1, until="turn_ends", uses=2)
REFLEXES = LastingEffect(
    key=7, card="super-human-reflexes", ability=0, seat=2, until="your_next_turn"
)
KNOWN = {"draw": {0: ("red-1", "", "red-3")}, "hand:0": {-1: ("red-4",), 2: ("red-4", "red-5")}}
DREW = Clue(seat=1, what="drew", turn=8, color="green", top="blue-1", held=4)
NAMED = Clue(seat=2, what="named", turn=9, color="red", top="blue-2", held=1)
ZONES = {
    "draw": ("red-1", "red-2", "red-3"),
    "discard": ("blue-1", "blue-2"),
    "hand:0": ("red-4", "red-5", "red-4"),
    "hand:1": (),
    "hand:2": ("green-1",),
}

CALLS = JudgeCalls((2, 0, 2), (0, 2), stops=True)

DROPPED: dict[str, Any] = {
    "due": (),
    "paused": False,
    "calls": JudgeCalls((2, 0, 2)),
    "window": None,
}
"""What the end of a game drops."""


def before() -> State:
    """A state in which no field has the value that a new one has."""
    return State(
        seats=3,
        zones=dict(ZONES),
        current=2,
        direction=-1,
        color="green",
        turn=9,
        idle=2,
        circling=4,
        skipped=0b110,
        out=0b010,
        gone=(0, 1, 0),
        uno=("missed", "", "called"),
        enemy_since=(3, 0, 5),
        lasting=(TRAP, REFLEXES),
        lasted=7,
        prompts=(FIRST, SECOND),
        dealer=1,
        round=3,
        scores=(50, 0, 120),
        shuffles=6,
        due=((0, 2), (2, 1)),
        paused=True,
        calls=CALLS,
        clock=Clock((5, 6, 7), (0, 1, 0), (30, 40), 500),
        window=Window(70, ((0, 1),)),
        ahead=250,
        unsigned=0b001,
        stand_ins=0b110,
        result=Result(0, "last", (1, 3, 2)),
        known=KNOWN,
        clues=(DREW,),
    )


def zones(**changed: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The zones, some of them changed; a hand is named hand_0."""
    return ZONES | {name.replace("_", ":"): cards for name, cards in changed.items()}


STARTED = Setup(variant="avengers", edition="0", seats=2, options={})
WITH_HEROES = Setup(variant="ultimate", edition="0", seats=2, options={}, heroes=("hulk", "shuri"))
NONE_YET = {"seats": 2, "gone": (0, 0), "uno": ("", ""), "enemy_since": (0, 0), "scores": (0, 0)}
SHARED = ("discard", "danger", "danger-discard", "revealed", "removed")
OWN = [f"{kind}:{n}" for n in (0, 1) for kind in ("hand", "deck", "burn", "enemy", "items", "hero")]

CHANGES: list[tuple[Fact, dict[str, Any]]] = [
    (
        GameStarted(STARTED),
        {**NONE_YET, "zones": dict.fromkeys(("draw", "discard", "hand:0", "hand:1"), ())},
    ),
    (GameStarted(WITH_HEROES), {**NONE_YET, "zones": dict.fromkeys((*SHARED, *OWN), ())}),
    (
        CardsPlaced("draw", ("red-8", "red-9")),
        {"zones": zones(draw=(*ZONES["draw"], "red-8", "red-9"))},
    ),
    (
        CardsMoved("draw", 0, ("red-3",), "draw", "hand:0"),
        {
            "zones": zones(draw=("red-1", "red-2"), hand_0=("red-4", "red-5", "red-4", "red-3")),
            "known": KNOWN | {"draw": {0: ("red-1",)}},
        },
    ),
    (
        CardsMoved("draw", 2, ("red-3", "red-2"), "draw", "hand:2"),
        {
            "zones": zones(draw=("red-1",), hand_2=("green-1", "red-3", "red-2")),
            "known": KNOWN | {"draw": {0: ("red-1",)}, "hand:2": {0: ("red-3",)}},
        },
    ),
    (
        CardsMoved("play", 0, ("red-5",), "hand:0", "discard"),
        {
            "zones": zones(hand_0=("red-4", "red-4"), discard=("blue-1", "blue-2", "red-5")),
            "known": KNOWN | {"hand:0": {-1: ("red-4",)}},
        },
    ),
    (
        CardsMoved("leave", 0, ("red-5", "red-4"), "hand:0", "hand:1"),
        {
            "zones": zones(hand_0=("red-4",), hand_1=("red-5", "red-4")),
            "known": {"draw": KNOWN["draw"], "hand:1": {0: ("red-4", "red-5")}},
        },
    ),
    (
        CardsMoved("forfeit", 0, ("red-4", "red-5"), "hand:0", "draw", bottom=True),
        {
            "zones": zones(hand_0=("red-4",), draw=("red-5", "red-4", *ZONES["draw"])),
            "known": {"draw": {0: ("red-5", "red-4", "red-1", "", "red-3")}},
        },
    ),
    (
        Shuffled("draw", ("red-2", "red-3", "red-1"), 6),
        {
            "zones": zones(draw=("red-2", "red-3", "red-1")),
            "shuffles": 7,
            "known": {"hand:0": KNOWN["hand:0"]},
        },
    ),
    (LotDrawn(3, 1, 6), {"shuffles": 7}),
    (LotDrawn(3, 1, 8, hidden=True), {"shuffles": 9}),
    (ColorChanged("blue"), {"color": "blue"}),
    (DirectionChanged(1), {"direction": 1}),
    (
        RoundBegan(4, 0),
        {
            "round": 4,
            "dealer": 0,
            "current": 0,
            "direction": 1,
            "color": "",
            "idle": 0,
            "circling": 0,
            "skipped": 0,
            "lasting": (),
            "uno": ("", "", ""),
            "clues": (),
        },
    ),
    (RoundEnded(3, 0, "out"), {}),
    (TurnBegan(0), {"current": 0, "idle": 0, "circling": 0, "turn": 10}),
    (TurnBegan(1, 3, 5), {"current": 1, "idle": 3, "circling": 5, "turn": 10}),
    (EnemyCame(1, 9), {"enemy_since": (3, 9, 5)}),
    (EnemyCame(2, -1), {"enemy_since": (3, 0, -1)}),
    (SkipChanged(0, True), {"skipped": 0b111}),
    (SkipChanged(2, False), {"skipped": 0b010}),
    (SkipChanged(1, True), {}),
    (UnoChanged(0, "exposed"), {"uno": ("exposed", "", "called")}),
    (UnoChanged(2, ""), {"uno": ("missed", "", "")}),
    (
        SeatOut(2, "resigned", 2),
        {"out": 0b110, "stand_ins": 0b010, "gone": (0, 1, 2), "due": ((0, 2),)},
    ),
    (SeatOut(1, "resigned", 2), {"stand_ins": 0b100, "gone": (0, 2, 0), "clues": ()}),
    (CardsShown("dealer", 0, ("red-4",)), {}),
    (
        CardsShown("hand", 0, ("red-4", "red-5", "red-4"), 1),
        {
            "known": KNOWN | {"hand:0": KNOWN["hand:0"] | {1: ("red-4", "red-4", "red-5")}},
        },
    ),
    (
        CardsShown("reveal", 0, ("red-5",)),
        {"known": KNOWN | {"hand:0": {-1: ("red-4", "red-5")}}},
    ),
    (
        LastingBegan(msgspec.structs.replace(TRAP, key=8)),
        {"lasting": (TRAP, REFLEXES, msgspec.structs.replace(TRAP, key=8)), "lasted": 8},
    ),
    (LastingUsed(4), {"lasting": (msgspec.structs.replace(TRAP, uses=1), REFLEXES)}),
    (LastingEnded(4, "used"), {"lasting": (REFLEXES,)}),
    (Prompted(FIRST), {"prompts": (FIRST, SECOND, FIRST)}),
    (Answered(2, "red"), {"prompts": (FIRST,), "clues": (DREW, NAMED)}),
    (Answered(2, "red", hidden=True), {"prompts": (FIRST,), "clues": (DREW, NAMED)}),
    (Taken(1, "card", "red-1"), {}),
    (Withdrawn(2), {"prompts": (FIRST,)}),
    (ScoreChanged(0, 25, 75), {"scores": (75, 0, 120)}),
    (
        GameEnded(2, "target", (2, 3, 1)),
        {
            "result": Result(2, "target", (2, 3, 1)),
            "prompts": (),
            "stand_ins": 0,
            **DROPPED,
        },
    ),
    (
        GameEnded(None, "void", None),
        {
            "result": Result(-1, "void", None),
            "prompts": (),
            "stand_ins": 0,
            **DROPPED,
        },
    ),
    (ScorePenalized(2, 20, 100), {"scores": (50, 0, 100)}),
    (PenaltyDue(1, 3), {"due": ((0, 2), (2, 1), (1, 3))}),
    (PenaltyDrawn(0, 2), {"due": ((2, 1),)}),
    (Paused(), {}),
    (Resumed(), {"paused": False, "calls": JudgeCalls((2, 0, 2), (0, 2))}),
    (JudgeCalled(1), {"calls": JudgeCalls((2, 0, 2, 1), (0, 2, 1), stops=True)}),
    (CallClosed(2, "noted"), {"calls": JudgeCalls((2, 0, 2), (0,), stops=True)}),
    (KeyRevoked(2), {"unsigned": 0b101}),
    (StandInBegan(0), {"stand_ins": 0b111}),
    (StandInEnded(2), {"stand_ins": 0b010}),
    (WindowOpened(80), {"window": Window(80, ((0, 1),))}),
    (UnoHeld(2, 2), {"window": Window(70, ((0, 1), (2, 2)))}),
    (WindowClosed(), {"window": None}),
    (ClockStarted(2, 600, 7, 1), {"clock": Clock((5, 6, 7), (0, 1, 0), (30, 7), 600)}),
    (ClockStopped(2, 45, 1), {"clock": Clock((5, 6, 7), (0, 1, 0), (30, 45), 0)}),
    (TimeShifted(3_600_000), {"ahead": 3_600_000}),
    (ClockChanged(2, 9), {"clock": Clock((5, 6, 9), (0, 1, 0), (30, 40), 500)}),
    (ClockSpent(2, 45, 4, 1, 1), {"clock": Clock((5, 6, 4), (0, 1, 1), (30,), 0)}),
    (
        ResultChanged(0, "corrected", (1, 3, 2)),
        {"result": Result(0, "corrected", (1, 3, 2))},
    ),
    (
        ResultChanged(None, "corrected", (1, 1, 3)),
        {"result": Result(-1, "corrected", (1, 1, 3))},
    ),
]


@pytest.mark.parametrize(("fact", "changes"), CHANGES, ids=lambda value: type(value).__name__)
def test_a_fact_changes_these_fields_and_no_others(fact: Fact, changes: dict[str, Any]) -> None:
    state = before()
    evolve(state, fact)
    expected = asdict(before()) | changes
    assert asdict(state) == expected


def test_every_sort_of_fact_is_stated() -> None:
    assert {type(fact) for fact, _ in CHANGES} == set(get_args(Fact))


def test_no_field_of_the_state_before_is_as_in_a_new_one() -> None:
    new = asdict(State())
    assert not [name for name, value in asdict(before()).items() if value == new[name]]


@pytest.mark.rule("common.skip", "avengers.out")
def test_going_out_with_a_skip_does_not_skip_the_seat_in_the_next_round() -> None:
    one = (
        table(seats=3)
        .dealer(2)
        .hand(0, "red-skip")
        .hand(1, "blue-1")
        .hand(2, "blue-2")
        .top("red-5")
    )
    one.play(0, "red-skip")
    assert one.state.round == 2
    assert (one.state.skipped, one.skipped_now()) == (0, [])


@pytest.mark.parametrize(
    "fact", [SkipChanged(2**40, True), SeatOut(2**40, "resigned", 1), SeatOut(-1, "resigned", 1)]
)
def test_a_forged_number_of_a_seat_is_refused_before_it_takes_memory(fact: Fact) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        fold(before(), [fact])


@pytest.mark.parametrize("seats", [0, 2**40])
def test_a_forged_number_of_seats_is_refused_before_it_takes_memory(seats: int) -> None:
    setup = Setup(variant="xmen", edition="", seats=seats, options={})
    with pytest.raises(ValueError, match="number of seats"):
        fold(State(), [GameStarted(setup)])


@pytest.mark.parametrize("cards", [("blue-9",), ("blue-9", "blue-8")])
def test_a_forged_card_that_is_not_there_cannot_be_moved(cards: tuple[str, ...]) -> None:
    start = before()
    kept = dict(start.zones)
    assert not set(cards) & set(kept["hand:0"])
    with pytest.raises(ValueError, match="not in"):
        fold(start, [CardsMoved("play", 0, cards, "hand:0", "discard")])
    assert start.zones == kept
