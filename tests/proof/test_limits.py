"""A file that takes too much, or that breaks a verifier, costs no verdict of another one."""

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from games.audit.__main__ import main
from games.audit.each_alone import each_alone
from games.audit.self_check import self_fault
from tests.clients.build import NODE
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


def work(file: str) -> str:
    """Do what a file is named after."""
    found: dict[str, Callable[[], None]] = {"dies": dies, "hangs": hangs, "grows": grows}
    if file in found:
        found[file]()
    return f"{file} done"


def test_a_file_that_takes_too_much_costs_no_other_one(capfd: pytest.CaptureFixture[str]) -> None:
    files = ["one", "dies", "two", "hangs", "three", "grows", "four"]
    results = dict(each_alone(files, 2, work, seconds=1.0))
    assert results == {
        file: None if file in ("dies", "hangs", "grows") else f"{file} done" for file in files
    }
    assert "MemoryError" in capfd.readouterr().err


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
