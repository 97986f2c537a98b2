"""The address of a client, on each server that the documents and `make run` start."""

import http.client
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from config.supervisor import web_child
from tests.bench.servers import wait_for
from tests.migrated import copy_migrated
from tests.platform.test_deploy import documented
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
STARTED_BY = ("make run", "web", "streams")


def command(started_by: str, port: int) -> list[str]:
    """Return the command of a server; units and containers run the documented ones."""
    if started_by == "make run":
        return web_child("127.0.0.1", port).command
    return [sys.executable, *shlex.split(documented()[started_by])[1:]]


@contextmanager
def server(started_by: str, folder: Path, proxies: str) -> Iterator[int]:
    """Run a server with its own counts in its memory; yield its port."""
    port = free_port()
    copy_migrated(folder / "fairdeal.sqlite3")
    environment = os.environ | {
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "STREAMS_PORT": str(port),
        "WEB_PROCESSES": "1",
        "REDIS_URL": "",
        "PROXIES": proxies,
        "RATE_READS": "1000/d",
        "STREAMS_PER_ADDRESS": "1",
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command(started_by, port), cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@dataclass(frozen=True)
class Caller:
    """A client or a proxy at an address of this machine, which names others in a header."""

    port: int
    source: str = "127.0.0.1"
    forwarded: str | None = None

    @contextmanager
    def ask(
        self, path: str, accept: str = "application/json"
    ) -> Iterator[http.client.HTTPResponse]:
        """Yield the response to a GET, whose body is not read."""
        made = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0)
        )
        named = {} if self.forwarded is None else {"X-Forwarded-For": self.forwarded}
        with closing(made):
            made.request("GET", path, headers={"Accept": accept} | named)
            with made.getresponse() as response:
                yield response

    def status(self, path: str) -> int:
        """Return the status of a response."""
        with self.ask(path) as response:
            return response.status

    def left(self) -> str:
        """Return what is left to the caller of its limit."""
        with self.ask("/api/v1/") as response:
            return response.headers["RateLimit"].split(";")[1]


def stream_status(stack: ExitStack, port: int, source: str, forwarded: str | None) -> int:
    """Open a stream until the stack ends; return its status."""
    caller = Caller(port, source, forwarded)
    return stack.enter_context(caller.ask("/api/v1/lobby/", "text/event-stream")).status


FIRST, SECOND = "192.0.2.1", "192.0.2.2"


@pytest.mark.slow
@pytest.mark.parametrize("proxies", [0, 1, 2])
@pytest.mark.parametrize("started_by", STARTED_BY)
def test_metrics_health_limits_and_streams_know_who_calls(
    started_by: str, proxies: int, tmp_path: Path
) -> None:
    with server(started_by, tmp_path, str(proxies)) as port, ExitStack() as stack:
        direct = Caller(port)
        # The documented targets of Prometheus, and probes: no proxy is between.
        assert {path: direct.status(path) for path in ("/metrics", "/healthz", "/readyz")} == {
            "/metrics": 200,
            "/healthz": 200,
            "/readyz": 200,
        }
        # A client of a proxy is not this machine.
        for hops in (FIRST, f"{FIRST}, {SECOND}"):
            assert Caller(port, forwarded=hops).status("/metrics") == 404
        # Callers without a proxy have a limit each, by the address of the connection.
        assert [direct.left(), Caller(port, "127.0.0.2").left()] == ["r=999", "r=999"]
        callers = (FIRST, SECOND, f"{FIRST}, {SECOND}", f"{SECOND}, {FIRST}")
        assert [Caller(port, "127.0.0.3", hops).left() for hops in callers] == {
            0: ["r=999", "r=998", "r=997", "r=996"],
            1: ["r=999", "r=999", "r=998", "r=998"],
            2: ["r=999", "r=999", "r=998", "r=998"],
        }[proxies]
        opened = partial(stream_status, stack, port)
        assert [opened("127.0.0.1", one) for one in (None, None)] == [200, 429]
        assert opened("127.0.0.2", None) == 200
        assert [opened("127.0.0.3", one) for one in (FIRST, SECOND, FIRST)] == (
            [200, 200, 429] if proxies else [200, 429, 429]
        )


def test_limits_logins_bots_and_streams_know_a_client_by_one_function_alone() -> None:
    readers = {
        str(file.relative_to(ROOT))
        for folder in ("bots", "cards", "config", "games")
        for file in (ROOT / folder).rglob("*.py")
        if re.search("X_FORWARDED_FOR|REMOTE_ADDR", file.read_text())
    }
    # The first makes the requests, the last refuses what came through an unknown proxy.
    assert readers == {
        "config/buffering.py",
        "games/api/http/throttling.py",
        "config/metrics.py",
    }
