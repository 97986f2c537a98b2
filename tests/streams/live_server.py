"""A live server on the database of the tests, and readers of its streams."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.supervisor import web_child
from tests.bench.servers import UNLIMITED, Client, wait_for
from tests.bots.test_worker import address_of_test_database
from tests.own_redis import LONG, wait_until
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Server:
    """The server of `make run`, without Redis unless ``redis`` names one."""

    folder: Path
    redis: str = ""
    more: dict[str, str] = field(default_factory=dict)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    readers: list[Reader] = field(default_factory=list)

    def read(self, path: str, headers: dict[str, str] | None = None) -> Reader:
        """Open a stream."""
        self.readers.append(Reader(self.port, path, headers))
        return self.readers[-1]

    @property
    def log(self) -> str:
        """What it has printed."""
        return (self.folder / "log").read_text()

    def start(self) -> None:
        """Start it, again on the same port."""
        self.port = self.port or free_port()
        environment = os.environ | {
            "DATABASE_URL": address_of_test_database(),
            "DATA_DIR": str(self.folder),
            "REDIS_URL": self.redis,
            **UNLIMITED,
            **self.more,
        }
        command = web_child("127.0.0.1", self.port).command
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        wait_for(self.port)

    def kill(self) -> None:
        """Kill it, and see that it is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(LONG)
        for reader in self.readers:
            reader.join()


@contextmanager
def serving(folder: Path, redis: str = "", **more: str) -> Iterator[Server]:
    """Serve the database of the tests."""
    server = Server(folder, redis, more)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@dataclass(frozen=True)
class Message:
    """A message of a stream of server-sent events."""

    event: str
    id: str
    data: Any


class Reader:
    """Reads a stream in a thread of its own."""

    def __init__(self, port: int, path: str, headers: dict[str, str] | None = None) -> None:
        self.messages: list[Message] = []
        self.heartbeats = 0
        self.is_over = False
        accept = {"Accept": "text/event-stream"}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        self._connection.request("GET", path, headers=accept | (headers or {}))
        self.response = self._connection.getresponse()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        fields: dict[str, str] = {}
        try:
            for raw in self.response:
                line = raw.decode().rstrip("\n")
                if line == ":":
                    self.heartbeats += 1
                elif line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "data" in fields:
                    data = json.loads(fields["data"])
                    kind, key = fields.get("event", "message"), fields.get("id", "")
                    self.messages.append(Message(kind, key, data))
                    fields = {}
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass
        self.response.close()
        self._connection.close()
        self.is_over = True

    @property
    def seqs(self) -> list[int]:
        """The seqs of the events that have arrived."""
        return [int(one.id) for one in self.messages if one.event == "message"]

    def named(self, name: str) -> list[Any]:
        """Return the data of the messages of one name."""
        return [one.data for one in self.messages if one.event == name]

    def wait_for(self, seq: int) -> None:
        """Wait until an event has arrived."""
        wait_until(lambda: (self.seqs or [0])[-1] >= seq)

    def close(self) -> None:
        """Disconnect."""
        if self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self.join()

    def join(self) -> None:
        """Wait for the end."""
        self._thread.join(LONG)


def move(players: list[Client], game: str, *, resigns: bool = False) -> int:
    """Let the player who is asked move; return the seq after it."""
    for player in players:
        if options := options_of(player, game):
            body = {"move": "resign"} if resigns else options[-1]["body"]
            return int(player.ask("POST", f"/api/v1/games/{game}/moves/", body)["seq"])
    raise AssertionError("no player is asked")


def options_of(player: Client, game: str) -> list[Any]:
    """Return what a player may answer now; nothing if the question is not to this player."""
    prompts = player.ask("GET", f"/api/v1/games/{game}/prompts/")["prompts"]
    return prompts[-1]["options"] if prompts else []
