"""HTTP on uvicorn: the head of a request is bounded in size and time.

h11 buffers an incomplete head up to 16 KiB and then refuses it; httptools, which uvicorn would
choose, has no bound. Neither has a time by which a head must be complete.
"""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 15
"""The time that a client has to send request line and headers."""


class TimedHeads(H11Protocol):
    """Closes a connection on which a head is not complete in time."""

    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._closing = self.loop.call_later(HEAD_SECONDS, transport.close)

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head; a later one follows the time of idle connections."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._closing is None:
            self._closing = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
