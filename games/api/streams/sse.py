"""The messages of a stream, as ``text/event-stream``."""

from __future__ import annotations

from typing import Final

import msgspec

RETRY_MILLISECONDS: Final = 1000
"""How long a browser waits before it connects again."""

OPENING: Final = f"retry: {RETRY_MILLISECONDS}\n\n".encode()
HEARTBEAT: Final = b":\n\n"

_encode = msgspec.json.Encoder().encode


def identified(key: str, json: bytes, name: str = "") -> bytes:
    """Return a message with an id, after which the stream can be resumed."""
    named = b"event: %s\n" % name.encode() if name else b""
    return b"%sid: %s\ndata: %s\n\n" % (named, key.encode(), json)


def message(name: str, body: object) -> bytes:
    """Return a message that has a name, and no id."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), _encode(body))
