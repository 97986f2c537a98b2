"""The lint of docstrings in `make check`."""

from pathlib import Path

import pytest

from tests import lint_words
from tests.lint_docstrings import docstring_flaws


def flaws(*lines: str) -> list[str]:
    return docstring_flaws({"games/a.py": "\n".join(('"""A module."""', *lines))})


def test_a_first_line_has_at_most_80_characters() -> None:
    assert flaws("def _f():", f'    """{"x" * 80}\n\n    {"y" * 99}\n    """') == []
    assert flaws("def _f():", f'    """{"x" * 81}"""') == [
        "games/a.py:2: the docstring of _f has a first line of 81 characters, more than 80"
    ]


def test_public_names_have_a_docstring() -> None:
    assert flaws("class A:", "    class B:", "        def c(self): ...") == [
        "games/a.py:2: A has no docstring",
        "games/a.py:3: B has no docstring",
        "games/a.py:4: c has no docstring",
    ]
    assert docstring_flaws({"games/a.py": "X = 1\n"}) == ["games/a.py:1: module has no docstring"]
    assert docstring_flaws({"games/__init__.py": ""}) == []


def test_private_names_views_and_commands_need_none() -> None:
    assert flaws("def _f(): ...", "class _A:", "    def b(self): ...") == []
    assert flaws("def f():", '    """Return."""', "    def g(): ...") == []
    members = ["    def get(self): ...", "    def handle(self): ...", "    class Meta: ..."]
    assert flaws("class A:", '    """A view."""', *members) == []


def test_a_method_that_overrides_a_documented_one_needs_none() -> None:
    base = ["class A:", '    """A base."""', "    def f(self):", '        """Return."""']
    own = ['    """A part."""', "    def f(self): ...", "    def g(self): ..."]
    missing_g = ["games/a.py:12: g has no docstring"]
    between = ["class B(A):", '    """Between."""', "", "class C(B):"]
    assert flaws(*base, *between, *own) == missing_g


def test_a_flaw_fails_the_lint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lint_words, "ROOT", tmp_path)
    for folder in ("games", "games/migrations"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").write_text('"""A module."""\n')
    assert lint_words.main() == 0
    (tmp_path / "games/migrations/a.py").write_text("X = 1\n")
    assert lint_words.main() == 0
    (tmp_path / "games/a.py").write_text("X = 1\n")
    assert lint_words.main() == 1
    assert capsys.readouterr().err == "games/a.py:1: module has no docstring\n"
