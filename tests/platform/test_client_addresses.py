"""The address of a client, on each server that the documents and `make run` start."""

import http.client
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.supervisor import web_child
from tests.bench.servers import wait_for
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
    environment = os.environ | {
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "STREAMS_PORT": str(port),
        "WEB_PROCESSES": "1",
        "REDIS_URL": "",
        "PROXIES": proxies,
        "RATE_READS": "1000/d",
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


def left(port: int, forwarded: str) -> str:
    """Return what is left to a client that sends an address in X-Forwarded-For."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/", headers={"X-Forwarded-For": forwarded})
    header = connection.getresponse().headers["RateLimit"]
    connection.close()
    return header.split(";")[1]


@pytest.mark.slow
@pytest.mark.parametrize(("proxies", "second"), [("0", "r=998"), ("1", "r=999")])
@pytest.mark.parametrize("started_by", STARTED_BY)
def test_x_forwarded_for_names_the_client_only_behind_proxies(
    started_by: str, proxies: str, second: str, tmp_path: Path
) -> None:
    with server(started_by, tmp_path, proxies) as port:
        assert [left(port, "192.0.2.1"), left(port, "192.0.2.2")] == ["r=999", second]


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
