"""Both verifiers about the same files: every change is found by both, with the same findings.

By default a few hundred changes are made, in short games and one of each kind. `CHANGED_GAMES=10`
makes 5,200 more in whole games.
"""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from games.audit.bundle import MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.findings import Verdict, word_of
from games.audit.verdict import audit, unreadable
from games.audit.verdict_json import file_verdict
from tests.proof import sealer
from tests.proof.changes import (
    BYTES,
    GAMES,
    Change,
    Inapplicable,
    change_bytes,
    change_game,
    changes,
)
from tests.proof.played import played
from tests.proof.test_verify_js import verify_all

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"

WITH_RULES: Final = ("lawful", "choices")
"""The questions that verify.js has no rules for."""


def verdict_in_python(source: bytes) -> Verdict:
    """The verdict of `games.audit` about a file."""
    try:
        return audit(read_bundle(source))
    except MalformedBundle:
        return unreadable(source)


def both_verdicts(sources: Sequence[bytes]) -> list[tuple[Any, Any]]:
    """The verdicts of verify.js and of `games.audit` about files, as JSON."""
    in_python = [file_verdict("", verdict_in_python(source)) for source in sources]
    return list(zip(verify_all(sources), map(msgspec.to_builtins, in_python), strict=True))


def common(told: Any) -> Any:
    """What of a verdict two verifiers must say alike."""
    questions = {name: one for name, one in told["questions"].items() if name not in WITH_RULES}
    word = word_of(one["answer"] for one in questions.values())
    return {**told, "file": "", "verdict": word, "questions": questions}


def missed(change: Change, told: Any) -> str:
    """What a verifier did not find in a change; empty if it found what it must."""
    answers = {name: one["answer"] for name, one in told["questions"].items()}
    if not change.question:
        return ""
    findings = told["questions"][change.question]["findings"]
    codes = {one["code"] for one in findings if not one["note"]}
    seqs = {one["first"] for one in findings if one["code"] in change.codes}
    found = f"{change.name}: {answers}, {[(f['code'], f['first']) for f in findings]}"
    if answers[change.question] != "no" or told["verdict"] != "fail":
        return f"not found: {found}"
    if change.codes and not codes & change.codes:
        return f"not by {sorted(change.codes)}: {found}"
    if change.seq and change.seq not in seqs:
        return f"not at event {change.seq}: {found}"
    if change.is_sealed and answers["sealed"] != "yes":
        return f"not sealed: {found}"
    return ""


def difference(change: Change, one: Any, other: Any) -> str:
    """In what two verdicts differ; empty if in nothing that both must say."""
    first, second = common(one), common(other)
    if first == second:
        return ""
    parts = [(name, first[name], second[name]) for name in first if first[name] != second[name]]
    return f"{change.name}: {parts}"


def assert_found(made: list[Change]) -> None:
    """Check that both verifiers find each change, and say the same of it."""
    wrong = []
    for change, (js, py) in zip(made, both_verdicts([one.source for one in made]), strict=True):
        told = (missed(change, js), missed(change, py), difference(change, js, py))
        wrong += [text for text in told if text]
    assert not wrong, f"{len(wrong)} of {len(made)}:\n" + "\n".join(wrong[:20])


SHORT: Final = [("avengers", 4, 0), ("xmen", 3, 1), ("ultimate", 2, 0), ("avengers", 2, 1)]


def views_of(source: bytes) -> list[bytes]:
    """A full bundle, and the same as seat 0 and the public see it."""
    bundle = json.loads(source)
    return [source, *(sealer.canonical(sealer.seen(bundle, seat)) for seat in (0, None))]


@pytest.mark.parametrize(("variant", "seats", "number"), SHORT)
def test_games_of_all_variants_pass(variant: str, seats: int, number: int) -> None:
    for js, py in both_verdicts(views_of(played(variant, seats, number, most=60))):
        assert common(js) == common(py)
        assert js["verdict"] == "moves_not_judged"
        findings = [one for each in js["questions"].values() for one in each["findings"]]
        assert not [one for one in findings if not one["note"]]
        # The answers that are signed with a play are any that follow it.
        lawful = {one["code"] for one in py["questions"]["lawful"]["findings"]}
        assert lawful <= {"unforeseen"}


@pytest.mark.parametrize("view", ["full", "seat", "public"])
def test_every_change_of_the_vectors_is_found(view: str) -> None:
    assert_found(list(changes((DOCS / f"bundle-{view}.json").read_bytes(), 7, 60)))


@pytest.mark.parametrize(("variant", "seats", "number"), SHORT)
def test_every_change_is_found_and_named(variant: str, seats: int, number: int) -> None:
    full, seat, public = views_of(played(variant, seats, number, most=20))
    made = list(changes(full, number, 80))
    assert_found([*made, *changes(seat, 1, 15), *changes(public, 2, 15)])


CHANGED_GAMES: Final = int(os.environ.get("CHANGED_GAMES", "0"))
"""In how many whole games 520 changes each are made."""


@pytest.mark.parametrize("number", range(CHANGED_GAMES))
def test_every_change_is_found_in_whole_games(number: int) -> None:
    variant, seats = (("avengers", 4), ("xmen", 3), ("ultimate", 3), ("xmen", 2), ("ultimate", 2))[
        number % 5
    ]
    full, seat, public = views_of(played(variant, seats, 2 + number, most=120))
    made = list(changes(full, number, 400))
    assert_found([*made, *changes(seat, number, 60), *changes(public, number, 60)])


def first_applicable(make: Callable[[bytes], Change], sources: list[bytes]) -> Change:
    """A change of the first bundle to which it applies, in some tries."""
    for source in sources * 30:
        with suppress(Inapplicable):
            change = make(source)
            if change.source != source:
                return change
    raise AssertionError("no bundle has a place for this change")


def test_every_kind_of_change_is_found() -> None:
    games = (("avengers", 4, 0), ("xmen", 3, 1), ("xmen", 2, 0), ("ultimate", 2, 1))
    sources = [played(variant, seats, number) for variant, seats, number in games]
    rng = Random(11)

    def of_bytes(name: str) -> Callable[[bytes], Change]:
        return lambda source: change_bytes(source, name, rng)

    def of_game(name: str) -> Callable[[bytes], Change]:
        return lambda source: change_game(json.loads(source), name, rng)

    makers = [*map(of_bytes, BYTES), *map(of_game, GAMES)]
    assert_found([first_applicable(make, sources) for make in makers])
