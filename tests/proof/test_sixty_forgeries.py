"""All forgeries that are sealed again with the key, in one run: both verifiers agree on each.

`pytest -s` prints how many there are, and what is found in how many of them.
"""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from games.audit.__main__ import main
from tests.proof import sealer
from tests.proof import test_forged_bundles as unsigned
from tests.proof import test_forged_history as signed
from tests.proof import test_owner_table as owner
from tests.proof.test_finding_codes import (
    BEGAN,
    BY_NAME,
    LOG,
    RULES,
    SEALED_AGAIN,
    WITNESS,
    changed,
    changed_by_name,
    codes,
    proof_of,
)
from tests.proof.test_two_verifiers import both_verdicts, common
from tests.proof.test_verify_js import run

pytestmark = pytest.mark.slow

LEAST: Final = 60
"""How many forgeries there are at least."""

HONEST: Final = ("know all hands, and tell a friend", "choose the deal in mode `plain`")
"""Rows of the owner table whose file is that of an honest game."""

OF_ACTS: Final = (
    signed.change_the_reference,
    signed.drop_all_signatures,
    signed.let_one_sign_for_both,
    signed.use_a_signature_in_another_row,
)


def forged() -> Iterator[tuple[str, bytes]]:
    """Each forgery by name."""
    for row in owner.ROWS:
        if row not in HONEST:
            for number, attempt in enumerate(owner.attempts(row)):
                for game in attempt.shown[-1:]:
                    yield f"{row} {number}", sealer.canonical(game)
    for forge in unsigned.UNSIGNED:
        game = deepcopy(unsigned.unsigned_game())
        forge(game)
        yield forge.__name__, sealer.canonical(sealer.seal(game))
    for act in OF_ACTS:
        game = owner.corrected()
        act(game)
        yield act.__name__, sealer.canonical(sealer.seal(game))
    made = {**SEALED_AGAIN, **RULES}
    for code in made.keys() - {"erased-name", "no-names", "unnamed-organisers"}:
        yield code, changed(made[code], is_sealed=True)
    for code, name in BY_NAME.items():
        yield code, changed_by_name(name)


@cache
def forgeries() -> dict[bytes, str]:
    """The names of all forgeries, each file once."""
    return {source: name for name, source in forged()}


def test_both_verifiers_agree_on_sixty_forgeries() -> None:
    verdicts = both_verdicts(list(forgeries()))
    differing = [
        name
        for name, (js, py) in zip(forgeries().values(), verdicts, strict=True)
        if common(js) != common(py)
    ]
    counted = Counter(code for _, py in verdicts for code in codes(py, notes=False) or {"nothing"})
    print(f"{len(verdicts)} forgeries: {dict(sorted(counted.items()))}")
    assert differing == []
    assert len(verdicts) >= LEAST


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
