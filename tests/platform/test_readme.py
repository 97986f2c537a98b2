"""The commands of the README do what it says, when they are pasted into a shell."""

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
"""The README's curl prints what is refused; here it fails, and the shell stops."""


def blocks(*headings: str) -> list[str]:
    """The indented commands under some headings of the README."""
    sections = re.split(r"^##+ ", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    text = "".join(one for one in sections if one.startswith(headings))
    found = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", text, re.MULTILINE)
    return [dedent(one).strip() for one in found if one.strip()]


def script(port: int) -> str:
    """All turns of the README, one after the other, in one shell."""
    commands = blocks("A turn with curl", "Ultimate", "Checking that a game was fair")
    text = "".join(f"{one}\necho\necho '{DONE.format(at)}'\n" for at, one in enumerate(commands))
    assert text.count("127.0.0.1:8000") == 1
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    return FAILING + text.replace(".venv/bin/python", sys.executable)


def test_the_commands_of_the_readme_are_found() -> None:
    turn, ultimate = blocks("A turn with curl"), blocks("Ultimate")
    assert turn[0].startswith("API=")
    assert len(turn) == 5
    assert len(ultimate) == 2
    assert len(blocks("Checking that a game was fair")) == 1


@pytest.mark.slow
@linux_only
@pytest.mark.skipif(not shutil.which("curl"), reason="no curl on this machine")
def test_the_turns_of_the_readme_work_as_pasted(tmp_path: Path) -> None:
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
    said = re.split(DONE.format(r"\d+"), ended.stdout)
    assert len(said) == 9
    _player, _game, asked, moved, events, _ultimate, played, proof, _rest = said
    assert '"kind":"' in asked
    reply = json.loads(moved)
    assert reply["events"][0]["seat"] == 0
    assert reply["table"]["color"] == reply["position"]["color"]
    assert '"move":{"move":"start"}' in events
    assert json.loads(played)["table"]["places"][0]["hero"] == "hulk"
    assert "PASS" in proof
