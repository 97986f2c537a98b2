"""A fault of the verifier or of its build is an error of its own, and never a finding."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from bots.choosing import choose_again
from games.audit.__main__ import main
from games.audit.bundle_reading import read_bundle
from games.audit.self_check import self_fault
from games.audit.verdict import audit
from games.engine import VARIANTS, Decision, IllegalMove
from tests.proof import known_good
from tests.proof.played import played
from tests.proof.sealer import canonical, seal

ROOT: Final = Path(__file__).resolve().parents[2]
DECIDE: Final = "games.audit.lawful.decide"


@pytest.fixture(autouse=True)
def _checked_anew() -> Iterator[None]:
    """The check of itself runs once in a process; here in each test."""
    self_fault.cache_clear()
    yield
    self_fault.cache_clear()


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A good bundle that is not one of those of the check."""
    path = tmp_path / "good.json"
    path.write_bytes(played("avengers", 2, 4, most=30, with_bots=True))
    return str(path)


def broken(*_given: object, **_more: object) -> Decision:
    raise TypeError("str object expected; got NoneType")


def test_the_shipped_bundles_are_good() -> None:
    """After a change of the rules or of the format: `python -m tests.proof.known_good`."""
    assert sorted(known_good.GAMES) == sorted(VARIANTS)
    assert self_fault() == ""
    assert self_fault(choose_again) == ""


@pytest.mark.parametrize("variant", known_good.GAMES)
def test_the_script_makes_good_bundles(variant: str) -> None:
    verdict = audit(read_bundle(known_good.made(variant)), chooser=choose_again)
    assert {one.answer for one in verdict.answers.values()} == {"yes"}


def test_a_broken_engine_judges_nothing(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file]) == 0
    self_fault.cache_clear()
    capsys.readouterr()
    monkeypatch.setattr(DECIDE, broken)
    assert main([file]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "The verifier failed its check of itself" in told.err
    assert "avengers: lawful is error verifier_failed" in told.err
    assert "undecidable" not in told.err


def test_an_engine_with_a_wrong_result_judges_nothing(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from games.audit import lawful

    right = lawful.decide

    def wrong(*given: Any, **more: Any) -> Decision:
        decision = right(*given, **more)
        return msgspec.structs.replace(decision, facts=decision.facts[::-1])

    monkeypatch.setattr(DECIDE, wrong)
    assert main([file]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "avengers: lawful is no facts" in told.err


def test_wrong_choices_of_bots_stop_the_command_that_asks_for_them(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.audit.choices.observe", broken)
    assert main([file]) == 0
    assert main([file, "--choices"]) == 3
    assert "choices is error verifier_failed" in capsys.readouterr().err


def fails_later(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the check of itself pass, and the engine fail from then on."""
    assert self_fault() == ""

    def failing(*_given: object, **_more: object) -> Decision:
        raise error

    monkeypatch.setattr(DECIDE, failing)


OWN = (TypeError, RecursionError, ImportError, AttributeError, AssertionError)


@pytest.mark.parametrize("error", [kind() for kind in OWN], ids=[kind.__name__ for kind in OWN])
def test_an_error_of_its_own_is_no_finding(
    error: Exception, file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails_later(monkeypatch, error)
    assert main([file]) == 3
    told = capsys.readouterr().out
    assert "ERROR " in told
    assert "lawful: not judged, because the verifier failed, which says nothing about" in told
    assert "0 of 1 passed; the verifier failed on 1; " in told
    assert main([file, "--json"]) == 3
    verdicts = json.loads(capsys.readouterr().out)
    assert (verdicts["verdict"], verdicts["files"][0]["verdict"]) == ("error", "error")
    questions = verdicts["files"][0]["questions"]
    assert questions["lawful"] == {"answer": "error", "why": "verifier_failed", "findings": []}
    findings = [one for each in questions.values() for one in each["findings"]]
    assert [one["code"] for one in findings] == ["erased-name"]
    assert questions["sealed"]["answer"] == questions["fair"]["answer"] == "yes"


@pytest.mark.parametrize("error", [KeyError("zone"), IndexError(), ValueError(), OverflowError()])
def test_an_error_that_altered_rows_cause_is_a_finding(
    error: Exception, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_later(monkeypatch, error)
    verdict = audit(read_bundle(Path(file).read_bytes()))
    assert {one.code for one in verdict.lawful.findings} >= {"undecidable"}


def test_after_a_finding_any_error_is_one_of_the_altered_table(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert self_fault() == ""
    bundle = json.loads(Path(file).read_bytes())
    bundle["events"][1]["rulings"] = [{"rule": "common.none", "at": 0, "seat": None}]
    from games.audit import lawful

    right, calls = lawful.decide, []

    def failing(*given: Any, **more: Any) -> Decision:
        calls.append(1)
        if len(calls) > 2:
            raise TypeError
        return right(*given, **more)

    monkeypatch.setattr(DECIDE, failing)
    verdict = audit(read_bundle(canonical(seal(bundle))))
    assert [one.code for one in verdict.lawful.findings][:2] == ["rulings", "undecidable"]
    assert verdict.word == "fail"


def test_an_error_outweighs_a_finding_of_another_question(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails_later(monkeypatch, TypeError())
    bundle = json.loads(Path(file).read_bytes())
    bundle["signature"]["head"] = "0" * 128
    Path(file).write_bytes(canonical(bundle))
    assert main([file]) == 3
    assert "sealed: head-signature" in capsys.readouterr().out


def test_an_error_before_any_question_is_none_about_the_file(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert self_fault() == ""
    monkeypatch.setattr("games.audit.verdict.examine", broken)
    assert main([file]) == 3
    assert "FAIL" not in capsys.readouterr().out


def test_refusals_are_judged_by_the_same_rule(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert self_fault() == ""
    bundle = read_bundle(Path(file).read_bytes())
    assert bundle.refusals
    from games.audit import lawful

    right = lawful.decide

    def failing(*given: Any, **more: Any) -> Decision:
        try:
            return right(*given, **more)
        except IllegalMove:
            raise TypeError from None

    monkeypatch.setattr(DECIDE, failing)
    verdict = audit(bundle)
    assert (verdict.lawful.answer, verdict.lawful.findings) == ("error", ())


def run(file: str, *, path: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with another copy of the sources."""
    return subprocess.run(
        [sys.executable, "-m", "games.audit", file],
        cwd=path,
        env=os.environ | {"ENGINE": "python"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_build_that_cannot_be_imported_is_no_failed_file(file: str, tmp_path: Path) -> None:
    for folder in ("games", "cards", "bots"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.pyc"))
    assert run(file, path=tmp_path).returncode == 0
    with (tmp_path / "games/engine/legality.py").open("a") as module:
        module.write("raise ImportError('undefined symbol: CPyDef_legality')\n")
    done = run(file, path=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "The verifier failed: this says nothing about the files." in done.stderr
