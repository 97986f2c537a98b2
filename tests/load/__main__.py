"""The load: `GAMES=200 SECONDS=60 python -m tests.load`, one JSON line a figure.

Exits with 1 if a move was lost or doubled, a stream had a gap or a repeat, or an audit fails.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from math import ceil
from typing import Any

from tests.bench.figures import report
from tests.load.people import Load
from tests.load.stack import Stack, Unavailable, running, stop_on_term
from tests.load.verification import BAD_GATEWAYS, heads, wrong, wrong_games


def given(name: str, default: float) -> float:
    """Return a number of the environment."""
    return float(os.environ.get(name) or default)


def spread(name: str, seconds: list[float]) -> None:
    """Print the median and the slowest of some times, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    for word, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
        report(f"load.{name}_ms.{word}", ordered[ceil(len(ordered) * part) - 1] * 1000, "ms")


async def run(stack: Stack) -> list[str]:
    """Play; print the figures; return what is wrong."""
    print((stack.folder / "replaced.txt").read_text(), end="", file=sys.stderr)
    games, seconds = int(given("GAMES", 200)), given("SECONDS", 60)
    load = Load(stack, games, think=given("THINK", 5))
    await load.start(spread=games / 20)
    await asyncio.sleep(3)
    load.figures.move_seconds.clear()
    load.figures.stream_seconds.clear()
    began, before = time.monotonic(), sum(one.seq for one in heads(stack).values())
    await asyncio.sleep(seconds)
    took, made = time.monotonic() - began, sum(one.seq for one in heads(stack).values()) - before
    times, delays = list(load.figures.move_seconds), list(load.figures.stream_seconds)
    report("load.games", len(load.games), "games")
    report("load.streams", len(load.streams), "streams")
    report("load.moves_per_s", made / took, "moves/s")
    spread("move", times)
    spread("stream_delay", delays)
    found = await wrong(stack, load)
    replies = load.figures.replies
    sent = sum(count for name, count in replies.items() if not name.startswith("stream"))
    report("load.posts", sent, "requests")
    report("load.bad_gateways", sum(replies[name] for name in BAD_GATEWAYS), "responses")
    found += await asyncio.to_thread(wrong_games, stack)
    report("load.acknowledged", len(load.figures.acknowledged), "moves")
    report("load.sent_again", sum(replies[name] for name in ("lost", "502", "503")), "requests")
    report("load.wrong", len(found), "findings")
    return found


def main(play: Callable[[Stack], Coroutine[Any, Any, list[str]]] = run) -> int:
    """Run the load on a scratch database."""
    stop_on_term()
    try:
        with running() as stack:
            found = asyncio.run(play(stack))
            if found:
                print("\n".join([*found[:50], stack.logs()]), file=sys.stderr)
            return bool(found)
    except Unavailable as error:
        print(f"no load: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
