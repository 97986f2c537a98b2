"""Run the benchmarks: all of them, or those named (`python -m tests.bench engine`)."""

import importlib
import signal
import sys
from typing import Any

SUITES = (
    "engine",
    "audit",
    "api",
    "whole_move",
    "bots",
    "strength",
    "streams",
    "growth",
    "page_speed",
    "tournaments",
    "at_rest",
)


def main(wanted: list[str]) -> int:
    """Run the suites asked for; an unknown one is an error.

    TERM ends them as Ctrl-C does: what they have started is stopped. Workers that are left would
    take the tasks of every other server on the same Redis.
    """
    signal.signal(signal.SIGTERM, _end)
    unknown = [name for name in wanted if name not in SUITES]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(SUITES)}")
        return 2
    for name in wanted or SUITES:
        importlib.import_module(f"tests.bench.{name}").main()
    return 0


def _end(number: int, _: Any) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
