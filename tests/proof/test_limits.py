"""A file that takes too much, or that breaks a verifier, costs no verdict of another one."""

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pytest

from bots.choosing import choose_again
from games.audit.__main__ import main
from games.audit.bundle_reading import read_bundle
from games.audit.command import judge_files
from games.audit.each_alone import each_alone
from games.audit.self_check import self_fault
from games.audit.verdict import audit
from games.audit.verdict_json import file_verdict
from tests.clients.build import NODE
from tests.proof import sealer
from tests.proof.played import played
from tests.proof.sealer import Json
from tests.proof.test_verify_js import PROGRAM, run

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
GOOD: Final = str(DOCS / "bundle-public.json")
COPIES: Final = b'"blue-1":2'


def dies() -> None:
    """End the process, as the system does if it has no memory left."""
    os._exit(9)


def hangs() -> None:
    """Take more time than there is."""
    time.sleep(600)


def grows() -> None:
    """Take more memory than there is."""
    bytearray(5 * 1024**3)


def work(file: str, keep: Callable[[str], None]) -> str:
    """Do what a file is named after; of one that is called late, keep something before."""
    found: dict[str, Callable[[], None]] = {"dies": dies, "hangs": hangs, "grows": grows}
    if file.startswith("late "):
        keep("early")
        keep(f"{file} begun")
    if (what := file.removeprefix("late ")) in found:
        found[what]()
    return f"{file} done"


def test_a_file_that_takes_too_much_costs_no_other_one(capfd: pytest.CaptureFixture[str]) -> None:
    files = ["one", "dies", "two", "hangs", "three", "grows", "four"]
    results = dict(each_alone(files, 2, work, seconds=1.0))
    assert results == {
        file: None if file in ("dies", "hangs", "grows") else f"{file} done" for file in files
    }
    assert "MemoryError" in capfd.readouterr().err


def test_what_was_kept_before_the_limit_stays(capfd: pytest.CaptureFixture[str]) -> None:
    files = ["late dies", "late one", "late hangs", "two", "late grows"]
    results = dict(each_alone(files, 2, work, seconds=1.0))
    assert results == {
        file: f"{file} done" if file in ("late one", "two") else f"{file} begun" for file in files
    }
    assert "MemoryError" in capfd.readouterr().err


# ---- a number in a file that lets the rules run without end


def altered(number: int) -> Json:
    """A game of X-Men with another number of cards that an effect draws, not sealed again."""
    bundle: Json = json.loads(played("xmen", 3, most=30))
    effects = [one for card in bundle["edition"]["cards"] for one in card.get("effects", ())]
    next(one for one in effects if one.get("count") == 2)["count"] = number
    return bundle


@pytest.mark.parametrize("number", [-3, -1])
def test_a_count_below_zero_is_malformed(number: int, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(sealer.canonical(altered(number)))
    (_, judged), *_ = judge_files([str(file)], 1, seconds=60)
    assert [one.code for one in judged.verdict.sealed.findings] == ["malformed"]
    status, printed = run("--json", file)
    (told,) = json.loads(printed)["files"]
    assert status == 1 and told == msgspec.to_builtins(file_verdict(str(file), judged.verdict))


def test_the_rules_do_not_run_on_other_cards_than_those_of_row_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.audit.judged_rows.decode_edition", lambda _: hangs())
    verdict = audit(read_bundle(sealer.canonical(altered(3))), chooser=choose_again)
    assert "edition" in [one.code for one in verdict.sealed.findings]
    assert [one.code for one in verdict.lawful.findings] == ["unplayable"]
    assert (verdict.choices.answer, verdict.choices.why) == ("unanswered", "unknown_views")


@pytest.mark.parametrize(("number", "word"), [(2, "not_judged"), (3, "fail")])
def test_the_limit_of_time_costs_no_finding(
    number: int, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(sealer.canonical(altered(number)))
    monkeypatch.setattr("games.audit.judging.lawful", lambda _: hangs())
    assert self_fault() == ""
    ((_, judged),) = judge_files([str(file)], 1, seconds=2)
    verdict, trace, _ = judged
    assert (verdict.word, verdict.game != "", trace is not None) == (word, True, True)
    assert verdict.sealed.answer == ("yes" if word == "not_judged" else "no")
    assert (verdict.fair.answer, verdict.dealt.answer) == ("yes", "yes")
    assert (verdict.lawful.answer, verdict.lawful.why) == ("not_judged", "limit")
    assert (verdict.choices.answer, verdict.choices.why) == ("unanswered", "not_asked")


# ---- files that are not judged


def test_it_is_not_judged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert self_fault() == ""
    long = tmp_path / "long.json"
    long.write_bytes((DOCS / "bundle-full.json").read_bytes())
    monkeypatch.setattr("games.audit.judging.dealt", lambda _: dies())
    assert main([str(long), GOOD, "--processes", "1"]) == 2
    told = capsys.readouterr().out
    assert f"NOT JUDGED {long}" in told
    assert "it took more memory or time than a file may take" in told


def test_memory_is_no_error_of_the_verifier(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert self_fault() == ""

    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("games.audit.judging.sealed", fails)
    assert main([GOOD, "--json"]) == 2
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert told["questions"]["sealed"] == {"answer": "not_judged", "why": "limit", "findings": []}


@pytest.mark.parametrize("bad", [b"null", b"1", b"[]", b"", b"{}", COPIES])
def test_bad_files_fail_and_the_others_have_their_verdicts(
    bad: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = (DOCS / "bundle-full.json").read_bytes()
    many = source.replace(COPIES, b'"blue-1":9007199254740991', 1)
    file = tmp_path / "bad.json"
    file.write_bytes(many if bad == COPIES else bad)
    assert main([str(file), GOOD, "--json"]) == 1
    in_python = json.loads(capsys.readouterr().out)["files"]
    status, printed = run("--json", file, GOOD)
    assert status == 1
    for told in (in_python, json.loads(printed)["files"]):
        assert [one["code"] for one in told[0]["questions"]["sealed"]["findings"]] == ["malformed"]
        assert told[1]["questions"]["sealed"]["answer"] == "yes"


SCRIPT: Final = """
import { readFileSync } from "node:fs";
const { verifyFiles } = await import(process.argv[1]);
const broken = { get length() { throw new Error("broken"); } };
const good = readFileSync(process.argv[2]);
const evidence = { keys: [], receipts: [], proofs: [], log: null, witnesses: null };
const files = [{ file: "bad", bytes: broken }, { file: "good", bytes: good }];
const { results } = verifyFiles(files, evidence);
const told = results.map(({ verdict, questions }) => [verdict, questions.sealed.why]);
console.log(JSON.stringify(told));
"""


def test_an_error_of_the_program_costs_one_verdict() -> None:
    command = [NODE, "--input-type=module", "-e", SCRIPT, PROGRAM.as_uri(), GOOD]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (bad, good) = json.loads(done.stdout)
    assert bad == ["error", "verifier_failed"]
    assert good[0] != "error"
