"""Servers and clients of the benchmarks: real processes on PostgreSQL and Redis."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.ports import free_port

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"


UNLIMITED = {
    "OPEN_TABLES_PER_PLAYER": "0",
    "OPEN_TABLES_PER_ADDRESS": "0",
    "WAITING_SEATS_PER_PLAYER": "0",
    "WAITING_SEATS_PER_ADDRESS": "0",
}
"""Settings for many players at one address, who wait at many tables."""


@contextlib.contextmanager
def empty_database(name: str) -> Iterator[str]:
    """A database of that name for as long as it is needed, beside the one of DATABASE_URL."""
    url = os.environ.get("DATABASE_URL") or POSTGRES
    parts = urlsplit(url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def redis_url() -> str:
    """The Redis to use."""
    return os.environ.get("REDIS_URL") or REDIS


def manage(*words: str, env: dict[str, str]) -> None:
    """Run a management command."""
    subprocess.run([sys.executable, "manage.py", *words], env=env, check=True, stdout=sys.stderr)


@contextlib.contextmanager
def process(*words: str, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process and all it starts, stopped at the end."""
    child = subprocess.Popen(
        [sys.executable, *words],
        env=env,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGTERM)
        child.wait(20)


@contextlib.contextmanager
def gunicorn(application: str, env: dict[str, str]) -> Iterator[int]:
    """An application served by two sync workers; gives the port."""
    port = free_port()
    words = ("-m", "gunicorn", application, "--workers", "2", "--bind", f"127.0.0.1:{port}")
    with process(*words, "--no-control-socket", env=env):
        wait_for(port)
        yield port


@contextlib.contextmanager
def production(env: dict[str, str]) -> Iterator[int]:
    """Fairdeal served by the command of docs/running.md with two processes; gives the port."""
    port = free_port()
    given = env | {"PORT": str(port), "WEB_PROCESSES": "2"}
    with process("-m", "gunicorn", "-c", "config/gunicorn.py", env=given):
        wait_for(port)
        yield port


def wait_for(port: int) -> None:
    """Wait until something listens on a port, for two minutes on a busy machine."""
    for _ in range(1200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing answers on port {port}")


@dataclass
class Client:
    """One caller: a port, the headers sent with every request."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send JSON and read JSON; raises for anything but success."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json", **self.headers}
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:500]!r}")
        return json.loads(text) if text else None


def fairdeal_env(database: str, prefix: str) -> dict[str, str]:
    """The environment of a production server on a database, without limits on requests."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database,
        "REDIS_URL": redis_url(),
        **UNLIMITED,
        "CACHE_PREFIX": prefix,
        "DEBUG": "false",
        "SECRET_KEY": "a benchmark keeps no secrets",
        "SIGNING_KEY": "0" * 64,
        "LOG_KEY": "1" * 64,
        "LOG_LEVEL": "WARNING",
        **{
            f"RATE_{name}": "1000000/min"
            for name in ("READS", "WRITES", "MOVES", "GUESTS", "PAGES")
        },
        **{
            f"BOT_{what}_PER_{whose}": "0"
            for what in ("GAMES", "TABLES")
            for whose in ("PLAYER", "ADDRESS")
        },
    }


def guest(port: int) -> Client:
    """A new guest player."""
    answer = Client(port).ask("POST", "/api/v1/players/", {})
    client = Client(port, {"Authorization": "Bearer " + answer["token"]["secret"]})
    client.headers["X-Player"] = answer["player"]["id"]
    return client
