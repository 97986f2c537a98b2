"""Serve the WSGI application from an asynchronous server, with whole requests and responses.

The server reads requests and writes responses for any number of slow clients at a time. A thread
works on a request only while there is something to compute: from when its body is complete until
its response is. The threads stay, and with them their connections to the database; Django's own
ASGI handler starts a thread for each request.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]

BODY_SECONDS: Final = 15
"""How long a client may take to send a body."""

IN_MEMORY: Final = 256 * 1024
"""Bodies above this many bytes go to a temporary file."""

MAX_BODY: Final = 16 * 1024 * 1024
"""Bodies above this many bytes are not read; the application refuses them by their length."""

PIECE: Final = 64 * 1024
"""How many bytes of a response are handed to the server at a time."""


class Response(NamedTuple):
    """A whole response."""

    status: int
    headers: Headers
    body: bytes


class Disconnected(Exception):
    """The client went away before its request was complete."""


class Buffered:
    """An ASGI application that runs a WSGI application in a fixed number of threads."""

    def __init__(self, application: Wsgi, threads: int) -> None:
        self._application = application
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or take part in the start and the end of the server."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            try:
                length = await asyncio.wait_for(_read(receive, body), BODY_SECONDS)
            except TimeoutError:
                await _write(TOO_SLOW, send)
                return
            except Disconnected:
                return
            body.seek(0)
            environ = environ_of(scope, body, length)
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self._workers(), self._respond, environ)
        await _write(response, send)

    def _workers(self) -> ThreadPoolExecutor:
        """The threads; started in the process that serves, which may be a fork."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="request")
        return self._pool

    def _respond(self, environ: dict[str, Any]) -> Response:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            started[:] = [(status, headers)]

        pieces = self._application(environ, start_response)
        try:
            body = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        status, headers = started[0]
        encoded = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
        ]
        return Response(int(status[:3]), encoded, body)


TOO_SLOW: Final = Response(
    408,
    [(b"content-type", b"application/problem+json"), (b"connection", b"close")],
    json.dumps({"type": "about:blank", "title": "Request Timeout", "status": 408}).encode(),
)


async def _read(receive: Receive, body: IO[bytes]) -> int | None:
    """Copy a body into a file; return its length, None if it is too long to be read."""
    length = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Disconnected
        length += body.write(message.get("body", b""))
        if length > MAX_BODY:
            body.truncate(0)
            return None
        if not message.get("more_body"):
            return length


async def _write(response: Response, send: Send) -> None:
    await send(
        {"type": "http.response.start", "status": response.status, "headers": response.headers}
    )
    body = memoryview(response.body)
    for at in range(0, max(len(body), 1), PIECE):
        piece, more = bytes(body[at : at + PIECE]), at + PIECE < len(body)
        await send({"type": "http.response.body", "body": piece, "more_body": more})


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def environ_of(scope: Scope, body: IO[bytes], length: int | None) -> dict[str, Any]:
    """The WSGI environment (PEP 3333) of a request whose body has been read.

    A body of None was too long: it is empty, and keeps the length that the client announced.
    """
    server, client = scope.get("server") or ("localhost", None), scope.get("client")
    path = scope.get("raw_path") or scope["path"].encode()
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers_of(scope["headers"]),
    }
    announced = environ.get("CONTENT_LENGTH", str(MAX_BODY + 1))
    return environ | {"CONTENT_LENGTH": announced if length is None else str(length)}


def _headers_of(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers as WSGI names them, equal ones joined.

    Names with an underscore are dropped: WSGI would take them for those with a hyphen.
    """
    found: dict[str, str] = {}
    for raw, value in headers:
        name = raw.decode("latin-1").upper()
        if "_" in name:
            continue
        key = name.replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        joint = "; " if key == "HTTP_COOKIE" else ","
        text = value.decode("latin-1")
        found[key] = f"{found[key]}{joint}{text}" if key in found else text
    return found
