"""Keep the present release for the tests of later ones: `python -m tests.releases.keep`."""

import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import yaml

from tests.releases import FOLDER
from tests.releases.story import ENVIRONMENT, begin, run

ROOT = FOLDER.parents[1]


def told() -> dict[str, Any]:
    """Return what later versions are compared with: operations, migrations, rulebooks."""
    from django.apps import apps
    from django.db.migrations.loader import MigrationLoader

    described = yaml.load((ROOT / "docs/openapi.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    operations = [one for methods in described["paths"].values() for one in methods.values()]
    leaves = sorted(MigrationLoader(None).graph.leaf_nodes())
    names = {app: apps.get_app_config(app).name.partition(".")[0] for app, _ in leaves}
    return {
        "operations": sorted(one["operationId"] for one in operations),
        "migrations": {app: name for app, name in leaves if names[app] in OURS},
        "rulebooks": json.loads((ROOT / "games/engine/rulebooks.json").read_bytes()),
    }


OURS = ("bots", "cards", "games")


def tell(folder: Path) -> None:
    """Write the files of a release, but for its database."""
    begin(folder)
    (folder / "release.json").write_text(json.dumps(told(), indent=1) + "\n")


def keep() -> Path:
    """Write the folder of this release; return it."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    folder = FOLDER / version
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "database.sqlite3"
        env = os.environ | ENVIRONMENT | {"DATABASE_URL": f"sqlite:///{file}", "DATA_DIR": scratch}
        env.pop("REDIS_URL", None)
        for words in (["manage.py", "migrate", "-v0"], ["-m", "tests.releases.keep", str(folder)]):
            subprocess.run([sys.executable, *words], cwd=ROOT, env=env, check=True)
        with sqlite3.connect(file) as database:
            database.execute("DELETE FROM django_session")
        database.execute("VACUUM")
        database.close()
        (folder / "database.sqlite3.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
    return folder


if __name__ == "__main__":
    if sys.argv[1:]:
        run(tell, Path(sys.argv[1]))
    else:
        sizes = {one.name: one.stat().st_size for one in sorted(keep().iterdir())}
        print(*(f"{size:8} {name}" for name, size in sizes.items()), sep="\n")
