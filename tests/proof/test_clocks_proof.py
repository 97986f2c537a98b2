"""Both verifiers judge the times of a game with a clock and a window for calls."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

import pytest

from games.audit.bundle_reading import read_bundle
from games.audit.examined import examine
from games.audit.sealed import sealed
from tests.proof import sealer
from tests.proof.played import NINE, ORGANISERS, played
from tests.proof.test_two_verifiers import views_of
from tests.proof.test_verify_js import verify_all

pytestmark = pytest.mark.slow

Json = dict[str, Any]

GAMES: Final = [
    ("avengers", 3, 143, (2, 3, 1, 1)),
    ("xmen", 2, 9, (5, 0, 0, 2)),
    ("ultimate", 3, 0, (1, 20, 2, 0)),
    ("avengers", 4, 15, (3, 4, 5, 3)),
]
each_game = pytest.mark.parametrize(("variant", "seats", "number", "times"), GAMES)


def codes(source: bytes) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """What both verifiers find in what was sealed: code and event."""
    answer = sealed(examine(read_bundle(source)))
    (told,) = verify_all([source])
    ours = {(one.code, one.first) for one in answer.findings if not one.note}
    theirs = told["questions"]["sealed"]["findings"]
    return ours, {(one["code"], one["first"]) for one in theirs if not one["note"]}


@each_game
def test_games_with_clocks_and_windows_pass(
    variant: str, seats: int, number: int, times: tuple[int, int, int, int]
) -> None:
    source = played(variant, seats, number, most=250, times=times)
    events = json.loads(source)["events"]
    assert {event["move"]["move"] for event in events} >= {"expire", "stand", "adjust-clock"}
    assert times[3] == 0 or any(_has(event, "window-closed") for event in events)
    views = views_of(source)
    for view, told in zip(views, verify_all(views), strict=True):
        in_js = told["questions"]["sealed"]["findings"]
        assert [one for one in in_js if not one["note"]] == []
        found = sealed(examine(read_bundle(view))).findings
        assert [one for one in found if not one.note] == []


def test_a_game_without_a_clock_has_no_move_of_the_clock() -> None:
    bundle = json.loads(played("avengers", 3, 0, most=40))
    event = _of(bundle, lambda move: move["move"] == "draw")
    event["move"] = {"move": "expire", "seat": event["seat"]}
    event["actor"], event["signed"] = {"kind": "clock"}, None
    assert _found(bundle) == {("expired-early", event["seq"])}


def _of(bundle: Json, fits: Callable[[Json], bool]) -> Json:
    found: Json = next(event for event in bundle["events"] if fits(event["move"]))
    return found


def _found(bundle: Json) -> set[tuple[str, int]]:
    """What both find in a bundle that is sealed again; the same."""
    sealer.seal(bundle)
    ours, theirs = codes(sealer.canonical(bundle))
    assert ours == theirs
    return ours


def _has(event: Json, kind: str) -> bool:
    return any(fact["fact"] == kind for fact in event["facts"])


def _fact(bundle: Json, kind: str, rng: Random) -> tuple[Json, Json]:
    facts = [(e, fact) for e in bundle["events"] for fact in e["facts"] if fact["fact"] == kind]
    return rng.choice(facts)


def _bank(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-spent", rng)
    fact["bank"] += rng.choice((-1, 1, 1000))
    return int(event["seq"])


def _spent(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-spent", rng)
    fact["spent"] += rng.choice((-1, 1))
    return int(event["seq"])


def _missed(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-spent", rng)
    fact["missed"] = fact.get("missed", 0) + 1
    return int(event["seq"])


def _started(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-started", rng)
    fact["since"] += rng.choice((-1000, 1))
    return int(event["seq"])


def _adjusted(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-changed", rng)
    fact["bank"] += rng.choice((-1, 1, 60_000))
    return int(event["seq"])


def _other_seconds(bundle: Json, rng: Random) -> int:
    event, _ = _fact(bundle, "clock-changed", rng)
    event["move"]["seconds"] = rng.choice((999, "2", None, True))
    return int(event["seq"])


def _not_adjusted(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-changed", rng)
    event["facts"].remove(fact)
    return int(event["seq"])


def _adjusted_by_a_warning(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "clock-changed", rng)
    event["move"] = {"move": "warn", "seat": fact["seat"]}
    return int(event["seq"])


def _shifted(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "time-shifted", rng)
    fact["ahead"] += rng.choice((-1, 1, 60_000))
    return int(event["seq"])


def _other_shift(bundle: Json, rng: Random) -> int:
    event, _ = _fact(bundle, "time-shifted", rng)
    event["move"]["ahead"] = rng.choice((999, "2", None, True, -1, 0.5))
    return int(event["seq"])


def _not_shifted(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "time-shifted", rng)
    event["facts"].remove(fact)
    return int(event["seq"])


def _shifted_by_a_warning(bundle: Json, rng: Random) -> int:
    event, _ = _fact(bundle, "time-shifted", rng)
    event["move"] = {"move": "warn", "seat": 0}
    return int(event["seq"])


def _no_fact(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, rng.choice(("clock-started", "clock-spent")), rng)
    event["facts"].remove(fact)
    return int(event["seq"])


def _fact_of_a_window(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, rng.choice(("window-opened", "window-closed", "uno-held")), rng)
    event["facts"].remove(fact)
    return int(event["seq"])


def _other_window(bundle: Json, rng: Random) -> int:
    event, fact = _fact(bundle, "window-opened", rng)
    fact["until"] += 1
    return int(event["seq"])


CHANGES: Final = [_bank, _spent, _missed, _started, _no_fact]
ADJUSTMENTS: Final = [_adjusted, _other_seconds, _not_adjusted, _adjusted_by_a_warning]
SHIFTS: Final = [_shifted, _other_shift, _not_shifted, _shifted_by_a_warning]
WINDOWS: Final = [_fact_of_a_window, _other_window]


@pytest.mark.parametrize("change", [*CHANGES, *ADJUSTMENTS, *SHIFTS, *WINDOWS])
def test_facts_that_do_not_fit_the_times_are_found_by_both(
    change: Callable[[Json, Random], int],
) -> None:
    source = played("avengers", 3, 143, most=250, times=(2, 3, 1, 1))
    for seed in range(3):
        bundle = json.loads(source)
        seq = change(bundle, Random(seed))
        found = _found(bundle)
        assert ("clock", seq) in found, (seed, found)


def test_a_time_left_out_that_was_not_is_found_by_both() -> None:
    bundle = json.loads(played("avengers", 3, 143, most=120, times=(2, 3, 1, 1)))
    stands = [e for e in bundle["events"] if e["move"]["move"] == "stand"]
    spent = [e for e in stands if any(fact.get("spent") for fact in e["facts"])]
    spent[0]["move"]["since"] = NINE - 1
    assert ("clock", spent[0]["seq"]) in _found(bundle)


def test_a_timeout_before_its_deadline_is_found_by_both() -> None:
    bundle = json.loads(played("xmen", 2, 1, most=120, times=(5, 0, 0, 2)))
    event = _of(bundle, lambda move: move["move"] == "expire")
    before = bundle["events"][event["seq"] - 2]
    event["at"] = before["at"]
    bundle["refusals"] = []
    for one in bundle["events"]:
        one["refused"] = None
    assert ("expired-early", event["seq"]) in _found(bundle)


def test_an_answer_after_the_deadline_is_found_by_both() -> None:
    bundle = json.loads(played("xmen", 2, 1, most=120, times=(5, 0, 0, 2)))
    event = _of(bundle, lambda move: move["move"] == "expire")
    seat = bundle["events"][0]["move"]["seats"][event["seat"]]
    event["move"] = {"move": "draw", "seat": event["seat"]}
    event["actor"] = {"kind": "player", "player": seat["player"]}
    assert ("answered-late", event["seq"]) in _found(bundle)


def test_a_window_that_closes_early_is_found_by_both() -> None:
    bundle = json.loads(played("avengers", 3, 143, most=250, times=(2, 3, 1, 1)))
    event = _of(bundle, lambda move: move["move"] == "close-window")
    bundle["refusals"] = []
    for one in bundle["events"]:
        one["refused"] = None
    event["at"] = bundle["events"][event["seq"] - 2]["at"]
    assert ("expired-early", event["seq"]) in _found(bundle)


@pytest.mark.parametrize("terms", [{"seconds": 30}, {"seconds": "30", "bank": 0, "increment": 0}])
def test_terms_of_another_form_are_found_by_both(terms: Json) -> None:
    bundle = json.loads(played("xmen", 2, 1, most=20, times=(5, 0, 0, 2)))
    bundle["events"][0]["facts"][0]["setup"]["options"]["clock"] = terms
    assert ("clock", 1) in _found(bundle)


def _put_out_by_the_clock(
    asleep: tuple[int, ...], timeouts_out: int = 6
) -> tuple[Json, Json, Json]:
    """A game that ends when the clock has put out all but one, its last row, and how it ended."""
    terms: Json = {"times": (2, 0, 0, 0), "asleep": asleep, "timeouts_out": timeouts_out}
    bundle = json.loads(played("avengers", 3, 1, **terms))
    event = next(e for e in bundle["events"] if any(f["fact"] == "game-ended" for f in e["facts"]))
    return bundle, event, next(fact for fact in event["facts"] if fact["fact"] == "game-ended")


@pytest.mark.parametrize(("asleep", "why"), [((0, 1, 2), "void"), ((0, 1), "last")])
def test_both_know_who_wins_when_the_clock_puts_all_but_one_out(
    asleep: tuple[int, ...], why: str
) -> None:
    bundle, event, ended = _put_out_by_the_clock(asleep)
    assert (event["move"]["move"], ended["why"]) == ("expire", why)
    assert _found(bundle) == set()
    if why == "void":
        ended |= {"winner": 2, "why": "last", "places": [2, 3, 1]}
    else:
        ended |= {"winner": None, "why": "void", "places": None}
    assert ("clock", event["seq"]) in _found(bundle)


def test_both_know_that_a_game_is_void_that_all_have_left_and_no_seat_leaves() -> None:
    bundle, event, ended = _put_out_by_the_clock((0, 1, 2), 0)
    assert (event["move"]["move"], ended["why"]) == ("expire", "void")
    assert not any(f["fact"] == "seat-out" for e in bundle["events"] for f in e["facts"])
    assert _found(bundle) == set()
    ended |= {"winner": 2, "why": "last", "places": [2, 3, 1]}
    assert ("clock", event["seq"]) in _found(bundle)


def test_a_seat_that_the_clock_should_put_out_and_does_not_is_found_by_both() -> None:
    bundle, _, _ = _put_out_by_the_clock((0, 1))
    event, fact = next(
        (e, fact) for e in bundle["events"] for fact in e["facts"] if fact["fact"] == "seat-out"
    )
    fact["why"] = "resigned"
    assert _found(bundle) == {("clock", event["seq"])}
    fact["why"] = "timeouts"
    bundle["events"][0]["facts"][0]["setup"]["options"]["timeouts_out"] = 5
    assert ("clock", event["seq"]) in _found(bundle)


def test_seats_of_which_none_has_answered_are_found_by_both() -> None:
    bundle, _, _ = _put_out_by_the_clock((0, 1))
    event, fact = next(
        (e, fact) for e in bundle["events"] for fact in e["facts"] if fact.get("unanswered")
    )
    del fact["unanswered"]
    assert ("clock", event["seq"]) in _found(bundle)


def test_both_know_that_a_window_closes_when_no_hand_is_exposed_any_more() -> None:
    bundle = json.loads(played("avengers", 4, 2, most=250, times=(2, 3, 1, 1)))
    event = _of(bundle, lambda move: move["move"] == "resign")
    (fact,) = [fact for fact in event["facts"] if fact["fact"] == "window-closed"]
    assert _found(bundle) == set()
    event["facts"].remove(fact)
    assert ("clock", event["seq"]) in _found(bundle)


FIRST, SECOND = ORGANISERS


@pytest.mark.parametrize(
    ("seq", "organiser", "is_right"),
    [(0, FIRST, True), (0, SECOND, False), (1, FIRST, False), (-1, FIRST, False)],
)
def test_a_withdrawal_of_another_act_is_found_by_both(
    seq: int, organiser: str, is_right: bool
) -> None:
    bundle = json.loads(played("avengers", 4, 0, most=250, times=(2, 3, 1, 1)))
    warned, first, second, *_ = (
        event for event in bundle["events"] if event["move"]["move"] in ("warn", "pause", "resume")
    )
    warned["move"] = {"move": "warn", "seat": warned["seat"] or 0}
    warned["seat"] = warned["move"]["seat"]
    withdrawn = {"move": "withdraw", "seat": None, "seq": warned["seq"] + seq}
    for event in (first, second):
        event |= {"seat": None, "move": withdrawn}
        event["actor"]["player"] = organiser
    expected = {second["seq"]} if is_right else {first["seq"], second["seq"]}
    assert {at for code, at in _found(bundle) if code == "actor"} == expected


def _calls(bundle: Json, name: str) -> list[Json]:
    """The events of a game with calls for a judge that have this move."""
    return [event for event in bundle["events"] if event["move"]["move"] == name]


def _with_fact(name: str) -> Callable[[Json], Json]:
    """A change that takes a fact of the first call or answer that has it."""

    def change(bundle: Json) -> Json:
        moves = ("call-judge", "answer-call", "cancel-call")
        events = [event for move in moves for event in _calls(bundle, move)]
        event = next(event for event in events if _has(event, name))
        event["facts"] = [fact for fact in event["facts"] if fact["fact"] != name]
        return event

    return change


def _answered_for_another(bundle: Json) -> Json:
    event = _calls(bundle, "answer-call")[0]
    (fact,) = [fact for fact in event["facts"] if fact["fact"] == "call-closed"]
    event["seat"] = event["move"]["seat"] = fact["seat"] = 2
    return event


def _another_outcome(bundle: Json) -> Json:
    event = _calls(bundle, "answer-call")[0]
    (fact,) = [fact for fact in event["facts"] if fact["fact"] == "call-closed"]
    event["move"]["outcome"] = fact["outcome"] = "cancelled"
    return event


def _two_lines(bundle: Json) -> Json:
    event = _calls(bundle, "call-judge")[0]
    event["move"]["reason"] = "One\ntwo"
    return event


def _called_twice(bundle: Json) -> Json:
    first, event, *_ = _calls(bundle, "call-judge")
    for name in ("seat", "actor", "move"):
        event[name] = deepcopy(first[name])
    event["facts"][0]["seat"] = first["seat"]
    return event


def _called_too_often(bundle: Json) -> Json:
    """Eleven calls, each cancelled, by the seat that called first."""
    call, cancel = _calls(bundle, "call-judge")[0], _calls(bundle, "cancel-call")[0]
    seat, at = call["seat"], bundle["events"].index(call)
    closed = [{"fact": "call-closed", "seat": seat, "outcome": "cancelled"}]
    cancelled = cancel | {"at": call["at"], "actor": call["actor"], "seat": seat, "signed": None}
    cancelled |= {"facts": closed, "move": {"move": "cancel-call", "seat": seat}}
    once = [cancelled, call]
    bundle["events"][at + 1 :] = deepcopy(once * 10)
    for number, event in enumerate(bundle["events"]):
        event["seq"] = number + 1
    bundle["refusals"] = []
    return bundle["events"][-1]


@pytest.mark.parametrize(
    "change",
    [
        _with_fact("judge-called"),
        _with_fact("paused"),
        _with_fact("call-closed"),
        _with_fact("resumed"),
        _answered_for_another,
        _another_outcome,
        _two_lines,
        _called_twice,
        _called_too_often,
    ],
)
def test_wrong_calls_for_a_judge_are_found_by_both(change: Callable[[Json], Json]) -> None:
    bundle = json.loads(played("avengers", 4, 0, most=250, times=(2, 3, 1, 1)))
    event = change(bundle)
    assert ("calls", event["seq"]) in _found(bundle)


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_a_pause_without_its_fact_is_found_by_both(name: str) -> None:
    bundle = json.loads(played("avengers", 3, 3))
    event = next(event for event in bundle["events"] if event["move"]["move"] == name)
    event["facts"] = []
    assert ("calls", event["seq"]) in _found(bundle)


def test_a_bot_calls_no_judge() -> None:
    bundle = json.loads(played("avengers", 4, 0, most=250, times=(2, 3, 1, 1)))
    event = _calls(bundle, "call-judge")[0]
    event["facts"][0]["seat"] = event["seat"] = event["move"]["seat"] = 3
    event["actor"] = {"kind": "bot", "name": "greedy", "version": "3", "budget": 10000}
    event["signed"] = None
    assert ("actor", event["seq"]) in _found(bundle)


def test_a_call_that_was_public_before_the_close_is_found_by_both() -> None:
    bundle = json.loads(played("avengers", 4, 8, most=250, times=(2, 3, 1, 1)))
    held = next(event for event in bundle["events"] if _has(event, "uno-held"))
    between = held["seq"] + 1
    event = bundle["events"][between - 1]
    assert _has(event, "window-closed")
    seat = held["seat"]
    event |= {"seat": seat, "move": {"move": "warn", "seat": seat}, "facts": []}
    event["actor"] = {"kind": "organiser", "player": "staff-1", "reason": "Too early."}
    assert ("clock", between) in _found(bundle)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_call_that_counts_and_was_not_held_is_found_by_both(seat: int | None) -> None:
    bundle = json.loads(played("avengers", 3, 143, most=250, times=(2, 3, 1, 1)))
    held = next(event for event in bundle["events"] if _has(event, "uno-held"))
    closing = bundle["events"][held["seq"]]
    called = {"fact": "uno-changed", "seat": 2, "status": "called"}
    assert (held["move"], closing["facts"][1]) == ({"move": "call-uno", "seat": 2}, called)
    held["signed"] = None
    if seat is None:
        held["actor"] = {"kind": "organiser", "player": FIRST, "reason": "A test."}
        held |= {"move": {"move": "warn", "seat": 2}, "facts": []}
    else:
        held["actor"] = {
            "kind": "player",
            "player": bundle["events"][0]["move"]["seats"][seat]["player"],
        }
        held |= {"seat": seat, "move": {"move": "catch-uno", "seat": seat, "target": 2}}
        held["facts"] = [{"fact": "uno-held", "seat": seat, "target": 2}]
    bundle["refusals"] = [one for one in bundle["refusals"] if one["seq"] < held["seq"]]
    assert _found(bundle) == {("clock", closing["seq"])}
