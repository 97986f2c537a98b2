"""The consumer of the Celery worker, which survives the loss of Redis."""

from __future__ import annotations

import logging
from typing import Any, Final

from celery.worker.consumer import Consumer as CeleryConsumer
from celery.worker.state import maybe_shutdown

RETRY_SECONDS: Final = 1
"""How long the worker waits between two attempts to connect to the broker."""

logger = logging.getLogger(__name__)


class Consumer(CeleryConsumer):  # type: ignore[misc]  # Celery has no types
    """A consumer that reconnects soon, however long it takes, and outlives a lost Redis."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect to the broker; retry each second, while Celery waits up to 30 s and gives up."""

        def log(error: Exception, seconds: float) -> None:
            logger.warning("The broker does not answer: %s. Next attempt in %s s.", error, seconds)

        connected = conn.ensure_connection(
            log,
            None,
            interval_start=RETRY_SECONDS,
            interval_step=0,
            interval_max=RETRY_SECONDS,
            callback=maybe_shutdown,
        )
        self.first_connection_attempt = False
        return connected

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Drop the lost connection without giving its unacknowledged messages back.

        Kombu would give them back when it closes a channel. It closes each twice: if the loss cuts
        the first time short, the second finds a transport without a client, and its AttributeError
        ends the worker. The sweeper and the visibility timeout find those messages.
        """
        transport = self.connection.transport
        for channel in [*transport.channels, *transport._avail_channels]:
            channel.do_restore = False
        super().on_connection_error_after_connected(exc)
