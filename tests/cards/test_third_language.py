"""A third language needs a module and catalogs, and no other change."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("bots", "cards", "config", "games", "tests")
WORDS = {
    "cards/locale/eo/LC_MESSAGES/lint.po": {"lint:untranslated": "mankas nomo en {tag}"},
    "games/wording/locale/eo/LC_MESSAGES/problems.po": {
        "problem:game_not_found:title": "Tio ne ekzistas"
    },
}
"""What the catalogs of the third language have; their other texts stay English."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the module and the catalogs of a third language."""
    copy = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*_cache")
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    for name in ("pyproject.toml", "manage.py"):
        shutil.copy(ROOT / name, copy / name)
    module = copy / "tests/cards/third_language/esperanto.py"
    shutil.copy(module, copy / "cards/language/spoken/esperanto.py")
    run(copy, "-m", "config.po_files", "write")
    for path, texts in WORDS.items():
        catalog = polib.pofile(str(copy / path), wrapwidth=0)
        for entry in catalog:
            entry.msgstr = texts.pop(entry.msgctxt or "", "")
        assert texts == {}
        catalog.save()
    return copy


def run(tree: Path, *command: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(tree), "ENGINE": "python"}
    done = subprocess.run(
        [sys.executable, *command], cwd=tree, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_everything_works_in_it(tree: Path) -> None:
    checks = "tests/cards/third_language/esperanto_checks.py"
    said = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", checks)
    assert " passed" in said and "failed" not in said


@pytest.mark.slow
def test_the_module_and_the_catalogs_are_all_that_differs(tree: Path) -> None:
    differing = {
        path.relative_to(tree).as_posix()
        for name in COPIED[:-1]
        for path in (tree / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        and not _is_same(path, ROOT / path.relative_to(tree))
    }  # fmt: skip
    module = "cards/language/spoken/esperanto.py"
    assert differing - {module} == {one for one in differing if "/locale/eo/" in one}
    assert module in differing


@pytest.mark.slow
def test_what_it_lacks_is_reported(tree: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "config.po_files", "check"],
        cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)}, capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 1
    assert "locale/eo/LC_MESSAGES/lint.po: lint:stale-text: not translated" in checked.stdout
    assert "fr_CA" not in checked.stdout


def _is_same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()
