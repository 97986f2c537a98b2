"""What a durable move takes of the processor, in all processes, without streams.

``TABLES`` (12) tables of four play at once, each move by a client that keeps its connection. Beside
it a bare insert (``tests.bench.bare``) goes through the same server, with the same clients.
PostgreSQL and Redis are the benchmark's own: the processor time is that of its requests alone.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from tests.bench.api import Plan, bare_server, planned, table
from tests.bench.figures import report
from tests.bench.process_cost import processor_seconds
from tests.bench.servers import Client, fairdeal_env, manage, production
from tests.bench.stream_cost import is_web, own_services
from tests.load.stack import children_of

TABLES: Final = int(os.environ.get("TABLES") or 12)
MOVES: Final = int(os.environ.get("MOVES") or 60)
ROUNDS: Final = 3

Spent = dict[str, float]
"""Seconds of the processor, by what used them."""


def spent(pids: dict[str, int]) -> Spent:
    """Return what the web servers, which are children, and the services have used until now."""
    web = sum(processor_seconds(pid) for pid in children_of(os.getpid()) if is_web(pid))
    return {"web": web, **{name: processor_seconds(pid) for name, pid in pids.items()}}


class Kept:
    """A client that keeps its connection."""

    def __init__(self, client: Client) -> None:
        self._headers = {"Content-Type": "application/json", **client.headers}
        self._line = http.client.HTTPConnection("127.0.0.1", client.port, timeout=60)

    def ask(self, path: str, body: Any) -> float:
        """Send JSON; return the seconds until the reply was read."""
        began = time.perf_counter()
        self._line.request("POST", path, json.dumps(body), self._headers)
        reply = self._line.getresponse()
        text = reply.read()
        if reply.status >= 300:
            raise RuntimeError(f"{path}: {reply.status} {text[:500]!r}")
        return time.perf_counter() - began


Line = Callable[[], Iterable[float]]
"""Makes the requests of one table, one after the other; yields what each took."""


def measured(lines: list[Line], pids: dict[str, int]) -> tuple[Spent, list[float]]:
    """Run all lines at once; return the processor time of a request, and what each took."""
    before = spent(pids)
    with ThreadPoolExecutor(len(lines)) as pool:
        took = [one for found in pool.map(lambda line: list(line()), lines) for one in found]
    after = spent(pids)
    return {kind: (after[kind] - before[kind]) / len(took) for kind in after}, took


def tables(port: int, env: dict[str, str], count: int) -> list[tuple[str, list[Kept], Plan]]:
    """Return tables of four with the moves that are played at each."""
    made = []
    for seed in range(count):
        game, guests = table(port, 4)
        plan = planned(game, MOVES * ROUNDS, seed, env)
        made.append((f"/api/v1/games/{game}/moves/", [Kept(one) for one in guests], plan))
    return made


def line_of(one: tuple[str, list[Kept], Plan], nth: int) -> Line:
    """Return the moves of a table in a round."""
    path, guests, plan = one
    part = plan[nth * MOVES : (nth + 1) * MOVES]
    return lambda: (guests[seat].ask(path, body) for seat, body in part)


def bare_line(port: int, headers: dict[str, str]) -> Line:
    """Return as many bare inserts."""
    client = Kept(Client(port, headers))
    return lambda: (client.ask("/line/", {"move": "play", "card": "red-5"}) for _ in range(MOVES))


def main() -> None:
    """Print the figures; moves and bare inserts take turns, so that noise hits both."""
    with own_services() as (cluster, redis):
        os.environ |= {"DATABASE_URL": cluster.url, "REDIS_URL": redis.url}
        pids = {"postgresql": cluster.program.pid, "redis": redis.process.pid}
        with bare_server(production) as (bare_port, headers):
            compare(bare_port, headers, fairdeal_env(cluster.url, "bench-whole"), pids)


def compare(
    bare_port: int, headers: dict[str, str], env: dict[str, str], pids: dict[str, int]
) -> None:
    """Print the figures of moves on a server of their own, beside those of bare inserts."""
    manage("migrate", "--verbosity", "0", env=env)
    manage("load_cards", env=env)
    with production(env) as port:
        [alone, *many] = tables(port, env, TABLES + 1)
        _, took = measured([line_of(alone, 0)], pids)
        report("whole_move.alone_ms.p50", statistics.median(took) * 1000, "ms")
        rounds = [
            (
                measured([bare_line(bare_port, headers) for _ in range(TABLES)], pids)[0],
                measured([line_of(one, nth) for one in many], pids)[0],
            )
            for nth in range(ROUNDS)
        ]
    for at, name in enumerate(("bare", "move")):
        for kind in rounds[0][0]:
            ms = statistics.median(one[at][kind] for one in rounds) * 1000
            report(f"whole_move.{name}.{kind}_ms", ms, "ms")
        total = statistics.median(sum(one[at].values()) for one in rounds) * 1000
        report(f"whole_move.{name}.processor_ms", total, "ms")
    ratio = statistics.median(sum(move.values()) / sum(bare.values()) for bare, move in rounds)
    report("whole_move.ratio", ratio, "ratio")
