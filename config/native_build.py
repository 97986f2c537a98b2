"""Compile engine, bots and audit with mypyc; with `check`, say whether it can be.

The sources stay as they are: the compiled modules are put into ``build/native``, where
``cards.native`` finds them. They replace an older build only after all of them have been imported.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from sysconfig import get_config_var, get_path
from tempfile import TemporaryDirectory
from typing import Final

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from cards.native import BUILT, MANIFEST, ROOT, manifest, python_files

COMPILED: Final = (
    "games/engine",
    "bots/strategies",
    "games/audit/bundle_reading.py",
    "games/audit/chain.py",
    "games/audit/dealt.py",
    "games/audit/event_parts.py",
    "games/audit/fair.py",
    "games/audit/sealed.py",
    "games/audit/trial.py",
    "games/json_pointers.py",
)
"""Where moves are decided and chosen, and what an audit does with each row.

Of ``cards.language``, they use structs only.
"""

INTERPRETED: Final = {
    # Structs, and tables of them: mypyc does not compile classes that msgspec makes.
    "games/engine/facts.py",
    "games/engine/foreseen.py",
    "games/engine/moves.py",
    "games/engine/prompts.py",
    "games/engine/seen_facts.py",
    "games/engine/state_parts.py",
    "games/engine/values.py",
    "games/engine/variants.py",
    # The audit subclasses it, and an interpreted class cannot subclass a compiled one.
    "games/engine/chance.py",
    # A subclass of KeyError, which mypyc does not compile.
    "games/engine/rulebook.py",
}


OPTIONS: Final = ("-fvisibility=hidden", "-fno-semantic-interposition")
"""Options of the C compiler: the compiled functions call each other directly."""


def modules() -> list[str]:
    """Return the sources that are compiled, as paths from the root."""
    found = [file.relative_to(ROOT).as_posix() for file in python_files(COMPILED)]
    return [one for one in found if Path(one).name != "__init__.py" and one not in INTERPRETED]


def missing_tool() -> str:
    """Return what a compilation needs and this machine has not, "" if it has all."""
    compiler = shlex.split(os.environ.get("CC") or get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"the C compiler {compiler}"
    if not Path(get_path("include"), "Python.h").is_file():
        return "the headers of Python (Python.h)"
    return ""


def main(arguments: Sequence[str] = ()) -> int:
    """Build, try and install the compiled modules; return the exit status."""
    missing = missing_tool()
    if missing:
        print(
            f"The engine cannot be compiled: {missing} is not here. On Debian, as root: apt-get"
            " install gcc python3-dev. Everything runs without it, from the sources.",
            file=sys.stderr,
        )
        return 1
    if list(arguments) == ["check"]:
        return 0
    os.chdir(ROOT)
    before = manifest({})
    BUILT.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="native-", dir=BUILT.parent) as scratch:
        made = Path(scratch) / "made"
        compile_into(made, Path(scratch) / "work", modules())
        files = {
            ".".join(file.relative_to(made).with_name(file.name.partition(".")[0]).parts): (
                file.relative_to(made).as_posix()
            )
            for file in sorted(made.rglob("*"))
            if file.is_file()
        }
        built = manifest(files)
        if built["sources"] != before["sources"]:
            print("The sources changed while they were compiled; run it again.", file=sys.stderr)
            return 1
        (made / MANIFEST).write_text(json.dumps(built, indent=1))
        try_out(made, sorted(files))
        shutil.rmtree(BUILT, ignore_errors=True)
        made.rename(BUILT)
    print(f"The engine is compiled: {len(files)} modules in {BUILT.relative_to(ROOT)}.")
    return 0


def compile_into(made: Path, work: Path, sources: Sequence[str]) -> None:
    """Compile sources into a folder; any error ends the command."""
    extensions = mypycify(["--config-file=", *sources], target_dir=str(work))
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *OPTIONS]
    command = build_ext(Distribution({"name": "fairdeal", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(made), str(work)
    command.finalize_options()
    command.run()


def try_out(made: Path, names: list[str]) -> None:
    """Import the compiled modules in another process; check that they are compiled."""
    code = (
        "import sys, importlib, pathlib; from cards import native;"
        "made, *names = sys.argv[1:]; native.install(pathlib.Path(made), 'native');"
        "wrong = [one for one in names"
        " if not importlib.import_module(one).__file__.startswith(made)];"
        "sys.exit(f'not compiled: {wrong}' if wrong else 0)"
    )
    environment = os.environ | {"ENGINE": "python"}
    subprocess.run([sys.executable, "-c", code, str(made), *names], env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
