"""`python -m games.audit`: bundles audited on a machine that has nothing but the files."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.audit import encode_bundle
from games.audit.__main__ import main
from games.audit.words import FINDINGS, REASONS
from games.engine import NOBODY
from tests.games.finished import VARIANTS, finished, taken_away

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(editions: None, settings: Any, tmp_path: Path) -> Path:
    """A folder with the bundle of a game of each variant, one of them compressed."""
    settings.SIGNING_KEY = "11" * 32
    (tmp_path / "deep").mkdir()
    for variant in VARIANTS:
        game = finished(variant)
        (tmp_path / f"{variant}.json").write_bytes(encode_bundle(taken_away(game)))
        packed = gzip.compress(encode_bundle(taken_away(game, NOBODY)))
        (tmp_path / "deep" / f"{variant}.json.gz").write_bytes(packed)
    return tmp_path


def forge(file: Path) -> None:
    """Change a byte of a payload."""
    told = json.loads(file.read_bytes())
    told["events"][4]["at"] = "2020" + told["events"][4]["at"][4:]
    file.write_text(json.dumps(told))


def test_files_and_folders_that_are_whole_pass(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder), "--processes", "2"]) == 0
    told = capsys.readouterr().out
    assert told.count("PASS ") == 2 * len(VARIANTS)
    assert f"{2 * len(VARIANTS)} of {2 * len(VARIANTS)} passed" in told


def test_one_that_was_altered_fails_and_says_where(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(folder / "xmen.json")
    assert main([str(folder / "avengers.json"), str(folder / "xmen.json")]) == 1
    told = capsys.readouterr().out
    assert "FAIL" in told
    assert "sealed: event 5: altered: It was altered." in told
    assert "1 of 2 passed" in told


def test_verdicts_can_be_had_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forge(folder / "xmen.json")
    assert main([str(folder / "xmen.json"), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert not told["passed"]
    assert told["sealed"]["answer"] == "no"
    assert {"code": "altered", "first": 5, "last": 5} in told["sealed"]["findings"]


def test_a_key_that_nobody_named_is_not_trusted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "avengers.json"
    public = json.loads(file.read_bytes())["signature"]["public"]
    assert main([str(file), "--key", public]) == 0
    assert main([str(file), "--key", "22" * 32]) == 1
    assert "sealed: key:" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"format": 1}'])
def test_what_is_no_bundle_fails(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file.json").write_bytes(content)
    assert main([str(tmp_path / "file.json")]) == 1
    assert "malformed" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1


def test_a_folder_without_bundles_does_not_pass(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1


def test_the_program_needs_neither_django_nor_a_database(folder: Path) -> None:
    code = (
        "import sys; from games.audit.__main__ import main; code = main(sys.argv[1:]);"
        "assert not {'django', 'celery', 'redis', 'psycopg'} & set(sys.modules); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, str(folder), "--processes", "2"]
    ran = subprocess.run(command, cwd=ROOT, env={}, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("PASS ") == 2 * len(VARIANTS)


def test_every_finding_is_said_in_both_languages() -> None:
    for english, french in (*FINDINGS.values(), *REASONS.values()):
        assert english and french and english != french
