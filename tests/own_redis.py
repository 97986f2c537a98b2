"""A Redis of a test's own, which stores nothing."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import redis

from config.supervisor import redis_program
from tests.ports import free_port

LONG = 60
"""More seconds than anything takes, on a slow machine."""


def wait_until(is_so: Callable[[], Any]) -> Any:
    """Return what a condition returns once it is true."""
    until = time.monotonic() + LONG
    while not (found := is_so()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


class OwnRedis:
    """It listens on a port, or on a Unix socket as under `make run`."""

    def __init__(self, folder: Path, *, on_socket: bool = False) -> None:
        port, socket = 0 if on_socket else free_port(), folder / "redis.sock"
        self.url = f"unix://{socket}" if on_socket else f"redis://127.0.0.1:{port}/0"
        self.client = redis.Redis.from_url(self.url)
        place = ["--unixsocket", str(socket)] if on_socket else ["--bind", "127.0.0.1"]
        self._options = ["--port", str(port), *place, "--save", "", "--dir", str(folder)]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start it, empty; return the id of this run."""
        command = [redis_program(), *self._options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(self.answers)
        found: dict[str, Any] = self.client.info("server")
        assert found["process_id"] == self.process.pid
        return str(found["run_id"])

    def answers(self) -> bool:
        """Whether it does."""
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False

    def kill(self) -> None:
        """Kill it, and see that it is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(LONG)
        assert not self.answers()

    @classmethod
    @contextmanager
    def running(cls, folder: Path, *, on_socket: bool = False) -> Iterator[Self]:
        """A Redis that runs, and is gone at the end."""
        made = cls(folder, on_socket=on_socket)
        made.start()
        try:
            yield made
        finally:
            if made.process is not None:
                made.process.kill()
                made.process.wait(LONG)
            made.client.close()
