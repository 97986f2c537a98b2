"""A small HTTP client on asyncio: hundreds of requests and streams at once cost it little."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

MAX_LINE = 1 << 22


class Lost(Exception):
    """There is no complete response: the connection was refused, broke or timed out."""


class Server(NamedTuple):
    """Where requests are sent: a port of this machine, by HTTPS if there is a context."""

    port: int
    host: str = "localhost"
    tls: ssl.SSLContext | None = None


class Response(NamedTuple):
    """A response with its body, read as JSON; a page of a proxy has none."""

    status: int
    headers: dict[str, str]
    json: Any


class Opened(NamedTuple):
    """A response whose body is not read yet."""

    status: int
    headers: dict[str, str]
    reader: asyncio.StreamReader

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the chunks of the body, each as soon as it is there."""
        if self.headers.get("transfer-encoding") != "chunked":
            size = int(self.headers.get("content-length") or 0)
            yield await self.reader.readexactly(size)
            return
        while size := int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16):
            yield await self.reader.readexactly(size)
            await self.reader.readexactly(2)


@asynccontextmanager
async def opened(
    server: Server, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> AsyncIterator[Opened]:
    """Send a request on a connection of its own; raises ``Lost``, also inside."""
    writer = None
    try:
        named = {"ssl": server.tls, "server_hostname": server.host} if server.tls else {}
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", server.port, limit=MAX_LINE, **named
        )
        lines = [f"{method} {path} HTTP/1.1", f"Host: {server.host}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if method != "GET":
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        got = {key.lower(): value.strip() for key, _, value in (one.partition(":") for one in rest)}
        yield Opened(int(first.split()[1]), got, reader)
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        raise Lost(f"{type(error).__name__}: {error}") from error
    finally:
        if writer is not None:
            # TLS would wait for the other end to close, too.
            writer.transport.abort()


async def ask(
    server: Server,
    method: str,
    path: str,
    headers: dict[str, str] | None = None,
    body: Any = None,
    *,
    seconds: float = 60,
) -> Response:
    """Send JSON and read JSON; raises ``Lost`` without a complete response."""
    data = b"" if body is None else json.dumps(body).encode()
    try:
        async with (
            asyncio.timeout(seconds),
            opened(server, method, path, headers or {}, data) as reply,
        ):
            text = b"".join([piece async for piece in reply.pieces()])
            is_json = "json" in reply.headers.get("content-type", "")
            return Response(reply.status, reply.headers, json.loads(text) if is_json else None)
    except TimeoutError as error:
        raise Lost("timeout") from error


class Message(NamedTuple):
    """A message of a stream of server-sent events."""

    name: str
    id: str
    data: bytes


async def messages(reply: Opened) -> AsyncIterator[Message]:
    """Yield the messages of a stream; a comment has the name ":"."""
    rest = b""
    async for piece in reply.pieces():
        *blocks, rest = (rest + piece).split(b"\n\n")
        for block in blocks:
            fields = dict.fromkeys((b"event", b"id", b"data"), b"")
            for line in block.split(b"\n"):
                key, _, value = line.partition(b": ")
                fields[key] = value
            if fields[b"data"]:
                name = fields[b"event"].decode() or "message"
                yield Message(name, fields[b"id"].decode(), fields[b"data"])
