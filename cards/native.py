"""Load what `make native` compiled, unless its sources have changed.

The compiled modules are in ``build/native``, never beside their sources: where nothing is built, or
a source has changed since, the sources run. ``ENGINE=python`` runs the sources in any case, and
``ENGINE=native`` refuses to run them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
BUILT: Final = ROOT / "build" / "native"

MANIFEST: Final = "built.json"
"""Which modules were built, from which sources, for which Python; written last."""

SOURCES: Final = (
    "cards/language",
    "games/engine",
    "bots/strategies",
    "games/audit",
    "games/ledger",
    "games/json_pointers.py",
)
"""The sources that a build depends on: the compiled code contains constants of all."""


class EngineError(ImportError):
    """The variable ``ENGINE`` asks for what cannot be had."""


class NativeFinder(MetaPathFinder):
    """Finds the compiled modules in the folder of a build."""

    def __init__(self, folder: Path, modules: Mapping[str, str]) -> None:
        self._files = {name: str(folder / file) for name, file in modules.items()}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return where a module was built; None for all others."""
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def install(folder: Path = BUILT, wanted: str | None = None) -> None:
    """Let the compiled modules be imported in place of their sources, if they may be.

    Raises ``EngineError`` if native code is required (``wanted``, by default the variable
    ``ENGINE``) and not there.
    """
    wanted = os.environ.get("ENGINE", "") if wanted is None else wanted
    if wanted not in ("", "native", "python"):
        raise EngineError(f"ENGINE is native or python, not {wanted}")
    if wanted == "python":
        return
    modules, missing = usable(folder)
    if missing and wanted == "native":
        raise EngineError(f"ENGINE=native: {missing}")
    if not missing:
        sys.meta_path.insert(0, NativeFinder(folder, modules))


def usable(folder: Path) -> tuple[dict[str, str], str]:
    """Return the files of a build by module, and why it cannot be used, "" if it can."""
    try:
        built = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        return {}, "nothing is built; run make native"
    if built["python"] != get_config_var("SOABI"):
        return {}, "it was built for another Python; run make native"
    if built["sources"] != digest_of_sources():
        return {}, "the sources have changed since it was built; run make native"
    return built["modules"], ""


def manifest(modules: Mapping[str, str]) -> dict[str, Any]:
    """Return what the manifest of a build of the present sources has."""
    return {
        "python": get_config_var("SOABI"),
        "sources": digest_of_sources(),
        "modules": dict(modules),
    }


def digest_of_sources() -> str:
    """Return a digest of the sources that a build depends on."""
    found = sha256()
    for file in python_files(SOURCES):
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()


def python_files(places: Sequence[str]) -> list[Path]:
    """Return the sources in folders and single files, named from the root, in order."""
    found = [
        [path] if path.is_file() else path.rglob("*.py") for path in map(ROOT.joinpath, places)
    ]
    return sorted(file for files in found for file in files)
