"""What pip installs of this project, away from its tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREE = ("bots", "cards", "config", "games", "requirements")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed a copy of the tree."""
    pytest.importorskip("setuptools")
    copy, target = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("installed")
    for name in TREE:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    options = ("--no-deps", "--no-build-isolation", "--quiet", "--target", str(target))
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(copy)], check=True)
    return target


def run(installed: Path, *command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if "DJANGO" not in name}
    environment |= {"PYTHONPATH": str(installed), "DATA_DIR": str(installed / "data")}
    done = subprocess.run(
        [sys.executable, *command], cwd=installed, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_verifies_a_bundle(installed: Path) -> None:
    said = run(installed, "-m", "games.audit", "games/audit/known_good/avengers.json.gz")
    assert said.startswith("PASS")


def test_it_has_all_that_a_server_needs(installed: Path) -> None:
    def names(root: Path) -> set[str]:
        files = (path for part in TREE[:-1] for path in (root / part).rglob("*") if path.is_file())
        return {str(one.relative_to(root)) for one in files if "__pycache__" not in one.parts}

    assert names(ROOT) - names(installed) == set()
    script = "from config import settings, supervisor; print(settings.RELEASE)"
    assert run(installed, "-c", script) == run(ROOT, "-c", script)
