"""The kinds of moves of a format are closed: both verifiers find another one (versions.md)."""

import json
from pathlib import Path
from typing import Final, get_args

import pytest

from games.engine import Move
from games.ledger.sealing import FORMAT
from tests.proof import sealer
from tests.proof.played import PLAYER_KEY, played
from tests.proof.test_two_verifiers import both_verdicts, common

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"

KINDS: Final = {
    "fairdeal-seal-v4": (
        *("play", "choose", "catch-uno", "draw", "pass", "call-uno", "resign"),
        *("expire", "close-window", "stand", "call-judge", "cancel-call", "revoke-key"),
        *("claim-absent", "stand-in", "take-back"),
        *("answer-call", "remove", "game-loss", "warn", "note", "withdraw", "penalize", "deduct"),
        *("adjust-clock", "pause", "resume", "void", "correct"),
    )
}
"""The kinds of moves of each format; a format that a release had never gets another one."""


def test_the_engine_has_the_kinds_of_moves_of_the_format() -> None:
    kinds = {str(move.__struct_config__.tag) for move in get_args(Move)}
    assert kinds == set(KINDS[FORMAT]), "files with another kind of move have another format"
    page = (DOCS / "event-format.md").read_text()
    assert [kind for kind in kinds if f"`{kind}`" not in page] == []


@pytest.mark.slow
@pytest.mark.parametrize("actor", ["player", "bot", "clock", "organiser"])
def test_a_move_of_another_kind_is_found_by_both_verifiers(actor: str) -> None:
    bundle = json.loads(played("xmen", 3, 1, most=100, times=(20, 30, 5, 3), with_bots=True))
    event = next(one for one in bundle["events"][1:] if one["actor"]["kind"] == actor)
    event["move"]["move"] = "swap-hands"
    sealer.seal(bundle, player=PLAYER_KEY)
    ((js, py),) = both_verdicts([sealer.canonical(bundle)])
    assert common(js) == common(py)
    found = [(one["code"], one["first"]) for one in py["questions"]["sealed"]["findings"]]
    assert ("actor", event["seq"]) in found
