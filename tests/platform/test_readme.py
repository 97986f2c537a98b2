"""The commands of the README and of docs/playing.md work when they are pasted into a shell."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.platform.test_supervisor import (
    ROOT,
    free_port,
    linux_only,
    supervisor,
    wait_until_ready,
)

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
    assert '"move":{"move":"start"}' in events
    assert json.loads(played)["table"]["places"][0]["hero"] == "hulk"
    assert "PASS" in proof
