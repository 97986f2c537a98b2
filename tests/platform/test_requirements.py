"""The server uses every package that requirements/base.in names."""

import re
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("bots", "cards", "config", "games")
CODE = "\n".join(
    path.read_text() for folder in SHIPPED for path in sorted((ROOT / folder).rglob("*.py"))
)
COMMANDS = (ROOT / "Dockerfile").read_text()
OF_OTHERS = {
    "packaging": "kombu's Redis transport imports it without requiring it",
    "psycopg": "Django's backend of PostgreSQL imports it",
}


def requirements() -> list[str]:
    """Return the names of the packages, without versions and extras."""
    lines = (ROOT / "requirements" / "base.in").read_text().splitlines()
    return [re.split(r"[\[<>=;]", line)[0].strip() for line in lines if not line.startswith("#")]


distributions_by_module = cache(packages_distributions)


def modules_of(package: str) -> set[str]:
    """Return the top-level modules that a package installs."""
    wanted = re.sub(r"[-_.]+", "-", package).lower()
    return {
        module
        for module, packages in distributions_by_module().items()
        if wanted in {re.sub(r"[-_.]+", "-", one).lower() for one in packages}
    }


@pytest.mark.parametrize("package", sorted(set(requirements()) - set(OF_OTHERS)))
def test_the_server_imports_or_names_every_package(package: str) -> None:
    modules = modules_of(package)
    assert modules, f"{package} is not installed"
    names = "|".join(map(re.escape, modules))
    imported = rf"^\s*(?:import|from) (?:{names})\b"
    named = rf"[\"'](?:{names})[.\"']"
    assert (
        re.search(imported, CODE, re.MULTILINE)
        or re.search(named, CODE)
        or re.search(rf"[\"'\s](?:{names})\b", COMMANDS)
    )
