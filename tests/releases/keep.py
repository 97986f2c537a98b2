"""Keep the present release for the tests of later ones: `python -m tests.releases.keep`."""

from __future__ import annotations

import json
import os
from typing import Any

import yaml

from tests.releases import FOLDER

ROOT = FOLDER.parents[1]


def told() -> dict[str, Any]:
    """Return what later versions are compared with: operations, migrations, rulebooks."""
    from django.db.migrations.loader import MigrationLoader

    described = yaml.load((ROOT / "docs/openapi.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    loader = MigrationLoader(None)
    return {
        "operations": sorted(
            operation["operationId"]
            for methods in described["paths"].values()
            for operation in methods.values()
        ),
        "migrations": {
            app: name
            for app, name in sorted(loader.graph.leaf_nodes())
            if type(loader.disk_migrations[app, name]).__module__.startswith(
                ("bots.", "cards.", "games.")
            )
        },
        "rulebooks": json.loads((ROOT / "games/engine/rulebooks.json").read_bytes()),
    }


def keep() -> None:
    """Write the folder of this release."""
    from django.conf import settings

    folder = FOLDER / settings.RELEASE
    folder.mkdir(exist_ok=True)
    (folder / "release.json").write_text(json.dumps(told(), indent=1) + "\n")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    keep()
