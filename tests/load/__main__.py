"""The load: `GAMES=200 SECONDS=60 python -m tests.load`, one JSON line a figure.

People play as in browsers: with the streams, the keys and the receipts of the page of a table.
``PEOPLE=4`` are at each table, by default one and two in turn. What a move takes of each component
is printed too: processor time, WAL and disk, and the memory of all its processes.

Exits with 1 if a move was lost or doubled, a stream had a gap or a repeat, or an audit fails.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from math import ceil
from typing import Any

import psycopg

from tests.bench.figures import report
from tests.bench.process_cost import processor_seconds, pss_mb, tree
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


def programs(stack: Stack) -> dict[str, list[int]]:
    """Return the processes of each component."""
    found: dict[str, list[int]] = {}
    for one in stack.programs:
        name = "workers" if one in stack.workers else one.name
        found.setdefault(name, []).append(one.pid)
    return found


def processor(stack: Stack) -> dict[str, float]:
    """Return the seconds of the processor that each component has used."""
    return {name: sum(map(processor_seconds, pids)) for name, pids in programs(stack).items()}


def memory(stack: Stack) -> dict[str, float]:
    """Return the proportional memory of each component, in MB."""
    return {
        name: sum(pss_mb(one) for pid in pids for one in tree(pid))
        for name, pids in programs(stack).items()
    }


def disk(stack: Stack) -> dict[str, int]:
    """Return the bytes of the database, and of the WAL that it has written."""
    with psycopg.connect(stack.database) as session:
        found = session.execute(
            "SELECT pg_database_size(current_database()),"
            " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
        ).fetchone()
    assert found is not None
    return dict(zip(("disk", "wal"), found, strict=True))


async def run(stack: Stack) -> list[str]:
    """Play; print the figures; return what is wrong."""
    print((stack.folder / "replaced.txt").read_text(), end="", file=sys.stderr)
    games, seconds = int(given("GAMES", 200)), given("SECONDS", 60)
    people = (int(given("PEOPLE", 0)),) if given("PEOPLE", 0) else (1, 2)
    load = Load(stack, games, people=people, think=given("THINK", 5), as_browsers=True)
    await load.start(spread=games / 20)
    await asyncio.sleep(3)
    load.figures.move_seconds.clear()
    load.figures.stream_seconds.clear()
    began, before = time.monotonic(), sum(one.seq for one in heads(stack).values())
    spent, stored = processor(stack), disk(stack)
    await asyncio.sleep(seconds)
    took, made = time.monotonic() - began, sum(one.seq for one in heads(stack).values()) - before
    for name, until in processor(stack).items():
        report(f"load.processor_ms.{name}", (until - spent[name]) / made * 1000, "ms")
    for name, until in disk(stack).items():
        report(f"load.{name}_bytes", (until - stored[name]) / made, "bytes")
    for name, size in memory(stack).items():
        report(f"load.memory_mb.{name}", size, "MB")
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
        with running(is_private=True) as stack:
            found = asyncio.run(play(stack))
            if found:
                print("\n".join([*found[:50], stack.logs()]), file=sys.stderr)
            return bool(found)
    except Unavailable as error:
        print(f"no load: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
