"""Check the client in games/static/play: size, types, lint and format, and run its tests.

`python -m tests.play.check` checks, and formats with `format`. The tools are npm's packages in
tests/clients, and the types of the API are generated there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.clients.build import (
    HERE,
    MODULES,
    NODE,
    ROOT,
    Failed,
    alone,
    build,
    install,
    run,
    typescript,
)

STATIC: Final = ROOT / "games" / "static"
FORMATTED: Final = ("games/static/play/**/*.{js,ts}", "tests/play/*.js", "tests/clients/*.js")
LINTED: Final = ("games/static/play", "games/static/audit", "games/static/verify", "tests/play")
TESTS: Final = HERE.parent / "play"
MAX_FILE_LINES: Final = 250
MAX_LINES: Final = 7_115
"""How many lines of JavaScript and CSS the client has at most, without the shared style sheet."""


def excesses(files: Iterable[Path]) -> list[str]:
    """Return what is too long: a file, and all of them together."""
    lines = {path: len(path.read_text().splitlines()) for path in files}
    long = {path: count for path, count in lines.items() if count > MAX_FILE_LINES}
    found = [f"{path} has {count} lines, over {MAX_FILE_LINES}" for path, count in long.items()]
    if sum(lines.values()) > MAX_LINES:
        found.append(f"the client has {sum(lines.values())} lines, over {MAX_LINES}")
    return found


def client_files() -> list[Path]:
    """Return the JavaScript and CSS of the client."""
    found = (STATIC / "play").rglob("*")
    return sorted(path for path in found if path.suffix in (".js", ".css"))


def tool(package: str, *arguments: str) -> str:
    """Run a program of npm's packages at the root of the project."""
    return run([NODE, str(MODULES / ".bin" / package), *arguments], ROOT)


def lint(*files: str) -> str:
    """Lint files of JavaScript."""
    options = ("--config", str(HERE / "eslint.config.js"), "--no-error-on-unmatched-pattern")
    return tool("eslint", *options, "--max-warnings=0", *files)


def prettier(option: str) -> str:
    """Check the format, or write it."""
    return tool("prettier", option, "--no-error-on-unmatched-pattern", *FORMATTED)


def check() -> None:
    """Raise `Failed` with what the first failing tool prints."""
    if found := excesses(client_files()):
        raise Failed("\n".join(found))
    tool("tsc", "--project", str(HERE / "tsconfig.play.json"))
    lint(*LINTED)
    prettier("--check")


def run_tests() -> None:
    """Run the tests on node; raise `Failed` with what they print if one fails."""
    with alone():
        install()
    run([NODE, "--test", *map(str, sorted(TESTS.glob("*.test.js")))], ROOT)


def main() -> int:
    """Check or format; 1 if a tool fails."""
    try:
        build(typescript)
        if sys.argv[1:] == ["format"]:
            prettier("--write")
        else:
            check()
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
