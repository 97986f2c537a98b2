"""The files in docs/deploy: they run the documented commands, and start again what ends."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

DOCS = Path(__file__).resolve().parents[2] / "docs"
DEPLOY = DOCS / "deploy"
NAMES = ("web", "worker", "beat")


def documented() -> dict[str, str]:
    """The command of each process in docs/running.md."""
    text = (DOCS / "running.md").read_text()
    return {
        name: re.findall(rf"^\| {name} \|.*\| `([^`]+)` \|$", text, re.MULTILINE)[0]
        for name in NAMES
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_runs_the_documented_command_and_always_restarts(name: str) -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / f"fairdeal-{name}.service")
    service = unit["Service"]
    assert service["ExecStart"] == f"/opt/fairdeal/{documented()[name]}"
    assert service["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"


@pytest.mark.parametrize("name", NAMES)
def test_a_container_runs_the_documented_command_and_always_restarts(name: str) -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    service = compose["services"][name]
    assert " ".join(service["command"]) == documented()[name]
    assert service["restart"] == "always"
    assert service["environment"]["REDIS_URL"].startswith("redis://redis:")


def test_redis_and_postgresql_are_started_again_too() -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for name in ("redis", "postgres"):
        assert compose["services"][name]["restart"] == "always"


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    given = (DEPLOY / "nginx.conf").read_text()
    plain = re.sub(r"listen (443 ssl|80);", "listen 127.0.0.1:0;", given)
    plain = re.sub(r"^ *ssl_certificate.*\n", "", plain, flags=re.MULTILINE)
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{plain}}}\n"
    (tmp_path / "nginx.conf").write_text(whole.replace("127.0.0.1:0", "127.0.0.1:65123"))
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
