"""The size of the client is checked, and its tests on node pass."""

from pathlib import Path

import pytest

from tests.clients.build import Failed
from tests.play import check
from tests.play.check import MAX_FILE_LINES, MAX_LINES, client_files, excesses


def test_a_long_file_is_named(tmp_path: Path) -> None:
    short, long = tmp_path / "short.js", tmp_path / "long.css"
    short.write_text("\n" * MAX_FILE_LINES)
    long.write_text("\n" * (MAX_FILE_LINES + 1))
    assert excesses([short]) == []
    [found] = excesses([short, long])
    assert found == f"{long} has {MAX_FILE_LINES + 1} lines, over {MAX_FILE_LINES}"


def test_too_many_files_are_found(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.js" for number in range(MAX_LINES // MAX_FILE_LINES + 1)]
    for path in paths:
        path.write_text("\n" * MAX_FILE_LINES)
    lines = MAX_FILE_LINES * len(paths)
    assert excesses(paths) == [f"the client has {lines} lines, over {MAX_LINES}"]


def test_the_client_is_counted() -> None:
    names = {path.name for path in client_files()}
    assert {"board.js", "play.css"} <= names
    assert "lit.js" not in names


def test_the_tests_on_node_pass() -> None:
    check.run_tests()


def test_a_test_that_fails_on_node_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.test.js").write_text('import assert from "node:assert"; assert(false);')
    monkeypatch.setattr(check, "TESTS", tmp_path)
    with pytest.raises(Failed, match=r"broken\.test\.js"):
        check.run_tests()
