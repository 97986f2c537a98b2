"""The commands of the README and the documents work when they are pasted into a shell."""

import ast
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import get_args

import pytest

from cards.language.effects import Effect
from tests.migrated import copy_migrated
from tests.platform.test_supervisor import (
    ROOT,
    environment,
    linux_only,
    supervisor,
    wait_until_ready,
)
from tests.ports import free_port

DONE = "== block {} done"
FAILING = 'curl() { command curl --fail "$@"; }\n'
"""curl fails on a refusal instead of printing it, so that the shell stops."""


def blocks(page: str, heading: str) -> list[str]:
    """Return the indented commands under a heading of a page."""
    sections = re.split(r"^##+ ", (ROOT / page).read_text(), flags=re.MULTILINE)
    (text,) = (one for one in sections if one.startswith(f"{heading}\n"))
    found = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", text, re.MULTILINE)
    return [dedent(one).strip() for one in found if one.strip()]


def script(port: int) -> str:
    """Return all turns, one after the other, for one shell."""
    commands = blocks("README.md", "Play one turn") + blocks("docs/playing.md", "Ultimate")
    text = "".join(f"{one}\necho\necho '{DONE.format(at)}'\n" for at, one in enumerate(commands))
    assert text.count("127.0.0.1:8000") == 1
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    return FAILING + text.replace(".venv/bin/python", sys.executable)


def test_the_commands_are_found() -> None:
    turn, ultimate = blocks("README.md", "Play one turn"), blocks("docs/playing.md", "Ultimate")
    assert turn[0].startswith("API=")
    assert len(turn) == 6
    assert len(ultimate) == 2


def test_the_readme_has_a_page_or_two() -> None:
    assert len((ROOT / "README.md").read_text().split()) < 900


PAGES = sorted(page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = (page.parent / path) if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_the_command_for_an_admin_works_with_another_folder_of_data(tmp_path: Path) -> None:
    [command] = re.findall(r"`([^`]*manage\.py createsuperuser)`", (ROOT / "README.md").read_text())
    assert "DATA_DIR=var " in command
    copy_migrated(tmp_path / "fairdeal.sqlite3")
    command = command.replace("DATA_DIR=var ", f"DATA_DIR={tmp_path} ")
    command = command.replace(".venv/bin/python", sys.executable)
    given = environment(tmp_path / "elsewhere", 0) | {"DJANGO_SUPERUSER_PASSWORD": "a-Long-1"}
    options = "--noinput --username ada --email ada@example.com"
    ended = subprocess.run(
        ["sh", "-e", "-c", f"{command} {options}"],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    with closing(sqlite3.connect(tmp_path / "fairdeal.sqlite3")) as database:
        found = database.execute("SELECT username, is_superuser FROM auth_user").fetchall()
    assert found == [("ada", 1)]


SOURCES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")


@pytest.mark.parametrize("page", SOURCES)
def test_named_files_exist(page: str) -> None:
    text = (ROOT / page).read_text()
    named = re.findall(r"`((?:bots|cards|config|games|tests)/[\w/.]*)`", text)
    assert [one for one in named if not (ROOT / one).exists()] == []
    assert named or page == "README.md"


@pytest.mark.parametrize("page", SOURCES)
def test_named_functions_are_in_their_file(page: str) -> None:
    text = (ROOT / page).read_text()
    for path, names in re.findall(r"`([\w/]+\.py)`\s\((`\w+`(?:, `\w+`)*)\)", text):
        source = (ROOT / path).read_text()
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^ *(def |class )?{name}\b", source, re.MULTILINE), (path, name)


def verbs_imported(path: Path) -> set[str]:
    """Return the verbs of the language that a module imports."""
    verbs = {one.__name__ for one in get_args(Effect)}
    nodes = ast.walk(ast.parse(path.read_text()))
    froms = (node for node in nodes if isinstance(node, ast.ImportFrom))
    language = (node for node in froms if (node.module or "").startswith("cards.language"))
    return {name.name for node in language for name in node.names} & verbs


def test_the_folders_of_tests_are_described() -> None:
    folders = {one.parent.name for one in (ROOT / "tests").glob("*/*.py")}
    described = set(re.findall(r"`tests/(\w+)/`", (ROOT / "CONTRIBUTING.md").read_text()))
    assert folders - described == set()


def test_the_recipe_for_a_verb_names_every_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    recipe = text.partition("### Add a verb")[2].partition("### ")[0]
    named = set(re.findall(r"`([\w/]+\.py)`", recipe))
    modules = (
        path for folder in ("cards", "games", "bots") for path in (ROOT / folder).rglob("*.py")
    )
    places = {str(one.relative_to(ROOT)) for one in modules if len(verbs_imported(one)) > 1}
    own_functions = {one for one in places if one.startswith("games/engine/verbs/")}
    assert places - own_functions - named == set()
    assert len(places) > 12


KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Rulings"}


def test_the_changelog_lists_each_kind_of_change_once_a_version() -> None:
    _, *versions = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert versions[0].startswith("[Unreleased]\n")
    for version in versions[1:]:
        assert re.match(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d\n", version)
    for version in versions:
        kinds = re.findall(r"^### (.+)$", version, re.MULTILINE)
        assert len(kinds) == len(set(kinds))
        assert set(kinds) <= KINDS
    assert "\n- Changed:" not in "".join(versions)


@pytest.mark.slow
@linux_only
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl on this machine")
def test_the_turns_work_as_pasted(tmp_path: Path) -> None:
    port = free_port()
    with supervisor(tmp_path, port) as process:
        wait_until_ready(process, tmp_path, port)
        ended = subprocess.run(
            ["sh", "-e", "-c", script(port)],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr
    printed = re.split(DONE.format(r"\d+"), ended.stdout)
    assert len(printed) == 9
    _player, _game, asked, moved, events, proof, _ultimate, played, _rest = printed
    assert '"kind":"' in asked
    reply = json.loads(moved)
    assert reply["events"][0]["seat"] == 0
    assert reply["table"]["color"] == reply["position"]["color"]
    assert '"move":"start"' in events
    assert json.loads(played)["table"]["places"][0]["hero"] == "hulk"
    assert "sealed: yes" in proof
