"""Both verifiers find a claim that a player is absent which the option or the times forbid."""

from collections.abc import Callable
from copy import deepcopy
from typing import Final

import pytest

from games.audit.bundle_reading import read_bundle
from games.audit.examined import examine
from games.audit.verdict import audit_examined
from tests.proof import sealer
from tests.proof.played import ORGANISERS, PLAYER_KEY
from tests.proof.sealer import Json
from tests.proof.test_owner_table import claimed
from tests.proof.test_two_verifiers import both_verdicts, common

pytestmark = pytest.mark.slow


def sealed(game: Json) -> set[tuple[str, int]]:
    """What both verifiers find in what was sealed: code and event; the same, also as JSON."""
    sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)
    ((js, py),) = both_verdicts([sealer.canonical(game)])
    assert common(js) == common(py)
    found = py["questions"]["sealed"]["findings"]
    return {(one["code"], one["first"]) for one in found if not one["note"]}


@pytest.mark.parametrize("options", [{}, {"absent_seconds": None}, {"absent_seconds": 30}])
def test_a_claim_in_time_passes(options: dict[str, object]) -> None:
    game = claimed(**options)
    assert sealed(game) == set()
    told = audit_examined(examine(read_bundle(sealer.canonical(game))), [])
    assert told.answers["lawful"].answer == "yes"


def _options(**options: object) -> Callable[[Json], object]:
    def change(game: Json) -> None:
        game["events"][0]["facts"][0]["setup"]["options"] |= options

    return change


def _target(target: object) -> Callable[[Json], object]:
    def change(game: Json) -> None:
        game["events"][-1]["move"]["target"] = target

    return change


def _no_target(game: Json) -> None:
    del game["events"][-1]["move"]["target"]


def _none_out(game: Json) -> None:
    row = game["events"][-1]
    row["facts"] = [one for one in row["facts"] if one["fact"] != "seat-out"]


def _no_claim(game: Json) -> None:
    game["events"][-1]["move"] = {"move": "resign", "seat": 1}


def _by_a_removal(game: Json) -> None:
    """Let an organiser put the player out in the row before the claim of absence was possible."""
    out = [one for one in game["events"][-1]["facts"] if one["fact"] == "seat-out"]
    out[0]["why"] = "removed"


FORGED: Final[dict[str, Callable[[Json], object]]] = {
    "the option is `wait`": _options(absence="wait"),
    "the option is none": _options(absence=None),
    "more seconds": _options(absent_seconds=61),
    "seconds that are none": _options(absent_seconds="60"),
    "too many seconds": _options(absent_seconds=1_000_001),
    "its own seat": _target(1),
    "no such seat": _target(2),
    "a seat that is no number": _target(False),
    "no seat": _no_target,
    "no seat is out": _none_out,
    "out for another reason": _by_a_removal,
    "no claim": _no_claim,
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_claim_is_found_by_both(name: str) -> None:
    game = deepcopy(claimed())
    FORGED[name](game)
    assert ("claim", len(game["events"])) in sealed(game)


def test_a_claim_is_too_early_by_a_millisecond() -> None:
    assert sealed(claimed("59.999")) == {("claim", len(claimed()["events"]))}


def test_a_bot_is_never_claimed() -> None:
    game = claimed()
    start = game["events"][0]["move"]
    start["seats"][0] = {"kind": "bot", "bot": "greedy", "version": "3", "budget": 1}
    assert ("claim", len(game["events"])) in sealed(game)


@pytest.mark.parametrize("kind", ["bot", "clock", "organiser"])
def test_only_players_claim(kind: str) -> None:
    game = claimed()
    actors = {
        "bot": {"kind": "bot", "name": "greedy", "version": "3", "budget": 1},
        "clock": {"kind": "clock"},
        "organiser": {"kind": "organiser", "player": ORGANISERS and next(iter(ORGANISERS))}
        | {"reason": "No reason."},
    }
    game["events"][-1]["actor"] = actors[kind]
    assert ("actor", len(game["events"])) in sealed(game)
