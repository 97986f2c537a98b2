"""The forgeries of the owner table with all evidence at once: both verifiers agree on each."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from games.audit.__main__ import main
from tests.proof import sealer
from tests.proof import test_owner_table as owner
from tests.proof.test_finding_codes import BEGAN, LOG, WITNESS, proof_of
from tests.proof.test_two_verifiers import common
from tests.proof.test_verify_js import run

pytestmark = pytest.mark.slow

HONEST: Final = ("know all hands, and tell a friend", "choose the deal in mode `plain`")
"""Rows of the owner table whose file is that of an honest game."""

ATTEMPTS: Final = [
    (row, number)
    for row, programs in owner.ROWS.items()
    for number in range(len(programs))
    if row not in HONEST
]


def told_by_both(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[Any], ...]:
    """What `games.audit` and verify.js say of the files of a folder."""
    capsys.readouterr()
    main([*arguments, "--json"])
    ours = json.loads(capsys.readouterr().out)["files"]
    theirs = json.loads(run("--json", *arguments)[1].splitlines()[0])["files"]
    return ours, theirs


@pytest.mark.parametrize(("row", "number"), ATTEMPTS)
def test_both_agree_on_a_forgery_with_all_evidence(
    row: str, number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    attempt = owner.attempts(row)[number]
    if not attempt.shown:
        return
    for at, game in enumerate(attempt.shown):
        sealer.written(tmp_path, f"{at}.json", game)
    for at, receipt in enumerate(attempt.kept):
        sealer.written(tmp_path, f"receipt-{at}.json", receipt)
    placed, late = attempt.placed, BEGAN + 99999
    proof = proof_of(*attempt.first, at=late, log=attempt.log, placed=placed)
    (tmp_path / "log.txt").write_text(proof)
    given = ("--key", owner.SERVER, "--log", str(LOG.verifier))
    given += ("--witnesses", f"1of1:{WITNESS.verifier}", "--checkpoint", str(tmp_path / "log.txt"))
    ours, theirs = told_by_both(capsys, *given, str(tmp_path))
    assert [common(one) for one in ours] == [common(one) for one in theirs]
    is_found = any(
        one["verdict"] in ("fail", "result_changed")
        or one["questions"]["authentic"]["why"] == "key_revoked"
        for one in ours
    )
    cells = owner.TABLE[row][1:4]
    assert is_found == any("**no**" not in cell for cell in cells) or attempt.asks_bots
