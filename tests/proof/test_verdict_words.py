"""The words of verdicts: without the rules nothing passes, and a running game says so."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from games.audit.__main__ import main
from tests.proof import sealer
from tests.proof.played import played
from tests.proof.test_verify_js import run

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PUBLIC: Final = str(DOCS / "bundle-public.json")


def told(printed: str) -> Any:
    """The verdict about the one file of a call with --json."""
    return json.loads(printed)["files"][0]


def test_nothing_passes_whose_moves_were_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([PUBLIC]) == 4
    ours = capsys.readouterr().out
    theirs = run(PUBLIC)
    assert theirs[0] == 4
    for text in (ours, theirs[1]):
        assert "PASS" not in text and text.startswith("MOVES NOT JUDGED")
        assert "sealed: yes. The moves are not judged here." in text


def test_another_winner_is_no_pass_without_the_rules(tmp_path: Path) -> None:
    bundle = json.loads((DOCS / "bundle-full.json").read_bytes())
    won = next(fact for fact in bundle["events"][-1]["facts"] if fact["fact"] == "result-changed")
    places = sorted(range(4), key=lambda seat: won["places"][seat])
    won["places"][places[0]], won["places"][places[1]] = 2, 1
    won["winner"] = places[1]
    file = tmp_path / "forged.json"
    file.write_bytes(sealer.canonical(sealer.seal(bundle)))
    status, printed = run("--json", file)
    assert (status, told(printed)["verdict"]) == (4, "moves_not_judged")


def test_a_result_changed_by_others_than_the_table_names_does_not_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = json.loads(played("avengers", 2, 3))
    start, corrected = bundle["events"][0]["move"], bundle["events"][-1]["move"]
    assert corrected["move"] == "correct"
    start["organisers"], start["seats"][0]["key"] = [], None
    for row in (*bundle["events"], *bundle["refusals"]):
        row["signed"] = None
    file = tmp_path / "game.json"
    file.write_bytes(sealer.canonical(sealer.seal(bundle)))
    assert main([str(file)]) == main([str(file), "--moves-not-judged"]) == 5
    status, theirs = run("--moves-not-judged", file)
    assert status == 5
    for text in (capsys.readouterr().out, theirs):
        first = text.splitlines()[0]
        assert "PASS" not in first and first.startswith("RESULT CHANGED")
        assert "result changed by organisers that the table did not name" in first
    assert main([str(file), "--json"]) == 5
    ours = told(capsys.readouterr().out)["verdict"]
    assert ours == told(run("--json", file)[1])["verdict"] == "result_changed"


def test_a_flag_accepts_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([PUBLIC, "--moves-not-judged"]) == 0
    assert "PASS" not in capsys.readouterr().out
    assert run("--moves-not-judged", PUBLIC)[0] == 0


@pytest.mark.parametrize(("most", "is_over"), [(9, False), (100_000, True)])
def test_a_game_that_is_not_over_says_so(
    most: int, is_over: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(played("avengers", 2, most=most))
    main([str(file), "--json"])
    assert told(capsys.readouterr().out)["over"] is is_over
    assert told(run("--json", file)[1])["over"] is is_over
    main([str(file)])
    for text in (capsys.readouterr().out, run(file)[1]):
        first = text.splitlines()[0]
        assert ("the game is not over" in first) is not is_over
        assert "choices not asked" in first
