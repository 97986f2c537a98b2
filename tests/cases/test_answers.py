"""The assignment of the steps of a case to questions."""

from typing import Any

import pytest

from games.engine import Choose, Pass, Prompt
from games.engine.facts import Taken
from tests.case_runner.answers import Answers
from tests.case_runner.shape import Step
from tests.cases.raw import HEROIC, PLAIN, changed, choose, differences, given, play
from tests.table import edition

WILD = {"discard_top": "red-5", "hands": {0: ["wild", "red-2", "red-3"]}}
PLAY_WILD = play(0, "wild")
NAME = choose(0, "color", "blue")


def test_a_question_that_the_case_does_not_answer_is_a_failure() -> None:
    found = differences(changed(given=WILD, when=[PLAY_WILD]))
    assert found and found[0].startswith("asked: expected only what the case answers")


def test_nor_may_one_be_open_before_the_next_listed_move() -> None:
    for step in (play(1, "red-1"), {"seat": 0, "do": "draw"}):
        found = differences(changed(given=WILD, when=[PLAY_WILD, step]))
        assert found[0].startswith("asked")
    resigns = {"seat": 0, "do": "resign"}
    assert differences(changed(given=WILD, when=[PLAY_WILD, resigns, choose(1, "color", "red")]))
    assert differences(changed(given=WILD, when=[PLAY_WILD, resigns], then={"out": [0]})) == []


def test_a_question_may_stay_open_where_the_case_names_it() -> None:
    then = {"prompt": {"seat": 0, "kind": "color", "offers": ["blue"], "offers_not": ["yellow"]}}
    assert differences(changed(given=WILD, when=[PLAY_WILD], then=then)) == []
    refused = {"refused": "common.turn"}
    assert differences(changed(given=WILD, when=[PLAY_WILD, play(1, "red-1")], then=refused)) == []


def test_an_answer_that_is_never_asked_for_is_a_failure_unless_it_is_optional() -> None:
    when = [*PLAIN["when"], NAME]
    assert differences(changed(when=when)) == [
        "choose: expected seat 0 to be asked for a color (blue), "
        "seen never asked; the game waits for turn of seat 1 ()"
    ]
    assert differences(changed(when=[*PLAIN["when"], NAME | {"optional": True}])) == []


def test_answers_are_matched_by_seat_and_kind_not_by_order() -> None:
    position = {
        "discard_top": "red-5",
        "hands": {0: ["wild-cerebro", "red-2", "red-3"], 1: ["blue-1"]},
    }
    steps = [NAME, choose(0, "character", "wolverine"), choose(0, "player", 1)]
    raw = changed(variant="xmen", given=position, then={"hand_size": {1: 6}, "color": "blue"})
    assert differences(raw | {"when": [play(0, "wild-cerebro"), *steps]}) == []


def test_the_clock_may_answer_instead() -> None:
    position = {"discard_top": "red-5", "hands": {0: ["wild-draw-four", "red-2", "red-3"], 1: []}}
    when = [play(0, "wild-draw-four"), NAME, {"seat": 1, "do": "timeout"}]
    assert differences(changed(given=position, when=when, then={"hand_size": {1: 4}})) == []


# one question after the other, without a game


def asked(kind: str, *options: str, seat: int = 0, source: str = "a-card") -> Prompt:
    return Prompt(seat=seat, kind=kind, options=options, source=source)


def answers(*steps: tuple[str, Any], seat: int = 0, optional: bool = False) -> Answers:
    chosen = [
        Step(seat=seat, do="choose", kind=kind, choice=choice, optional=optional)  # type: ignore[arg-type]
        for kind, choice in steps
    ]
    return Answers(chosen, edition("avengers"))


def given_to(steps: Answers, *prompts: Prompt) -> list[str | None]:
    """The options by which some steps answer one question after the other."""
    found: list[str | None] = []
    for prompt in prompts:
        move = steps.to(prompt)
        found.append(move.option if isinstance(move, Choose) else None if move is None else "pass")
    return found


REDIRECT = asked("player", "no", "1", "2")


@pytest.mark.parametrize(
    ("steps", "prompts", "said"),
    [
        (
            [("confirm", "yes"), ("confirm", "no")],
            [asked("confirm", "yes", "no")] * 2,
            ["yes", "no"],
        ),
        (
            [("player", 1), ("color", "red")],
            [asked("color", "red"), asked("player", "1")],
            ["red", "1"],
        ),
        ([("card", "red-1")], [asked("card", "red-2")], [None]),
        ([("player", 1)], [asked("player", "1", seat=1)], [None]),
        # a may that is folded into a choice of player
        ([("confirm", "no")], [REDIRECT], ["no"]),
        ([("confirm", "yes"), ("player", 2)], [REDIRECT], ["2"]),
        ([("player", 2), ("confirm", "yes")], [REDIRECT], ["2"]),
        ([("player", 2)], [REDIRECT], ["2"]),
        ([("confirm", "yes")], [asked("player", "no", "1")], ["1"]),
        ([("confirm", "yes")], [REDIRECT], [None]),
        ([("confirm", "no"), ("confirm", "yes"), ("player", 2)], [REDIRECT] * 2, ["no", "2"]),
        ([("confirm", "yes"), ("player", 1), ("confirm", "no")], [REDIRECT] * 2, ["1", "no"]),
        # a may that is folded into a choice of card
        ([("confirm", "yes"), ("card", "rubble")], [asked("card", "no", "rubble")], ["rubble"]),
        # several cards, one at a time
        (
            [("card", ["a", "b"])],
            [
                asked("card", "done", "a", "b", "c"),
                asked("card", "done", "b"),
                asked("card", "done", "c"),
            ],
            ["a", "b", "done"],
        ),
        (
            [("card", "a")],
            [asked("card", "done", "a", "b"), asked("card", "done", "b")],
            ["a", "done"],
        ),
        ([("card", [])], [asked("card", "done", "a")], ["done"]),
        ([("confirm", "no")], [asked("card", "done", "a")], ["done"]),
        ([("card", "a")], [asked("card", "done", "b")], [None]),
        (
            [("card", ["a"]), ("card", "b")],
            [
                asked("card", "done", "a", "b"),
                asked("card", "done", "b"),
                asked("card", "b", source="x"),
            ],
            ["a", "done", "b"],
        ),
        # a second play
        ([("confirm", "no")], [asked("again")], ["pass"]),
        ([("confirm", "yes")], [asked("again")], [None]),
    ],
    ids=repr,
)
def test_the_answers_that_steps_give(
    steps: list[tuple[str, Any]], prompts: list[Prompt], said: list[str | None]
) -> None:
    ready = answers(*steps)
    assert given_to(ready, *prompts) == said
    if None not in said or prompts[0].kind == "again":
        assert ready.left() is None


