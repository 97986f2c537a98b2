"""The WSGI application behind ASGI, with whole requests and responses.

The server reads requests and writes responses for any number of slow clients at a time. A thread
works on a request only while there is something to compute: from when its body is complete until
its response is. The threads and their database connections are reused; Django's own ASGI handler
starts a thread for each request.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes

from games.api.streams.async_response import offer

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]

BODY_SECONDS: Final = 15
"""The time that a client has to send a body."""

MEMORY_BYTES: Final = 256 * 1024
"""Larger bodies, in bytes, are stored in a temporary file."""

MAX_BODY: Final = 16 * 1024 * 1024
"""Larger bodies, in bytes, are not read; the application refuses them by their length."""

CHUNK_BYTES: Final = 64 * 1024
"""The bytes of a response that are passed to the server at a time."""

SEND_SECONDS: Final = 30
"""How long a stream waits for a client that does not read; then it ends."""


class BufferedResponse(NamedTuple):
    """A complete response."""

    status: int
    headers: Headers
    body: bytes


class Disconnected(Exception):
    """The client disconnected before its request was complete."""


class Buffered:
    """An ASGI application that runs a WSGI application in a fixed number of threads."""

    def __init__(self, application: Wsgi, threads: int) -> None:
        self._application = application
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; no server needs an answer to its lifespan events."""
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(max_size=MEMORY_BYTES) as body:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    length = await _read(receive, body)
            except TimeoutError:
                await _write(TOO_SLOW, send)
                return
            except Disconnected:
                return
            body.seek(0)
            environ = environ_of(scope, body, length)
            handover = offer(environ)
            response = await self._compute(environ)
            if handover.wait is not None:
                if not await _unless_gone(handover.wait(), receive):
                    return
                handover.wait, handover.has_waited = None, True
                response = await self._compute(environ)
        if handover.body is None:
            await _write(response, send)
        else:
            await _unless_gone(_write_live(response, handover.body(), send), receive)

    async def _compute(self, environ: dict[str, Any]) -> BufferedResponse:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers(), self._respond, environ)

    def _workers(self) -> ThreadPoolExecutor:
        """Return the threads, which are started after the server has forked."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="request")
        return self._pool

    def _respond(self, environ: dict[str, Any]) -> BufferedResponse:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            started[:] = [(status, headers)]

        pieces = self._application(environ, start_response)
        try:
            body = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        status, headers = started[0]
        # Django begins the value of Set-Cookie with a space, which h11 refuses.
        encoded = [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in headers
        ]
        return BufferedResponse(int(status[:3]), encoded, body)


TOO_SLOW: Final = BufferedResponse(
    408,
    [(b"content-type", b"application/problem+json"), (b"connection", b"close")],
    json.dumps({"type": "about:blank", "title": "Request Timeout", "status": 408}).encode(),
)


async def _read(receive: Receive, body: IO[bytes]) -> int | None:
    """Copy a body to a file; return its length, None if it exceeds ``MAX_BODY``."""
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


async def _write(response: BufferedResponse, send: Send) -> None:
    await send(
        {"type": "http.response.start", "status": response.status, "headers": response.headers}
    )
    body = memoryview(response.body)
    for at in range(0, max(len(body), 1), CHUNK_BYTES):
        piece, more = bytes(body[at : at + CHUNK_BYTES]), at + CHUNK_BYTES < len(body)
        await send({"type": "http.response.body", "body": piece, "more_body": more})


async def _write_live(
    response: BufferedResponse, body: AsyncGenerator[bytes, None], send: Send
) -> None:
    """Write a response whose body is made while it is sent."""
    async with contextlib.aclosing(body):
        headers = [one for one in response.headers if one[0] != b"content-length"]
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        async for piece in body:
            async with asyncio.timeout(SEND_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _unless_gone(work: Awaitable[None], receive: Receive) -> bool:
    """Do work until the client disconnects; return whether it was done."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        done = working.done()
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)
    error = None if working.cancelled() else working.exception()
    if error is not None and not isinstance(error, OSError):  # a slow client is a TimeoutError
        raise error
    return done


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def environ_of(scope: Scope, body: IO[bytes], length: int | None) -> dict[str, Any]:
    """Return the WSGI environment (PEP 3333) of a request whose body has been read.

    A length of None stands for a body that was too long: the body is empty, and its length is the
    one that the client announced.
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
    """Return the headers by their WSGI names, with repeated ones joined.

    Names with an underscore are dropped: in WSGI they equal those with a hyphen.
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
