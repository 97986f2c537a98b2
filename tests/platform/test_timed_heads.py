"""The head of a request is bounded in size and time, under `make run` and for streams."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.importer import import_from_string
from uvicorn.server import ServerState

from config import stream_server, timed_heads
from config.supervisor import web_child

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


def protocol_of_make_run() -> Any:
    command = web_child("127.0.0.1", 8000).command
    return import_from_string(command[command.index("--http") + 1])


def protocol_of_streams() -> Any:
    given: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn, "run", lambda application, **options: given.update(options))
        stream_server.main()
    return given["http"]


@pytest.fixture(params=[protocol_of_make_run, protocol_of_streams])
def protocol(request: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    assert timed_heads.HEAD_SECONDS == 15
    monkeypatch.setattr(timed_heads, "HEAD_SECONDS", 0.1)
    return request.param()


def ask(protocol: Any, client: Client) -> Any:
    """Return what a client of a server with this protocol returns."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(3 * timed_heads.HEAD_SECONDS if scope["path"] == "/slow" else 0)
        headers = [(b"content-length", b"4")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"done"})

    async def serve() -> Any:
        config = uvicorn.Config(answer, http=protocol, lifespan="off", log_config=None)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        made = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
        async with made, asyncio.timeout(60):
            port = made.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                return await client(reader, writer)
            finally:
                writer.close()

    return asyncio.run(serve())


def test_a_head_that_never_ends_is_refused_and_not_kept(protocol: Any) -> None:
    async def endless(reader: Any, writer: Any) -> tuple[bytes, int]:
        writer.write(HEAD)
        sent = 0
        try:
            while sent < 100_000_000:
                writer.write(b"X-%d: %s\r\n" % (sent, b"a" * 4000))
                await writer.drain()
                sent += 4000
            return b"", sent
        except ConnectionError:
            return b"closed", sent

    end, sent = ask(protocol, endless)
    assert end == b"closed"
    assert sent < 50_000_000  # what the kernel of both sides keeps


def test_a_head_that_is_too_long_is_400(protocol: Any) -> None:
    async def long(reader: Any, writer: Any) -> Any:
        writer.write(HEAD + b"X: " + b"a" * 20_000)
        return await reader.read()

    assert ask(protocol, long).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("before", [b"", b"G", HEAD + b"X-Slow: "])
def test_a_connection_without_a_whole_head_is_closed_in_time(protocol: Any, before: bytes) -> None:
    async def slow(reader: Any, writer: Any) -> Any:
        writer.write(before)
        return await reader.read()

    assert ask(protocol, slow) == b""


def test_a_head_that_comes_byte_by_byte_is_not_given_more_time(protocol: Any) -> None:
    async def drip(reader: Any, writer: Any) -> Any:
        writer.write(HEAD + b"X-Slow: ")
        end = asyncio.ensure_future(reader.read())
        while not end.done():
            writer.write(b"a")
            await asyncio.sleep(0.01)
        try:
            return end.result()
        except ConnectionResetError:  # A byte was on its way when the server closed.
            return b""

    assert ask(protocol, drip) == b""


def test_the_second_head_of_a_connection_is_bounded_too(protocol: Any) -> None:
    async def second(reader: Any, writer: Any) -> Any:
        writer.write(HEAD + b"\r\n")
        await reader.readuntil(b"done")
        writer.write(HEAD)
        return await reader.read()

    assert ask(protocol, second) == b""


def test_a_response_may_take_longer_than_a_head(protocol: Any) -> None:
    async def patient(reader: Any, writer: Any) -> Any:
        writer.write(HEAD.replace(b"/ ", b"/slow ", 1) + b"\r\n")
        return await reader.readuntil(b"done")

    assert ask(protocol, patient).startswith(b"HTTP/1.1 200 OK")
