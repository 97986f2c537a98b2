"""The lint of words in `make check`. Its examples hold them: words: allow file."""

from pathlib import Path

import pytest

from tests import lint_words
from tests.lint_words import main, words_in


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


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one document."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("none\n")
    monkeypatch.setattr(lint_words, "ROOT", tmp_path)
    return tmp_path


def test_a_word_fails_and_its_line_is_named(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert capsys.readouterr() == ("", "")
    (tree / "docs" / "a.md").write_text("none\nanew\n")
    assert main() == 1
    err = capsys.readouterr().err
    assert err == 'docs/a.md:2: "anew": write again, or rebuild, recompute\n'


def test_generated_files_and_migrations_are_not_read(tree: Path) -> None:
    for folder in ("games/migrations", "tests/clients/generated"):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "a.py").write_text("# nobody\n")
    assert main() == 0
