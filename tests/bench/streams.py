"""Streams: how soon 100 of them have an event, and what 1,000 idle ones take.

``stream.delay_ms`` is from the time that an event is sealed with, before its commit, until a client
has read it: the move, the commit, the wake-up and the way are in it.
"""

import asyncio
import json
import os
import subprocess
import time
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Any

from tests.bench import stream_cost
from tests.bench.api import planned, table
from tests.bench.figures import report
from tests.bench.servers import (
    Client,
    empty_database,
    fairdeal_env,
    manage,
    process,
    wait_for,
)
from tests.ports import free_port

STREAMS, MOVES, PAUSE = 100, 60, 0.05
IDLE = int(os.environ.get("IDLE") or 1000)


async def follow(port: int, game: str, delays: list[float], opened: list[int]) -> None:
    """Read a stream to its end; note the delay of each new event."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    path = f"/api/v1/games/{game}/events/?after=1"
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    writer.write(head.encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"retry: "):
                opened.append(1)
            elif line.startswith(b"data: ") and b'"seq"' in line:
                now = datetime.now(UTC)
                at = json.loads(line[6:]).get("at")
                if at:
                    delays.append((now - datetime.fromisoformat(at)).total_seconds())
    finally:
        writer.close()


async def until(count: int, seen: list[Any]) -> None:
    """Wait until a list is as long."""
    async with asyncio.timeout(60):
        while len(seen) < count:
            await asyncio.sleep(0.05)


async def delay(port: int, env: dict[str, str]) -> list[float]:
    """Return the delays of a game's events on 100 streams."""
    game, guests = await asyncio.to_thread(table, port, 4)
    plan = await asyncio.to_thread(planned, game, MOVES, 1, env)
    delays: list[float] = []
    opened: list[int] = []
    tasks = [asyncio.create_task(follow(port, game, delays, opened)) for _ in range(STREAMS)]
    await until(STREAMS, opened)
    await asyncio.sleep(1.5)
    for seat, body in plan:
        await asyncio.to_thread(guests[seat].ask, "POST", f"/api/v1/games/{game}/moves/", body)
        await asyncio.sleep(PAUSE)
    await until(STREAMS * len(plan), delays)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return delays


async def idle(port: int, server: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Return memory (kB) and threads of a server with 1,000 idle streams."""
    game, _ = await asyncio.to_thread(table, port, 2)
    opened: list[int] = []
    tasks = [asyncio.create_task(follow(port, game, [], opened)) for _ in range(IDLE)]
    await until(IDLE, opened)
    await asyncio.sleep(12)
    status = Path(f"/proc/{server.pid}/status").read_text()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    fields = dict(line.split(":", 1) for line in status.splitlines())
    return int(fields["VmRSS"].split()[0]), int(fields["Threads"])


def main() -> None:
    """Print the figures of a process for streams, on PostgreSQL and Redis, and of their cost."""
    stream_cost.main()
    with empty_database("fairdeal_bench_streams") as database:
        env = fairdeal_env(database, "bench-streams") | {"STREAMS_PER_ADDRESS": "0"}
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        port = free_port()
        given = env | {"STREAMS_PORT": str(port)}
        with process("-m", "config.stream_server", env=given) as server:
            wait_for(port)
            Client(port).ask("GET", "/api/v1/")
            delays = sorted(asyncio.run(delay(port, env)))
            for name, part in (("p50", 0.5), ("p99", 0.99)):
                at = delays[ceil(len(delays) * part) - 1]
                report(f"stream.delay_ms.{name}", at * 1000, "ms")
            began = time.perf_counter()
            memory, threads = asyncio.run(idle(port, server))
            report("stream.idle.seconds", time.perf_counter() - began, "s")
            report("stream.idle.memory_mb", memory / 1024, "MB")
            report("stream.idle.threads", threads, "threads")
