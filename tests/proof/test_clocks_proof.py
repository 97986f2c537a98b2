"""Both verifiers judge the times of a game with a clock and a window for calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from games.audit import read_bundle
from games.audit.examined import examine
from games.audit.sealed import sealed
from tests.proof import sealer
from tests.proof.played import NINE, played
from tests.proof.test_two_verifiers import views_of
from tests.proof.test_verify_js import verify_all

Json = dict[str, Any]

GAMES: Final = [
    ("avengers", 3, 0, (2, 3, 1, 1)),
    ("xmen", 2, 3, (5, 0, 0, 2)),
    ("ultimate", 3, 0, (1, 20, 2, 0)),
    ("avengers", 4, 1, (3, 4, 5, 3)),
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
    moves = {event["move"]["move"] for event in json.loads(source)["events"]}
    assert moves >= {"expire", "stand", "adjust-clock"}
    assert times[3] == 0 or "close-window" in moves
    views = views_of(source)
    for view, told in zip(views, verify_all(views), strict=True):
        assert told["questions"]["sealed"]["findings"] == []
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
WINDOWS: Final = [_fact_of_a_window, _other_window]


@pytest.mark.parametrize("change", [*CHANGES, *ADJUSTMENTS, *WINDOWS])
def test_facts_that_do_not_fit_the_times_are_found_by_both(
    change: Callable[[Json, Random], int],
) -> None:
    source = played("avengers", 3, 0, most=250, times=(2, 3, 1, 1))
    for seed in range(3):
        bundle = json.loads(source)
        seq = change(bundle, Random(seed))
        found = _found(bundle)
        assert ("clock", seq) in found, (seed, found)


def test_a_time_left_out_that_was_not_is_found_by_both() -> None:
    bundle = json.loads(played("avengers", 3, 0, most=120, times=(2, 3, 1, 1)))
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
    bundle = json.loads(played("avengers", 3, 0, most=250, times=(2, 3, 1, 1)))
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
