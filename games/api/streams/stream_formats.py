"""The two forms of a stream: server-sent events, and lines of JSON."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

RETRY_MILLISECONDS: Final = 1000
"""How long a browser waits before it connects again."""

_encode = msgspec.json.Encoder().encode


class Frames(Protocol):
    """A form of a stream."""

    media_type: str
    opening: bytes
    heartbeat: bytes

    def event(self, key: str, json: bytes, name: str = "") -> bytes:
        """Return an event with its id, after which the stream can be resumed."""

    def named(self, name: str, body: object) -> bytes:
        """Return a message that has a name, and no id."""


class ServerSentEvents:
    """``text/event-stream``: events are unnamed messages, other messages have a name."""

    media_type = "text/event-stream"
    opening = f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    heartbeat = b":\n\n"

    def event(self, key: str, json: bytes, name: str = "") -> bytes:
        """Return the id, the name if there is one, and the data."""
        named = b"event: %s\n" % name.encode() if name else b""
        return b"%sid: %s\ndata: %s\n\n" % (named, key.encode(), json)

    def named(self, name: str, body: object) -> bytes:
        """Return the name and the data."""
        return b"event: %s\ndata: %s\n\n" % (name.encode(), _encode(body))


class JsonLines:
    """``application/x-ndjson``: an event a line; other messages in an object."""

    media_type = "application/x-ndjson"
    opening = b""
    heartbeat = b"\n"

    def event(self, key: str, json: bytes, name: str = "") -> bytes:
        """Return the event in a line."""
        return json + b"\n"

    def named(self, name: str, body: object) -> bytes:
        """Return an object with one member, the name."""
        return _encode({name: body}) + b"\n"
