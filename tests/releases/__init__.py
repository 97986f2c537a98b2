"""The releases that are kept: what every later version must read, and is compared with.

Each has a folder named by its version, written by ``python -m tests.releases.keep``.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def kept() -> list[Path]:
    """Return the folders of all kept releases, the oldest first."""
    found = (path.parent for path in FOLDER.glob("*/release.json"))
    return sorted(found, key=lambda path: [int(number) for number in path.name.split(".")])


def last_release() -> dict[str, Any]:
    """Return what the last kept release has: operations, migrations, rulebooks."""
    told: dict[str, Any] = json.loads((kept()[-1] / "release.json").read_text())
    return told
