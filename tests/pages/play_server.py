"""A whole server for the client in the browser: web, worker and their services."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.platform.test_supervisor import (
    ROOT,
    environment,
    processes_of,
    supervisor,
    wait_until_gone,
    wait_until_ready,
)
from tests.ports import free_port


@dataclass
class PlayServer:
    """A server with an empty data folder, which can be killed and started again."""

    data: Path
    port: int = field(default_factory=free_port)
    running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port each time."""
        process = self.running.enter_context(supervisor(self.data, self.port))
        wait_until_ready(process, self.data, self.port)

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut would."""
        for process in processes_of(self.data):
            os.kill(process, signal.SIGKILL)
        self.running.close()
        assert not wait_until_gone(self.data)

    def run(self, code: str) -> str:
        """Run Python code with its settings, and return what that prints."""
        return subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", code],
            cwd=ROOT,
            env=environment(self.data, self.port),
            capture_output=True,
            text=True,
            check=True,
        ).stdout


@contextmanager
def play_server(data: Path) -> Iterator[PlayServer]:
    """Run a server."""
    server = PlayServer(data)
    server.start()
    try:
        yield server
    finally:
        server.running.close()
        print((data / "output").read_text()[-2_000:])
