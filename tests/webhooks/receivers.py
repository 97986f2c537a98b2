"""A receiver of webhooks on this machine, and a sweeper whose clock a test sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from ssl import SSLContext
from threading import Thread
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from games.webhooks import services, tasks


class Received:
    """A request that a receiver got."""

    def __init__(self, headers: dict[str, str], body: bytes) -> None:
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def event(self) -> str:
        return str(self.json["type"])

    def verified(self, secret: str) -> Any:
        """Return the body, verified as a receiver does."""
        return Verifier(secret).verify(self.body, self.headers)


class Receiver:
    """What a server got; ``status`` is what it answers."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.status = 200
        self.location = ""
        self.length = 0
        self.paths: list[str] = []
        self.got: list[Received] = []

    @property
    def events(self) -> list[str]:
        return [one.event for one in self.got]


@contextmanager
def receiving(tls: SSLContext | None = None) -> Iterator[Receiver]:
    """Run a receiver on a port of its own, with TLS or without."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.paths.append(self.path)
            receiver.got.append(Received(dict(self.headers.items()), body))
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", str(receiver.length))
            self.end_headers()
            self.wfile.write(b"x" * receiver.length)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    receiver = Receiver(server.server_port)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Sweeper:
    """Runs the tasks here, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[int] = []
        self._patch = monkeypatch
        monkeypatch.setattr(tasks.send_delivery, "apply_async", self._run)

    def sweep(self, at: datetime | None = None) -> int:
        """Look for news and send what is due, one look; return how many were sent."""
        self.sent.clear()
        with self._patch.context() as patch:
            if at is not None:
                patch.setattr(tasks, "now", lambda: at)
            tasks.sweep_webhooks()
        return len(self.sent)

    def drain(self, at: datetime | None = None) -> None:
        """Sweep until nothing is due."""
        while self.sweep(at):
            pass

    def _run(self, arguments: tuple[int, int], **options: Any) -> None:
        assert options["expires"] < services.QUEUED_SECONDS
        self.sent.append(arguments[0])
        tasks.send_delivery(*arguments)
