"""The Celery worker: it survives the loss of Redis, and may end when it is idle."""

from __future__ import annotations

import logging
import time
from typing import Any, Final, NoReturn

from celery import bootsteps
from celery.worker import state
from celery.worker.consumer import Consumer as CeleryConsumer
from celery.worker.state import maybe_shutdown

RETRY_SECONDS: Final = 1
"""How long the worker waits between two attempts to connect to the broker."""

logger = logging.getLogger(__name__)


def _refuse_to_settle(*_: Any, **__: Any) -> NoReturn:
    raise ConnectionResetError("The connection that brought this message is lost.")


class Consumer(CeleryConsumer):  # type: ignore[misc]  # Celery has no types
    """A consumer that reconnects soon and survives the loss of Redis."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect to the broker; retry each second, without a limit."""

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
        ends the worker. So does the acknowledgment of a message that came before the loss, once
        the channel is closed: it is made a lost connection, which Celery logs. The sweeper and the
        visibility timeout find those messages.
        """
        transport = self.connection.transport
        for channel in [*transport.channels, *transport._avail_channels]:
            channel.do_restore = False
            channel.basic_ack = channel.basic_reject = _refuse_to_settle
        super().on_connection_error_after_connected(exc)


class EndWhenIdle(bootsteps.StartStopStep):  # type: ignore[misc]
    """Ends a worker with ``--idle-seconds`` that has had no task for so long.

    It ends as after TERM: a task that comes meanwhile stays in its queue.
    """

    def __init__(self, parent: Any, idle_seconds: float | None = None, **options: Any) -> None:
        super().__init__(parent, **options)
        self.enabled = idle_seconds is not None
        self._seconds = idle_seconds or 0
        self._tasks, self._since = 0, time.monotonic()

    def register_with_event_loop(self, _: Any, hub: Any) -> None:
        """Look once a second."""
        hub.call_repeatedly(1, self._look)

    def _look(self) -> None:
        tasks = sum(state.total_count.values())
        if tasks != self._tasks or state.reserved_requests:
            self._tasks, self._since = tasks, time.monotonic()
        elif time.monotonic() - self._since > self._seconds:
            state.should_stop = 0
