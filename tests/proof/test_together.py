"""Files that contradict each other, and the evidence in their folders: both verifiers."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from games.audit.__main__ import main
from tests.proof import sealer
from tests.proof.played import played
from tests.proof.sealer import Json
from tests.proof.test_two_verifiers import common
from tests.proof.test_verify_js import run

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
GAME: Final = "avengers", 2
CONTRADICTIONS: Final = ("two-histories", "seed-reused")


class Folder:
    """A folder of files, and what both verifiers say about it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys

    def write(self, name: str, content: Json | bytes | str) -> str:
        """Write a bundle or another file, and return its path."""
        file = self.path / name
        file.parent.mkdir(exist_ok=True)
        if isinstance(content, dict):
            content = sealer.canonical(content)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)

    def told(self, *arguments: str) -> tuple[int, list[Any]]:
        """The status and the verdicts; the questions without rules are those of Python."""
        given = arguments or (str(self.path),)
        status = main([*given, "--json"])
        ours = json.loads(self.capsys.readouterr().out)["files"]
        _, printed = run("--json", *given)
        theirs = json.loads(printed.splitlines()[0])["files"]
        assert [one["file"] for one in ours] == [one["file"] for one in theirs]
        assert list(map(common, ours)) == list(map(common, theirs))
        return status, ours


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    """An empty folder."""
    return Folder(tmp_path / "files", capsys)


def contradictions(told: list[Any]) -> list[tuple[str, str, int, str]]:
    """Which file has which finding at which event about which other file."""
    return [
        (one["file"], finding["code"], finding["first"], finding["file"])
        for one in told
        for finding in one["questions"]["sealed"]["findings"]
        if finding["code"] in CONTRADICTIONS
    ]


def game(most: int = 20) -> Json:
    bundle: Json = json.loads(played(*GAME, most=most))
    return bundle


def other_game(most: int = 20) -> Json:
    """The same moves and the same seed under another id."""
    bundle = game(most)
    bundle["head"]["game"] = bundle["head"]["game"][:-2] + "bb"
    return sealer.seal(bundle)


def another_history(bundle: Json) -> Json:
    """The same game with another time of a row, sealed again by the owner."""
    event = bundle["events"][6]
    event["at"] = event["at"][:-2] + "9Z"
    return sealer.seal(bundle)


def test_two_histories_of_a_game_fail_and_name_each_other(folder: Folder) -> None:
    one = folder.write("a.json", game())
    two = folder.write("b.json", another_history(game()))
    status, told = folder.told()
    assert status == 1
    assert [each["verdict"] for each in told] == ["fail", "fail"]
    assert sorted(contradictions(told)) == [
        (one, "two-histories", 7, two), (two, "two-histories", 7, one),
    ]  # fmt: skip


def test_a_running_file_and_its_later_one_and_other_views_are_one_history(folder: Folder) -> None:
    folder.write("early.json", game(9))
    folder.write("late.json", game())
    folder.write("public.json", sealer.seen(game()))
    assert contradictions(folder.told()[1]) == []


def test_a_shorter_file_of_another_history_is_found(folder: Folder) -> None:
    early = folder.write("early.json", another_history(game(9)))
    late = folder.write("late.json", game())
    found = contradictions(folder.told()[1])
    assert sorted(found) == [
        (early, "two-histories", 7, late), (late, "two-histories", 7, early),
    ]  # fmt: skip


def test_one_seed_in_two_games_is_found_in_both(folder: Folder) -> None:
    one = folder.write("a.json", game())
    two = folder.write("b.json", other_game())
    assert sorted(contradictions(folder.told()[1])) == [
        (one, "seed-reused", 0, two), (two, "seed-reused", 0, one),
    ]  # fmt: skip


def test_a_file_that_is_not_sealed_accuses_no_other_one(folder: Folder) -> None:
    folder.write("a.json", game())
    broken = another_history(game())
    broken["signature"]["head"] = "0" * 128
    folder.write("b.json", broken)
    assert contradictions(folder.told()[1]) == []


# ---- evidence in folders


def test_proofs_and_receipts_of_a_folder_are_about_its_bundles(folder: Folder) -> None:
    log = json.loads((DOCS / "log-vectors.json").read_text())
    full = (DOCS / "bundle-full.json").read_bytes()
    folder.write("a.json", full)
    folder.write("b.json", other_game())
    folder.write("some.proof", log["proof_of_bundle_full"])
    folder.write("some.receipt.json", json.dumps(sealer.receipt(other_game(9))))
    _, told = folder.told()
    assert len(told) == 2
    assert all(one["questions"]["sealed"]["answer"] == "yes" for one in told)
    folder.write("b.proof", log["proof_of_bundle_full"])
    findings = folder.told()[1][1]["questions"]["sealed"]["findings"]
    assert {one["code"] for one in findings if not one["note"]} == {"log"}


def test_evidence_about_no_bundle_costs_no_verdict(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write("a.json", sealer.seen(game()))
    receipt = folder.write("other.json", json.dumps(sealer.receipt(other_game())))
    assert main([str(folder.path)]) != 0
    assert f"about no bundle: {receipt}" in capsys.readouterr().err
    status, printed = run(folder.path)
    assert status != 0 and receipt in printed


def test_a_folder_has_a_summary(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write("a.json", game())
    folder.write("b.json", b"null")
    main([str(folder.path)])
    told = capsys.readouterr().out
    _, printed = run(folder.path)
    for text in (told, printed):
        assert "found: sealed malformed in 1 of 2 files" in text
        assert "not examined: choices" in text
