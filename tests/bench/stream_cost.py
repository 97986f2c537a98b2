"""What streams take of the processor: to open, to be back after a restart, and with each move.

The processes are web, streams, a PostgreSQL and a Redis of their own. ``BACK`` (2000) streams are
back after ``kill -9`` of the server for streams; ``STREAMS_PROCESSES`` (2) says how many processes
that server has. Beside it a bare stream (``tests.bench.bare_stream``) is opened on the same server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.bench.api import planned, send, table
from tests.bench.figures import report
from tests.bench.process_cost import processor_seconds
from tests.bench.servers import Client, fairdeal_env, manage, process, production, wait_for
from tests.load.stack import Cluster, children_of, wait_until
from tests.own_redis import OwnRedis
from tests.ports import free_port

TABLES: Final = int(os.environ.get("STREAM_TABLES") or 10)
MOVES: Final = int(os.environ.get("STREAM_MOVES") or 20)
BACK: Final = int(os.environ.get("BACK") or 2000)
PROCESSES: Final = os.environ.get("STREAMS_PROCESSES") or "2"
ROUNDS: Final = 5
AT_ONCE: Final = 100
LOADED_SECONDS: Final = 3
"""How long the other processes may take to load after the first has answered."""

Stream = tuple[str, dict[str, str]]
"""The path and the headers of a stream."""


async def opened(port: int, stream: Stream) -> asyncio.StreamWriter:
    """Open a stream, and return its connection once it has begun."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    path, headers = stream
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    async with asyncio.timeout(120):
        await reader.readuntil(b"retry: ")
    return writer


async def all_opened(port: int, streams: list[Stream]) -> list[asyncio.StreamWriter]:
    """Open many streams, some at a time."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(stream: Stream) -> asyncio.StreamWriter:
        async with free:
            return await opened(port, stream)

    return await asyncio.gather(*map(one, streams))


async def opening(port: int, streams: list[Stream], pids: list[int]) -> float:
    """Return the processor time of opening a stream, in seconds."""
    total = 0.0
    for _ in range(ROUNDS):
        before = sum(map(processor_seconds, pids))
        writers = [await opened(port, one) for one in streams]
        await asyncio.sleep(0.2)
        total += sum(map(processor_seconds, pids)) - before
        for writer in writers:
            writer.close()
        await asyncio.sleep(0.5)
    return total / ROUNDS / len(streams)


async def moves(port: int, games: list[Any], streams: list[Stream], pids: dict[str, int]) -> None:
    """Report the processor time of a move with open streams."""
    writers = await all_opened(port, streams)
    await asyncio.sleep(2)
    before = {name: processor_seconds(pid) for name, pid in pids.items()}
    await asyncio.gather(*(asyncio.to_thread(send, *one) for one in games))
    await asyncio.sleep(1)
    count = sum(len(plan) for _, _, plan in games)
    for name, pid in pids.items():
        report(
            f"stream.move.{name}_ms", (processor_seconds(pid) - before[name]) / count * 1000, "ms"
        )
    for writer in writers:
        writer.close()


@contextlib.contextmanager
def own_services() -> Iterator[tuple[Cluster, OwnRedis]]:
    """A PostgreSQL and a Redis that nothing else uses."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        cluster = Cluster(folder)
        cluster.program.release()
        try:
            wait_until(cluster.answers, "PostgreSQL does not start")
            with OwnRedis.running(folder, on_socket=True) as redis:
                yield cluster, redis
        finally:
            cluster.program.stop()


def back(port: int, env: dict[str, str], streams: list[Stream]) -> None:
    """Report how soon many streams are back after a restart, and what that takes."""
    with process("-m", "config.stream_server", env=env) as server:
        wait_for(port)
        asyncio.run(all_opened(port, streams))
        os.killpg(server.pid, signal.SIGKILL)
    wait_until(lambda: not is_served(port), "The killed server listens")
    with process("-m", "config.stream_server", env=env) as server:
        wait_for(port)
        Client(port).ask("GET", "/api/v1/")
        time.sleep(LOADED_SECONDS)
        began, before = time.perf_counter(), processor_seconds(server.pid)
        asyncio.run(all_opened(port, streams))
        report("stream.back.seconds", time.perf_counter() - began, "s")
        report(
            "stream.back.each_ms",
            (processor_seconds(server.pid) - before) / len(streams) * 1000,
            "ms",
        )


def is_served(port: int) -> bool:
    """Whether anything listens on a port."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def bare() -> None:
    """Report the processor time of opening a bare stream."""
    port = free_port()
    words = ("-m", "tests.bench.bare_stream", str(port))
    with process(*words, env=dict(os.environ)) as server:
        wait_for(port)
        took = asyncio.run(opening(port, [("/", {})] * 4 * TABLES, [server.pid]))
        report("stream.open.bare_ms", took * 1000, "ms")


def main() -> None:
    """Print the figures."""
    bare()
    with own_services() as (cluster, redis):
        port = free_port()
        env = fairdeal_env(cluster.url, "bench-streams") | {
            "REDIS_URL": redis.url,
            "STREAMS_PORT": str(port),
            "STREAMS_PROCESSES": PROCESSES,
        }
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        with production(env) as web:
            games, streams = [], list[Stream]()
            for seed in range(TABLES):
                game, guests = table(web, 4)
                games.append((game, guests, planned(game, MOVES, seed, env)))
                path = f"/api/v1/games/{game}/events/?after=1"
                streams += [(path, one.headers) for one in guests]
            with process("-m", "config.stream_server", env=env) as server:
                wait_for(port)
                asyncio.run(all_opened(port, streams))
                (web_pid,) = [one for one in children_of(os.getpid()) if is_web(one)]
                pids = {
                    "web": web_pid,
                    "streams": server.pid,
                    "postgresql": cluster.program.pid,
                    "redis": redis.process.pid,
                }
                took = asyncio.run(opening(port, streams, list(pids.values())))
                report("stream.open.ms", took * 1000, "ms")
                asyncio.run(moves(port, games, streams, pids))
            many = (streams * (BACK // len(streams) + 1))[:BACK]
            unlimited = {"STREAMS_PER_ADDRESS": "0", "STREAMS_PER_PLAYER": "0"}
            back(port, env | unlimited, many)


def is_web(pid: int) -> bool:
    """Whether a process is a web server."""
    return b"gunicorn" in Path(f"/proc/{pid}/cmdline").read_bytes()


if __name__ == "__main__":
    main()
