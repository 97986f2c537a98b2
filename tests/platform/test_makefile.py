"""`make help` is true, and .pre-commit-config.yaml runs what `make check` runs."""

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
PRE_COMMIT: dict[str, Any] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
HOOKS: list[dict[str, Any]] = PRE_COMMIT["repos"][0]["hooks"]


def targets() -> set[str]:
    """Every target for people; `base` and `dev` are steps of the others."""
    found = re.findall(r"^([a-z][a-z -]*):", MAKEFILE, re.MULTILINE)
    return {name for line in found for name in line.split()} - {"base", "dev"}


def checks() -> list[list[str]]:
    """The commands of `make check`, in words, without the folder they run on."""
    [recipe] = re.findall(r"^check:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    lines = recipe.replace("\t@", "").replace("$(PY)", ".venv/bin/python").splitlines()
    return [[word for word in shlex.split(line) if word != "."] for line in lines]


def test_help_lists_every_target_once() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True
    )
    listed = re.findall(r"^  make ([a-z-]+) +\S", done.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets())


def test_every_target_is_always_made() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert set(phony.split()) == targets() | {"base", "dev"}


def test_the_modules_that_targets_run_exist() -> None:
    modules = set(re.findall(r"-m ([\w.]+)", MAKEFILE)) - {"not"}
    assert "tests.lint_words" in modules
    assert [name for name in modules if find_spec(name) is None] == []


def test_the_hooks_run_what_make_check_runs_and_download_nothing() -> None:
    entries = [shlex.split(hook["entry"]) for hook in HOOKS]
    assert [[word for word in entry if word != "--force-exclude"] for entry in entries] == checks()
    assert [repo["repo"] for repo in PRE_COMMIT["repos"]] == ["local"]
    assert {hook["language"] for hook in HOOKS} == {"system"}


def test_hooks_that_read_the_whole_tree_get_no_names_of_files() -> None:
    with_files = [hook["id"] for hook in HOOKS if hook.get("pass_filenames", True)]
    assert with_files == ["ruff-check", "ruff-format"]