def test_what_was_not_asked_for_is_left_unless_it_is_optional() -> None:
    assert answers(("color", "red")).left() is not None
    assert answers(("card", [])).left() is not None
    assert answers(("color", "red"), optional=True).left() is None
    half = answers(("card", ["a", "b"]))
    assert given_to(half, asked("card", "a", "b")) == ["a"]
    assert half.left() is not None


def test_the_last_card_of_a_list_may_be_taken_without_asking() -> None:
    ready = answers(("card", ["a", "b"]))
    assert given_to(ready, asked("card", "a", "b")) == ["a"]
    ready.heed([Taken(1, "card", "b"), Taken(0, "player", "1"), Taken(0, "card", "b")])
    assert ready.left() is None


def test_a_second_play_is_declined_by_passing() -> None:
    assert answers(("confirm", "no")).to(asked("again")) == Pass(0)


# questions of Ultimate that fold a may, or ask for several cards


def test_a_second_play_is_answered_by_the_next_play_and_may_stay_open() -> None:
    raw = given(
        changed(HEROIC, heroes=["captain-america", "hulk", "shuri"]),
        enemies={1: "maestro"},
        hands={0: ["shield-slash", "red-1", "red-2", "red-9"]},
    )
    start = [play(0, "shield-slash"), choose(0, "color", "red")]
    open_still = {"current": 0, "prompt": {"seat": 0, "kind": "turn", "offers": ["red-1"]}}
    assert differences(raw | {"when": start, "then": open_still}) == []
    confirm = {"prompt": {"seat": 0, "kind": "confirm", "offers": ["yes"]}}
    assert differences(raw | {"when": start, "then": confirm}) == []
    yes = choose(0, "confirm", "yes")
    for said in ([], [yes], [yes | {"optional": True}]):
        when = [*start, *said, play(0, "red-2")]
        assert differences(raw | {"when": when, "then": {"current": 1}}) == []
    for no in (choose(0, "confirm", "no"), {"seat": 0, "do": "pass"}):
        assert differences(raw | {"when": [*start, no], "then": {"hand_size": {0: 3}}}) == []
    found = differences(raw | {"when": [*start, play(1, "red-1")], "then": {}})
    assert found[0].startswith("play")


def test_any_number_of_cards_is_a_list_and_then_no_more() -> None:
    raw = given(
        changed(HEROIC, heroes=["captain-america", "hulk", "shuri"]),
        hands={0: ["final-justice", "red-1", "red-2", "red-9", "blue-1"]},
    )
    colors = [choose(0, "color", "green"), choose(0, "color", "red")]
    for cards, left in ((["red-9", "red-1"], 2), (["red-2"], 3), ("red-2", 3), ([], 4)):
        when = [play(0, "final-justice"), *colors, choose(0, "card", cards)]
        then = {"hand_size": {0: left}, "current": 1, "color": "green"}
        assert differences(raw | {"when": when, "then": then}) == []
    when = [play(0, "final-justice"), *colors]
    assert differences(raw | {"when": when, "then": {}})[0].startswith("asked")


def test_a_redirected_skip_needs_no_yes_of_its_own() -> None:
    hands = {
        0: ["super-human-reflexes", "red-1", "red-2"],
        1: ["red-skip", "red-1", "red-3"],
        2: ["red-2", "red-3", "red-8"],
    }
    raw = given(
        changed(HEROIC, heroes=["captain-america", "hulk", "shuri"]),
        discard_top="blue-9",
        hands=hands,
        direction="counter",
    )
    start = [play(0, "super-human-reflexes"), choose(0, "color", "red"), play(2, "red-2")]
    start.append(play(1, "red-skip"))
    yes, to_2 = choose(0, "confirm", "yes"), choose(0, "player", 2)
    for answer in ([yes, to_2], [to_2, yes], [to_2]):
        then = {"skipped": {2: True}, "current": 0}
        assert differences(raw | {"when": [*start, *answer], "then": then}) == []
    no = choose(0, "confirm", "no")
    assert differences(raw | {"when": [*start, no], "then": {"current": 2}}) == []
    for kind in ("player", "confirm"):
        then = {"prompt": {"seat": 0, "kind": kind}}
        assert differences(raw | {"when": start, "then": then}) == []
