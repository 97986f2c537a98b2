"""Clients that send slowly, for the tests and the benchmarks of the web server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SLOW = 200
LINE = b"POST /api/v1/players/ HTTP/1.1\r\nHost: localhost\r\n"
HEADERS = LINE + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


@contextmanager
def slow_clients(port: int) -> Iterator[list[socket.socket]]:
    """Clients that send a byte now and then: one half a header without end, one half a body.

    A client that the server closes comes again.
    """
    clients = [_client(port, number) for number in range(SLOW)]
    done = threading.Event()

    def drip() -> None:
        while not done.wait(0.5):
            for number, client in enumerate(clients):
                try:
                    client.sendall(b" ")
                except OSError:
                    client.close()
                    clients[number] = _client(port, number)

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield clients
    finally:
        done.set()
        thread.join()
        for client in clients:
            client.close()


def _client(port: int, number: int) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), 30)
    client.sendall(LINE + b"X-Slow: " if number % 2 else HEADERS + b"{")
    return client
