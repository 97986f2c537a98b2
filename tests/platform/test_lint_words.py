"""The lint of words in `make check`. Its examples hold them: words: allow file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import lint_words
from tests.lint_words import excess, main, words_in


def words(path: str, text: str) -> list[tuple[int, str]]:
    return [(found.line, found.word) for found in words_in(path, text)]


@pytest.mark.parametrize(
    "text",
    [
        '"""Ask whoever is there."""\n',
        "# Ask whoever is there.\n",
        'print("Ask whoever is there.")\n',
        'print(f"Ask {1} whoever is there.")\n',
    ],
)
def test_docstrings_comments_and_texts_are_read(text: str) -> None:
    assert words("a.py", text) == [(1, "whoever")]


@pytest.mark.parametrize(
    "text",
    [
        'nobody = "nobody"\n',
        "NOBODY = -1\nclass nobody: ...\n",
        '"""The value `nobody` of `Scope.nobody`."""\n',
        'f"{x if x else nobody} and {whoever(1)} play"\n',
        '"""The view of a seat, or of the public for NOBODY or w.nobody."""\n',
        '"""The wording of nobodys-fool and renewal."""\n',
    ],
)
def test_names_values_and_text_in_backquotes_are_code(text: str) -> None:
    assert words("a.py", text) == []


def test_a_phrase_is_found_across_lines_comments_and_texts_but_not_across_code() -> None:
    assert words("a.md", "It is taken\naway.\n") == [(1, "taken away")]
    assert words("a.py", "# It is taken\n# away.\n") == [(1, "taken away")]
    assert words("a.py", 'x = ("It is taken "\n  "away by it.")\n') == [(1, "taken away")]
    assert words("a.py", "x = 'It is taken ' + 'away or not'\n") == []


def test_each_line_with_a_word_is_named_with_what_to_write() -> None:
    [first, second] = words_in("docs/a.md", "One.\nWhoever asks,\nasks anew.\n")
    assert str(first) == 'docs/a.md:2: "Whoever": write the caller, the client, any'
    assert (second.line, second.word) == (3, "anew")


def test_a_line_and_a_file_can_be_allowed() -> None:
    assert words("a.py", "# nobody here  (words: allow)\n# nobody there\n") == [(2, "nobody")]
    assert words("a.md", "<!-- words: allow file -->\n\nnobody\n") == []


def test_a_file_may_not_hold_more_than_the_baseline_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint_words, "ROOT", Path(__file__).parent)
    here = Path(__file__).name
    assert excess({here: 2}, {here: 2}) == []
    assert excess({here: 1}, {here: 2}) == []
    assert excess({here: 3}, {here: 2}) == [here]
    assert excess({"new.py": 1}, {here: 2}) == ["new.py"]


def test_a_moved_file_keeps_what_it_was_allowed() -> None:
    assert excess({"new.py": 2}, {"gone.py": 2}) == []
    assert excess({"new.py": 1, "other.py": 1}, {"gone.py": 2}) == []
    assert excess({"new.py": 2, "other.py": 1}, {"gone.py": 2}) == ["new.py", "other.py"]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one document, which may hold two of the words."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("nobody\nnobody\n")
    (tmp_path / "baseline.json").write_text('{"docs/a.md": 2}')
    monkeypatch.setattr(lint_words, "ROOT", tmp_path)
    monkeypatch.setattr(lint_words, "BASELINE", tmp_path / "baseline.json")
    return tmp_path


def test_growth_fails_and_names_the_lines(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr() == ("", "")
    (tree / "docs" / "a.md").write_text("nobody\nnobody\nanew\n")
    assert main([]) == 1
    out, err = capsys.readouterr()
    assert 'docs/a.md:3: "anew": write again, or rebuild, recompute' in out
    assert err == "docs/a.md: 3 found, 2 allowed\n"


def test_lowering_writes_lower_counts_only(tree: Path) -> None:
    baseline = tree / "baseline.json"
    (tree / "docs" / "a.md").write_text("nobody\nnobody\nnobody\n")
    assert main(["--lower"]) == 1
    assert json.loads(baseline.read_text()) == {"docs/a.md": 2}
    (tree / "docs" / "a.md").write_text("nobody\n")
    assert main(["--lower"]) == 0
    assert json.loads(baseline.read_text()) == {"docs/a.md": 1}
    (tree / "docs" / "a.md").write_text("none\n")
    assert main(["--lower"]) == 0
    assert json.loads(baseline.read_text()) == {}


def test_generated_files_and_migrations_are_not_read(tree: Path) -> None:
    for folder in ("games/migrations", "tests/clients/generated"):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "a.py").write_text("# nobody\n")
    assert main([]) == 0
