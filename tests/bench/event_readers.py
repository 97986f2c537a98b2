"""Clients that read the streams of games, each in a thread."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading

from tests.bench.servers import Client


class EventReaders:
    """Opens the stream of a game when it is first looked for."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: dict[str, tuple[http.client.HTTPConnection, threading.Thread]] = {}
        self._seqs: dict[str, int] = {}

    def __enter__(self) -> EventReaders:
        return self

    def __exit__(self, *_: object) -> None:
        for connection, thread in self._open.values():
            if connection.sock is not None:
                with contextlib.suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)
            thread.join(5)

    def has_read(self, me: Client, game: str, seq: int) -> bool:
        """Whether a client has an event after a seq of a game."""
        if game not in self._open:
            self._follow(me, game)
        return self._seqs.get(game, 0) > seq

    def _follow(self, me: Client, game: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        headers = {"Accept": "text/event-stream", **me.headers}
        connection.request("GET", f"/api/v1/games/{game}/events/", headers=headers)
        response = connection.getresponse()

        def read() -> None:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                for line in response:
                    if line.startswith(b"id: "):
                        self._seqs[game] = int(line[4:])
            connection.close()

        thread = threading.Thread(target=read, daemon=True)
        self._open[game] = connection, thread
        thread.start()
