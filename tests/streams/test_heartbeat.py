"""The heartbeat of a stream that has nothing to send, and its end without a database."""

import asyncio
from collections.abc import Collection

import pytest
from django.db import OperationalError, ProgrammingError

from games.api.streams import open_stream, sse
from games.api.streams.open_stream import Stream, StreamStep
from games.api.streams.shared_reads import Looked
from games.api.streams.waking import Hub
from games.wording.language import ENGLISH


class QuietHub(Hub):
    """A hub that looks at nothing and hears nothing."""

    def _start(self) -> None:
        """Start nothing."""


class QuietStream(Stream):
    """A stream that sends a message after each wake-up, and ends with the second."""

    def __init__(self) -> None:
        super().__init__(ENGLISH, "test")
        self.sent = -1

    def topics(self) -> Collection[str]:
        return ()

    def looked(self) -> Looked:
        return Looked(None)

    async def read(self, hub: Hub) -> StreamStep:
        self.sent += 1
        return StreamStep(b"data: %d\n\n" % self.sent if self.sent else b"", self.sent == 2)


def test_a_silent_stream_sends_a_heartbeat_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_stream.HEARTBEAT_SECONDS == 10
    monkeypatch.setattr(open_stream, "HEARTBEAT_SECONDS", 0.05)

    async def read() -> list[bytes]:
        hub, stream = QuietHub(), QuietStream()
        monkeypatch.setattr(open_stream, "current_hub", lambda: hub)
        pieces: list[bytes] = []
        async for piece in stream.body():
            pieces.append(piece)
            beats = pieces.count(b":\n\n")
            if beats in (3, 6) and stream.sent < beats // 3:
                stream.changed.set()
        return pieces

    opening, *pieces = asyncio.run(asyncio.wait_for(read(), 60))
    assert opening == sse.OPENING
    assert [piece for piece in pieces if piece != b":\n\n"] == [b"data: 1\n\n", b"data: 2\n\n"]
    assert pieces.index(b"data: 1\n\n") == 3
    assert pieces.index(b"data: 2\n\n") == 7


@pytest.mark.parametrize(("error", "ends"), [(OperationalError, b""), (ProgrammingError, b"500")])
def test_a_stream_whose_database_is_absent_ends_without_the_problem_that_forbids_to_return(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], ends: bytes
) -> None:
    async def read() -> list[bytes]:
        hub, stream = QuietHub(), QuietStream()
        monkeypatch.setattr(open_stream, "current_hub", lambda: hub)

        async def fail(_hub: Hub) -> StreamStep:
            raise error

        monkeypatch.setattr(stream, "read", fail)
        return [piece async for piece in stream.body()]

    opening, *pieces = asyncio.run(read())
    assert opening == sse.OPENING
    assert len(pieces) == bool(ends)
    assert ends in b"".join(pieces)
