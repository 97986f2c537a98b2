"""No two modules share a name, so that a name in a traceback or a question leads to one file."""

from collections import defaultdict
from pathlib import Path

from tests.platform.test_supervisor import ROOT

FRAMEWORK_NAMES = {
    "__init__",
    "__main__",
    "admin",
    "apps",
    "conftest",
    "models",
    "selectors",
    "services",
    "tasks",
    "urls",
    "views",
}
"""Names that Django, Celery, pytest or Python prescribes, or that each app has by convention."""

FRAMEWORK_FOLDERS = {"migrations", "commands"}
"""Folders in which Django prescribes the names: a command is called like its module."""


FOLDERS = ("bots", "cards", "config", "examples", "games", "tests")
GENERATED = {"generated", "node_modules"}


def modules() -> list[Path]:
    """Return the modules of the project, relative to its root."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    paths = sorted(path.relative_to(ROOT) for path in found)
    return [path for path in paths if not (FRAMEWORK_FOLDERS | GENERATED) & set(path.parts)]


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(list)
    for path in modules():
        if path.stem not in FRAMEWORK_NAMES:
            places[path.stem].append(str(path))
    assert len(places) > 400
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_packages_that_are_shipped_share_a_name() -> None:
    places = defaultdict(list)
    for path in modules():
        if path.stem == "__init__" and path.parts[0] != "tests":
            places[path.parent.name].append(str(path.parent))
    del places["management"]
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
