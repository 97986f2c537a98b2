"""Run the benchmarks: all of them, or those named (`python -m tests.bench engine`)."""

from __future__ import annotations

import importlib
import sys

SUITES = (
    "engine",
    "audit",
    "api",
    "bots",
    "strength",
    "thinking",
    "streams",
    "growth",
    "slow",
    "memory",
    "research",
)


def main(wanted: list[str]) -> int:
    """Run the suites asked for; an unknown one is an error."""
    unknown = [name for name in wanted if name not in SUITES]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(SUITES)}")
        return 2
    for name in wanted or SUITES:
        importlib.import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
